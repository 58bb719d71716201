// Why: reasons for and against a move, drawn on the board; two moves side by side.

import { ask, say } from "./ask.js";
import { Board } from "./board.js";
import { make, percent } from "./build.js";
import { titleOf } from "./choosing.js";
import { moveList, steps } from "./moves.js";

const FOR = "#1565c0";
const AGAINST = "#d95f02";

export function whyPage(main, { game }) {
  let asked = 0;
  let position = null;
  let move = "";
  let other = "";
  let answer = null;
  let closed = false;
  const board = new Board((cell) => choose(cell));
  const status = make("p", { class: "status", role: "status" });
  const reasons = make("div", {});
  const list = moveList(game);

  main.append(make("div", { class: "table" },
    make("section", { "aria-label": "Board" }, board.element),
    make("aside", {},
      make("div", { class: "panel" }, status, make("p", { class: "soft" },
        "Click a move to ask why; click a second one to compare. Percentages on the board: how likely players of the records are to choose a move."),
        make("div", { class: "row" }, make("button", { onclick: () => { move = other = ""; update(); } }, "Clear"),
          make("button", { onclick: () => { if (move) game.play(move); } }, "Play it"))),
      make("div", { class: "panel" }, reasons),
      make("div", { class: "panel" }, make("h2", {}, "Moves"), list.element, steps(game)))));

  function choose(cell) {
    if (!move || (move && other)) { move = cell; other = ""; } else if (cell !== move) other = cell;
    explain();
  }

  async function update() {
    const mine = ++asked;
    move = other = "";
    answer = null;
    try {
      const [drawn, found] = await Promise.all([game.board(), game.position()]);
      if (mine !== asked || closed) return;
      position = found;
      board.show(drawn, position, position.last ? { [position.last]: { dot: true } } : {}, game.path().length);
      reasons.replaceChildren();
      status.textContent = position.over ? position.outcome : `${titleOf(position.to_move)} to move`;
      if (!position.over) explain();
    } catch (error) { say(error.message); }
  }

  async function explain() {
    const mine = ++asked;
    const wanted = move || position.legal[0];
    try {
      const found = await ask("/api/why", { ...game.place(), move: wanted, other });
      if (mine !== asked || closed) return;
      answer = found;
      show();
    } catch (error) { status.textContent = error.message; }
  }

  function show() {
    const marks = {};
    for (const [cell, share] of Object.entries(answer.shares)) {
      if (share >= 0.005) marks[cell] = { fill: "#7e57c2", opacity: 0.15 + 0.75 * share, text: `${Math.round(100 * share)}`, ink: "#111" };
    }
    if (move) {
      for (const [cell, value] of Object.entries(answer.first.evidence)) {
        marks[cell] = { ...marks[cell], ring: value > 0 ? FOR : AGAINST, width: 1 + 4 * Math.abs(value) };
      }
      marks[move] = { ...marks[move], fill: FOR, opacity: 0.9, ink: "#fff", text: `${Math.round(100 * answer.first.probability)}` };
    }
    if (other) marks[other] = { ...marks[other], fill: AGAINST, opacity: 0.9, ink: "#fff" };
    board.mark(marks);
    status.textContent = move ? `Why ${move}${other ? ` rather than ${other}` : ""}?` : `What players choose (${answer.knowledge})`;
    reasons.replaceChildren(...(move ? [panel(answer.first)] : []), ...(other && answer.second ? [panel(answer.second)] : []));
  }

  function panel(found) {
    const rows = (list, name, sign) => list.slice(0, 8).map((one) => make("tr", { tabindex: 0,
      onpointerenter: () => highlight(one, name), onpointerleave: () => show(),
      onfocus: () => highlight(one, name), onblur: () => show() },
      make("td", { class: `text ${name}`, style: "white-space:normal" }, `${sign} ${one.text}`),
      make("td", {}, `×${one.strength.toPrecision(3)}`), make("td", { class: "soft" }, one.appearances ? `${one.appearances.toLocaleString()} seen` : "")));
    return make("div", {}, make("h2", {}, `${found.move}: ${percent(found.probability)}, ${found.rank} of ${found.candidates}`),
      make("table", {}, make("tbody", {}, ...rows(found.for, "for", "+"), ...rows(found.against, "against", "−"))),
      found.for.length + found.against.length ? null : make("p", { class: "soft" }, "Nothing in particular speaks for or against it."));
  }

  function highlight(reason, name) {
    const marks = {};
    for (const cell of reason.cells) marks[cell] = { ring: name === "for" ? FOR : AGAINST, width: 5 };
    if (move) marks[move] = { fill: FOR, opacity: 0.9, text: move, ink: "#fff" };
    board.mark(marks);
  }

  game.addEventListener("change", update);
  update();
  return () => { closed = true; list.close(); game.removeEventListener("change", update); };
}
