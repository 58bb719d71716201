// Play: a person against a level, an agent, a rival or another person; clocks, hints, take-backs, teaching.

import { ask, listen, PAGE, say } from "./ask.js";
import { Board } from "./board.js";
import { button, choice, disc, keep, kept, make, number, panel, percent, tick } from "./build.js";
import { agentOptions, gameChoice, titleOf } from "./choosing.js";
import { CLOCKS, GameClock } from "./clock.js";
import { moveList, save, steps } from "./moves.js";

const KEY = "katachi.desk.play";
const BAD_MOVE = 0.08;  // what a move may give away before the teacher speaks
const OTHER = { black: "white", white: "black" };

export function playPage(main, { game, about, go }) {
  const settings = kept(KEY, { color: "black", opponent: "level-3", seconds: 1, teach: false, clock: "", ended: null, seed: 1 });
  const store = () => keep(KEY, settings);
  let asked = 0;          // answers to older questions do not count
  let stopHint = null;
  let judging = null;     // the place whose move the teacher looks at: the opponent waits
  let position = null;
  let closed = false;
  let onward = null;      // an earlier place from which the game goes on

  const board = new Board({ chosen: (move) => person(move) });
  const clock = new GameClock((color) => end({ winner: OTHER[color], text: `${titleOf(color)} lost on time.` }));
  const seats = { black: make("div", { class: "seat" }), white: make("div", { class: "seat" }) };
  const status = make("p", { class: "status", role: "status" });
  const special = make("span", {});
  const goOn = make("span", {});
  const controls = make("div", {});
  const list = moveList(game);
  const advice = make("div", {});
  const setUp = make("details", { class: "panel" }, make("summary", {}, "New game"), controls);
  const upper = make("div", {});
  const lower = make("div", {});

  main.append(make("div", { class: "table" },
    make("section", { "aria-label": "Board" }, upper, board.element, lower),
    make("aside", {},
      panel("", status, advice, make("div", { class: "row" }, goOn, special, button("Hint", () => hint()),
        button("Take back", () => takeBack()), button("Resign", () => resign()))),
      setUp,
      panel("Moves", list.element, steps(game),
        make("div", { class: "row" }, button("Review this game", () => go("review")),
          button("Save as SGF", () => save(game, ask, say, { resigned: ended()?.resigned ?? "" })),
          button("Copy link", () => copyLink()))))));
  setUp.open = !game.path().length;

  const names = () => ({ [settings.color]: settings.opponent === "person" ? titleOf(settings.color) : "You",
    [OTHER[settings.color]]: settings.opponent === "person" ? titleOf(OTHER[settings.color]) : opponentName() });

  function opponentName() {
    return settings.opponent.replace(/^level-/, "Level ") || "The strongest";
  }

  function begin(text) {
    Object.assign(settings, { ended: null, seed: 1 + Math.floor(1e6 * Math.random()) });
    store();
    clock.begin(settings.clock);
    judging = null;
    const { black, white } = names();
    game.set({ game: text, black, white });
  }

  function drawControls() {
    const change = (name) => (value) => { settings[name] = value; store(); drawSeats(); turn(); };
    const fields = make("div", { class: "fields" },
      choice("You play", [["black", "Black"], ["white", "White"]], settings.color, change("color")),
      choice("Against", agentOptions(about, game.game, { levels: true, first: [["person", "Another person"]] }), settings.opponent, change("opponent")),
      choice("Clock", CLOCKS, settings.clock, (text) => { settings.clock = text; store(); if (!game.path().length) clock.begin(text); }),
      number("Seconds a move", settings.seconds, { least: 0.1, most: 600, step: 0.1 }, change("seconds")));
    controls.replaceChildren(gameChoice(about, game.game, begin), fields,
      make("div", { class: "row" }, tick("Teaching mode", settings.teach, (on) => { settings.teach = on; store(); })),
      button("Start a new game", () => begin(game.game), { class: "main" }));
  }

  function drawSeats() {
    const named = names();
    for (const [color, seat] of Object.entries(seats)) {
      seat.classList.toggle("turn", !over() && position?.to_move === color);
      seat.replaceChildren(disc(color), make("span", { class: "who" }, named[color]), clock.faces[color]);
    }
    upper.replaceChildren(seats[OTHER[settings.color]]);
    lower.replaceChildren(seats[settings.color]);
  }

  // Where a game was given up or lost on time; another place, or another game, goes on.
  const ended = () => settings.ended?.at === game.link("play") ? settings.ended : null;
  const over = () => !position || position.over || Boolean(ended());
  const yours = () => settings.opponent === "person" || position.to_move === settings.color;
  const lastMark = () => position.last ? { [position.last]: { dot: true } } : {};

  async function update() {
    const mine = ++asked;
    stopHint?.();
    if (judging !== game.here) { judging = null; advice.replaceChildren(); }
    try {
      const [drawn, found] = await Promise.all([game.board(), game.position()]);
      if (mine !== asked || closed) return;
      position = found;
      board.show(drawn, position, lastMark(), game.path().length);
      special.replaceChildren(...(drawn.special && position.legal.includes(drawn.special) && !ended()
        ? [button(drawn.special === "pass" ? "Pass" : "Swap sides", () => person(drawn.special))] : []),
        ...(ended() ? [] : position.named ?? []).map((move) => button(move, () => person(move))));
      goOn.replaceChildren(...(game.here.children.length && !over() && !yours() && onward !== game.here
        ? [button("Play on from here", () => { onward = game.here; goOn.replaceChildren(); turn(); }, { class: "main" })] : []));
      drawControls();
      drawSeats();
      describe();
      if (over()) clock.stop();
      else if (!game.here.children.length) clock.press(game.path().length ? position.to_move : "");
      turn();
    } catch (error) {
      say(error.message);
      if (game.path().length) game.back();
      else if (game.game !== "othello8") begin("othello8");
    }
  }

  function describe(extra = "") {
    if (ended()) status.textContent = ended().text;
    else if (position.over) status.textContent = position.outcome;
    else status.textContent = `${titleOf(position.to_move)} to move${settings.opponent !== "person" && yours() ? ": your turn" : ""}.${extra}`;
  }

  function end(how) {
    settings.ended = { ...how, at: game.link("play") };
    store();
    asked += 1;
    clock.stop();
    drawSeats();
    describe();
  }

  async function turn() {
    if (over() || yours() || judging) return;
    if (game.here.children.length && onward !== game.here) return;  // somebody looks at an earlier place
    const mine = ++asked;
    const place = game.here;
    const color = position.to_move;
    status.textContent = `${opponentName()} thinks…`;
    try {
      const answer = await ask("/api/move", { ...game.place(), player: settings.opponent, seconds: Number(settings.seconds),
        page: PAGE, seed: settings.seed, left: clock.on ? clock.left(color) : 0, increment: clock.on ? clock.increment : 0 });
      if (mine !== asked || closed || game.here !== place) return;
      if (answer.move === "resign") end({ winner: OTHER[color], resigned: color, text: `${titleOf(color)} resigned.` });
      else game.play(answer.move);
    } catch (error) { say(error.message); describe(); }
  }

  function person(move) {
    if (over() || Number(board.picture.dataset.ply) !== game.path().length) return;
    if (!yours()) return say("It is not your turn.");
    if (settings.teach) taught(move);
    else game.play(move);
  }

  // Teaching: how much the move gives away, before the opponent answers.
  function taught(move) {
    const before = game.here;
    const place = game.place();
    game.append(move);
    judging = game.here;
    game.changed();
    advice.replaceChildren(make("p", { class: "soft" }, "Looking at your move…"));
    const mine = judging;
    const done = () => { if (judging === mine) { judging = null; advice.replaceChildren(); turn(); } };
    stopHint = null;
    listen("/api/analysis", { ...place, seconds: 1, page: PAGE }, async (report) => {
      if (closed || judging !== mine || !report.done) return;
      if (report.error || !report.candidates.length) return done();
      const best = report.candidates[0];
      if (best.move === move) return done();
      try {
        const found = await ask("/api/judge", { ...place, move, best: best.move, seconds: 0.6, page: PAGE });
        if (closed || judging !== mine) return;
        if (found.loss < BAD_MOVE || found.loss < 2 * found.spread) return done();
        board.mark({ ...lastMark(), [best.move]: { ring: "#1565c0", text: "✓", ink: "#1565c0" } });
        advice.replaceChildren(make("div", { class: "advice" },
          make("p", {}, make("b", {}, move), ` gives away ${percent(found.loss, 0)} of the game. `, make("b", {}, best.move), " is better."),
          ...found.reasons.slice(0, 2).map((text) => make("p", { class: "small" }, text)),
          make("div", { class: "row" },
            button("Take it back", () => { judging = null; game.cut(); game.go(before); }, { class: "main" }),
            button("Keep it", done))));
      } catch { done(); }
    });
  }

  function hint() {
    if (over()) return;
    stopHint?.();
    const place = game.here;
    stopHint = listen("/api/analysis", { ...game.place(), seconds: 2, page: PAGE }, (report) => {
      if (game.here !== place || closed) return;
      if (report.error) return say(report.error);
      const marks = lastMark();
      report.candidates.slice(0, 3).filter((one) => one.visits || one.value !== null || one.score !== null).forEach((one, rank) => {
        marks[one.move] = { fill: rank ? "#4f8fcf" : "#1565c0", ink: "#fff", text: String(rank + 1),
          small: one.value === null ? "" : `${Math.round(100 * one.value)} %` };
      });
      board.mark(marks);
      const best = report.candidates[0];
      if (best) {
        advice.replaceChildren(make("div", { class: "advice calm" }, make("b", {}, best.move),
          `${best.value === null ? "" : `, ${percent(best.value, 0)}`}. It may go on ${best.line.slice(1, 6).join(" ")}.`));
      }
    });
  }

  async function takeBack() {
    settings.ended = null;
    store();
    judging = null;
    const place = game.here;
    const now = await game.position();  // what is shown may be a move behind
    if (game.here !== place) return;
    const both = settings.opponent !== "person" && now.to_move === settings.color;
    game.back(both ? 2 : 1);
    game.here.children = [];
    game.changed();
  }

  function resign() {
    if (over()) return;
    const color = settings.opponent === "person" ? position.to_move : settings.color;
    end({ winner: OTHER[color], resigned: color, text: `${titleOf(color)} resigned.` });
  }

  async function copyLink() {
    try { await navigator.clipboard.writeText(location.href); say("Link copied."); } catch { say(location.href); }
  }

  game.addEventListener("change", update);
  update();
  return () => { closed = true; stopHint?.(); clock.close(); list.close(); game.removeEventListener("change", update); };
}
