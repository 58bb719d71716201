// Laboratory: matches and tournaments of a laboratory file, live; start, pause and continue them. Any game opens
// in Analyse.

import { ask, listen, say } from "./ask.js";
import { Board } from "./board.js";
import { button, choice, chosenRow, disc, field, make, number, panel, percent, table } from "./build.js";
import { agentOptions, gameChoice } from "./choosing.js";
import { Plot } from "./plot.js";

export function laboratoryPage(main, { game, about, go, address }) {
  const [name, match] = [address[0] ?? "", Number(address[1] ?? 0)];
  let closed = false;
  let stop = null;
  let found = null;
  const boards = new Map();
  const live = new Map();     // Board by run
  const files = make("div", { class: "chips" });
  const runs = make("div", {});
  const content = make("div", { class: "wide" });
  const plots = Object.fromEntries([["share", "Score over the games", " %"], ["elo", "Elo difference over the games", ""], ["llr", "Log likelihood ratio over the games", ""]]
    .map(([key, label, unit]) => [key, new Plot({ label, unit, height: 190, width: 420 })]));

  main.append(make("div", { class: "wide" },
    panel("Laboratories", files,
      name && match ? make("div", { class: "row" }, button("All matches", () => go("laboratory", name))) : null),
    runs, content, starting()));

  ask("/api/files").then((all) => files.replaceChildren(...(all.laboratories.length
    ? all.laboratories.map((one) => button(one, () => go("laboratory", one), { class: one === name ? "main" : undefined }))
    : [make("p", { class: "soft" }, "None in this folder yet. Start a match below, or in a terminal: ", make("code", {}, "katachi match rave uct hex5 --lab lab.sqlite"))])), () => {});

  function watch() {
    stop?.();
    if (!name) return;
    stop = listen("/api/live", { name, match }, (report) => {
      if (closed) return;
      if (report.error) { content.replaceChildren(panel("", make("p", { class: "against" }, report.error))); return; }
      found = report;
      match ? one(report) : overview(report);
      drawRuns(report.runs);
    });
  }

  const score = (one) => one.played ? `${percent(one.share)} (${percent(one.interval[0], 0)} to ${percent(one.interval[1], 0)})` : "–";
  const elo = ([value, error]) => value === null ? "–" : `${value.toFixed(0)}${error === null ? "" : ` ± ${error.toFixed(0)}`}`;

  function overview({ matches, tables }) {
    content.replaceChildren(
      panel("Matches", make("div", { class: "across" }, table(["<First", "<Second", "<Game", "<Budgets", "<Games", "<First scores", "<Elo", "<Void"],
        matches.map((one) => chosenRow(() => go("laboratory", name, String(one.match)), [one.first, one.second, one.game,
          one.budgets[0] === one.budgets[1] ? one.budgets[0] : one.budgets.join(" and "), one.played, score(one), elo(one.elo), one.voids || ""]))))),
      ...tables.filter((one) => one.players.length).map(crossTable));
  }

  function crossTable({ game: text, players, cross }) {
    return panel(`Standings, ${text}`, make("div", { class: "across" }, table(
      ["<", "<Player", "Elo", "Points", "Games", ...players.map((_, place) => String(place + 1))],
      players.map((one, place) => [String(place + 1), one.name, one.elo === null ? "–" : `${one.elo.toFixed(0)}${one.error === null ? "" : ` ± ${one.error.toFixed(0)}`}`,
        String(one.points), String(one.games), ...cross[place].map((sums) => sums ? `${sums[0]}/${sums[1]}` : "–")]))));
  }

  function one(report) {
    const curve = report.curves;
    const time = report.time;
    content.replaceChildren(...[
      panel(`${report.first} against ${report.second}, ${report.game}`,
        make("p", { class: "status" }, report.played ? `${report.played} games: ${report.first} scores ${score(report)}, Elo ${elo(report.elo)}` : "No game has ended yet."),
        make("div", { class: "row" }, ...continuing(report)),
        make("div", { class: "plots" }, ...[["Score of the first, in percent", "share"], ["Elo", "elo"], [`Log likelihood ratio (${report.test})`, "llr"]]
          .map(([title, key]) => make("div", {}, make("h3", {}, title), plots[key].element)))),
      time.seconds ? panel("Time and colours", make("div", { class: "across" }, table(["<", "Seconds a move", "Longest", "Simulations a move"],
        [report.first, report.second].map((who, place) => [who, time.seconds[place].toFixed(3), time.longest[place].toFixed(2), Math.round(time.simulations[place]).toLocaleString()]))),
        make("p", { class: "soft small" }, `${report.first} scores ${percent(time.as_black)} moving first and ${percent(time.as_white)} moving second. ${time.unique} different games.`)) : null,
      report.voids.length ? panel("Void games", ...report.voids.map((void_) => make("details", { class: "plain" },
        make("summary", {}, `Pair ${void_.pair + 1}, attempt ${void_.attempt}: ${void_.reason} of ${void_.culprit}: ${void_.message}`),
        make("pre", {}, void_.transcript || "Nothing was said."),
        button("Open in Analyse", () => { game.set({ game: report.game, moves: void_.moves }); go("analyse"); })))) : null,
      panel("Games", make("div", { class: "scroll" }, table(["<Pair", "<Black", "<White", "<Winner", "<By", "<Moves"], report.games.slice().reverse().map((played) =>
        chosenRow(() => { game.set(played); go("analyse"); }, [played.pair + 1, played.black, played.white,
          played.winner ? make("span", {}, disc(played.winner), ` ${played.winner === "black" ? played.black : played.white}`) : "draw", played.reason, played.moves.length])))))].filter(Boolean));
    plots.share.show([{ points: curve.map((row) => [row[0], 100 * row[1]]), band: curve.map((row) => [row[0], 100 * row[2], 100 * row[3]]) }], { y: [0, 100], lines: [50] });
    const rated = curve.filter((row) => row[4] !== null && row[5] !== null);
    plots.elo.show([{ points: rated.map((row) => [row[0], row[4]]), band: rated.map((row) => [row[0], row[4] - row[5], row[4] + row[5]]) }], { lines: [0] });
    plots.llr.show([{ points: curve.map((row) => [row[0], row[6]]) }], { lines: report.bounds });
  }

  function continuing(report) {
    if (report.runs.some((run) => run.alive && run.live?.match === report.match)) return [];
    let pairs = Math.max(10, Math.ceil(report.played / 2) + 10);
    return [number("Pairs of games in all", pairs, { least: 1, most: 20000, step: 1 }, (value) => { pairs = value; }),
      button("Continue the match", () => act("/api/continue", { laboratory: name, match: report.match, pairs }), { class: "main" })];
  }

  // Boards of the games under way.
  async function drawRuns(all) {
    const alive = all.filter((run) => run.alive);
    const failed = all.filter((run) => run.error);
    if (!alive.length && !failed.length) { runs.replaceChildren(); live.clear(); return; }
    for (const run of alive) if (!live.has(run.run)) live.set(run.run, new Board({}));
    runs.replaceChildren(panel("Under way", ...failed.map((run) => make("p", { class: "against" }, run.error)),
      make("div", { class: "live" }, ...alive.map((run) => make("div", {},
        make("p", {}, run.live ? make("span", {}, disc("black"), ` ${run.live.black} `, disc("white"), ` ${run.live.white}`, make("span", { class: "soft small" }, `, pair ${run.live.pair + 1} of ${run.pairs}`)) : run.matches.join(", ")),
        live.get(run.run).element,
        button("Pause", () => act("/api/pause", { run: run.run })))))));
    for (const run of alive) {
      if (!run.live) continue;
      const { game: text, moves } = run.live;
      if (!boards.has(text)) boards.set(text, ask("/api/board", { game: text }));
      const [drawn, position] = await Promise.all([boards.get(text), ask("/api/position", { game: text, moves })]);
      if (!closed) live.get(run.run)?.show(drawn, position, position.last ? { [position.last]: { dot: true } } : {}, moves.length);
    }
  }

  async function act(path, question) {
    try { await ask(path, question); watch(); } catch (error) { say(error.message); }
  }

  function starting() {
    const plan = { laboratory: name || "lab.sqlite", game: "hex5", agents: ["rave", "uct", "none"], pairs: 10, seconds: 0.05, openings: "random:2", sprt: "" };
    const fields = make("div", {});
    const set = (key) => (value) => { plan[key] = value; };
    const text = (label, key) => field(label, make("input", { value: plan[key], "aria-label": label, onchange: (event) => { plan[key] = event.target.value; } }));
    const drawFields = () => fields.replaceChildren(
      gameChoice(about, plan.game, (chosen) => { plan.game = chosen; drawFields(); }),
      make("div", { class: "fields" },
        ...["First", "Second", "Third (tournament)"].map((label, place) => choice(label,
          agentOptions(about, plan.game, { levels: true, first: place === 2 ? [["none", "nobody"]] : [] }), plan.agents[place], (value) => { plan.agents[place] = value; })),
        number("Pairs of games", plan.pairs, { least: 1, most: 20000, step: 1 }, set("pairs")),
        number("Seconds for every move", plan.seconds, { least: 0.001, most: 600, step: 0.01 }, set("seconds")),
        choice("Openings", [["none", "none"], ["random:2", "2 random plies"], ["random:4", "4 random plies"], ["balanced:4", "balanced, 4 plies"]], plan.openings, set("openings")),
        choice("Stop when decided", [["", "no, play all"], ["0,10", "Elo 0 or 10"], ["0,30", "Elo 0 or 30"], ["0,100", "Elo 0 or 100"]], plan.sprt, set("sprt")),
        text("Laboratory", "laboratory")));
    drawFields();
    const start = async () => {
      try {
        await ask("/api/match", { ...plan, agents: plan.agents.filter((one) => one !== "none") });
        if (plan.laboratory === name && !match) watch();
        else go("laboratory", plan.laboratory);
      } catch (error) { say(error.message); }
    };
    return make("details", { class: "panel", open: !name }, make("summary", {}, "Start a match or a tournament"), fields,
      make("p", { class: "soft small" }, "Games are kept as they end. A pause costs the game under way and no more."),
      button("Start", start, { class: "main" }));
  }

  watch();
  return () => { closed = true; stop?.(); };
}
