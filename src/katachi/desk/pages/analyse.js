// Analyse: candidates on the board as they grow, lines on hover, two agents side by side.

import { ask, listen, say } from "./ask.js";
import { Board } from "./board.js";
import { choice, make, percent } from "./build.js";
import { gameChoice, parts, titleOf } from "./choosing.js";
import { moveList, save, steps } from "./moves.js";

const KEY = "katachi.desk.analyse";

function colour(value, best) {
  if (value === null) return "#8a8f98";
  const loss = best - value;
  return loss < 0.02 ? "#1565c0" : loss < 0.06 ? "#5b9bd5" : loss < 0.15 ? "#c9a227" : "#d95f02";
}

export function candidateMarks(candidates, show) {
  const marks = {};
  const best = candidates[0]?.value ?? 0;
  const most = Math.max(1, ...candidates.map((one) => one.visits));
  for (const [rank, one] of candidates.entries()) {
    if (rank && one.visits < most / 100 && one.proof === "unknown" && one.score === null) continue;
    const proven = one.proof !== "unknown";
    const text = proven ? { win: "won", loss: "lost", draw: "draw" }[one.proof] ?? one.proof
      : show === "visits" ? short(one.visits) : show === "prior" ? `${Math.round(100 * (one.prior ?? 0))}`
      : one.value === null ? (one.score === null ? "" : (one.score / 100).toFixed(1)) : `${Math.round(100 * one.value)}`;
    marks[one.move] = { fill: colour(one.value, best), text, small: one.visits ? short(one.visits) : "",
      ink: "#fff", opacity: 0.55 + 0.4 * one.visits / most, ring: rank ? null : "#ffd54a" };
  }
  return marks;
}

export function short(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
  return count >= 1000 ? `${(count / 1000).toFixed(count >= 1e4 ? 0 : 1)}k` : String(count);
}

