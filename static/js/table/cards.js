/** Cards as text: "AsKd" on the wire, "ace of spades" for ears. */

const RANKS = {
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
export const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** "AsKd??" → ["As", "Kd", "??"]. */
export function split(run = "") {
  return run.match(/../g) ?? [];
}

/** "As" → "ace of spades"; a hidden card is "a hidden card". */
export function nameOf(card) {
  return card === "??" ? "a hidden card" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** "AsKd" → "ace of spades, king of diamonds". */
export function spoken(run) {
  return split(run).map(nameOf).join(", ");
}

/** What stands on a card's corner: "10" for T. */
export function rankText(card) {
  return card[0] === "T" ? "10" : card[0];
}
