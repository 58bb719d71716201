// Records: games of a file, with search and filter; any of them goes to the desk.

import { ask, query, say } from "./ask.js";
import { button, choice, chosenRow, field, make, panel, table } from "./build.js";
import { drop } from "./desk.js";

export function recordsPage(main, { game, go, address }) {
  let key = address[0] ?? "";
  let first = 0;
  let closed = false;
  let asked = 0;
  const chooser = make("input", { type: "file", "aria-label": "Open a file", onchange: () => { if (chooser.files[0]) drop(chooser.files[0]); } });
  const search = make("input", { type: "search", placeholder: "Player, event, place or year", "aria-label": "Search", oninput: () => { first = 0; soon(); } });
  let winner = "";
  const results = make("div", { class: "across" });
  const files = make("div", {});
  const games = panel("", results);
  games.classList.add("hidden");
  main.append(make("div", { class: "wide" },
    panel("Files of games", make("p", { class: "soft" }, "Drop a file anywhere, open one, or choose one of the folder: SGF, WTHOR, GGF, HGF, lists of moves, katachi's own collections."),
      make("div", { class: "row" }, chooser), files),
    games));

  ask("/api/files").then((found) => {
    const rows = [[`In the folder ${found.folder}`, found.records], ["Ship with katachi", found.shipped]];
    files.replaceChildren(
      ...(found.records.length ? [] : [make("p", { class: "soft small" }, `The folder ${found.folder} has no file of games; katachi desk --folder opens another.`)]),
      ...rows.filter(([, names]) => names.length).map(([title, names]) =>
        make("div", {}, make("h3", {}, title), make("div", { class: "chips" }, names.map((name) => button(name, () => open(name)))))));
  }, () => {});

  async function open(name) {
    try {
      const found = await ask(`/api/open?name=${encodeURIComponent(name)}`);
      if (found.games === 1) return take(found.key, 0);
      key = found.key;
      first = 0;
      show();
    } catch (error) { say(error.message); }
  }

  let timer = 0;
  function soon() { clearTimeout(timer); timer = setTimeout(show, 150); }

  async function show() {
    if (!key || closed) return;
    const mine = ++asked;
    try {
      const found = await ask(`/api/games?${query({ key, search: search.value, winner, first })}`);
      if (closed || mine !== asked) return;
      games.classList.remove("hidden");
      const more = found.found - first - found.records.length;
      results.replaceChildren(...(results.firstChild ? [results.firstChild] : [filters()]),
        make("p", { class: "soft" }, `${found.name}: ${found.found} of ${found.games} games`),
        listed(found.records),
        make("div", { class: "row" }, first ? button("Earlier", () => { first = Math.max(0, first - 200); show(); }) : null,
          more > 0 ? button(`More (${more})`, () => { first += 200; show(); }) : null));
    } catch (error) { say(error.message); }
  }

  // Columns that say something of at least one game.
  function listed(records) {
    const columns = [["<Black", "black"], ["<White", "white"], ["<Result", "result"], ["<Moves", "length"], ["<Event", "event"], ["<Date", "date"], ["<Game", "game"]]
      .filter(([, name]) => records.some((one) => one[name]));
    return table(columns.map(([heading]) => heading), records.map((one) =>
      chosenRow(() => take(key, one.number), columns.map(([, name]) => one[name] || "–"))));
  }

  function filters() {
    return make("div", { class: "fields" }, field("Search", search),
      choice("Won by", [["", "anybody"], ["black", "Black"], ["white", "White"], ["draw", "nobody"]], winner, (value) => { winner = value; first = 0; show(); }));
  }

  async function take(from, number) {
    try {
      game.set(await ask(`/api/record?key=${from}&number=${number}`));
      go("review");
    } catch (error) { say(error.message); }
  }

  // An address names an opened file by its key, or a file of the folder.
  if (/^[0-9a-f]{24}$/.test(key)) show();
  else if (key) { const name = key; key = ""; open(name); }
  return () => { closed = true; clearTimeout(timer); };
}
