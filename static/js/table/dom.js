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
  sliders: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.500v5M8 14.500v5",
  sound: "M4 9.500v5h3.500L12 18.500v-13L7.5 9.500zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  mute: "M4 9.500v5h3.500L12 18.500v-13L7.5 9.500zM16 9.500l5 5M21 9.500l-5 5",
  chat: "M4 5h16v11H10l-4.5 4v-4H4z",
  close: "M5 5l14 14M19 5L5 19",
  door: "M13 4H5v16h8M10 12h11M17 8l4 4-4 4",
  plus: "M12 5v14M5 12h14",
  help: "M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.500M12 18.200v.3",
};

/** A line icon; decoration only, the button carries the words. */
export function icon(name) {
  return svg(
    "svg",
    {
      viewBox: "0 0 24 24",
      class: "icon",
      "aria-hidden": "true",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "2",
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    svg("path", { d: ICONS[name] }),
  );
}
