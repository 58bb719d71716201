// Knowledge: what is in a file, drawn; how well it predicts; two files on the same games; and what happens to the
// order of moves if one weight changes.

import { ask, say } from "./ask.js";
import { button, choice, draw, make, number, panel, percent, table } from "./build.js";
import { showExample } from "./example.js";
import { Plot } from "./plot.js";

const RESULTS = { positions: "positions tested", train_mean_log_evidence: "mean log evidence in learning" };

const titleOfResult = (name) => RESULTS[name] ?? name.replace(/^accuracy/, "first choice right").replaceAll("_", " ");

function result(name, value) {
  if (name.startsWith("accuracy")) return percent(value);
  return Number.isInteger(value) ? value.toLocaleString() : value.toFixed(name.includes("rank") ? 2 : 4);
}

export function knowledgePage(main, { game, go, address }) {
  let closed = false;
  let asked = 0;
  let shown = null;
  let factor = 3;
  let changed = null;    // the level whose weight is changed
  const question = { knowledge: address[0] ?? "", of: -1, stage: -1, weakest: false, seen: 100, first: 0, count: 60 };
  const names = make("div", { class: "fields" });
  const card = make("div", {});
  const filters = make("div", { class: "fields" });
  const items = make("div", { class: "gallery" });
  const order = make("div", {});
  const predicted = make("div", {});
  let other = "";
  main.append(make("div", { class: "wide" }, panel("Knowledge", names, card)));
  const rest = main.firstChild;

  async function start() {
    try {
      const [all, files] = await Promise.all([ask("/api/knowledge"), ask("/api/files")]);
      if (closed) return;
      const options = [["Ships with katachi", all.map((one) => [one.name, `${one.name} – ${one.kind}`])],
        ...(files.knowledge.length ? [["Files of the folder", files.knowledge.map((one) => [one, one])]] : [])];
      names.replaceChildren(choice("Which", options, question.knowledge, (name) => go("knowledge", name)),
        choice("Beside it", [["", "nothing"], ...options], other, (name) => { other = name; predictedNow(); }));
      question.knowledge ||= all.find((one) => one.game && game.game.startsWith(one.game.split(" ")[0]))?.name ?? "hex";
      names.querySelector("select").value = question.knowledge;
      show();
    } catch (error) { say(error.message); }
  }

  async function show() {
    const mine = ++asked;
    try {
      const found = await ask("/api/gallery", question);
      if (closed || mine !== asked) return;
      shown = found;
      drawCard();
      if (found.sets.length && !items.isConnected) {
        rest.append(panel("What it has learned", filters, items, button("More", () => { question.count = Math.min(200, question.count + 60); show(); })),
          panel("Change one weight", make("p", { class: "soft" }, "Choose a picture above: its weight is multiplied, and the moves of the position on the desk come in their new order."), order));
      }
      if (!predicted.isConnected) rest.append(panel("How well it predicts", predicted));
      if (Object.keys(found.cells).length) drawCells();
      if (found.sets.length) { drawFilters(); drawItems(); drawOrder(); }
      if (!predicted.firstChild) drawPredictions();
    } catch (error) { say(error.message); }
  }

  function drawCard() {
    const { card: about } = shown;
    const facts = { Kind: shown.kind, Board: shown.game || "any that suits", Learner: about.learner, "Games learned from": about.games?.toLocaleString(),
      Positions: about.positions?.toLocaleString(),
      Levels: shown.facts.levels ? `${shown.facts.levels.toLocaleString()}, ${(shown.facts.seen ?? 0).toLocaleString()} of them seen` : "",
      "Tested on": about.tested_on, ...Object.fromEntries(Object.entries(about.results ?? {}).map(([name, value]) => [titleOfResult(name), result(name, value)])) };
    card.replaceChildren(make("p", {}, about.about || ""), make("div", { class: "chips" }, ...Object.entries(facts)
      .filter(([, value]) => value && value !== "0").map(([name, value]) => make("span", { class: "chip" }, `${name}: ${value}`))));
  }

  function drawFilters() {
    const change = (name) => (value) => { question[name] = value; question.count = 60; show(); };
    const sets = shown.sets.map((one, place) => [place, `${one.name.replaceAll("-", " ")} (${one.features})`]);
    filters.replaceChildren(
      choice("Features", [[-1, "all"], ...sets], question.of, (value) => change("of")(Number(value))),
      shown.stages ? choice("Stage of the game", [[-1, "any"], ...Array.from({ length: shown.stages }, (_, place) => [place, `${Math.round(100 * place / shown.stages)} % full`])], question.stage,
        (value) => change("stage")(Number(value))) : "",
      choice("Order", [["", "strongest first"], ["yes", "weakest first"]], question.weakest ? "yes" : "", (value) => change("weakest")(Boolean(value))),
      number("Seen at least", question.seen, { least: 1, most: 1e9, step: 10 }, change("seen")));
  }

  function drawItems() {
    items.replaceChildren(...shown.items.map((one) => make("figure", {},
      one.picture.length ? picture(one.picture) : make("div", { class: "in-words" }, one.name),
      make("figcaption", {}, make("button", { type: "button", class: "link", onclick: () => { changed = one; drawOrder(true); } }, make("b", {}, `×${one.strength.toPrecision(3)}`)),
        ` seen ${one.seen.toLocaleString()}`, one.picture.length && one.titled ? make("div", { class: "small" }, one.name) : null,
        one.stages.length ? sparkline(one.stages) : null, exampleOf(one)))));
  }

  function exampleOf(one) {
    const target = make("div", {});
    return make("div", {}, button("Where it was played", () => showExample(target, question.knowledge, one.index, { game, go }), { class: "link small" }), target);
  }

  // A small board: own stones black, the other's white, the move blue; what is outside is grey.
  function picture(cells) {
    const xs = cells.map(([x]) => x);
    const ys = cells.map(([, y]) => y);
    const [left, top] = [Math.min(...xs) - 0.8, Math.min(...ys) - 0.8];
    const [wide, high] = [Math.max(...xs) - left + 0.8, Math.max(...ys) - top + 0.8];
    return draw("svg", { viewBox: `${left} ${top} ${wide} ${high}`, role: "img", "aria-label": "pattern" }, cells.map(([x, y, sign]) => {
      if (sign === "x") return draw("circle", { cx: x, cy: y, r: 0.42, fill: "#1b1b1d", stroke: "#9a978f", "stroke-width": 0.1 });
      if (sign === "o") return draw("circle", { cx: x, cy: y, r: 0.42, fill: "#fdfcf8", stroke: "#666", "stroke-width": 0.06 });
      if (sign === "#") return draw("rect", { x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8, fill: "#9a978f", opacity: 0.5 });
      if (sign === "*") return draw("circle", { cx: x, cy: y, r: 0.42, fill: "#1565c0" });
      return draw("circle", { cx: x, cy: y, r: 0.13, fill: "#9a978f" });
    }));
  }

  // How the strength changes in the course of a game.
  function sparkline(values) {
    const logs = values.map(Math.log);
    const [low, high] = [Math.min(...logs, 0), Math.max(...logs, 0)];
    const points = logs.map((value, place) => `${100 * place / (logs.length - 1)},${22 - 20 * (value - low) / (high - low || 1)}`);
    const svg = draw("svg", { viewBox: "0 0 100 24", class: "plot", role: "img", "aria-label": "strength by stage of the game" },
      draw("title", {}, "Strength from the first to the last stage of the game"),
      draw("polyline", { class: "curve", points: points.join(" ") }));
    svg.style.height = "1.5rem";
    return svg;
  }

  function drawCells() {
    const entries = Object.entries(shown.cells).filter(([, value]) => Number.isFinite(value));
    rest.append(panel("Weights of cells", make("div", { class: "chips" }, ...entries.map(([cell, value]) => make("span", { class: "chip" }, `${cell} ${value}`)))));
  }

  async function drawOrder(scroll = false) {
    const fits = !shown.game || game.game.split(" ")[0] === shown.game.split(" ")[0];
    const place = { ...(fits ? game.place() : { game: shown.game }), knowledge: question.knowledge, factors: changed ? { [changed.index]: factor } : {} };
    try {
      const found = await ask("/api/order", place);
      if (closed) return;
      const before = new Map(found.moves.map(([move], rank) => [move, rank + 1]));
      order.replaceChildren(
        fits ? "" : make("p", { class: "soft small" }, "The game on the desk has another board: these are the first moves."),
        make("div", { class: "row" }, changed ? make("b", {}, changed.name.slice(0, 80)) : make("span", { class: "soft" }, "Nothing is changed yet."),
          number("Multiplied by", factor, { least: 0.001, most: 1000, step: 0.5 }, (value) => { factor = value; drawOrder(); }),
          changed ? button("Undo", () => { changed = null; drawOrder(); }) : null),
        make("div", { class: "across" }, table(["<Move", "Before", "After", "Place"], found.changed.slice(0, 12).map(([move, share], rank) => {
          const old = before.get(move);
          return [move, percent(found.moves[old - 1][1]), percent(share), old === rank + 1 ? `${rank + 1}` : `${old} → ${rank + 1}`];
        }))));
      if (scroll) order.scrollIntoView({ block: "center" });
    } catch (error) { order.replaceChildren(make("p", { class: "soft" }, error.message)); }
  }

  function drawPredictions() {
    predicted.replaceChildren(make("p", { class: "soft" }, "On games of katachi's own self-play, or of a file that you open here."),
      make("div", { class: "row" }, button("Measure", () => predictedNow(), { class: "main" }), fileChooser()), make("div", {}));
  }

  let key = "";
  function fileChooser() {
    const input = make("input", { type: "file", "aria-label": "Games to predict", onchange: async () => {
      try {
        const answer = await fetch(`/api/load?name=${encodeURIComponent(input.files[0].name)}`, { method: "POST", body: input.files[0] });
        const found = await answer.json();
        if (!answer.ok) throw new Error(found.error);
        key = found.key;
        predictedNow();
      } catch (error) { say(error.message); }
    } });
    return input;
  }

  async function predictedNow() {
    const target = predicted.lastChild;
    if (!target) return;
    target.replaceChildren(make("p", { class: "soft" }, "Measuring…"));
    const wanted = other && other !== question.knowledge ? [question.knowledge, other] : [question.knowledge];
    try {
      const { predictions } = await ask("/api/predictions", { knowledge: wanted, key });
      if (closed) return;
      const all = wanted.map((name) => [name, predictions[name]]);
      const [within, calibration, stages] = [["Share of positions whose move is among the first k, in percent", " %"], ["Calibration: expected and chosen, in percent", " %"], ["First choice right, over the moves, in percent", " %"]]
        .map(([label, unit]) => new Plot({ label, unit, width: 420 }));
      target.replaceChildren(make("div", { class: "across" }, table(["<", "Positions", "Mean log evidence", "Blind guess", "First choice", "Mean rank"],
        all.map(([name, one], place) => [make("span", { class: place ? "against" : "for" }, name), one.positions.toLocaleString(), `${one.evidence.toFixed(4)} (${one.interval.map((end) => end.toFixed(3)).join(" to ")})`, one.uniform.toFixed(4), percent(one.accuracy), one.rank.toFixed(2)]))),
        make("div", { class: "plots" }, ...[["Among the first k", within], ["Calibration: how often moves of an expected share were chosen", calibration], ["First choice right, by moves played", stages]]
          .map(([title, plot]) => make("div", {}, make("h3", {}, title), plot.element))));
      within.show(all.map(([, one], place) => ({ points: one.within.map((share, k) => [k + 1, 100 * share]), second: place > 0 })), { y: [0, 100] });
      calibration.show([...all.map(([, one], place) => ({ points: one.calibration.map(([expected, chosen]) => [100 * expected, 100 * chosen]), second: place > 0 }))], { x: [0, 100], y: [0, 100] });
      stages.show(all.map(([, one], place) => ({ points: one.stages.map(([first, accuracy]) => [first, 100 * accuracy]), second: place > 0 })));
    } catch (error) { target.replaceChildren(make("p", { class: "against" }, error.message)); }
  }

  start();
  return () => { closed = true; };
}
