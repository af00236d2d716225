/** Chips drawn as SVG columns: the highest denomination in front, others behind it. */
import { breakdown } from "./chips.js";
import { svg } from "./dom.js";

const WIDTH = 26;
const TALL = 3.6;
/** Where the columns stand, front first: left offset and how far back. */
const PLACES = [
  [0, 0],
  [-23, 5],
  [23, 5],
  [-12, 13],
  [12, 13],
];

/** One chip: its edge with inlays; `top` also its face. */
function chip(colour, x, y, top) {
  const edge = `M${x} ${y}v${TALL}a13 6.5 0 0 0 26 0v-${TALL}`;
  const group = svg("g", { class: `chip chip--${colour}` }, svg("path", { class: "chip__edge", d: `${edge}z` }));
  group.append(
    svg("path", {
      class: "chip__inlay",
      d: `M${x + 4} ${y + 4.4}v${TALL}l4.5 1.300v-${TALL}zM${x + 17.5} ${y + 5.7}v${TALL}l4.5-1.300v-${TALL}z`,
    }),
  );
  if (!top) return group;
  const [cx, cy] = [x + 13, y];
  group.append(
    svg("ellipse", { class: "chip__face", cx, cy, rx: 13, ry: 6.5 }),
    svg("ellipse", { class: "chip__ring", cx, cy, rx: 10.5, ry: 5.1 }),
    svg("ellipse", { class: "chip__middle", cx, cy, rx: 7, ry: 3.3 }),
  );
  return group;
}

/** The drawing of `amount`; null for nothing. `limit` keeps piles small where room is short. */
export function pileElement(amount, { chip: unit = 1, columns = 5, height = 10 } = {}) {
  const { columns: piles } = breakdown(amount, { chip: unit, columns, height });
  if (!piles.length) return null;
  const used = PLACES.slice(0, piles.length);
  const left = Math.min(...used.map(([x]) => x));
  const right = Math.max(...used.map(([x]) => x)) + WIDTH;
  const tops = piles.map((pile, index) => used[index][1] + pile.count * TALL);
  const tall = Math.max(...tops) + 14;
  const drawing = svg("svg", {
    class: "pile",
    viewBox: `${left - 1} ${-tall + 7} ${right - left + 2} ${tall + 2}`,
    "aria-hidden": "true",
  });
  drawing.style.setProperty("--wide", String((right - left + 2) / WIDTH));
  drawing.style.setProperty("--tall", String((tall + 2) / WIDTH));
  for (let index = piles.length - 1; index >= 0; index -= 1) {
    const [x, back] = used[index];
    const pile = piles[index];
    for (let level = 0; level < pile.count; level += 1) {
      drawing.append(chip(pile.colour, x, -back - TALL * (level + 1), level === pile.count - 1));
    }
  }
  return drawing;
}
