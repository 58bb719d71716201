// One plotter for all pages: named curves with bands over round ticks, a line at the present place, and the
// value under the pointer. The same ticks as katachi.showing.axis: multiples of 1, 2 or 5 times a power of ten.

import { draw } from "./build.js";

const LEFT = 46;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;

export function ticks(low, high, most = 6, least = 0) {
  if (!(high - low > 1e-9 * Math.max(1, Math.abs(low), Math.abs(high)))) { low -= 1; high += 1; }
  let power = Math.floor(Math.log10((high - low) / most));
  for (;; power += 1) {
    for (const factor of [1, 2, 5]) {
      const step = factor * 10 ** power;
      if (step < least) continue;
      const first = Math.floor(low / step + 1e-9);
      const last = Math.ceil(high / step - 1e-9);
      if (last - first < most) {
        const digits = Math.max(0, -power);
        return Array.from({ length: last - first + 1 }, (_, place) => {
          const value = (first + place) * step;
          return [value, value.toFixed(digits).replace(/^-(0(\.0*)?)$/, "$1")];
        });
      }
    }
  }
}

export class Plot {
  // `chosen(x)` is called for a click; `height` in the plot's own units.
  constructor({ label, width = 640, height = 190, chosen = null, unit = "" }) {
    this.width = width;
    this.height = height;
    this.unit = unit;
    this.chosen = chosen;
    this.element = draw("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label,
      onpointermove: (event) => this.hover(event), onpointerleave: () => this.cross?.replaceChildren(),
      onclick: (event) => chosen?.(this.across(event)) });
    if (chosen) this.element.style.cursor = "pointer";
  }

  // series: [{points: [[x, y]], band: [[x, low, high]], second}], y in the scale's units; bounds may widen the scale.
  show(series, { x: bounds = null, y: heights = null, now = null, points = [], lines = [] } = {}) {
    const all = series.flatMap((one) => [...one.points, ...(one.band ?? []).flatMap(([x, low, high]) => [[x, low], [x, high]])])
      .filter(([, y]) => Number.isFinite(y));
    const xs = [...all.map(([x]) => x), ...(bounds ?? [])];
    const ys = [...all.map(([, y]) => y), ...(heights ?? []), ...lines];
    if (!xs.length) { this.element.replaceChildren(draw("text", { x: LEFT, y: this.height / 2 }, "Nothing to draw yet.")); return; }
    // What stands across is counted: games, moves, places.
    const across = bounds ? ticks(...bounds, 9, 1).filter(([value]) => value <= bounds[1] && value >= bounds[0]) : ticks(Math.min(...xs), Math.max(...xs), 9, 1);
    const up = heights ? ticks(...heights) : ticks(Math.min(...ys), Math.max(...ys));
    const [x0, x1] = bounds ?? [across[0][0], across.at(-1)[0]];
    const [y0, y1] = [up[0][0], up.at(-1)[0]];
    this.x = (value) => LEFT + (this.width - LEFT - RIGHT) * (value - x0) / (x1 - x0 || 1);
    this.y = (value) => TOP + (this.height - TOP - BOTTOM) * (1 - (value - y0) / (y1 - y0 || 1));
    this.back = (pixel) => x0 + (x1 - x0) * (pixel - LEFT) / (this.width - LEFT - RIGHT);
    this.series = series;
    const clipped = (value) => Math.min(y1, Math.max(y0, value));
    const at = ([x, y]) => `${this.x(x).toFixed(1)},${this.y(clipped(y)).toFixed(1)}`;
    const parts = [];
    for (const [value, text] of up) {
      parts.push(draw("line", { class: "axis", x1: LEFT, x2: this.width - RIGHT, y1: this.y(value), y2: this.y(value) }),
        draw("text", { x: LEFT - 6, y: this.y(value) + 4, "text-anchor": "end" }, `${text}${this.unit}`));
    }
    for (const [value, text] of across) {
      parts.push(draw("text", { x: this.x(value), y: this.height - 8, "text-anchor": "middle" }, text));
    }
    for (const line of lines) parts.push(draw("line", { class: "zero", x1: LEFT, x2: this.width - RIGHT, y1: this.y(line), y2: this.y(line) }));
    for (const { points: own, band, second } of series) {
      const sort = second ? " second" : "";
      if (band?.length) {
        const [ups, downs] = [band.map(([x, , high]) => at([x, high])), band.map(([x, low]) => at([x, low])).reverse()];
        parts.push(draw("polygon", { class: `band${sort}`, points: [...ups, ...downs].join(" ") }));
      }
      parts.push(draw("polyline", { class: `curve${sort}`, points: own.filter(([, y]) => Number.isFinite(y)).map(at).join(" ") }));
    }
    for (const [x, y] of points) parts.push(draw("circle", { class: "point", cx: this.x(x), cy: this.y(y), r: 4.5 }));
    if (now !== null) parts.push(draw("line", { class: "now", x1: this.x(now), x2: this.x(now), y1: TOP, y2: this.height - BOTTOM }));
    this.cross = draw("g", {});
    this.element.replaceChildren(...parts, this.cross);
  }

  across(event) {
    const box = this.element.getBoundingClientRect();
    return this.back(this.width * (event.clientX - box.left) / box.width);
  }

  hover(event) {
    if (!this.cross || !this.series?.[0]?.points.length) return;
    const wanted = this.across(event);
    const [x, y] = this.series[0].points.reduce((best, one) => Math.abs(one[0] - wanted) < Math.abs(best[0] - wanted) ? one : best);
    if (!Number.isFinite(y)) return;
    const right = this.x(x) > this.width * 0.75;
    this.cross.replaceChildren(draw("circle", { cx: this.x(x), cy: this.y(y), r: 3.5, class: "point" }),
      draw("text", { x: this.x(x) + (right ? -8 : 8), y: Math.max(20, this.y(y) - 8), "text-anchor": right ? "end" : "start" },
        `${x}: ${y.toFixed(1)}${this.unit}`));
  }
}
