// Laboratory: matches of a laboratory file, live; any game opens in Analyse.

import { ask, say } from "./ask.js";
import { draw, make, percent } from "./build.js";

export function laboratoryPage(main, { game, go, file }) {
  let name = file;
  let match = null;
  let closed = false;
  let timer = 0;
  const files = make("div", { class: "row" });
  const content = make("div", {});
  main.append(make("div", { class: "panel" }, make("h2", {}, "Laboratories"), files), content);

  ask("/api/files").then((found) => {
    files.replaceChildren(...(found.laboratories.length
      ? found.laboratories.map((one) => make("button", { onclick: () => { name = one; match = null; show(); } }, one))
      : [make("p", { class: "soft" }, "None in this folder: katachi match … --lab lab.sqlite makes one.")]));
  });

  async function show() {
    clearTimeout(timer);
    if (!name || closed) return;
    try {
      const found = await ask(`/api/laboratory?name=${encodeURIComponent(name)}${match === null ? "" : `&match=${match}`}`);
      if (closed) return;
      content.replaceChildren(match === null ? matches(found.matches) : one(found));
    } catch (error) { say(error.message); }
    timer = setTimeout(show, 2000);
  }

  const score = (found) => `${percent(found.share)} (${percent(found.interval[0])} to ${percent(found.interval[1])})`;

  function matches(list) {
    return make("div", { class: "panel" }, make("table", {},
      make("thead", {}, make("tr", {}, ...["First", "Second", "Game", "Games", "First scores", "Elo"].map((text) => make("th", { class: "text" }, text)))),
      make("tbody", {}, list.map((found) => make("tr", { class: "choice", tabindex: 0, onclick: () => { match = found.match; show(); },
        onkeydown: (event) => { if (event.key === "Enter") { match = found.match; show(); } } },
        ...[found.first, found.second, found.game, found.played, score(found), found.elo === null ? "–" : found.elo.toFixed(0)]
          .map((text) => make("td", { class: "text" }, String(text))))))));
  }

  function one(found) {
    return make("div", { class: "panel" },
      make("div", { class: "row" }, make("button", { onclick: () => { match = null; show(); } }, "All matches"),
        make("strong", {}, `${found.first} against ${found.second}, ${found.game}`)),
      make("p", { class: "status" }, `${found.played} games, ${found.first} scores ${score(found)}`), curve(found.curve),
      ...found.voids.map((one) => make("p", { class: "against" }, `Void: ${one.reason} of ${one.culprit}: ${one.message}`)),
      make("div", { class: "scroll" }, make("table", {}, make("tbody", {}, found.games.slice().reverse().map((played) =>
        make("tr", { class: "choice", tabindex: 0, onclick: () => { game.set(played); go("analyse"); } },
          ...[played.pair, played.black, played.white, played.winner ? `${played.winner} wins` : "draw", played.reason, `${played.moves.length} moves`]
            .map((text) => make("td", { class: "text" }, String(text)))))))));
  }

  function curve(points) {
    if (!points.length) return make("p", {});
    const last = points.at(-1)[0];
    const x = (games) => 30 + 560 * games / last;
    const y = (share) => 10 + 150 * (1 - share);
    const up = points.map(([games, , , high]) => `${x(games)},${y(high)}`);
    const down = points.map(([games, , low]) => `${x(games)},${y(low)}`).reverse();
    return draw("svg", { class: "plot", viewBox: "0 0 600 180", preserveAspectRatio: "none", role: "img", "aria-label": "Score over the games" },
      ...[0, 0.5, 1].flatMap((share) => [draw("line", { class: "axis", x1: 30, x2: 590, y1: y(share), y2: y(share) }), draw("text", { x: 2, y: y(share) + 4 }, `${100 * share} %`)]),
      draw("polygon", { class: "band", points: [...up, ...down].join(" ") }),
      draw("polyline", { class: "curve", points: points.map(([games, share]) => `${x(games)},${y(share)}`).join(" ") }));
  }

  if (name) show();
  return () => { closed = true; clearTimeout(timer); };
}
