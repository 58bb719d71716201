// Papers: the tables of the five papers, and beside each figure ours: those that ship, or of a report in the folder.

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
        make("p", {}, `${one.tables} tables and figures with ${one.rows} rows, ${one.claims} claims. `,
          one.results ? `katachi has results for ${one.results} rows; ${one.confirmed} of ${one.judged} judged claims are confirmed.` : "katachi ships no result of it yet."),
        button("Open", () => go("papers", one.name)))));
    } catch (error) { say(error.message); }
  }

  // Shares of points in percent; what is learned (log evidence, costs) needs more digits.
  const figure = (value, played = true) => value === null || value === undefined ? "–" : value.toFixed(played ? 1 : 4);
  const rise = (value) => value === null || value === undefined ? "–" : `${value > 0 ? "+" : ""}${value.toFixed(4)}`;
  const span = (row, form) => row.low === null || row.low === undefined ? "–" : `${form(row.low)} to ${form(row.high)}`;
  const verdict = (one) => one.answer ? make("span", { class: `chip ${ANSWERS[one.answer] ?? ""}` }, one.answer) : make("span", { class: "soft" }, "–");

  function show(paper) {
    const counted = paper.tables.flatMap((one) => one.rows).concat(paper.claims).map((one) => one.answer).filter(Boolean);
    const sums = Object.keys(ANSWERS).map((answer) => `${counted.filter((one) => one === answer).length} ${answer}`).join(", ");
    const known = paper.tables.filter((one) => one.rows.some((row) => row.ours !== null && row.ours !== undefined));
    const open = paper.tables.filter((one) => !known.includes(one));
    content.replaceChildren(
      panel(`${paper.paper}: ${paper.title}`, make("p", { class: "soft" }, paper.source), paper.about ? make("p", {}, paper.about) : null,
        paper.report ? make("div", { class: "fields" }, choice("Ours from", paper.reports.map((one) => [one, one]), paper.report, (chosen) => go("papers", paper.name, chosen))) : null,
        paper.report ? make("p", { class: "status" }, `${counted.length} judged claims: ${sums}.`) : make("p", {}, "katachi ships no result of this paper yet."),
        known.some((one) => one.played) ? make("p", { class: "soft small" }, "In the plots the dot is ours with its 95 % interval, the diamond the paper's figure.") : null,
        ...paper.conditions.map((text) => make("p", { class: "soft small" }, text)),
        make("p", { class: "small" }, "This makes a report in the folder of the desk: ", make("code", {}, paper.command))),
      ...known.map((one) => panel(titled(one), plot(one), make("div", { class: "across" }, rows(one)))),
      open.length ? make("details", { class: "panel", open: !known.length },
        make("summary", {}, `Tables without a result yet (${open.length})`),
        ...open.flatMap((one) => [make("h3", {}, titled(one)), make("div", { class: "across" }, rows(one))])) : "",
      paper.claims.length ? panel("Claims about several rows", make("div", { class: "across" }, table(["<Claim", "<The paper says", "<Answer"],
        paper.claims.map((one) => [one.name, make("span", { style: "white-space:normal" }, one.says), verdict(one)])))) : "");
  }

  const titled = (one) => one.title ? `${one.number}: ${one.title}` : one.number;
  const named = (row) => row.than ? `${row.name} (than ${row.than})` : row.name;

  // Games have shares of points with an interval; what is learned is compared with another row of the table.
  function rows(one) {
    if (!one.rows.some((row) => row.ours !== null && row.ours !== undefined)) {
      return table(["<Row", one.played ? "Paper %" : "Paper"], one.rows.map((row) => [named(row), figure(row.paper, one.played)]));
    }
    if (one.played) {
      return table(["<Row", "Paper %", "Ours %", "95 % interval", "Games", "<Answer", "<Agreement"], one.rows.map((row) =>
        [named(row), figure(row.paper), figure(row.ours), span(row, figure), row.games ? String(row.games) : "–", verdict(row), row.agreement || ""]));
    }
    return table(["<Row", "Paper", "Ours", "Paper's rise", "Our rise", "95 % interval", "<Answer", "<Agreement"], one.rows.map((row) =>
      [named(row), figure(row.paper, false), figure(row.ours, false), rise(row.paper_difference), rise(row.difference), span(row, rise), verdict(row), row.agreement || ""]));
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
