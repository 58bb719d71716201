// Clocks of a game: main time and an increment for every move. They run in the page and survive a reload.

import { keep, kept, make } from "./build.js";

const KEY = "katachi.desk.clock";
export const CLOCKS = [["", "none"], ["60+0", "1 minute"], ["180+2", "3 minutes + 2 s"], ["300+5", "5 minutes + 5 s"],
  ["600+10", "10 minutes + 10 s"], ["1800+20", "30 minutes + 20 s"]];

export class GameClock {
  constructor(fallen) {
    this.fallen = fallen;
    this.state = kept(KEY, { text: "", left: { black: 0, white: 0 }, running: "" });
    this.faces = { black: make("span", { class: "clock", role: "timer" }), white: make("span", { class: "clock", role: "timer" }) };
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
    this.draw();
  }

  get on() { return Boolean(this.state.text); }
  get increment() { return Number(this.state.text.split("+")[1] ?? 0); }
  left(color) { return this.state.left[color]; }

  begin(text) {
    const main = Number(text.split("+")[0]) || 0;
    this.state = { text, left: { black: main, white: main }, running: "" };
    this.save();
  }

  // The clock of a colour runs; the one that ran before gets its increment.
  press(color) {
    if (!this.on) return;
    this.tick();
    const before = this.state.running;
    if (before && color && before !== color) this.state.left[before] += this.increment;
    this.state.running = color;
    this.since = performance.now();
    this.save();
  }

  stop() { this.tick(); this.state.running = ""; this.save(); }

  tick() {
    const now = performance.now();
    const passed = (now - this.since) / 1000;
    this.since = now;
    const color = this.state.running;
    if (!this.on || !color) return;
    this.state.left[color] = Math.max(0, this.state.left[color] - passed);
    this.draw();
    if (now - (this.saved ?? 0) > 1000) this.save();
    if (this.state.left[color] === 0) {
      this.state.running = "";
      this.save();
      this.fallen(color);
    }
  }

  save() { this.saved = performance.now(); keep(KEY, this.state); this.draw(); }

  draw() {
    for (const [color, face] of Object.entries(this.faces)) {
      const seconds = this.state.left[color];
      face.classList.toggle("hidden", !this.on);
      face.classList.toggle("runs", this.state.running === color);
      face.classList.toggle("short", this.state.running === color && seconds < 10);
      const text = seconds < 10 ? seconds.toFixed(1) : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
      if (face.textContent !== text) face.textContent = text;
    }
  }

  close() { this.tick(); this.save(); clearInterval(this.timer); }
}
