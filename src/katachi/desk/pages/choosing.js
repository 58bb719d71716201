// Choosing a game: its name, size and options; and who plays.

import { choice, make, number, tick } from "./build.js";

export function titleOf(name) {
  return name ? name[0].toUpperCase() + name.slice(1) : "";
}

export function parts(text) {
  const [head, ...options] = text.split(" ");
  const [, name, size] = head.match(/^([a-z]+)(\d*)$/) ?? [];
  return { name, size: Number(size), options: Object.fromEntries(options.map((one) => one.split("="))) };
}

export function textOf({ name, size, options }) {
  const rest = Object.entries(options).filter(([, value]) => value !== "").map(([key, value]) => `${key}=${value}`);
  return [`${name}${size}`, ...rest].join(" ");
}

// Fields; `chosen(text)` gets the game.
export function gameChoice(about, text, chosen) {
  const now = parts(text);
  const known = about.games.find((one) => one.name === now.name) ?? about.games[0];
  const update = (changes) => chosen(textOf({ ...now, ...changes }));
  const option = (name, value) => update({ options: { ...now.options, [name]: value } });
  const fields = make("div", { class: "fields" },
    choice("Game", about.games.map((one) => [one.name, titleOf(one.name)]), now.name, (name) => {
      const other = about.games.find((one) => one.name === name);
      chosen(textOf({ name, size: other.size, options: {} }));
    }),
    choice("Size", known.sizes.map((size) => [size, `${size}`]), now.size, (size) => update({ size: Number(size), options: {} })));
  if ("komi" in known.options) {
    fields.append(number("Komi", Number(now.options.komi ?? known.options.komi), { least: -100, most: 100, step: 0.5 },
      (value) => option("komi", value)));
  }
  if ("handicap" in known.options) {
    fields.append(choice("Handicap", ["0", "2", "3", "4", "5", "6", "7", "8", "9"].map((n) => [n, n === "0" ? "none" : `${n} stones`]),
      now.options.handicap ?? "0", (value) => option("handicap", value === "0" ? "" : value)));
  }
  if ("swap" in known.options) fields.append(tick("Swap rule", now.options.swap === "true", (on) => option("swap", on ? "true" : "")));
  return fields;
}

// Agents of a game as groups of options; `levels` puts those first.
export function agentOptions(about, text, { levels = false, first = [] } = {}) {
  const now = parts(text);
  const known = about.games.find((one) => one.name === now.name);
  const fitting = about.agents.filter((one) => !one.game || one.game === now.name || one.game === text);
  const options = [...first];
  if (levels && known?.levels.length) {
    const [low, high] = known.levels;
    options.push(["Levels", Array.from({ length: high - low + 1 }, (_, place) => [`level-${low + place}`, `Level ${low + place}`])]);
  }
  const group = (title, kind) => {
    const found = fitting.filter((one) => one.kind === kind).map((one) => [one.name, `${one.name}${one.name === known?.best ? " (strongest)" : ""}`]);
    if (found.length) options.push([title, found]);
  };
  group("Agents", "agent");
  group("Rivals", "rival");
  group("Files of the folder", "file");
  return options;
}
