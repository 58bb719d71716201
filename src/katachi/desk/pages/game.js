// The game on the desk: a tree of moves, kept in the browser so that a reload or a server that was
// started again loses nothing, and carried by the address so that a position can be sent to others.

import { ask } from "./ask.js";

const KEY = "katachi.desk.game";

function node(move, parent) {
  return { move, parent, children: [], comment: "", marks: [] };
}

export class GameOnDesk extends EventTarget {
  constructor() {
    super();
    this.boards = new Map();
    this.set({ game: "othello8", start: "", moves: [] }, false);
  }

  // A place is what the server calls a position: game, start, moves; nodes are a whole tree.
  set({ game, start = "", moves = [], black = "", white = "", winner = "", recorded = "", nodes = [] }, tell = true) {
    // A record has a winner even if the board does not show it, as long as its moves are these.
    Object.assign(this, { game, start, black, white, winner, recorded: recorded || (winner ? moves.join(" ") : "") });
    this.root = node("", null);
    this.here = this.root;
    this.plant(nodes);
    for (const move of moves) this.append(move);
    if (tell) this.changed();
  }

  // A tree from a list in which every node knows the number of the one before it.
  plant(nodes) {
    const made = [];
    for (const { parent, move, comment = "", marks = [] } of nodes) {
      const one = node(move, parent < 0 ? this.root : made[parent]);
      Object.assign(one, { comment, marks });
      one.parent.children.push(one);
      made.push(one);
    }
  }

  // The same list again, the main line first.
  nodes() {
    const found = [];
    const stack = this.root.children.map((child) => [child, -1]).reverse();
    while (stack.length) {
      const [at, parent] = stack.pop();
      const place = found.push({ parent, move: at.move, comment: at.comment, marks: at.marks, node: at }) - 1;
      for (const child of [...at.children].reverse()) stack.push([child, place]);
    }
    return found;
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
    for (; at.parent; at = at.parent) moves.push(at.move);
    return moves.reverse();
  }

  // The whole line through this place: what was played and the first way on.
  line() {
    const nodes = [];
    for (let at = this.here; at.parent; at = at.parent) nodes.push(at);
    nodes.reverse();
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
  promote() {  // makes the branch at this place the main line
    for (let at = this.here; at.parent; at = at.parent) {
      at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
    }
    this.changed();
  }
  mark(cell) {
    const marks = this.here.marks;
    this.here.marks = marks.includes(cell) ? marks.filter((one) => one !== cell) : [...marks, cell];
    this.changed();
  }

  changed() {
    this.keep();
    this.dispatchEvent(new Event("change"));
  }

  keep() {
    const nodes = this.nodes().map(({ parent, move, comment, marks }) => ({ parent, move,
      ...(comment ? { comment } : {}), ...(marks.length ? { marks } : {}) }));
    const kept = JSON.stringify({ game: this.game, start: this.start, black: this.black, white: this.white, winner: this.winner, recorded: this.recorded, nodes, here: this.path() });
    for (const store of ["sessionStorage", "localStorage"]) {
      try { window[store].setItem(KEY, kept); } catch { /* a full or forbidden store */ }
    }
  }

  // What this tab had, or else the last tab.
  restore() {
    for (const store of ["sessionStorage", "localStorage"]) {
      try {
        const kept = JSON.parse(window[store].getItem(KEY));
        if (!kept?.game || !Array.isArray(kept.nodes)) continue;
        this.set({ ...kept, moves: kept.here }, false);
        return;
      } catch { /* nothing kept, or not ours */ }
    }
  }

  async board() {
    const key = this.game;
    if (!this.boards.has(key)) {
      const found = ask("/api/board", { game: key });
      this.boards.set(key, found);
      found.catch(() => this.boards.delete(key));
    }
    return this.boards.get(key);
  }

  position() { return ask("/api/position", this.place()); }

  link(page) {
    const parts = [page, this.game.replaceAll(" ", "+"), this.path().join(".")];
    if (this.start) parts.push(this.start.replaceAll(" ", "+"));
    return `#${parts.map(encodeURIComponent).join("/")}`;
  }

  // From an address; false if it carries no game. What the tree knows of it stays.
  follow(words) {
    const [, game, moves, start = ""] = words;
    if (!game) return false;
    const wanted = moves ? moves.split(".") : [];
    const place = { game: game.replaceAll("+", " "), start: start.replaceAll("+", " "), moves: wanted };
    if (place.game !== this.game || place.start !== this.start) {
      this.set(place);
      return true;
    }
    if (wanted.join(".") === this.path().join(".")) return true;
    let at = this.root;
    for (const move of wanted) at = at?.children.find((child) => child.move === move);
    if (at) this.go(at);
    else this.set(place);
    return true;
  }
}
