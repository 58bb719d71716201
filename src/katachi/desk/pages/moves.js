// The moves of the line on the desk, with the place in it; a click goes there.

import { make } from "./build.js";

export function moveList(game, mistakes = new Map()) {
  const element = make("div", { class: "moves", role: "group", "aria-label": "Moves" });
  const update = () => {
    const nodes = game.line();
    element.replaceChildren(
      make("button", { onclick: () => game.go(game.root), "aria-current": game.here === game.root, "aria-label": "Start" }, "·"),
      ...nodes.map((node, number) => make("button", {
        onclick: () => game.go(node), "aria-current": game.here === node,
        class: mistakes.has(number) ? "mistake" : undefined,
        title: (node.parent.children.length > 1 ? "There are other branches here (arrows up and down). " : "") + (mistakes.get(number) ?? ""),
      }, `${number + 1}. ${node.move}${node.parent.children.length > 1 ? "*" : ""}`)));
    element.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
  game.addEventListener("change", update);
  update();
  return { element, update, close: () => game.removeEventListener("change", update) };
}

export function steps(game) {
  const button = (text, label, act) => make("button", { onclick: act, "aria-label": label, title: label }, text);
  return make("div", { class: "row" },
    button("|◀", "To the start", () => game.back(1e9)), button("◀", "One move back", () => game.back()),
    button("▶", "One move on", () => game.forward()), button("▶|", "To the end", () => game.forward(1e9)));
}

export async function save(game, ask, say) {
  try {
    const { sgf } = await ask("/api/save", { ...game.place(), black: game.black, white: game.white });
    const link = make("a", { href: URL.createObjectURL(new Blob([sgf], { type: "application/x-go-sgf" })),
      download: "game.sgf" });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) { say(error.message); }
}
