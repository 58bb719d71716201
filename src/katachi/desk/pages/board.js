// A board of any game: the picture comes from the server, stones and marks are drawn over it.
//
// Mouse and touch choose cells; with the keyboard arrows move a cursor and Enter plays. Marks are
// {cell: {text, small, fill, ring, dot}}; `chosen(move)` is called for legal moves only.

import { draw, make } from "./build.js";

export class Board {
  constructor(chosen, hovered = () => {}) {
    this.chosen = chosen;
    this.hovered = hovered;
    this.picture = draw("svg", { class: "board", tabindex: 0, role: "application",
      "aria-roledescription": "board", onkeydown: (event) => this.key(event) });
    this.words = make("p", { class: "words", "aria-live": "polite" });
    this.element = make("div", {}, this.picture, this.words);
    this.cursor = null;
    this.marks = {};
  }

  // `ply`: how many moves led to the position; clicks count for what is shown, never for what is on its way.
  show(board, position, marks = {}, ply = 0) {
    if (this.board !== board) this.lay(board);
    this.picture.dataset.ply = ply;
    this.position = position;
    this.legal = new Set(position.legal);
    this.words.textContent = position.words;
    this.picture.setAttribute("aria-label", `${board.title}. ${position.words.slice(0, 200)}`);
    const stones = [];
    board.cells.forEach(([cell, x, y], number) => {
      const stone = position.stones[number];
      if (stone !== ".") {
        stones.push(draw("circle", { cx: x, cy: y, r: board.unit * 0.42, "data-stone": cell,
          fill: stone === "X" ? "#161616" : "#fbfbf6", stroke: stone === "X" ? "#000" : "#444" }));
      }
      const legal = this.legal.has(cell);
      const target = this.targets.get(cell);
      target.classList.toggle("legal", legal);
    });
    this.stones.replaceChildren(...stones);
    this.mark(marks);
  }

  mark(marks) {
    this.marks = marks;
    const drawn = [];
    const unit = this.board.unit;
    for (const [cell, mark] of Object.entries(marks)) {
      const at = this.centres.get(cell);
      if (!at) continue;
      const [x, y] = at;
      const stone = this.position.stones[this.numbers.get(cell)];
      if (mark.fill) {
        drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.43, fill: mark.fill,
          "fill-opacity": mark.opacity ?? 0.85 }));
      }
      if (mark.ring) {
        drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.43, fill: "none", stroke: mark.ring,
          "stroke-width": mark.width ?? 3 }));
      }
      if (mark.dot) drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.13, fill: "#d03020" }));
      if (mark.stone) {
        drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.42, "fill-opacity": 0.75,
          fill: mark.stone === "black" ? "#161616" : "#fbfbf6", stroke: "#444" }));
      }
      const ink = mark.ink ?? (stone === "X" || mark.stone === "black" ? "#fff" : "#111");
      if (mark.text) {
        const lift = mark.small ? -1 : 4;
        drawn.push(draw("text", { x, y: y + lift, "font-size": 12, "font-weight": 600, fill: ink }, mark.text));
      }
      if (mark.small) drawn.push(draw("text", { x, y: y + 10, "font-size": 8.5, fill: ink }, mark.small));
    }
    this.over.replaceChildren(...drawn);
  }

  lay(board) {
    this.board = board;
    this.picture.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    this.picture.style.aspectRatio = `${board.width} / ${board.height}`;
    const ground = draw("g", {});
    // The server's own drawing: shapes and text without script, parsed and not evaluated.
    const parsed = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${board.ground}</svg>`, "image/svg+xml");
    ground.append(...parsed.documentElement.childNodes);
    this.stones = draw("g", {});
    this.over = draw("g", { class: "mark" });
    this.centres = new Map(board.cells.map(([cell, x, y]) => [cell, [x, y]]));
    this.numbers = new Map(board.cells.map(([cell], number) => [cell, number]));
    this.targets = new Map(board.cells.map(([cell, x, y]) => [cell, draw("circle", {
      class: "cell", cx: x, cy: y, r: board.unit * 0.47, "data-cell": cell,
      onclick: () => this.choose(cell),
      onpointerenter: () => this.hovered(cell), onpointerleave: () => this.hovered(null),
    }, draw("title", {}, cell))]));
    this.picture.replaceChildren(ground, this.stones, this.over, ...this.targets.values());
    this.cursor = null;
  }

  choose(cell) {
    if (this.legal.has(cell)) this.chosen(cell);
  }

  key(event) {
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (steps[event.key] && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      this.move(steps[event.key]);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      event.preventDefault();
      this.choose(this.cursor);
    }
  }

  // The nearest cell in the direction of an arrow.
  move([dx, dy]) {
    const cells = this.board.cells;
    if (!this.cursor) return this.point(cells[Math.floor(cells.length / 2)][0]);
    const [x, y] = this.centres.get(this.cursor);
    let best = null;
    let least = Infinity;
    for (const [cell, cx, cy] of cells) {
      const along = (cx - x) * dx + (cy - y) * dy;
      const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (along < 1 || across > along) continue;
      const distance = along + 2 * across;
      if (distance < least) [best, least] = [cell, distance];
    }
    if (best) this.point(best);
  }

  point(cell) {
    if (this.cursor) this.targets.get(this.cursor)?.classList.remove("cursor");
    this.cursor = cell;
    this.targets.get(cell).classList.add("cursor");
    const stone = this.position.stones[this.numbers.get(cell)];
    const what = { X: "black", O: "white" }[stone] ?? (this.legal.has(cell) ? "playable" : "empty");
    this.words.textContent = `${cell}, ${what}`;
  }
}
