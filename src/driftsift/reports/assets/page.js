(() => {
  const chooser = document.getElementById("measure");

  for (const [name, label] of Object.entries(data.measures)) chooser.add(new Option(label, name));

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
    look.legend = { orientation: "h", y: -0.22 };
    look.showlegend = true;
    look.shapes = data.marks.map((mark) => upright(mark.at));
    look.annotations = data.marks.map((mark) => above(mark.at, mark.text));
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
