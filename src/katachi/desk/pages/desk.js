// The desk: pages around one game. The address holds page, game and moves.

import { ask, say, send } from "./ask.js";
import { make } from "./build.js";
import { GameOnDesk } from "./game.js";
import { analysePage } from "./analyse.js";
import { laboratoryPage } from "./laboratory.js";
import { playPage } from "./play.js";
import { recordsPage } from "./records.js";
import { reviewPage } from "./review.js";
import { whyPage } from "./why.js";

const PAGES = {
  play: ["Play", playPage],
  analyse: ["Analyse", analysePage],
  review: ["Review", reviewPage],
  why: ["Why", whyPage],
  records: ["Records", recordsPage],
  laboratory: ["Laboratory", laboratoryPage],
};

const FILES = new Set(["records", "laboratory"]);  // their addresses name a file, not a game

const game = new GameOnDesk();
let about = null;
let shown = null;  // {name, close}
const main = document.getElementById("main");

function words() {
  return location.hash.slice(1).split("/").map(decodeURIComponent);
}

async function show() {
  const asked = words();
  const name = PAGES[asked[0]] ? asked[0] : "play";
  if (!FILES.has(name)) game.follow(asked);
  if (shown?.name === name) return;
  shown?.close?.();
  document.title = `${PAGES[name][0]} – katachi`;
  for (const link of document.querySelectorAll("#pages a")) {
    link.toggleAttribute("aria-current", link.dataset.page === name);
  }
  main.replaceChildren();
  const page = { game, about, go, file: FILES.has(name) ? asked[1] ?? "" : "" };
  const close = PAGES[name][1](main, page);
  shown = { name, close };
}

function go(name) {
  location.hash = FILES.has(name) ? `#${name}` : game.link(name);
}

// The address follows the game without filling the history.
game.addEventListener("change", () => {
  if (FILES.has(shown?.name)) return;
  const link = game.link(shown?.name ?? "play");
  if (location.hash !== link) history.replaceState(null, "", link);
});

async function drop(file) {
  try {
    const found = await send(`/api/load?name=${encodeURIComponent(file.name)}`, file);
    if (!found.records.length) return say(`${file.name} has no games`);
    const record = found.records[0];
    sessionStorage.setItem("katachi.desk.dropped", JSON.stringify({ name: file.name, ...found }));
    game.set(record);
    say(found.games === 1 ? `${file.name} loaded` : `${file.name}: ${found.games} games; the first is on the desk`);
    if (found.games > 1) go("records");
    else if (shown.name !== "analyse") go("review");
  } catch (error) {
    say(error.message);
  }
}

document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const file = event.dataTransfer.files[0];
  if (file) drop(file);
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = {
    ArrowLeft: () => game.back(), ArrowRight: () => game.forward(), Home: () => game.back(1e9),
    End: () => game.forward(1e9), ArrowUp: () => game.turn(-1), ArrowDown: () => game.turn(1),
  };
  if (steps[event.key]) {
    event.preventDefault();
    steps[event.key]();
  }
});

async function start() {
  about = await ask("/api/about");
  document.getElementById("pages").replaceChildren(...Object.entries(PAGES).map(([name, [title]]) =>
    make("a", { href: `#${name}`, "data-page": name,
      onclick: (event) => { event.preventDefault(); go(name); } }, title)));
  game.restore();
  window.addEventListener("hashchange", show);
  document.documentElement.dataset.ready = "true";
  await show();
}

start();
export { drop };
