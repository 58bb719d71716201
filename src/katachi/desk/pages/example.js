// A position of the records where a level of knowledge was played: a small board, and a way to the whole game.

import { ask } from "./ask.js";
import { Board } from "./board.js";
import { button, make } from "./build.js";

// Draws into `target`; what cannot be found is a sentence there.
export async function showExample(target, knowledge, index, { game, go }) {
  target.replaceChildren(make("p", { class: "soft small" }, "Looking through records…"));
  try {
    const found = await ask("/api/example", { knowledge, index });
    const moves = found.moves.slice(0, found.ply);
    const played = found.moves[found.ply];
    const place = { game: found.game, start: found.start, moves };
    const [drawn, position] = await Promise.all([ask("/api/board", { game: found.game }), ask("/api/position", place)]);
    const board = new Board({});
    const who = found.black || found.white ? `${found.black || "Black"} against ${found.white || "White"}${found.date ? `, ${found.date}` : ""}. ` : "";
    target.replaceChildren(make("div", { class: "example" },
      make("p", { class: "small" }, `${who}Move ${found.ply + 1}: ${played}.`), board.element,
      button("Open in Analyse", () => { game.set({ ...found, nodes: [] }); game.go(game.line()[found.ply - 1] ?? game.root); go("analyse"); })));
    board.show(drawn, position, { [played]: { fill: "#1565c0", ink: "#fff", text: "★" } }, moves.length);
  } catch (error) { target.replaceChildren(make("p", { class: "soft small" }, `${error.message[0].toUpperCase()}${error.message.slice(1)}.`)); }
}
