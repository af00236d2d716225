/**
 * Playing cards as own SVG: a large rank, its suit, and one big pip, legible at the size of a phone's
 * board; court cards wear a crown, a tiara or a cap. Colours come from the page (two or four colours).
 */
import { nameOf, rankText, split } from "./cards.js";
import { el, svg } from "./dom.js";

const PIPS = {
  s: "M16 1.500C19 8 29.500 12.500 29.500 20.200a6.300 6.300 0 0 1-11.600 3.300c.3 3 1.400 5.300 3.400 7H10.700c2-1.700 3.100-4 3.400-7A6.300 6.300 0 0 1 2.500 20.200C2.500 12.500 13 8 16 1.500z",
  h: "M16 30C12 23.500 2.500 18.500 2.500 10.400a7 7 0 0 1 13.500-2.600 7 7 0 0 1 13.500 2.600C29.500 18.500 20 23.500 16 30z",
  d: "M16 1.500c3.200 6 7 10.700 11 14.500-4 3.800-7.800 8.500-11 14.500C12.800 24.500 9 19.800 5 16c4-3.800 7.800-8.500 11-14.500z",
  c: "M16 2a6.600 6.600 0 0 1 5.600 10.100 6.600 6.600 0 1 1-3.700 10.400c.4 3.300 1.500 5.800 3.400 8H10.700c1.900-2.200 3-4.700 3.400-8a6.600 6.600 0 1 1-3.700-10.400A6.600 6.600 0 0 1 16 2z",
};

const CROWNS = {
  K: "M3 22 1 6l8 6.500L16 2l7 10.500L31 6l-2 16zM3.400 24.500h25.200V28H3.400z",
  Q: "M4 22 2.500 8.500l6 6L12 5l4 9 4-9 3.500 9.500 6-6L28 22zM4.400 24.500h23.200V28H4.400z",
  J: "M5 24C4 13 10 7 18 7c-1-3 3-6 9-5-3 3-4 6-5 7.500 3.500 3 5 8 5 14.500zM5 26h22v3H5z",
};

/** One card; "??" is a back. The drawing is hidden from ears unless `spoken` asks for its name. */
export function cardElement(card, { spoken = false } = {}) {
  const node = el("span", { class: "card" });
  if (spoken) fillSpoken(node, card);
  else node.setAttribute("aria-hidden", "true");
  paint(node, card);
  return node;
}

function fillSpoken(node, card) {
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", nameOf(card));
}

/** Draws `card` on `node`; does nothing when it is there already. */
export function paint(node, card) {
  if (node.dataset.card === card) return;
  node.dataset.card = card;
  if (card === "??") {
    node.dataset.suit = "back";
    node.replaceChildren();
    return;
  }
  node.dataset.suit = card[1];
  const pip = PIPS[card[1]];
  const crown = CROWNS[card[0]];
  const rank = rankText(card);
  node.replaceChildren(
    svg(
      "svg",
      { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
      svg("text", { x: rank === "10" ? 6 : 9, y: 50, class: rank === "10" ? "card__rank card__rank--ten" : "card__rank", text: rank }),
      svg("path", { d: pip, class: "card__pip", transform: "translate(11 60) scale(0.9)" }),
      crown ? svg("path", { d: crown, class: "card__crown", transform: "translate(58 16) scale(1)" }) : null,
      svg("path", { d: pip, class: "card__pip", transform: "translate(35 72) scale(1.9)" }),
    ),
  );
}

/** Makes the children of `box` show `run`, keeping the cards that are there already. */
export function showCards(box, run) {
  const cards = split(run);
  while (box.children.length > cards.length) box.lastElementChild.remove();
  cards.forEach((card, index) => {
    const there = box.children[index];
    if (!there) box.append(cardElement(card));
    else if (there.dataset.card !== card) {
      const turned = there.dataset.card === "??";
      paint(there, card);
      if (turned) there.classList.add("card--turned");
    }
  });
}

/** A card within a line of text: rank and a small pip. */
export function inlineCard(card) {
  if (card === "??") return el("span", { class: "inline-card", text: "?" });
  return el(
    "span",
    { class: "inline-card", "data-suit": card[1], role: "img", "aria-label": nameOf(card) },
    el("span", { "aria-hidden": "true", text: rankText(card) }),
    svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("path", { d: PIPS[card[1]] })),
  );
}
