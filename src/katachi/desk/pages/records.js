// Records: games of a file, with search; any of them goes to the desk.

import { ask, say } from "./ask.js";
import { make } from "./build.js";
import { drop } from "./desk.js";

export function recordsPage(main, { game, go, file }) {
  let collection = JSON.parse(sessionStorage.getItem("katachi.desk.dropped") ?? "null");
  const chooser = make("input", { type: "file", "aria-label": "Open a file", onchange: async () => {
    await drop(chooser.files[0]);
    collection = JSON.parse(sessionStorage.getItem("katachi.desk.dropped") ?? "null");
    show();
  } });
  const filter = make("input", { placeholder: "Player, event or year", "aria-label": "Filter", oninput: () => show() });
  const table = make("div", { class: "scroll", style: "max-height:70vh" });
  const files = make("div", { class: "row" });
  main.append(make("div", { class: "panel" }, make("h2", {}, "Files of games"),
    make("p", { class: "soft" }, "Drop a file on the page, open one, or choose one of the folder of the desk: SGF, WTHOR, GGF, hgf, katachi's own."),
    make("div", { class: "row" }, chooser, filter), files), make("div", { class: "panel" }, table));

  ask("/api/files").then((found) => files.replaceChildren(...found.records.map((name) => make("button", { onclick: () => open(name) }, name))));

  async function open(name) {
    try {
      collection = { name, ...await ask(`/api/open?name=${encodeURIComponent(name)}`) };
      if (collection.games === 1) take(collection.records[0]);
      else show();
    } catch (error) { say(error.message); }
  }

  function show() {
    if (!collection) return;
    const wanted = filter.value.toLowerCase();
    const found = collection.records.filter((one) =>
      [one.black, one.white, one.event, one.date, one.game].join(" ").toLowerCase().includes(wanted)).slice(0, 300);
    table.replaceChildren(make("p", { class: "soft" }, `${collection.name}: ${collection.games} games, ${found.length} shown`),
      make("table", {}, make("thead", {}, make("tr", {}, ...["Black", "White", "Result", "Moves", "Event", "Date", "Game"].map((text) => make("th", { class: "text" }, text)))),
        make("tbody", {}, found.map((one) => make("tr", { class: "choice", tabindex: 0, onclick: () => take(one),
          onkeydown: (event) => { if (event.key === "Enter") take(one); } },
          ...[one.black, one.white, one.result, one.moves.length, one.event, one.date, one.game].map((text) => make("td", { class: "text" }, String(text))))))));
  }

  function take(record) { game.set(record); go("review"); }
  if (file) open(file);
  else show();
  return () => {};
}
