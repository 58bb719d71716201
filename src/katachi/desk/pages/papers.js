// Papers: the tables of the five papers, and beside each figure ours, if a report in the folder has it.

import { ask, query, say } from "./ask.js";
import { button, choice, draw, make, panel, table } from "./build.js";

const ANSWERS = { confirmed: "good", "not confirmed": "bad", undecided: "" };

export function papersPage(main, { go, address }) {
  let closed = false;
  const [name, report = ""] = address;
  const list = make("div", { class: "chips" });
  const content = make("div", { class: "wide" });
  main.append(make("div", { class: "wide" }, panel("Papers", list), content));

  async function start() {
    try {
      const papers = await ask("/api/papers");
      if (closed) return;
      list.replaceChildren(...papers.map((one) => button(one.paper, () => go("papers", one.name), { class: one.name === name ? "main" : undefined, title: one.title })));
      if (name) return show(await ask(`/api/paper?${query({ name, report })}`));
      content.replaceChildren(...papers.map((one) => panel(`${one.paper}: ${one.title}`, make("p", { class: "soft" }, one.source),
        make("p", {}, `${one.tables} tables and figures, ${one.claims} claims. `, button("Open", () => go("papers", one.name))))));
    } catch (error) { say(error.message); }
  }

  const figure = (value, digits = 1) => value === null || value === undefined ? "–" : Math.abs(value) < 1 && value !== 0 ? value.toPrecision(3) : value.toFixed(digits);
  const verdict = (one) => one.answer ? make("span", { class: `chip ${ANSWERS[one.answer] ?? ""}` }, one.answer) : make("span", { class: "soft" }, "–");

  function show(paper) {
    const counted = paper.tables.flatMap((one) => one.rows).concat(paper.claims).map((one) => one.answer).filter(Boolean);
    const sums = Object.keys(ANSWERS).map((answer) => `${counted.filter((one) => one === answer).length} ${answer}`).join(", ");
    content.replaceChildren(
      panel(`${paper.paper}: ${paper.title}`, make("p", { class: "soft" }, paper.source), paper.about ? make("p", {}, paper.about) : null,
        paper.report ? make("div", { class: "fields" }, choice("Ours from", paper.reports.map((one) => [one, one]), paper.report, (chosen) => go("papers", paper.name, chosen))) : null,
        paper.report ? make("p", { class: "status" }, `${counted.length} claims: ${sums}.`)
          : make("p", {}, "The folder of the desk has no report about this paper yet. This makes one there: ", make("code", {}, paper.command))),
      ...paper.tables.map((one) => panel(`${one.number}: ${one.title}`, plot(one), make("div", { class: "across" }, table(
        ["<Row", one.played ? "Paper %" : "Paper", one.played ? "Ours %" : "Ours", "95 % interval", "Games", "<Answer", "<Agreement"],
        one.rows.map((row) => [row.than ? `${row.name} (than ${row.than})` : row.name, figure(row.paper), figure(row.ours),
          row.low === null || row.low === undefined ? "–" : `${figure(row.low)} to ${figure(row.high)}`, row.games ? String(row.games) : "–", verdict(row), row.agreement || ""]))))),
      paper.claims.length ? panel("Claims about several rows", table(["<Claim", "<The paper says", "<Answer"],
        paper.claims.map((one) => [one.name, make("span", { style: "white-space:normal" }, one.says), verdict(one)]))) : "");
  }

  // Shares of points: ours a dot with its interval, the paper's a diamond.
  function plot(one) {
    const rows = one.rows.filter((row) => one.played && (row.ours !== null && row.ours !== undefined));
    if (!rows.length) return null;
    const x = (share) => 190 + 4.3 * share;
    const height = 26 * rows.length + 30;
    return draw("svg", { class: "plot intervals", viewBox: `0 0 640 ${height}`, role: "img", "aria-label": "Shares of points, ours and the paper's" },
      [0, 25, 50, 75, 100].flatMap((share) => [draw("line", { class: share === 50 ? "zero" : "axis", x1: x(share), x2: x(share), y1: 4, y2: height - 22 }),
        draw("text", { x: x(share), y: height - 6, "text-anchor": "middle" }, `${share} %`)]),
      rows.flatMap((row, place) => {
        const y = 18 + 26 * place;
        return [draw("text", { x: 182, y: y + 4, "text-anchor": "end" }, row.name.slice(0, 28)),
          draw("line", { x1: x(row.low), x2: x(row.high), y1: y, y2: y, stroke: "var(--accent)", "stroke-width": 3 }),
          draw("circle", { cx: x(row.ours), cy: y, r: 4.5, fill: "var(--accent)" }),
          row.paper === null ? null : draw("path", { d: `M${x(row.paper)} ${y - 6}l6 6l-6 6l-6 -6z`, fill: "var(--panel)", stroke: "var(--bad)", "stroke-width": 2 })];
      }));
  }

  start();
  return () => { closed = true; };
}
