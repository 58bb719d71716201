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

export function choice(label, options, value, changed) {
  const select = make("select", { onchange: () => changed(select.value), "aria-label": label },
    options.map(([key, text]) => make("option", { value: key, selected: key === value }, text)));
  return make("label", {}, label, select);
}

export function percent(value) {
  return value === null || value === undefined ? "–" : `${(100 * value).toFixed(1)} %`;
}
