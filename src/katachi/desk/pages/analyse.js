// Analyse: candidates on the board as they grow, lines on hover, a tree of moves, two agents side by side.

import { ask, listen, PAGE, say } from "./ask.js";
import { Board } from "./board.js";
import { button, choice, disc, keep, kept, make, number, panel, tick } from "./build.js";
import { Balance, candidateMarks, CandidateTable, lineMarks } from "./candidates.js";
import { agentOptions, gameChoice, parts, titleOf } from "./choosing.js";
import { moveList, save, steps } from "./moves.js";

const KEY = "katachi.desk.analyse";

export function analysePage(main, { game, about, go }) {
  const settings = kept(KEY, { agent: "", second: "none", seconds: 60, simulations: 0, show: "value", heat: false, owners: false, running: true });
  const store = () => keep(KEY, settings);
  const stops = [null, null];
  const reports = [null, null];
  let position = null;
  let owners = null;
  let asked = 0;
  let hovered = null;
  let closed = false;
  let drawing = 0;

  const board = new Board({ hovered: (cell) => hover(cell), marked: (cell) => game.mark(cell),
    chosen: (move) => { if (Number(board.picture.dataset.ply) === game.path().length) game.play(move); } });
  const status = make("p", { class: "status", role: "status" });
  const special = make("span", {});
  const balance = new Balance();
  const score = make("p", { class: "soft small" });
  const tables = [0, 1].map(() => new CandidateTable({ play: (move) => game.play(move), hover }));
  const controls = make("div", {});
  const list = moveList(game);
  const comment = make("textarea", { placeholder: "A comment on this position", "aria-label": "Comment", rows: 2,
    onchange: () => { game.here.comment = comment.value; game.changed(); } });
  const toggle = button("", () => { settings.running = !settings.running; store(); settings.running ? run() : halt(); label(); }, { class: "main" });

  main.append(make("div", { class: "table" },
    make("section", { "aria-label": "Board" }, board.element),
    make("aside", {},
      panel("", make("div", { class: "row" }, status, toggle, special), balance.element, score, tables[0].element, tables[1].element),
      panel("Moves", list.element, steps(game), comment,
        make("div", { class: "row" }, button("Why?", () => go("why")), button("Main line", () => game.promote()),
          button("Delete move", () => game.cut()), button("Save as SGF", () => save(game, ask, say)))),
      make("details", { class: "panel" }, make("summary", {}, "Settings"), controls))));
  status.style.cssText = "margin:0 auto 0 0";

  function label() { toggle.textContent = settings.running ? "Stop" : "Analyse"; }

  function drawControls() {
    const known = about.games.find((one) => one.name === parts(game.game).name);
    const change = (name, then) => (value) => { settings[name] = value; store(); then(); };
    controls.replaceChildren(
      gameChoice(about, game.game, (text) => game.set({ game: text })),
      make("div", { class: "fields" },
        choice("Agent", agentOptions(about, game.game, { first: [["", "Best of the board"]] }), settings.agent, change("agent", run)),
        choice("Beside it", agentOptions(about, game.game, { first: [["none", "Nobody"]] }), settings.second, change("second", run)),
        number("Seconds", settings.seconds, { least: 1, most: 3600, step: 1 }, change("seconds", run)),
        number("Simulations (0: no limit)", settings.simulations, { least: 0, most: 1e9, step: 1000 }, change("simulations", run)),
        choice("Show", [["value", "Win rate"], ["visits", "Visits"], ["prior", "Prior (knowledge)"]], settings.show, change("show", marks))),
      make("div", { class: "row" },
        tick("Heat map of knowledge", settings.heat, change("heat", marks)),
        known?.owners ? tick("Owners of points", settings.owners, change("owners", () => { marks(); askOwners(); })) : null),
      make("p", { class: "soft small" }, "Shift and click, or m on the keyboard, marks a point."));
  }

  async function update() {
    const mine = ++asked;
    halt();
    owners = null;
    hovered = null;
    run();  // the search need not wait for the picture
    try {
      const [drawn, found] = await Promise.all([game.board(), game.position()]);
      if (mine !== asked || closed) return;
      position = found;
      comment.value = game.here.comment;
      board.show(drawn, position, plainMarks(), game.path().length);
      special.replaceChildren(...(drawn.special && position.legal.includes(drawn.special)
        ? [button(titleOf(drawn.special), () => game.play(drawn.special))] : []),
        ...(position.named ?? []).map((move) => button(move, () => game.play(move))));
      status.replaceChildren(...(position.over ? [position.outcome] : [disc(position.to_move), ` ${titleOf(position.to_move)} to move`]));
      drawControls();
      if (position.over) halt();
      askOwners();
      soon();
    } catch (error) {
      say(error.message);
      if (game.path().length) game.back();
    }
  }

  function halt() { for (const place of [0, 1]) { stops[place]?.(); stops[place] = null; } }

  function run() {
    halt();
    reports.fill(null);
    const here = game.here;
    label();
    if (!settings.running) { for (const one of tables) one.clear(); balance.show(null); return; }
    const agents = settings.second === "none" ? [settings.agent] : [settings.agent, settings.second];
    agents.forEach((agent, place) => {
      stops[place] = listen("/api/analysis", { ...game.place(), agent, page: PAGE, seconds: settings.seconds,
        simulations: settings.simulations }, (report) => {
        if (closed || game.here !== here) return;
        if (report.error) { say(report.error); return; }
        reports[place] = report;
        if (report.done) stops[place] = null;
        soon();
      });
    });
  }

  // Drawn with the next frame: reports that come faster than frames cost nothing.
  function soon() {
    drawing ||= requestAnimationFrame(() => {
      drawing = 0;
      // A report that is faster than the picture of its position waits for it.
      if (closed || !position || Number(board.picture.dataset.ply) !== game.path().length) return;
      reports.forEach((report, place) => {
        if (report?.candidates.length) tables[place].show(report, settings.second === "none" ? 10 : 6);
        else tables[place].clear();
      });
      const best = reports[0]?.candidates[0];
      balance.show(best?.value === null || best?.value === undefined ? null : position.to_move === "black" ? best.value : 1 - best.value);
      marks();
    });
  }

  async function askOwners() {
    const known = about.games.find((one) => one.name === parts(game.game).name);
    score.textContent = "";
    if (!settings.owners || !known?.owners || !position) return;
    const place = game.here;
    try {
      const found = await ask("/api/owners", game.place());
      if (game.here !== place || closed) return;
      owners = found.owners;
      score.textContent = `Playouts expect ${found.score > 0 ? "Black" : "White"} to be ahead by ${Math.abs(found.score).toFixed(1)} ± ${found.deviation.toFixed(1)} points.`;
      marks();
    } catch (error) { say(error.message); }
  }

  function plainMarks() {
    const found = {};
    if (owners && settings.owners) {
      board.board.cells.forEach(([cell], place) => { if (Math.abs(owners[place]) > 0.15) found[cell] = { owner: owners[place] }; });
    }
    if (position.last) found[position.last] = { ...found[position.last], dot: true };
    for (const cell of game.here.marks) found[cell] = { ...found[cell], circle: true };
    return found;
  }

  function marks() {
    if (!position || !board.board) return;
    const report = reports[0];
    const found = plainMarks();
    const shown = hovered && reports.flatMap((one) => one?.candidates ?? []).find((one) => one.move === hovered);
    if (shown && shown.line.length > 1) return board.mark({ ...found, ...lineMarks(shown.line, position.to_move) });
    if (report) {
      if (settings.heat) {
        const most = Math.max(...Object.values(report.priors), 1e-9);
        for (const [cell, prior] of Object.entries(report.priors)) {
          if (prior > 0.004) found[cell] = { ...found[cell], heat: 0.12 + 0.6 * Math.sqrt(prior / most) };
        }
      }
      for (const [cell, mark] of Object.entries(candidateMarks(report.candidates, settings.show))) found[cell] = { ...found[cell], ...mark };
    }
    board.mark(found);
  }

  function hover(cell) { hovered = cell; marks(); }

  game.addEventListener("change", update);
  label();
  update();
  return () => { closed = true; halt(); cancelAnimationFrame(drawing); list.close(); game.removeEventListener("change", update); };
}
