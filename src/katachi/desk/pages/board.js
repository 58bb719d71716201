// A board of any game: the picture comes from the server, stones and marks are drawn over it.
//
// Mouse and touch choose cells, two of them where a stone moves from one to the other; with the keyboard arrows
// move a cursor, Enter plays and m marks. Marks are
// {cell: {fill, opacity, ring, width, dot, stone, text, small, ink}}; `chosen(move)` is called for legal moves
// only, `marked(cell)` for a click with shift.

import { draw, make } from "./build.js";

let boards = 0;

export class Board {
  constructor({ chosen = () => {}, hovered = () => {}, marked = () => {} } = {}) {
    this.chosen = chosen;
    this.hovered = hovered;
    this.marked = marked;
    this.name = `board${boards += 1}`;
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
    // The cells of every move, in the order in which they are clicked.
    this.paths = position.clicks ?? Object.fromEntries(position.legal.map((move) => [move, [move]]));
    this.begun = [];
    this.words.textContent = position.words;
    this.picture.setAttribute("aria-label", `${board.title}. ${position.words.slice(0, 200)}`);
    const stones = [];
    const legal = this.next();
    const free = [...position.stones].filter((stone) => stone === ".").length;
    const few = legal.size && legal.size < free / 2;  // where most cells are forbidden, the others show
    board.cells.forEach(([cell, x, y], number) => {
      const stone = position.stones[number];
      if (stone !== ".") stones.push(this.stone(x, y, stone === "X", { "data-stone": cell }));
      else if (few && legal.has(cell)) stones.push(draw("circle", { class: "hint-dot", cx: x, cy: y, r: board.unit * 0.1 }));
    });
    this.stones.replaceChildren(...stones);
    this.target();
    this.mark(marks);
  }

  // The cells that begin a move, or go on with the one that was begun.
  next() {
    const place = this.begun.length;
    return new Set(Object.values(this.paths).filter((path) => this.begun.every((cell, number) => path[number] === cell)).map((path) => path[place]).filter(Boolean));
  }

  target() {
    const legal = this.next();
    for (const [cell, target] of this.targets) {
      target.classList.toggle("legal", legal.has(cell));
      target.classList.toggle("begun", this.begun.includes(cell));
    }
  }

  // Where a move is shown, and which move a cell stands for: the same word in most games.
  cellOf(move) { return this.position?.clicks?.[move]?.at(-1) ?? move; }
  moveAt(cell) { return this.position?.clicks ? Object.keys(this.paths).find((move) => this.cellOf(move) === cell) ?? null : cell; }

  stone(x, y, black, more = {}) {
    return draw("circle", { cx: x, cy: y, r: this.board.unit * 0.43, fill: `url(#${this.name}-${black ? "black" : "white"})`,
      stroke: black ? "#000" : "#77736a", "stroke-width": 0.7, ...more });
  }

