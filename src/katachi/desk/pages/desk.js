// The desk: pages around one game. The address holds page, game and moves.

import { ask, say, send } from "./ask.js";
import { make } from "./build.js";
import { GameOnDesk } from "./game.js";
import { analysePage } from "./analyse.js";
import { knowledgePage } from "./knowledge.js";
import { laboratoryPage } from "./laboratory.js";
import { papersPage } from "./papers.js";
import { playPage } from "./play.js";
import { recordsPage } from "./records.js";
import { reviewPage } from "./review.js";
import { trainPage } from "./train.js";
import { whyPage } from "./why.js";

const PAGES = {
  play: ["Play", playPage],
  analyse: ["Analyse", analysePage],
  review: ["Review", reviewPage],
  train: ["Train", trainPage],
  why: ["Why", whyPage],
  records: ["Records", recordsPage],
  laboratory: ["Laboratory", laboratoryPage],
  knowledge: ["Knowledge", knowledgePage],
  papers: ["Papers", papersPage],
};

// Their addresses name something else than the game on the desk.
const FILES = new Set(["records", "laboratory", "knowledge", "papers", "train"]);

const game = new GameOnDesk();
let about = null;
let shown = null;  // {name, address, close}
let wanted = "play";  // the page that is or will be shown
const main = document.getElementById("main");

function words() {
  return location.hash.slice(1).split("/").map((word) => { try { return decodeURIComponent(word); } catch { return ""; } });
}

function show() {
  const asked = words();
  const name = PAGES[asked[0]] ? asked[0] : "play";
  wanted = name;
  const address = FILES.has(name) ? asked.slice(1) : [];
  if (!FILES.has(name)) game.follow(asked);
  if (shown?.name === name && shown.address === address.join("/")) return;
  shown?.close?.();
  document.title = `${PAGES[name][0]} – katachi`;
  for (const link of document.querySelectorAll("#pages a")) {
    if (link.dataset.page === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.querySelector("#pages [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  main.replaceChildren();
  shown = { name, address: address.join("/"), close: null };
  shown.close = PAGES[name][1](main, { game, about, go, address });
}

function go(name, ...rest) {
  location.hash = FILES.has(name) ? `#${[name, ...rest].map(encodeURIComponent).join("/")}` : game.link(name);
}

// The address follows the game without filling the history.
game.addEventListener("change", () => {
  if (FILES.has(wanted)) return;
  const link = game.link(wanted);
  if (location.hash !== link) history.replaceState(null, "", link);
});

export async function drop(file) {
  try {
    const found = await send(`/api/load?name=${encodeURIComponent(file.name)}`, file);
    if (found.games > 1) return go("records", found.key);
    game.set(await ask(`/api/record?key=${found.key}&number=0`));
    say(`${file.name} is on the desk.`);
    if (shown.name !== "analyse") go("review");
  } catch (error) { say(error.message); }
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
  if (FILES.has(shown?.name)) return;
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
    make("a", { href: `#${name}`, "data-page": name, onclick: (event) => { event.preventDefault(); go(name); } }, title)));
  game.restore();
  window.addEventListener("hashchange", show);
  document.documentElement.dataset.ready = "true";
  show();
}

start();
