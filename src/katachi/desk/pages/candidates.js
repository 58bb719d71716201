// Candidates of a search: on the board, and in a table whose rows stay while their figures change.

import { make, percent, short } from "./build.js";

export function colour(value, best) {
  if (value === null) return "#7d828b";
  const loss = best - value;
  return loss < 0.02 ? "#1565c0" : loss < 0.06 ? "#4f8fcf" : loss < 0.15 ? "#a8862a" : "#c65a11";
}

const PROOFS = { win: "won", loss: "lost", draw: "draw", at_least_draw: "≥ draw", at_most_draw: "≤ draw" };

export function worth(one) {
  if (one.proof !== "unknown") return PROOFS[one.proof] ?? one.proof;
  if (one.value !== null) return percent(one.value);
  return one.score === null ? "–" : (one.score / 100).toFixed(2);
}

export function candidateMarks(candidates, show) {
  const marks = {};
  const best = candidates[0]?.value ?? 0;
  const most = Math.max(1, ...candidates.map((one) => one.visits));
  for (const [rank, one] of candidates.entries()) {
    const proven = one.proof !== "unknown";
    if (rank && !proven && one.score === null && one.visits < Math.max(2, most / 200)) continue;
    const text = proven ? PROOFS[one.proof] ?? one.proof
      : show === "visits" ? short(one.visits) : show === "prior" ? `${Math.round(100 * (one.prior ?? 0))}`
      : one.value === null ? (one.score === null ? "" : (one.score / 100).toFixed(1)) : `${Math.round(100 * one.value)}`;
    marks[one.move] = { fill: proven ? { win: "#1565c0", loss: "#8a3c00" }[one.proof] ?? "#5f6670" : colour(one.value, best),
      text, small: show !== "visits" && one.visits ? short(one.visits) : "", ink: "#fff",
      opacity: 0.6 + 0.38 * Math.sqrt(one.visits / most), ring: rank ? null : "#ffcf33" };
  }
  return marks;
}

// The line of a candidate as numbered stones.
export function lineMarks(line, toMove) {
  const found = {};
  let color = toMove;
  line.slice(0, 14).forEach((move, number) => {
    found[move] ??= { stone: color, text: String(number + 1) };
    color = color === "black" ? "white" : "black";
  });
  return found;
}

export class CandidateTable {
  constructor({ play, hover }) {
    this.play = play;
    this.hover = hover;
    this.head = make("p", { class: "soft small" });
    this.body = make("tbody", {});
    this.rows = [];
    this.element = make("div", {}, this.head, make("div", { class: "scroll" }, make("table", {},
      make("thead", {}, make("tr", {}, ...["Move", "Value", "Visits", "Prior"].map((text) => make("th", {}, text)), make("th", { class: "text" }, "Line"))),
      this.body)));
    this.element.classList.add("hidden");
  }

  clear() { this.element.classList.add("hidden"); this.body.replaceChildren(); this.rows = []; }

  row() {
    const cells = ["", "", "", "", "line"].map((kind) => make("td", { class: kind || undefined }));
    const made = { cells, move: "" };
    made.element = make("tr", { class: "choice", tabindex: 0, onclick: () => this.play(made.move),
      onkeydown: (event) => { if (event.key === "Enter") this.play(made.move); },
      onpointerenter: () => this.hover(made.move), onpointerleave: () => this.hover(null),
      onfocus: () => this.hover(made.move), onblur: () => this.hover(null) }, cells);
    return made;
  }

  show(report, most = 10) {
    this.element.classList.remove("hidden");
    const speed = report.seconds > 0.2 ? `, ${short(Math.round(report.simulations / report.seconds))}/s` : "";
    const counted = report.simulations ? `${short(report.simulations)} simulations in ${report.seconds.toFixed(1)} s${speed}, ` : "";
    this.head.textContent = `${report.agent}: ${counted}depth ${report.depth}${report.done ? "" : " …"}`;
    const shown = report.candidates.slice(0, most);
    while (this.rows.length < shown.length) {
      const made = this.row();
      this.rows.push(made);
      this.body.append(made.element);
    }
    for (const extra of this.rows.splice(shown.length)) extra.element.remove();
    const best = shown[0]?.value ?? 0;
    const least = Math.max(...shown.map((one) => one.visits)) / 200;
    shown.forEach((one, place) => {
      const { cells } = this.rows[place];
      if (this.rows[place].move !== one.move) {
        this.rows[place].move = one.move;
        this.rows[place].swatch = make("span", { class: "swatch" });
        cells[0].replaceChildren(this.rows[place].swatch, one.move);
      }
      this.rows[place].swatch.style.background = colour(one.visits < least ? null : one.value, best);
      this.rows[place].element.classList.toggle("best", place === 0);
      const texts = [worth(one), one.visits ? short(one.visits) : "", report.knowledge ? percent(one.prior) : "–", one.line.slice(1, 7).join(" ")];
      texts.forEach((text, number) => { if (cells[number + 1].textContent !== text) cells[number + 1].textContent = text; });
    });
  }
}

// Black's and White's share of the game as one bar.
export class Balance {
  constructor() {
    this.black = make("span", { class: "black" });
    this.white = make("span", { class: "white" });
    this.element = make("div", { class: "balance", role: "img" }, this.black, this.white);
    this.show(null);
  }

  show(value) {
    this.element.classList.toggle("hidden", value === null);
    if (value === null) return;
    this.black.style.flexBasis = `${Math.min(96, Math.max(4, 100 * value))}%`;
    this.black.textContent = value >= 0.12 ? `${Math.round(100 * value)} %` : "";
    this.white.textContent = value <= 0.88 ? `${Math.round(100 - 100 * value)} %` : "";
    this.element.setAttribute("aria-label", `Black ${Math.round(100 * value)} percent`);
  }
}
