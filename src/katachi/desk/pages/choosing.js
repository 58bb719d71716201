// Choosing a game: its name, size and options.

import { choice, make } from "./build.js";

export function titleOf(name) {
  return name[0].toUpperCase() + name.slice(1);
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

// A row of controls; `chosen(text)` gets the game.
export function gameChoice(about, text, chosen) {
  const now = parts(text);
  const known = about.games.find((one) => one.name === now.name) ?? about.games[0];
  const update = (changes) => chosen(textOf({ ...now, ...changes }));
  const row = make("div", { class: "row" },
    choice("Game", about.games.map((one) => [one.name, titleOf(one.name)]), now.name, (name) => {
      const other = about.games.find((one) => one.name === name);
      chosen(textOf({ name, size: other.size, options: {} }));
    }),
    choice("Size", known.sizes.map((size) => [String(size), String(size)]), String(now.size),
      (size) => update({ size: Number(size), options: {} })));
  if (known.options.includes("swap")) {
    const box = make("input", { type: "checkbox", checked: now.options.swap === "true",
      onchange: () => update({ options: { ...now.options, swap: box.checked ? "true" : "" } }) });
    row.append(make("label", {}, box, "Swap rule"));
  }
  if (known.options.includes("komi")) {
    const field = make("input", { type: "number", step: "0.5", style: "width:5rem", value: now.options.komi ?? "7.5",
      onchange: () => update({ options: { ...now.options, komi: field.value } }) });
    row.append(make("label", {}, "Komi", field));
  }
  if (known.options.includes("handicap")) {
    row.append(choice("Handicap", ["0", "2", "3", "4", "5", "6", "7", "8", "9"].map((n) => [n, n]),
      now.options.handicap ?? "0",
      (value) => update({ options: { ...now.options, handicap: value === "0" ? "" : value } })));
  }
  return row;
}
