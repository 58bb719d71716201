// Elements of a page, built in one call: make("button", {class: "main", onclick: f}, "Play").

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value;  // the policy of the page forbids the attribute
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const make = (name, properties, ...children) =>
  fill(document.createElement(name), properties, children);
export const draw = (name, properties, ...children) =>
  fill(document.createElementNS(SVG, name), properties, children);

export const button = (text, act, properties = {}) => make("button", { type: "button", onclick: act, ...properties }, text);
export const panel = (title, ...children) =>
  make("div", { class: "panel" }, title ? make("h2", {}, title) : null, ...children);

// A labelled field: the label stands above.
export const field = (label, control) => make("label", { class: "field" }, label, control);

// A choice of options [[key, text]] or groups [[title, [[key, text]]]].
export function choice(label, options, value, changed) {
  const option = ([key, text]) => make("option", { value: key, selected: String(key) === String(value) }, text);
  const select = make("select", { onchange: () => changed(select.value), "aria-label": label },
    options.map((one) => Array.isArray(one[1]) ? make("optgroup", { label: one[0] }, one[1].map(option)) : option(one)));
  return field(label, select);
}

export function number(label, value, { least, most, step }, changed) {
  const input = make("input", { type: "number", min: least, max: most, step, value, "aria-label": label, onchange: () => {
    const wanted = Number(input.value);
    const kept = Number.isFinite(wanted) && input.value !== "" ? Math.min(most, Math.max(least, wanted)) : value;
    input.value = kept;
    changed(kept);
  } });
  return field(label, input);
}

export function tick(label, value, changed) {
  const input = make("input", { type: "checkbox", checked: Boolean(value), onchange: () => changed(input.checked) });
  return make("label", {}, input, label);
}

export const disc = (color) => make("span", { class: `disc ${color}`, role: "img", "aria-label": color });

// A table from headings and rows of cells; a heading that begins with "<" is a text.
export function table(headings, rows) {
  const texts = headings.map((text) => text.startsWith("<"));
  const cell = (name, content, place) => make(name, { class: texts[place] ? "text" : undefined },
    content instanceof Node ? content : String(content ?? "–"));
  return make("table", {},
    make("thead", {}, make("tr", {}, headings.map((text, place) => cell("th", text.replace(/^</, ""), place)))),
    make("tbody", {}, rows.map((row) => row instanceof Node ? row : make("tr", {}, row.map((content, place) => cell("td", content, place))))));
}

// A row of a table that can be chosen by mouse and keyboard.
export const chosenRow = (act, cells, properties = {}) => make("tr", { class: "choice", tabindex: 0, onclick: act,
  onkeydown: (event) => { if (event.key === "Enter") act(); }, ...properties },
  cells.map((content) => make("td", { class: "text" }, content instanceof Node ? content : String(content ?? "–"))));

export function percent(value, digits = 1) {
  return value === null || value === undefined ? "–" : `${(100 * value).toFixed(digits)} %`;
}

export function short(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
  return count >= 1000 ? `${(count / 1000).toFixed(count >= 1e4 ? 0 : 1)}k` : String(count);
}

// What the browser keeps for a page; a full or forbidden store is no harm.
export function kept(key, usual) {
  try { return { ...usual, ...JSON.parse(localStorage.getItem(key) ?? "{}") }; } catch { return { ...usual }; }
}
export function keep(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* kept for this visit alone */ }
}
