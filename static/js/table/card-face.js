/**
 * Playing cards as own SVG: a large rank, its suit, and one big pip, legible at the size of a phone's
 * board; court cards wear a crown, a tiara or a cap. Colours come from the page (two or four colours).
 */
import { nameOf, rankText, split } from "./cards.js";
import { el, svg } from "./dom.js";

const PIPS = {
  s: "M16 1.500C19 8 29.5 12.5 29.5 20.200a6.3 6.3 0 0 1-11.6 3.300c.3 3 1.4 5.3 3.4 7H10.700c2-1.7 3.1-4 3.4-7A6.3 6.3 0 0 1 2.5 20.200C2.5 12.5 13 8 16 1.500z",
  h: "M16 30C12 23.5 2.5 18.5 2.5 10.400a7 7 0 0 1 13.5-2.6 7 7 0 0 1 13.5 2.600C29.5 18.5 20 23.5 16 30z",
  d: "M16 1.500c3.2 6 7 10.7 11 14.5-4 3.8-7.8 8.5-11 14.500C12.8 24.5 9 19.8 5 16c4-3.8 7.8-8.5 11-14.500z",
  c: "M16 2a6.6 6.6 0 0 1 5.6 10.1 6.6 6.6 0 1 1-3.7 10.400c.4 3.3 1.5 5.8 3.4 8H10.700c1.9-2.2 3-4.7 3.4-8a6.6 6.6 0 1 1-3.7-10.400A6.6 6.6 0 0 1 16 2z",
};

const CROWNS = {
  K: "M3 22 1 6l8 6.500L16 2l7 10.500L31 6l-2 16zM3.4 24.500h25.200V28H3.400z",
  Q: "M4 22 2.5 8.500l6 6L12 5l4 9 4-9 3.5 9.5 6-6L28 22zM4.4 24.500h23.200V28H4.400z",
  J: "M5 24C4 13 10 7 18 7c-1-3 3-6 9-5-3 3-4 6-5 7.5 3.5 3 5 8 5 14.500zM5 26h22v3H5z",
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
      svg("text", {
        x: rank === "10" ? 6 : 9,
        y: 50,
        class: rank === "10" ? "card__rank card__rank--ten" : "card__rank",
        text: rank,
      }),
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
