// Play: a person against a level, an agent, or another person; hints, take-backs, teaching.

import { ask, listen, say } from "./ask.js";
import { Board } from "./board.js";
import { choice, make, percent } from "./build.js";
import { gameChoice, parts, titleOf } from "./choosing.js";
import { moveList, save, steps } from "./moves.js";

const KEY = "katachi.desk.play";

export function playPage(main, { game, about, go }) {
  const settings = { color: "black", opponent: "level-3", seconds: 1, teach: false, resigned: "",
    ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  const keep = () => localStorage.setItem(KEY, JSON.stringify(settings));
  let asked = 0;          // answers to older questions do not count
  let stopHint = null;
  let marks = {};
  let position = null;
  let closed = false;

  const board = new Board((move) => person(move));
  const status = make("p", { class: "status", role: "status" });
  const special = make("span", {});
  const controls = make("div", {});
  const list = moveList(game);
  const advice = make("div", {});

  main.append(make("div", { class: "table" },
    make("section", { "aria-label": "Board" }, board.element),
    make("aside", {},
      make("div", { class: "panel" }, status,
        make("div", { class: "row" }, special,
          make("button", { onclick: () => hint() }, "Hint"),
          make("button", { onclick: () => takeBack() }, "Take back"),
          make("button", { onclick: () => resign() }, "Resign"),
          make("button", { class: "main", onclick: () => begin(game.game) }, "New game")),
        advice),
      make("div", { class: "panel" }, make("h2", {}, "Opponent"), controls),
      make("div", { class: "panel" }, make("h2", {}, "Moves"), list.element, steps(game),
        make("div", { class: "row" },
          make("button", { onclick: () => save(game, ask, say) }, "Save as SGF"),
          make("button", { onclick: () => go("review") }, "Review this game"),
          make("button", { onclick: () => copyLink() }, "Copy link"))))));

  function begin(text) {
    settings.resigned = "";
    keep();
    game.set({ game: text, black: settings.color === "black" ? "Player" : settings.opponent,
      white: settings.color === "white" ? "Player" : settings.opponent });
  }

  function drawControls() {
    const now = parts(game.game);
    const known = about.games.find((one) => one.name === now.name);
    const options = [["person", "Another person"]];
    for (let level = known?.levels[0] ?? 1; level <= (known?.levels[1] ?? 0); level += 1) {
      options.push([`level-${level}`, `Level ${level}`]);
    }
    for (const agent of about.agents) {
      if (!agent.game || agent.game === now.name) options.push([agent.name, `${agent.name}${agent.name === known?.best ? " (strongest)" : ""}`]);
    }
    const seconds = make("input", { type: "number", min: "0.1", max: "600", step: "0.1", value: settings.seconds,
      style: "width:5rem", onchange: () => { settings.seconds = Math.max(0.1, Number(seconds.value) || 1); keep(); } });
    const teach = make("input", { type: "checkbox", checked: settings.teach,
      onchange: () => { settings.teach = teach.checked; keep(); } });
    controls.replaceChildren(
      gameChoice(about, game.game, begin),
      make("div", { class: "row" },
        choice("You play", [["black", "Black (first)"], ["white", "White"]], settings.color, (color) => { settings.color = color; keep(); turn(); }),
        choice("Against", options, settings.opponent, (name) => { settings.opponent = name; keep(); turn(); })),
      make("div", { class: "row" }, make("label", {}, "Seconds a move", seconds), make("label", {}, teach, "Teaching mode")));
  }

  async function update() {
    const mine = ++asked;
    stopHint?.();
    marks = {};
    advice.replaceChildren();
    try {
      const [drawn, found] = await Promise.all([game.board(), game.position()]);
      if (mine !== asked || closed) return;
      position = found;
      board.show(drawn, position, lastMark(), game.path().length);
      special.replaceChildren(...(drawn.special && position.legal.includes(drawn.special)
        ? [make("button", { onclick: () => person(drawn.special) }, drawn.special === "pass" ? "Pass" : "Swap sides")] : []));
      drawControls();
      describe();
      turn();
    } catch (error) {
      say(error.message);
      if (game.path().length) game.back();
      else begin("othello8");
    }
  }

  function lastMark() {
    return position.last ? { [position.last]: { dot: true } } : {};
  }

  function describe(extra = "") {
    if (settings.resigned) status.textContent = `${titleOf(settings.resigned)} resigned.`;
    else if (position.over) status.textContent = position.outcome;
    else status.textContent = `${titleOf(position.to_move)} to move${yours() ? ": your turn" : ""}. ${extra}`;
  }

  function yours() {
    return settings.opponent === "person" || position.to_move === settings.color;
  }

  async function turn() {
    if (!position || position.over || settings.resigned || yours()) return;
    if (game.here.children.length) return;  // somebody looks at an earlier place
    const mine = asked;
    const place = game.here;
    status.textContent = `${settings.opponent} thinks…`;
    try {
      const answer = await ask("/api/move", { ...game.place(), player: settings.opponent, seconds: Number(settings.seconds) });
      if (mine !== asked || closed || game.here !== place) return;
      if (answer.move === "resign") {
        settings.resigned = position.to_move;
        keep();
        describe();
      } else game.play(answer.move);
    } catch (error) { say(error.message); }
  }

  async function person(move) {
    if (position.over || settings.resigned || Number(board.picture.dataset.ply) !== game.path().length) return;
    if (!yours() && !game.here.children.length) return say("It is not your turn.");
    if (settings.teach) await taught(move);
    else game.play(move);
  }

  // Teaching: how much the move gives away, and whether to take it back.
  async function taught(move) {
    const before = game.here;
    const place = game.place();
    game.play(move);
    const stop = listen("/api/analysis", { ...place, seconds: 1 }, (report) => {
      if (report.error) return say(report.error);
      if (!report.done) return;
      const own = report.candidates.find((one) => one.move === move);
      const best = report.candidates[0];
      if (!own || own.value === null || best.value - own.value < 0.08) return;
      advice.replaceChildren(make("p", {}, `${move} gives away ${percent(best.value - own.value)} of the game; better: ${best.move}.`),
        make("button", { onclick: () => { game.go(before); } }, "Take it back"));
    });
    stopHint = stop;
  }

  function hint() {
    stopHint?.();
    const place = game.here;
    stopHint = listen("/api/analysis", { ...game.place(), seconds: 2 }, (report) => {
      if (report.error) return say(report.error);
      if (game.here !== place || closed) return;
      marks = lastMark();
      report.candidates.slice(0, 3).forEach((one, rank) => {
        marks[one.move] = { fill: rank ? "#8fb8ea" : "#1565c0", ink: rank ? "#111" : "#fff", text: String(rank + 1),
          small: one.value === null ? "" : `${Math.round(100 * one.value)} %` };
      });
      board.mark(marks);
      const best = report.candidates[0];
      if (best) {
        advice.replaceChildren(make("p", { class: "soft" },
          `Hint: ${best.move}${best.value === null ? "" : `, ${percent(best.value)}`}; line ${best.line.slice(0, 6).join(" ")}`));
      }
    });
  }

  async function takeBack() {
    settings.resigned = "";
    keep();
    const place = game.here;
    const now = await game.position();  // what is shown may be a move behind
    if (game.here !== place) return;
    const both = settings.opponent !== "person" && now.to_move === settings.color;
    game.back(both ? 2 : 1);
    game.here.children = [];
    game.changed();
  }

  function resign() {
    if (position.over) return;
    settings.resigned = settings.opponent === "person" ? position.to_move : settings.color;
    keep();
    describe();
  }

  async function copyLink() {
    try { await navigator.clipboard.writeText(location.href); say("Link copied."); } catch { say(location.href); }
  }

  game.addEventListener("change", update);
  update();
  return () => { closed = true; stopHint?.(); list.close(); game.removeEventListener("change", update); };
}
