"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const chooser = document.getElementById("measure");
  const darkness = matchMedia("(prefers-color-scheme: dark)");
  const settings = {
    responsive: true, displaylogo: false, modeBarButtons: [["toImage", "zoom2d", "pan2d", "resetScale2d"]],
  };
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  for (const [name, label] of Object.entries(data.measures)) chooser.add(new Option(label, name));

  const axis = (title) => ({
    title: { text: title }, gridcolor: css("--line"), linecolor: css("--line"), zerolinecolor: css("--line"),
    automargin: true,
  });

  const layout = (x, y) => ({
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { color: css("--ink"), family: getComputedStyle(document.body).fontFamily },
    modebar: { bgcolor: "rgba(0,0,0,0)", color: css("--quiet"), activecolor: css("--ink") },
    margin: { t: 40, r: 16, b: 48, l: 64 },
    xaxis: axis(x), yaxis: axis(y),
  });

  const drawCurves = (models, place) => {
    const measure = chooser.value;
    const share = data.shares.includes(measure);
    const colours = darkness.matches ? data.dark : data.light;
    const lines = models.map((model) => ({
      type: "scatter", mode: model.curve.instance.length > 1 ? "lines" : "markers", name: model.name,
      x: model.curve.instance, y: model.curve[measure],
      line: { color: colours[model.colour], dash: model.dash, width: 2 },
      hovertemplate: share ? "%{y:.2%}" : "%{y:.3~s}",
    }));
    const look = layout("instance", data.measures[measure]);
    look.yaxis.tickformat = share ? ".0%" : "~s";
    look.hovermode = "x unified";
    look.hoverlabel = { bgcolor: css("--panel"), bordercolor: css("--line"), font: { color: css("--ink") } };
    look.legend = { orientation: "h", y: -0.22 };
    look.showlegend = true;
    look.shapes = data.marks.map((mark) => ({
      type: "line", x0: mark.at, x1: mark.at, yref: "paper", y0: 0, y1: 1,
      line: { color: css("--quiet"), width: 1, dash: "dot" },
    }));
    look.annotations = data.marks.map((mark) => ({
      x: mark.at, y: 1, yref: "paper", yanchor: "bottom", xanchor: "left", text: mark.text, showarrow: false,
      font: { size: 12, color: css("--quiet") },
    }));
    Plotly.react(place, lines, look, settings);
  };

  const drawMatrix = (matrix, place) => {
    const shares = matrix.counts.map((row) => {
      const total = row.reduce((sum, count) => sum + count, 0);
      return row.map((count) => (total ? count / total : 0));
    });
    const heat = {
      type: "heatmap", x: matrix.classes, y: matrix.classes, z: shares, customdata: matrix.counts, zmin: 0, zmax: 1,
      colorscale: [[0, css("--panel")], [1, css("--accent")]], colorbar: { tickformat: ".0%" },
      hovertemplate: "true %{y}<br>predicted %{x}<br>%{customdata} (%{z:.1%})<extra></extra>",
    };
    const look = layout("predicted", "true class");
    for (const side of [look.xaxis, look.yaxis]) Object.assign(side, { type: "category", showgrid: false });
    look.yaxis.autorange = "reversed";
    Plotly.react(place, [heat], look, settings);
  };

  const draw = () => {
    data.streams.forEach((models, i) => drawCurves(models, `curve-${i}`));
    for (const [number, matrix] of Object.entries(data.matrices)) {
      const place = document.getElementById(`matrix-${number}`);
      if (place.offsetParent) drawMatrix(matrix, place);
    }
  };

  chooser.addEventListener("change", draw);
  darkness.addEventListener("change", draw);
  for (const box of document.querySelectorAll("details")) box.addEventListener("toggle", draw);
  draw();
})();
