// The game on the desk: a tree of moves, kept in the browser so that a reload or a server that was
// started again loses nothing, and carried by the address so that a position can be sent to others.

import { ask } from "./ask.js";

const KEY = "katachi.desk.game";

function node(move, parent) {
  return { move, parent, children: [], comment: "" };
}

function packed(at) {
  return { move: at.move, comment: at.comment, children: at.children.map(packed) };
}

function unpacked(at, parent) {
  const made = node(at.move, parent);
  made.comment = at.comment ?? "";
  made.children = (at.children ?? []).map((child) => unpacked(child, made));
  return made;
}

export class GameOnDesk extends EventTarget {
  constructor() {
    super();
    this.boards = new Map();
    this.set({ game: "othello8", start: "", moves: [] }, false);
  }

  // A place is what the server calls a position: game, start, moves.
  set({ game, start = "", moves = [], black = "", white = "" }, tell = true) {
    this.game = game;
    this.start = start;
    this.black = black;
    this.white = white;
    this.root = node("", null);
    this.here = this.root;
    for (const move of moves) this.append(move);
    if (tell) this.changed();
  }

  append(move) {
    let next = this.here.children.find((child) => child.move === move);
    if (!next) {
      next = node(move, this.here);
      this.here.children.push(next);
    }
    this.here = next;
  }

  path(at = this.here) {
    const moves = [];
    for (; at.parent; at = at.parent) moves.unshift(at.move);
    return moves;
  }

  // The whole line through this place: what was played and the first way on.
  line() {
    const nodes = [];
    for (let at = this.here; at.parent; at = at.parent) nodes.unshift(at);
    for (let at = this.here; at.children.length; at = at.children[0]) nodes.push(at.children[0]);
    return nodes;
  }

  place(at = this.here) {
    return { game: this.game, start: this.start, moves: this.path(at) };
  }

  play(move) { this.append(move); this.changed(); }
  back(count = 1) {
    while (count-- > 0 && this.here.parent) this.here = this.here.parent;
    this.changed();
  }
  forward(count = 1) {
    while (count-- > 0 && this.here.children.length) this.here = this.here.children[0];
    this.changed();
  }
  go(at) { this.here = at; this.changed(); }
  turn(step) {  // to another branch at this place
    const siblings = this.here.parent?.children ?? [];
    const place = siblings.indexOf(this.here) + step;
    if (place >= 0 && place < siblings.length) this.go(siblings[place]);
  }
  cut() {  // takes the last move back for good
    const parent = this.here.parent;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.here);
    this.go(parent);
  }

  changed() {
    this.keep();
    this.dispatchEvent(new Event("change"));
  }

  keep() {
    const kept = { game: this.game, start: this.start, black: this.black, white: this.white,
      tree: packed(this.root), here: this.path() };
    try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* a full or forbidden store */ }
  }

  restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY));
      if (!kept?.game) return;
      Object.assign(this, { game: kept.game, start: kept.start, black: kept.black, white: kept.white });
      this.root = unpacked(kept.tree, null);
      this.here = this.root;
      for (const move of kept.here) this.append(move);
    } catch { /* nothing kept, or not ours */ }
  }

  async board() {
    const key = this.game;
    if (!this.boards.has(key)) this.boards.set(key, ask("/api/board", { game: key }));
    return this.boards.get(key);
  }

  position() { return ask("/api/position", this.place()); }

  link(page) {
    const parts = [page, this.game.replaceAll(" ", "+"), this.path().join(".")];
    return `#${parts.map(encodeURIComponent).join("/")}`;
  }

  // From an address; false if it carries no game.
  follow(words) {
    const [, game, moves] = words;
    if (!game) return false;
    const wanted = moves ? moves.split(".") : [];
    const name = game.replaceAll("+", " ");
    if (name !== this.game || wanted.join(".") !== this.path().join(".")) {
      this.set({ game: name, moves: wanted });
    }
    return true;
  }
}
