/** Making and changing nodes without innerHTML: what others typed can only ever become text. */

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "text") node.textContent = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** `el("button", {class: "x", type: "button", onclick: f}, "text", node…)` */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Writes only what changed, so that live regions and selections are left alone. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets or removes `data-name`: true is an empty attribute, false and undefined none. */
export function setData(node, name, value) {
  const attribute = `data-${name}`;
  if (value === undefined || value === null || value === false) node.removeAttribute(attribute);
  else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(attribute) !== text) node.setAttribute(attribute, text);
  }
}

/** Whether the viewer asked for less motion. */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const ICONS = {
  back: "M15 4l-8 8 8 8",
  gear: "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100",
  sound: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  mute: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5",
  chat: "M4 5h16v11H10l-4.500 4v-4H4z",
  close: "M5 5l14 14M19 5L5 19",
  door: "M13 4H5v16h8M10 12h11M17 8l4 4-4 4",
  plus: "M12 5v14M5 12h14",
  help: "M8.500 9a3.500 3.500 0 1 1 5.200 3c-1.200.7-1.700 1.300-1.700 2.500M12 18.200v.3",
};

/** A line icon; decoration only, the button carries the words. */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", fill: "none", stroke: "currentColor",
      "stroke-width": "2", "stroke-linecap": "round", "stroke-linejoin": "round" },
    svg("path", { d: ICONS[name] }),
  );
}
