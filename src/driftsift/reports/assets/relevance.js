(() => {
  const chooser = document.getElementById("count");
  const counts = [5, 10, 20, 40].filter((count, i) => !i || count < data.features.length + 10);
  for (const count of counts) chooser.add(new Option(Math.min(count, data.features.length), count));
  chooser.value = Math.min(10, counts[counts.length - 1]);

  const symbols = { rose: "triangle-up", fell: "triangle-down", turned: "diamond" };
  const number = (value) => (value === null ? "not kept" : value.toFixed(3));
  const drifts = (look) => {
    look.shapes = data.drifts.map((drift) => upright(drift));
    look.annotations = data.drifts.length ? [above(data.drifts[0], "known drift")] : [];
  };

  const drawHeat = () => {
    const shown = data.staircase.map((i) => data.features[i]);
    const names = shown.map((feature) => feature.name);
    const heat = {
      type: "heatmap", x: data.edges, y: names, z: shown.map((feature) => feature.scores), zmin: 0,
      colorscale: [[0, css("--panel")], [1, css("--accent")]], colorbar: { title: { text: "score" } },
      customdata: shown.map((feature) => data.rows.map((row, t) => [row, number(feature.scores[t]), feature.p[t]])),
      hovertemplate: "%{y}<br>row %{customdata[0]:,}<br>score %{customdata[1]}<br>p %{customdata[2]}<extra></extra>",
    };
    const seen = data.alarms.filter((alarm) => names.includes(alarm.feature));
    const marks = {
      type: "scatter", mode: "markers", x: seen.map((alarm) => alarm.row), y: seen.map((alarm) => alarm.feature),
      marker: {
        symbol: seen.map((alarm) => symbols[alarm.direction]), size: 11, color: (darkness.matches ? data.dark : data.light)[1],
        line: { width: 1, color: css("--panel") },
      },
      text: seen.map((alarm) => alarm.text), hovertemplate: "%{text}<extra></extra>", showlegend: false,
    };
    const look = layout("row", "");
    Object.assign(look.yaxis, { type: "category", range: [names.length - 0.5, -0.5], showgrid: false, dtick: 1 });
    Object.assign(look.xaxis, { showgrid: false, range: [0, data.n], tickformat: ",d" });
    drifts(look);
    Plotly.react("heat", [heat, marks], look, settings);
  };

  const drawLines = () => {
    const colours = darkness.matches ? data.dark : data.light;
    const shown = data.features.slice(0, Number(chooser.value));
    const lines = shown.map((feature, i) => ({
      type: "scatter", mode: data.rows.length > 1 ? "lines" : "markers", name: feature.name, x: data.rows,
      y: feature.scores, legendgroup: feature.name,
      line: { color: colours[i % colours.length], dash: data.dashes[i % data.dashes.length], width: 2 },
      hovertemplate: "%{fullData.name}<br>row %{x:,}<br>score %{y:.3f}<extra></extra>",
    }));
    const marks = shown.map((feature, i) => {
      const mine = data.alarms.filter((alarm) => alarm.feature === feature.name);
      return {
        type: "scatter", mode: "markers", x: mine.map((alarm) => alarm.row), y: mine.map((alarm) => alarm.height),
        marker: { symbol: mine.map((alarm) => symbols[alarm.direction]), size: 11, color: colours[i % colours.length] },
        text: mine.map((alarm) => alarm.text), hovertemplate: "%{text}<extra></extra>", showlegend: false,
        legendgroup: feature.name,
      };
    });
    const look = layout("row", "score");
    look.legend = { orientation: "h", y: -0.22 };
    look.showlegend = true;
    look.hovermode = "closest";
    look.yaxis.rangemode = "tozero";
    Object.assign(look.xaxis, { range: [0, data.n], tickformat: ",d" });
    drifts(look);
    Plotly.react("lines", [...lines, ...marks], look, settings);
  };

  const draw = () => { drawHeat(); drawLines(); };
  chooser.addEventListener("change", drawLines);
  darkness.addEventListener("change", draw);
  draw();
})();
