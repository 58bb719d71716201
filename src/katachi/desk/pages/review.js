// Review: the win rate of a whole game, its turning points, and better moves.

import { ask, listen, say } from "./ask.js";
import { Board } from "./board.js";
import { draw, make, percent } from "./build.js";
import { titleOf } from "./choosing.js";
import { moveList, save, steps } from "./moves.js";

const LEAST_LOSS = 0.1;
const CERTAIN = 2;  // standard errors

export function reviewPage(main, { game, go }) {
  let values = [];   // by ply
  let stop = null;
  let closed = false;
  let asked = 0;
  let reviewed = "";
  const board = new Board((move) => { if (Number(board.picture.dataset.ply) === game.path().length) game.play(move); });
  const status = make("p", { class: "status", role: "status" });
  const plot = draw("svg", { class: "plot", viewBox: "0 0 600 180", preserveAspectRatio: "none", role: "img",
    "aria-label": "Win rate of Black over the moves", onclick: (event) => clicked(event) });
  const bar = make("i", { style: "width:0" });
  const mistakes = new Map();
  const list = moveList(game, mistakes);
  const turning = make("div", { class: "scroll" });
  const accuracy = make("div", {});
  const seconds = make("input", { type: "number", min: "0.02", max: "60", step: "0.02", value: localStorage.getItem("katachi.desk.review") ?? "0.1",
    style: "width:5rem", onchange: () => { localStorage.setItem("katachi.desk.review", seconds.value); begin(); } });

  main.append(make("div", { class: "table" },
    make("section", { "aria-label": "Board" }, board.element,
      make("div", { class: "panel" }, make("h2", {}, "Black's share of the game"), plot, make("div", { class: "bar" }, bar))),
    make("aside", {},
      make("div", { class: "panel" }, status, make("div", { class: "row" },
        make("label", {}, "Seconds a position", seconds), make("button", { onclick: () => begin() }, "Review again"))),
      make("div", { class: "panel" }, make("h2", {}, "Turning points"), turning),
      make("div", { class: "panel" }, make("h2", {}, "Accuracy"), accuracy),
      make("div", { class: "panel" }, make("h2", {}, "Moves"), list.element, steps(game),
        make("div", { class: "row" }, make("button", { onclick: () => go("analyse") }, "Analyse here"),
          make("button", { onclick: () => go("why") }, "Why?"), make("button", { onclick: () => save(game, ask, say) }, "Save as SGF"))))));

  function begin() {
    stop?.();
    values = [];
    mistakes.clear();
    const moves = game.line().map((node) => node.move);
    reviewed = key();
    if (!moves.length) { status.textContent = "Play or load a game first: drop a file on this page."; show(); return; }
    const place = { game: game.game, start: game.start, moves };
    stop = listen("/api/review", { ...place, seconds: Math.max(0.02, Number(seconds.value) || 0.1) }, (report) => {
      if (closed) return;
      if (report.error) return say(report.error);
      if (report.done) { stop = null; status.textContent = `${moves.length} moves reviewed.`; show(); return; }
      values[report.ply] = report;
      bar.style.width = `${100 * (report.ply + 1) / (moves.length + 1)}%`;
      status.textContent = `Reviewing: ${report.ply} of ${moves.length} moves…`;
      show();
    });
  }

  const key = () => `${game.game}|${game.start}|${game.line().map((node) => node.move).join(" ")}`;

  // What a move cost: from the search of the position before it, or from the values on both sides.
  function lossAt(ply) {
    const before = values[ply];
    const after = values[ply + 1];
    if (!before || !after || before.over) return null;
    if (before.played === before.best) return { loss: 0, spread: 0 };
    const change = before.mover === "black" ? before.value - after.value : after.value - before.value;
    return { loss: Math.max(0, before.loss ?? change), spread: Math.hypot(before.spread, after.spread) };
  }

  function show() {
    const found = [];
    mistakes.clear();
    for (let ply = 0; ply + 1 < values.length; ply += 1) {
      const cost = lossAt(ply);
      if (cost && cost.loss >= LEAST_LOSS && cost.loss > CERTAIN * cost.spread) {
        found.push({ ply, ...cost });
        mistakes.set(ply, `gives away ${percent(cost.loss)}; better ${values[ply].best}`);
      }
    }
    list.update();
    found.sort((one, other) => other.loss - one.loss);
    turning.replaceChildren(found.length ? make("table", {}, make("tbody", {}, found.slice(0, 12).map(({ ply, loss }) =>
      make("tr", { class: "choice", tabindex: 0, onclick: () => to(ply), onkeydown: (event) => { if (event.key === "Enter") to(ply); } },
        make("td", {}, `${ply + 1}. ${values[ply].played}`), make("td", { class: "against" }, `−${percent(loss)}`),
        make("td", { class: "line" }, `better ${values[ply].line.slice(0, 6).join(" ")}`)))))
      : make("p", { class: "soft" }, "None that is certain enough."));
    accuracyTable();
    graph();
  }

  function accuracyTable() {
    const sides = { black: [], white: [] };
    for (let ply = 0; ply + 1 < values.length; ply += 1) {
      const cost = lossAt(ply);
      if (cost) sides[values[ply].mover].push(cost.loss);
    }
    const mean = (list) => list.length ? list.reduce((sum, one) => sum + one, 0) / list.length : null;
    const third = Math.ceil(Math.max(sides.black.length, sides.white.length) / 3);
    accuracy.replaceChildren(make("div", { class: "scroll" }, make("table", {},
      make("thead", {}, make("tr", {}, ...["", "Loss a move", "Opening", "Middle", "End", "Best moves"].map((text) => make("th", {}, text)))),
      make("tbody", {}, Object.entries(sides).map(([side, losses]) => make("tr", {},
        make("td", {}, `${titleOf(side)} ${game[side] ? `(${game[side]})` : ""}`), make("td", {}, percent(mean(losses))),
        ...[0, 1, 2].map((part) => make("td", {}, percent(mean(losses.slice(part * third, (part + 1) * third))))),
        make("td", {}, percent(losses.length ? losses.filter((one) => one < 0.01).length / losses.length : null))))))));
  }

  function graph() {
    const count = Math.max(1, game.line().length);
    const x = (ply) => 30 + 560 * ply / count;
    const y = (value) => 10 + 150 * (1 - value);
    const points = values.filter(Boolean);
    const parts = [0, 0.5, 1].flatMap((value) => [
      draw("line", { class: "axis", x1: 30, x2: 590, y1: y(value), y2: y(value) }),
      draw("text", { x: 2, y: y(value) + 4 }, `${100 * value} %`)]);
    if (points.length) {
      const up = points.map((one) => `${x(one.ply)},${y(Math.min(1, one.value + CERTAIN * one.spread))}`);
      const down = points.map((one) => `${x(one.ply)},${y(Math.max(0, one.value - CERTAIN * one.spread))}`).reverse();
      parts.push(draw("polygon", { class: "band", points: [...up, ...down].join(" ") }),
        draw("polyline", { class: "curve", points: points.map((one) => `${x(one.ply)},${y(one.value)}`).join(" ") }));
      for (const ply of mistakes.keys()) {
        parts.push(draw("circle", { class: "point", cx: x(ply + 1), cy: y(values[ply + 1].value), r: 4 }));
      }
    }
    const here = game.path().length;
    parts.push(draw("line", { class: "now", x1: x(here), x2: x(here), y1: 10, y2: 160 }));
    plot.replaceChildren(...parts);
  }

  function clicked(event) {
    const box = plot.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    to(Math.round(game.line().length * (share * 600 - 30) / 560));
  }

  function to(ply) {
    const nodes = game.line();
    game.go(ply <= 0 ? game.root : nodes[Math.min(ply, nodes.length) - 1]);
  }

  async function update() {
    const mine = ++asked;
    try {
      const [drawn, found] = await Promise.all([game.board(), game.position()]);
      if (mine !== asked || closed) return;
      const marks = found.last ? { [found.last]: { dot: true } } : {};
      const here = values[game.path().length];
      if (here && here.best && here.best !== here.played) marks[here.best] = { ring: "#1565c0", text: "✓", ink: "#1565c0" };
      board.show(drawn, found, marks, game.path().length);
      if (key() !== reviewed) begin();
      else graph();
    } catch (error) { say(error.message); }
  }

  game.addEventListener("change", update);
  update();
  return () => { closed = true; stop?.(); list.close(); game.removeEventListener("change", update); };
}
