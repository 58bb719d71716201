// Review: the win rate of a whole game, its turning points with better moves and reasons, accuracy, mistakes to
// train on; saved as SGF with all of it.

import { ask, listen, PAGE, say } from "./ask.js";
import { Board } from "./board.js";
import { button, choice, disc, keep, kept, make, panel, percent, table } from "./build.js";
import { titleOf } from "./choosing.js";
import { moveList, save, steps } from "./moves.js";
import { Plot } from "./plot.js";
import { addMistakes } from "./train.js";

const LEAST_LOSS = 0.08;
const CERTAIN = 2;  // standard errors
const KEY = "katachi.desk.review";

export function reviewPage(main, { game, go }) {
  const settings = kept(KEY, { times: 1 });
  let values = [];   // by ply
  let checks = new Map();  // by ply
  let nodes = [];    // the line that is reviewed
  let stop = null;
  let closed = false;
  let asked = 0;
  let reviewed = "";
  let finished = false;
  let base = 0;       // seconds of a quick look at a position
  const mistakes = new Map();  // by node, for the list of moves
  const board = new Board({ chosen: (move) => { if (Number(board.picture.dataset.ply) === game.path().length) game.play(move); } });
  const plot = new Plot({ label: "Black's share of the game over the moves", chosen: (ply) => to(Math.round(ply)), height: 170, unit: " %" });
  const scores = new Plot({ label: "Expected score for Black over the moves", chosen: (ply) => to(Math.round(ply)), height: 130 });
  const scorePanel = make("div", { class: "hidden" }, panel("Expected score, in points for Black", scores.element));
  const status = make("p", { class: "status", role: "status" });
  const bar = make("i", { style: "width:0" });
  const list = moveList(game, mistakes);
  const turning = make("div", {});
  const accuracy = make("div", {});
  const trainer = button("Train on the mistakes", () => train(), { disabled: true });

  main.append(make("div", { class: "table low" },
    make("section", { "aria-label": "Board" }, board.element,
      panel("Black's share of the game", plot.element), scorePanel),
    make("aside", {},
      panel("", status, make("div", { class: "bar" }, bar), make("div", { class: "row" },
        choice("How carefully", [[1, "Quick"], [5, "Careful (5 times longer)"], [25, "Deep (25 times)"]], settings.times,
          (times) => { settings.times = Number(times); keep(KEY, settings); begin(); }),
        button("Save with the review", () => saved(), { title: "SGF with values, comments and better moves, for Sabaki, GoGui and others" }),
        trainer)),
      panel("Turning points", turning),
      panel("Accuracy", accuracy, make("p", { class: "soft small" }, "What a move gives away in the mean, and the share of moves that give away nothing.")),
      panel("Moves", list.element, steps(game), make("div", { class: "row" },
        button("Analyse here", () => go("analyse")), button("Why?", () => go("why")))))));

  const key = () => `${game.game}|${game.start}|${game.line().map((node) => node.move).join(" ")}`;

  function begin() {
    stop?.();
    values = [];
    checks = new Map();
    mistakes.clear();
    finished = false;
    nodes = game.line();
    reviewed = key();
    bar.style.width = "0";
    if (!nodes.length) {
      status.textContent = "Play or load a game first: drop a file on this page.";
      return show();
    }
    status.textContent = "Reviewing…";
    show();
    const question = { game: game.game, start: game.start, moves: nodes.map((node) => node.move), page: PAGE,
      seconds: settings.times > 1 && base ? base * settings.times : 0 };
    stop = listen("/api/review", question, (report) => {
      if (closed) return;
      if (report.error) { status.textContent = report.error; return; }
      if (report.positions) {
        values = [];
        checks = new Map();
        if (!question.seconds) base = report.seconds;
        if (settings.times > 1 && !question.seconds) return begin();  // now it is known what a moment is
        return;
      }
      if (report.done) { stop = null; finished = true; bar.style.width = "100%"; }
      else if (report.check !== undefined) checks.set(report.check, report);
      else values[report.ply] = report;
      soon();
    });
  }
  let drawing = 0;
  function soon() {
    drawing ||= requestAnimationFrame(() => { drawing = 0; if (!closed) show(); });
  }

  // What a move cost: as checked, from the search of the position before it, or from the values on both sides.
  function lossAt(ply) {
    const before = values[ply];
    const after = values[ply + 1];
    if (!before || !after || before.over) return null;
    if (before.good.includes(before.played)) return { loss: 0, spread: 0, checked: true };
    const check = checks.get(ply);
    if (check) return { loss: Math.max(0, check.loss), spread: check.spread, checked: true };
    const change = before.mover === "black" ? before.value - after.value : after.value - before.value;
    return { loss: Math.max(0, before.loss ?? change), spread: Math.hypot(before.spread, after.spread), checked: false };
  }

  function turningPoints() {
    const found = [];
    for (let ply = 0; ply + 1 < values.length; ply += 1) {
      const cost = lossAt(ply);
      if (cost?.checked && cost.loss >= LEAST_LOSS && cost.loss > CERTAIN * cost.spread) found.push({ ply, ...cost, ...values[ply], loss: cost.loss });
    }
    return found;
  }

  function show() {
    const seen = values.filter(Boolean).length;
    const points = turningPoints();
    mistakes.clear();
    for (const one of points) if (nodes[one.ply]) mistakes.set(nodes[one.ply], `Gives away ${percent(one.loss, 0)}; better: ${one.best}`);
    if (nodes.length) {
      bar.style.width = finished ? "100%" : `${90 * seen / (nodes.length + 1)}%`;
      status.textContent = finished ? `${nodes.length} moves reviewed.`
        : seen > nodes.length ? "Looking again at the costly moves…" : `Reviewing: ${seen} of ${nodes.length + 1} positions…`;
    }
    list.update();
    trainer.disabled = !points.length;
    turning.replaceChildren(...(points.length ? points.map(point) : [make("p", { class: "soft" },
      finished ? "None that is certain enough." : nodes.length ? "They appear when the costly moves have been looked at again." : "–")]));
    accuracyTable();
    graph();
  }

  function point(one) {
    const check = checks.get(one.ply);
    return make("button", { type: "button", class: "turning", onclick: () => to(one.ply) },
      make("b", {}, `${one.ply + 1}. `), disc(one.mover), " ", make("b", {}, one.played), ` gave away ${percent(one.loss, 0)} (± ${percent(CERTAIN * one.spread, 0)}). `,
      make("span", { class: "for" }, `Better: ${one.line.slice(0, 5).join(" ")}`),
      ...(check?.reasons ?? []).slice(0, 2).map((text) => make("span", { class: "soft small", style: "display:block" }, text)));
  }

  function accuracyTable() {
    const sides = { black: [], white: [] };
    for (let ply = 0; ply + 1 < values.length; ply += 1) {
      const cost = lossAt(ply);
      if (cost) sides[values[ply].mover].push({ ply, loss: cost.loss });
    }
    const mean = (found) => found.length ? found.reduce((sum, one) => sum + one.loss, 0) / found.length : null;
    const third = Math.ceil(Math.max(1, nodes.length) / 3);
    accuracy.replaceChildren(make("div", { class: "across" }, table(["<", "Loss", "Opening", "Middle", "End", "Good"],
      Object.entries(sides).map(([side, found]) => [make("span", { class: "player", title: game[side] }, disc(side), ` ${game[side] || titleOf(side)}`), percent(mean(found)),
        ...[0, 1, 2].map((part) => percent(mean(found.filter((one) => Math.floor(one.ply / third) === part)))),
        percent(found.length ? found.filter((one) => one.loss < 0.02).length / found.length : null, 0)]))));
  }

  function graph() {
    const known = values.filter(Boolean);
    const band = known.map((one) => [one.ply, 100 * Math.max(0, one.value - CERTAIN * one.spread), 100 * Math.min(1, one.value + CERTAIN * one.spread)]);
    const points = [...mistakes.keys()].map((node) => nodes.indexOf(node)).filter((ply) => values[ply + 1]).map((ply) => [ply + 1, 100 * values[ply + 1].value]);
    plot.show([{ points: known.map((one) => [one.ply, 100 * one.value]), band }],
      { x: [0, Math.max(1, nodes.length)], y: [0, 100], now: Math.min(game.path().length, nodes.length), points, lines: [50] });
    scoreGraph();
  }

  function scoreGraph() {
    const scored = values.filter((one) => Number.isFinite(one?.score));
    scorePanel.classList.toggle("hidden", !scored.length);
    if (scored.length) {
      scores.show([{ points: scored.map((one) => [one.ply, one.score]) }],
        { x: [0, Math.max(1, nodes.length)], now: Math.min(game.path().length, nodes.length), lines: [0] });
    }
  }

  function to(ply) {
    game.go(ply <= 0 ? game.root : nodes[Math.min(ply, nodes.length) - 1] ?? game.root);
  }

  async function update() {
    const mine = ++asked;
    try {
      const [drawn, found] = await Promise.all([game.board(), game.position()]);
      if (mine !== asked || closed) return;
      const marks = found.last ? { [found.last]: { dot: true } } : {};
      const here = values[game.path().length];
      const cost = lossAt(game.path().length);
      if (here?.best && nodes[game.path().length] && game.here === (nodes[game.path().length - 1] ?? game.root)) {
        if (cost?.loss >= 0.02) marks[here.played] = { ...marks[here.played], ring: "#c65a11", text: "✗", ink: "#c65a11" };
        marks[here.best] = { ring: "#1565c0", text: "✓", ink: "#1565c0" };
      }
      board.show(drawn, found, marks, game.path().length);
      if (key() !== reviewed && !isBranch()) begin();
      else graph();
    } catch (error) {
      say(error.message);
      if (game.path().length) game.back();
    }
  }

  // A try beside the reviewed game does not throw the review away.
  function isBranch() {
    if (!nodes.length) return false;
    let at = nodes[0];
    while (at.parent) at = at.parent;
    return at === game.root;
  }

  function saved() {
    const byNode = new Map(nodes.map((node, ply) => [node, ply]));
    const points = new Map(turningPoints().map((one) => [one.ply, one]));
    save(game, ask, say, {
      comment: "Reviewed by katachi.",
      remarks: (node) => {
        const ply = byNode.get(node);
        if (ply === undefined || !values[ply + 1]) return {};
        const wrong = points.get(ply);
        const value = values[ply + 1].value;
        return { value, bad: Boolean(wrong), comment: `Black ${percent(value)}.${wrong
          ? ` Gives away ${percent(wrong.loss)}; better: ${wrong.line.slice(0, 5).join(" ")}. ${(checks.get(ply)?.reasons ?? []).join(" ")}` : ""}` };
      },
      more: [...points.values()].map((one) => ({ after: nodes[one.ply - 1] ?? game.root, line: one.line.slice(0, 6), comment: "The better move." })),
    });
  }

  function train() {
    const added = addMistakes(turningPoints().map((one) => ({ game: game.game, start: game.start,
      moves: nodes.slice(0, one.ply).map((node) => node.move), played: one.played, best: one.best, good: one.good, loss: one.loss })));
    say(added ? `${added} positions to train on.` : "All of them are there already.");
    go("train");
  }

  game.addEventListener("change", update);
  update();
  return () => { closed = true; stop?.(); cancelAnimationFrame(drawing); list.close(); game.removeEventListener("change", update); };
}