  mark(marks) {
    this.marks = marks;
    const drawn = [];
    const unit = this.board.unit;
    const words = new Set();  // of several moves to a cell the first one is told
    for (const [name, mark] of Object.entries(marks)) {
      const cell = this.cellOf(name);
      const at = this.centres.get(cell);
      if (!at || (mark.text && words.has(cell))) continue;
      if (mark.text) words.add(cell);
      const [x, y] = at;
      const stone = this.position.stones[this.numbers.get(cell)];
      if (mark.heat) drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.46, fill: "#7e57c2", "fill-opacity": mark.heat }));
      if (mark.owner) {
        const side = unit * (0.1 + 0.22 * Math.abs(mark.owner));
        drawn.push(draw("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, class: "owner",
          fill: mark.owner > 0 ? "#111" : "#fff", stroke: mark.owner > 0 ? "#fff" : "#111", "stroke-width": 0.6, "fill-opacity": 0.85 }));
      }
      if (mark.stone) drawn.push(this.stone(x, y, mark.stone === "black", { "fill-opacity": 0.85 }));
      if (mark.fill) drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.43, fill: mark.fill, "fill-opacity": mark.opacity ?? 0.9 }));
      if (mark.ring) {
        drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.43, fill: "none", stroke: mark.ring, "stroke-width": mark.width ?? 3 }));
      }
      if (mark.circle) drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.25, fill: "none", stroke: "#d81b60", "stroke-width": 2.5 }));
      if (mark.dot) drawn.push(draw("circle", { cx: x, cy: y, r: unit * 0.12, fill: "#e0401f", stroke: stone === "X" ? "none" : "#fff8", "stroke-width": 1 }));
      const ink = mark.ink ?? (stone === "X" || mark.stone === "black" ? "#fff" : "#111");
      if (mark.text) {
        const lift = mark.small ? -0.5 : 4.2;
        drawn.push(draw("text", { x, y: y + lift, "font-size": mark.text.length > 3 ? 9.5 : 12, "font-weight": 650, fill: ink }, mark.text));
      }
      if (mark.small) drawn.push(draw("text", { x, y: y + 9.5, "font-size": 8, fill: ink }, mark.small));
    }
    this.over.replaceChildren(...drawn);
  }

  lay(board) {
    this.board = board;
    this.picture.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    this.picture.style.aspectRatio = `${board.width} / ${board.height}`;
    this.element.parentElement?.style.setProperty("--ratio", (board.width / board.height).toFixed(3));
    const ground = draw("g", { class: board.wooden ? "wooden" : "framed" });
    // The server's own drawing: shapes and text without script, parsed and not evaluated.
    const parsed = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${board.ground}</svg>`, "image/svg+xml");
    ground.append(...parsed.documentElement.childNodes);
    if (board.wooden) ground.firstElementChild?.setAttribute("rx", 8);
    const shade = (name, light, dark) => draw("radialGradient", { id: `${this.name}-${name}`, cx: "35%", cy: "30%", r: "75%" },
      draw("stop", { offset: "0", "stop-color": light }), draw("stop", { offset: "1", "stop-color": dark }));
    const defs = draw("defs", {}, shade("black", "#55565c", "#121214"), shade("white", "#ffffff", "#e4e0d6"));
    this.stones = draw("g", { class: "stones" });
    this.over = draw("g", { class: "mark" });
    this.centres = new Map(board.cells.map(([cell, x, y]) => [cell, [x, y]]));
    this.numbers = new Map(board.cells.map(([cell], number) => [cell, number]));
    this.targets = new Map(board.cells.map(([cell, x, y]) => [cell, draw("circle", {
      class: "cell", cx: x, cy: y, r: board.unit * 0.47, "data-cell": cell,
      onclick: (event) => event.shiftKey ? this.marked(cell) : this.choose(cell),
      onpointerenter: () => this.hovered(this.moveAt(cell)), onpointerleave: () => this.hovered(null),
    }, draw("title", {}, cell))]));
    this.picture.replaceChildren(defs, ground, this.stones, this.over, ...this.targets.values());
    this.cursor = null;
  }

  choose(cell) {
    if (!this.next().has(cell)) this.begun = [];
    if (!this.next().has(cell)) return this.target();
    const path = [...this.begun, cell];
    const move = Object.keys(this.paths).find((one) => this.paths[one].length === path.length && this.paths[one].every((own, place) => own === path[place]));
    this.begun = move ? [] : path;
    this.target();
    if (move) this.chosen(move);
  }

  key(event) {
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (steps[event.key]) this.move(steps[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.choose(this.cursor);
    else if (event.key === "m" && this.cursor) this.marked(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
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
    this.hovered(this.moveAt(cell));
    const stone = this.position.stones[this.numbers.get(cell)];
    const what = { X: "black", O: "white" }[stone] ?? (this.next().has(cell) ? "playable" : "empty");
    this.words.textContent = `${cell}, ${what}`;
  }
}
