// The moves on the desk: the main line in rows, branches indented below the move they replace.

import { button, make } from "./build.js";

export function moveList(game, mistakes = new Map()) {
  const element = make("div", { class: "moves", role: "group", "aria-label": "Moves" });

  const one = (node, ply, wrong) => {
    const parts = [];
    if (ply % 2 === 1 || wrong === null) parts.push(make("span", { class: "number" }, `${ply}.`));
    const mistake = mistakes.get(node);
    parts.push(button(node.move, () => game.go(node), { "aria-current": game.here === node ? "true" : null,
      class: mistake ? "mistake" : undefined, title: mistake, "data-ply": ply }));
    if (node.comment) parts.push(make("span", { class: "note" }, node.comment.length > 60 ? `${node.comment.slice(0, 60)}…` : node.comment));
    return parts;
  };

  // The line from a node on; branches that leave it come before the move that follows.
  const line = (first, ply, depth) => {
    const parts = [];
    let fresh = true;
    for (let at = first; at; at = at.children[0], ply += 1) {
      parts.push(...one(at, ply, fresh ? null : false));
      fresh = false;
      if (at.parent && at.parent.children[0] === at) {
        for (const other of at.parent.children.slice(1)) {
          fresh = true;
          parts.push(make("span", { class: "branch" },
            ...(depth < 6 ? line(other, ply, depth + 1) : [make("span", {}, "…")])));
        }
      }
    }
    return parts;
  };

  const update = () => {
    element.replaceChildren(
      button("start", () => game.go(game.root), { "aria-current": game.here === game.root ? "true" : null, class: "soft" }),
      ...(game.root.children.length ? line(game.root.children[0], 1, 0) : []));
    const now = element.querySelector("[aria-current]");
    if (now) element.scrollTop = Math.max(0, now.offsetTop - element.offsetTop - element.clientHeight / 2);
  };
  game.addEventListener("change", update);
  update();
  return { element, update, close: () => game.removeEventListener("change", update) };
}

export function steps(game) {
  const step = (text, label, act) => button(text, act, { "aria-label": label, title: label });
  return make("div", { class: "row" },
    step("«", "To the start", () => game.back(1e9)), step("‹", "One move back", () => game.back()),
    step("›", "One move on", () => game.forward()), step("»", "To the end", () => game.forward(1e9)));
}

export function download(text, name) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/x-go-sgf" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The tree as SGF; `remarks(node)` adds {value, comment, bad} to a node.
export async function save(game, ask, say, { resigned = "", comment = "", remarks = () => ({}), more = [] } = {}) {
  const nodes = game.nodes();
  const main = [];
  for (let at = game.root; at.children.length; at = at.children[0]) main.push(at.children[0].move);
  const written = nodes.map(({ parent, move, comment: own, marks, node }) => {
    const found = remarks(node);
    return { parent, move, marks, value: found.value ?? null, bad: Boolean(found.bad),
      comment: [own, found.comment].filter(Boolean).join("\n") };
  });
  const places = new Map(nodes.map(({ node }, place) => [node, place]));
  for (const { after, line, comment: own } of more) {
    let parent = after === game.root ? -1 : places.get(after);
    line.forEach((move, number) => { parent = written.push({ parent, move, comment: number ? "" : own }) - 1; });
  }
  try {
    const { sgf } = await ask("/api/save", { game: game.game, start: game.start, moves: main, black: game.black,
      white: game.white, winner: main.join(" ") === game.recorded ? game.winner : "", resigned, comment, nodes: written });
    download(sgf, "game.sgf");
  } catch (error) { say(error.message); }
}
