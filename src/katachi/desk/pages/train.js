// Train: positions of one's own games in which a move gave much away. One that was not solved comes back after
// the others, until it is; every good move counts, not the best alone.

import { ask, PAGE, say } from "./ask.js";
import { Board } from "./board.js";
import { button, keep, kept, make, panel, percent } from "./build.js";
import { titleOf } from "./choosing.js";

const KEY = "katachi.desk.training";
const MOST = 500;

const all = () => kept(KEY, { open: [], solved: 0, tries: 0 });
const name = (one) => `${one.game}|${one.start}|${one.moves.join(" ")}`;

// How many of them are new.
export function addMistakes(found) {
  const state = all();
  const known = new Set(state.open.map(name));
  const fresh = found.filter((one) => !known.has(name(one)));
  state.open = [...state.open, ...fresh].slice(-MOST);
  keep(KEY, state);
  return fresh.length;
}

export function trainPage(main, { game, go }) {
  let state = all();
  let position = null;
  let failed = false;     // a wrong move was tried in this position
  let solved = false;
  let closed = false;
  const board = new Board({ chosen: (move) => attempt(move) });
  const boards = new Map();
  const status = make("p", { class: "status", role: "status" });
  const answer = make("div", { "aria-live": "polite" });
  const count = make("p", { class: "soft" });
  const next = button("Next position", () => show(), { class: "main", disabled: true });
  const table = make("div", { class: "table" },
    make("section", { "aria-label": "Board" }, board.element),
    make("aside", {},
      panel("", status, answer, make("div", { class: "row" }, next, button("Show the answer", () => reveal()),
        button("Analyse here", () => { game.set(state.open[0]); go("analyse"); }))),
      panel("Your positions", count, make("div", { class: "row" },
        button("Forget this one", () => { state.open.shift(); keep(KEY, state); show(); }),
        button("Forget all", () => { state = { open: [], solved: 0, tries: 0 }; keep(KEY, state); show(); })))));
  const nothing = make("div", { class: "wide" });
  main.append(table, nothing);

  // Without a position there is no board, and a way to one.
  function showNothing() {
    table.classList.add("hidden");
    nothing.replaceChildren(panel("Train on your mistakes",
      make("p", { class: "status", role: "status" }, state.solved ? `Everything is solved: ${state.solved} positions in ${state.tries} tries.` : "Nothing to train on yet."),
      make("p", {}, "A review finds the moves that gave much away. “Train on the mistakes” keeps their positions here; each comes back until you find a good move at once. Every good move counts, not the best alone."),
      make("div", { class: "row" }, button("Review the game on the desk", () => go("review"), { class: "main" }),
        button("Open a file of games", () => go("records")))));
  }

  function tell() { count.textContent = `${state.open.length} to solve, ${state.solved} solved in ${state.tries} tries.`; }

  async function show() {
    failed = solved = false;
    next.disabled = true;
    answer.replaceChildren();
    tell();
    const one = state.open[0];
    if (!one) return showNothing();
    nothing.replaceChildren();
    table.classList.remove("hidden");
    try {
      if (!boards.has(one.game)) boards.set(one.game, await ask("/api/board", { game: one.game }));
      position = await ask("/api/position", { game: one.game, start: one.start, moves: one.moves });
      if (closed) return;
      board.show(boards.get(one.game), position, position.last ? { [position.last]: { dot: true } } : {}, one.moves.length);
      status.textContent = `${titleOf(position.to_move)} to move: find a good one.`;
    } catch (error) { say(error.message); }
  }

  async function attempt(move) {
    const one = state.open[0];
    if (!one || solved) return;
    let good = one.good.includes(move);
    let found = null;
    if (!good) {
      status.textContent = `Looking at ${move}…`;
      try {
        found = await ask("/api/judge", { game: one.game, start: one.start, moves: one.moves, move, best: one.best, seconds: 1, page: PAGE });
      } catch (error) { return say(error.message); }
      if (closed || one !== state.open[0]) return;
      good = found.good;
    }
    state.tries += 1;
    if (good) return finish(move);
    failed = true;
    keep(KEY, state);
    tell();
    status.textContent = "Not that one. Try again.";
    board.mark({ [move]: { fill: "#c65a11", text: "✗", ink: "#fff" } });
    answer.replaceChildren(make("div", { class: "advice" }, make("b", {}, move), ` gives away ${percent(Math.max(0, found.loss), 0)}.`,
      move === one.played ? " It is the move of the game." : ""));
  }

  // Solved at once: it is done. Solved after a mistake: it comes back later.
  function finish(move) {
    const one = state.open.shift();
    solved = true;
    if (failed) state.open.push(one);
    else state.solved += 1;
    keep(KEY, state);
    const others = one.good.filter((other) => other !== move);
    status.textContent = "Good.";
    board.mark(Object.fromEntries([...others.map((other) => [other, { ring: "#1565c0", text: "✓", ink: "#1565c0" }]),
      [move, { fill: "#1565c0", text: "✓", ink: "#fff" }]]));
    answer.replaceChildren(make("div", { class: "advice calm" }, make("b", {}, move), " is good",
      others.length ? `, and so ${others.length > 1 ? "are" : "is"} ${others.join(", ")}.` : ".", failed ? " The position comes back later." : ""));
    tell();
    next.disabled = !state.open.length;
    if (!state.open.length) count.textContent += " Everything is solved.";
  }

  function reveal() {
    if (!state.open[0] || solved) return;
    failed = true;
    state.tries += 1;
    finish(state.open[0].best);
  }

  show();
  return () => { closed = true; };
}
