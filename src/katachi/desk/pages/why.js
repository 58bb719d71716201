// Why: reasons for and against a move, each drawn small and on the board; two moves side by side.

import { ask, say } from "./ask.js";
import { Board } from "./board.js";
import { button, choice, draw, make, panel, percent } from "./build.js";
import { titleOf } from "./choosing.js";
import { showExample } from "./example.js";
import { moveList, steps } from "./moves.js";

const FOR = "#1565c0";
const AGAINST = "#c65a11";

export function whyPage(main, { game, about, go }) {
  let asked = 0;
  let position = null;
  let drawn = null;
  let move = "";
  let other = "";
  let knowledge = "";
  let answer = null;
  let closed = false;
  const board = new Board({ chosen: (cell) => choose(cell) });
  const status = make("p", { class: "status", role: "status" });
  const reasons = make("div", {});
  const ahead = make("div", {});
  const chooser = make("div", { class: "fields" });
  const list = moveList(game);

  main.append(make("div", { class: "table" },
    make("section", { "aria-label": "Board" }, board.element),
    make("aside", {},
      panel("", status, make("p", { class: "soft small" },
        "Click a move to ask why; click a second one to compare. Percentages on the board: how likely players of the records are to choose a move."),
        make("div", { class: "row" }, button("Clear", () => { move = other = ""; explain(); }),
          button("Play it", () => { if (move) game.play(move); }), button("Analyse here", () => go("analyse"))), chooser),
      reasons,
      ahead,
      panel("Moves", list.element, steps(game)))));

  function choose(cell) {
    if (!move || other) { move = cell; other = ""; } else if (cell !== move) other = cell;
    explain();
  }

  function chooseKnowledge(all) {
    const now = game.game.split(" ")[0];
    const size = /\d+$/.exec(now)?.[0];
    const name = now.slice(0, now.length - (size?.length ?? 0));
    const fitting = all.filter((one) => one.kind !== "value network" && (!one.game || one.game.startsWith(name)));
    chooser.replaceChildren(...(fitting.length > 1
      ? [choice("Knowledge", [["", "Best of the board"], ...fitting.map((one) => [one.name, one.name])], knowledge, (chosen) => { knowledge = chosen; explain(); })] : []));
  }

  async function update() {
    const mine = ++asked;
    move = other = "";
    answer = null;
    try {
      const [found, now] = await Promise.all([game.board(), game.position()]);
      if (mine !== asked || closed) return;
      [drawn, position] = [found, now];
      board.show(drawn, position, position.last ? { [position.last]: { dot: true } } : {}, game.path().length);
      reasons.replaceChildren();
      ahead.replaceChildren();
      status.textContent = position.over ? position.outcome : `${titleOf(position.to_move)} to move`;
      if (!position.over) { explain(); judge(); }
    } catch (error) { say(error.message); }
  }

  async function explain() {
    if (!position || position.over) return;
    const mine = ++asked;
    try {
      const found = await ask("/api/why", { ...game.place(), move: move || position.legal[0], other, knowledge });
      if (mine !== asked || closed) return;
      answer = found;
      show();
    } catch (error) {
      status.textContent = error.message;
      board.mark(position.last ? { [position.last]: { dot: true } } : {});
    }
  }

  // Who is ahead and what says so, where knowledge of positions ships for the board.
  async function judge() {
    const mine = game.here;
    try {
      const found = await ask("/api/ahead", game.place());
      if (closed || game.here !== mine || !found.reasons) return;
      const [own, other] = [titleOf(position.to_move), position.to_move === "black" ? "White" : "Black"];
      const leads = Math.abs(found.score) < 0.5 ? "Nobody is ahead" : `${found.score > 0 ? own : other} is ahead by ${Math.abs(found.score).toFixed(1)}${found.points ? " points" : ""}`;
      const rows = found.reasons.map((one) => {
        const name = one.points > 0 ? "for" : "against";
        return make("tr", { tabindex: 0, onpointerenter: () => board.mark(highlight(one, "", name)), onpointerleave: () => answer && board.mark(marks()),
          onfocus: () => board.mark(highlight(one, "", name)), onblur: () => answer && board.mark(marks()) },
        make("td", {}, small(one, "", name)), make("td", { class: `wrap ${name}` }, one.text,
          make("div", { class: "soft small" }, `${Math.abs(one.points).toFixed(1)}${found.points ? " points" : ""} for ${one.points > 0 ? own : other}`)));
      });
      ahead.replaceChildren(panel("Who is ahead", make("p", {}, `${leads} (${percent(found.probability, 0)} for ${own}). The weightiest parts of that:`),
        make("table", {}, make("tbody", {}, rows))));
    } catch (error) { say(error.message); }
  }

  function marks() {
    const found = position.last ? { [position.last]: { dot: true } } : {};
    const most = Math.max(...Object.values(answer.shares), 0.01);
    for (const [cell, share] of Object.entries(answer.shares)) {
      if (share >= 0.005) found[cell] = { fill: "#7e57c2", opacity: 0.12 + 0.6 * share / most, text: `${Math.round(100 * share)}`, ink: "#111" };
    }
    if (move) {
      for (const [cell, value] of Object.entries(answer.first.evidence)) {
        found[cell] = { ...found[cell], ring: value > 0 ? FOR : AGAINST, width: 1 + 4 * Math.abs(value) };
      }
      found[move] = { ...found[move], fill: FOR, opacity: 0.95, ink: "#fff", text: `${Math.round(100 * answer.first.probability)}` };
    }
    if (other) found[other] = { ...found[other], fill: AGAINST, opacity: 0.95, ink: "#fff" };
    return found;
  }

  function show() {
    board.mark(marks());
    status.textContent = move ? `Why ${move}${other ? ` rather than ${other}` : ""}?` : `What players choose (${answer.knowledge})`;
    reasons.replaceChildren(...(move ? [explained(answer.first)] : []), ...(other && answer.second ? [explained(answer.second)] : []));
  }

  function explained(found) {
    const rows = (some, sign, name) => some.slice(0, 6).map((one) => make("tr", { tabindex: 0,
      onpointerenter: () => board.mark(highlight(one, found.move, name)), onpointerleave: () => board.mark(marks()),
      onfocus: () => board.mark(highlight(one, found.move, name)), onblur: () => board.mark(marks()) },
      make("td", {}, small(one, found.move, name)),
      make("td", { class: `wrap ${name}` }, `${sign} ${one.text}`, make("div", { class: "soft small" },
        [factor(one.strength), one.appearances ? `seen ${one.appearances.toLocaleString()} times` : ""].filter(Boolean).join(", "), shownWhere(one)))));
    return panel(`${found.move}: ${percent(found.probability)}, choice ${found.rank} of ${found.candidates}`,
      make("table", {}, make("tbody", {}, ...rows(found.for, "+", "for"), ...rows(found.against, "−", "against"))),
      found.for.length + found.against.length ? null : make("p", { class: "soft" }, "Nothing in particular speaks for or against it."));
  }

  function shownWhere(one) {
    if (!one.appearances || one.index < 0) return null;
    const target = make("div", {});
    return make("div", {}, button("Where it was played", () => showExample(target, answer.knowledge, one.index, { game, go }), { class: "link" }), target);
  }

  const factor = (strength) => strength >= 1 ? `${strength.toPrecision(2)} times as often` : `${(1 / strength).toPrecision(2)} times less often`;

  function highlight(reason, at, name) {
    const found = {};
    for (const cell of reason.cells) found[cell] = { ring: name === "for" ? FOR : AGAINST, width: 5 };
    if (at) found[at] = { fill: name === "for" ? FOR : AGAINST, text: at, ink: "#fff" };
    return found;
  }

  // A part of the board around the cells of a reason.
  function small(reason, at, name) {
    const centres = new Map(drawn.cells.map(([cell, x, y]) => [cell, [x, y]]));
    const cells = [...reason.cells, at].filter((cell) => centres.has(cell)).map((cell) => centres.get(cell));
    if (!cells.length) return "";
    const unit = drawn.unit;
    const [left, right] = [Math.min(...cells.map(([x]) => x)), Math.max(...cells.map(([x]) => x))];
    const [top, bottom] = [Math.min(...cells.map(([, y]) => y)), Math.max(...cells.map(([, y]) => y))];
    const side = Math.max(right - left, bottom - top, 3 * unit) + 1.4 * unit;
    const picture = draw("svg", { viewBox: `${(left + right - side) / 2} ${(top + bottom - side) / 2} ${side} ${side}`,
      width: 76, height: 76, "aria-hidden": "true" }, board.picture.querySelector("g").cloneNode(true));
    picture.style.borderRadius = "6px";
    drawn.cells.forEach(([, x, y], place) => {
      const stone = position.stones[place];
      if (stone !== ".") picture.append(draw("circle", { cx: x, cy: y, r: unit * 0.43, fill: stone === "X" ? "#1b1b1d" : "#fdfcf8", stroke: "#555", "stroke-width": 0.7 }));
    });
    const ring = name === "for" ? FOR : AGAINST;
    for (const [x, y] of at ? cells.slice(0, -1) : cells) picture.append(draw("circle", { cx: x, cy: y, r: unit * 0.43, fill: "none", stroke: ring, "stroke-width": 4 }));
    if (at) picture.append(draw("circle", { cx: cells.at(-1)[0], cy: cells.at(-1)[1], r: unit * 0.3, fill: ring }));
    return picture;
  }

  game.addEventListener("change", update);
  ask("/api/knowledge").then(chooseKnowledge, () => {});
  update();
  return () => { closed = true; list.close(); game.removeEventListener("change", update); };
}
