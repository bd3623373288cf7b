"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const darkness = matchMedia("(prefers-color-scheme: dark)");
const settings = {
  responsive: true, displaylogo: false, modeBarButtons: [["toImage", "zoom2d", "pan2d", "resetScale2d"]],
};
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const axis = (title) => ({
  title: { text: title }, gridcolor: css("--line"), linecolor: css("--line"), zerolinecolor: css("--line"),
  automargin: true,
});

const layout = (x, y) => ({
  paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
  font: { color: css("--ink"), family: getComputedStyle(document.body).fontFamily },
  modebar: { bgcolor: "rgba(0,0,0,0)", color: css("--quiet"), activecolor: css("--ink") },
  hoverlabel: { bgcolor: css("--panel"), bordercolor: css("--line"), font: { color: css("--ink") } },
  margin: { t: 40, r: 16, b: 48, l: 64 },
  xaxis: axis(x), yaxis: axis(y),
});

const upright = (at) => ({
  type: "line", x0: at, x1: at, yref: "paper", y0: 0, y1: 1, line: { color: css("--quiet"), width: 1, dash: "dot" },
});

const above = (at, text) => ({
  x: at, y: 1, yref: "paper", yanchor: "bottom", xanchor: "left", text, showarrow: false,
  font: { size: 12, color: css("--quiet") },
});