export function analysePage(main, { game, about, go }) {
  const settings = { agent: "", second: "", seconds: 60, show: "value", running: true,
    ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  const keep = () => localStorage.setItem(KEY, JSON.stringify(settings));
  const stops = [null, null];
  const reports = [null, null];
  let position = null;
  let asked = 0;
  let hovered = null;
  let closed = false;

  const board = new Board((move) => { if (Number(board.picture.dataset.ply) === game.path().length) game.play(move); }, (cell) => hover(cell));
  const status = make("p", { class: "status", role: "status" });
  const special = make("span", {});
  const tables = [make("div", { class: "scroll" }), make("div", { class: "scroll" })];
  const controls = make("div", {});
  const list = moveList(game);
  const comment = make("input", { placeholder: "A comment on this position", style: "width:100%", "aria-label": "Comment",
    onchange: () => { game.here.comment = comment.value; game.keep(); } });
  const toggle = make("button", { class: "main", onclick: () => { settings.running = !settings.running; keep(); settings.running ? run() : halt(); label(); } });

  main.append(make("div", { class: "table" },
    make("section", { "aria-label": "Board" }, board.element),
    make("aside", {},
      make("div", { class: "panel" }, status, make("div", { class: "row" }, toggle, special), controls),
      make("div", { class: "panel" }, make("h2", {}, "Candidates"), tables[0], tables[1]),
      make("div", { class: "panel" }, make("h2", {}, "Moves"), list.element, steps(game), comment,
        make("div", { class: "row" },
          make("button", { onclick: () => game.cut() }, "Delete this move"),
          make("button", { onclick: () => save(game, ask, say) }, "Save as SGF"),
          make("button", { onclick: () => go("why") }, "Why?"))))));

  function label() { toggle.textContent = settings.running ? "Stop" : "Analyse"; }

  function agentOptions(none) {
    const now = parts(game.game);
    return [["", none], ...about.agents.filter((one) => (!one.game || one.game === now.name) && one.name !== "random")
      .map((one) => [one.name, one.name])];
  }

  function drawControls() {
    const seconds = make("input", { type: "number", min: "1", max: "3600", value: settings.seconds, style: "width:5rem",
      onchange: () => { settings.seconds = Math.min(3600, Math.max(1, Number(seconds.value) || 60)); keep(); run(); } });
    controls.replaceChildren(
      gameChoice(about, game.game, (text) => game.set({ game: text })),
      make("div", { class: "row" },
        choice("Agent", agentOptions("Best of the board"), settings.agent, (name) => { settings.agent = name; keep(); run(); }),
        choice("Beside", agentOptions("Nobody"), settings.second, (name) => { settings.second = name; keep(); run(); })),
      make("div", { class: "row" }, make("label", {}, "Seconds", seconds),
        choice("Show", [["value", "Win rate"], ["visits", "Visits"], ["prior", "Prior (knowledge)"]], settings.show,
          (show) => { settings.show = show; keep(); marks(); })));
  }

  async function update() {
    const mine = ++asked;
    halt();
    try {
      const [drawn, found] = await Promise.all([game.board(), game.position()]);
      if (mine !== asked || closed) return;
      position = found;
      comment.value = game.here.comment;
      board.show(drawn, position, position.last ? { [position.last]: { dot: true } } : {}, game.path().length);
      special.replaceChildren(...(drawn.special && position.legal.includes(drawn.special)
        ? [make("button", { onclick: () => game.play(drawn.special) }, drawn.special)] : []));
      status.textContent = position.over ? position.outcome : `${titleOf(position.to_move)} to move`;
      drawControls();
      run();
    } catch (error) { say(error.message); if (game.path().length) game.back(); }
  }

  function halt() { for (const number of [0, 1]) { stops[number]?.(); stops[number] = null; } }

  function run() {
    halt();
    reports.fill(null);
    for (const table of tables) table.replaceChildren();
    label();
    if (!settings.running || !position || position.over) return;
    const agents = settings.second ? [settings.agent, settings.second] : [settings.agent];
    agents.forEach((agent, number) => {
      stops[number] = listen("/api/analysis", { ...game.place(), agent, seconds: settings.seconds }, (report) => {
        if (closed) return;
        if (report.error) { say(report.error); return; }
        reports[number] = report;
        if (report.done) stops[number] = null;
        table(number);
        if (number === 0) marks();
      });
    });
  }

  function table(number) {
    const report = reports[number];
    const rows = report.candidates.slice(0, 12).map((one) => make("tr", { class: "choice", tabindex: 0,
      onclick: () => game.play(one.move), onkeydown: (event) => { if (event.key === "Enter") game.play(one.move); },
      onpointerenter: () => hover(one.move), onpointerleave: () => hover(null) },
      make("td", {}, make("b", {}, one.move)),
      make("td", {}, one.proof !== "unknown" ? one.proof : one.value === null ? (one.score === null ? "–" : (one.score / 100).toFixed(2)) : percent(one.value)),
      make("td", {}, one.visits ? short(one.visits) : ""),
      make("td", {}, report.knowledge ? percent(one.prior) : ""),
      make("td", { class: "line" }, one.line.slice(1, 7).join(" "))));
    tables[number].replaceChildren(
      make("p", { class: "soft" }, `${report.agent}: ${short(report.simulations)} simulations in ${report.seconds.toFixed(1)} s, depth ${report.depth}${report.done ? "" : "…"}`),
      make("table", {}, make("thead", {}, make("tr", {}, ...["Move", "Value", "Visits", report.knowledge ? "Prior" : ""].map((text) => make("th", {}, text)), make("th", { class: "text" }, "Line"))),
        make("tbody", {}, rows)));
  }

  function marks() {
    const report = reports[0];
    if (!report || !position) return;
    const shown = hovered && report.candidates.find((one) => one.move === hovered);
    if (shown && shown.line.length > 1) return board.mark(lineMarks(shown.line));
    board.mark({ ...candidateMarks(report.candidates, settings.show), ...(position.last ? { [position.last]: { dot: true } } : {}) });
  }

  function lineMarks(line) {
    const found = {};
    let color = position.to_move;
    line.slice(0, 12).forEach((move, number) => {
      found[move] ??= { stone: color, text: String(number + 1) };
      color = color === "black" ? "white" : "black";
    });
    return found;
  }

  function hover(cell) { hovered = cell; marks(); }

  game.addEventListener("change", update);
  update();
  return () => { closed = true; halt(); list.close(); game.removeEventListener("change", update); };
}
