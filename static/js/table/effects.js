/** Chips on the move: bets to the pot at a street's end, the pot to its winner. Decoration: no motion, no loss. */
import { pileElement } from "./chip-pile.js";
import { el, isCalm } from "./dom.js";

const FLIGHT_MS = 420;

/** Moves a pile of `amount` across `layer` from one point to another (percent), then removes it. */
export function flyChips(layer, { amount, chip, from, to, delay = 0 }) {
  if (isCalm() || !amount) return;
  const pile = pileElement(amount, { chip, height: 5, columns: 3 });
  if (!pile) return;
  const flier = el("span", { class: "flier", "aria-hidden": "true" }, pile);
  layer.append(flier);
  const at = ({ x, y }) => ({ left: `${x}%`, top: `${y}%` });
  const flight = flier.animate(
    [
      { ...at(from), opacity: 1 },
      { ...at(to), opacity: 1, offset: 0.85 },
      { ...at(to), opacity: 0 },
    ],
    { duration: FLIGHT_MS, delay, easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "both" },
  );
  flight.onfinish = () => flier.remove();
  flight.oncancel = () => flier.remove();
}

/** The bets that were swept in between two views: `[{seat, amount}]`. */
export function sweptBets(before, after) {
  if (!before?.hand || !after?.hand || before.hand.number !== after.hand.number) return [];
  if (before.hand.street === after.hand.street && after.hand.turn) return [];
  return Object.entries(before.seats ?? {})
    .filter(([seat, { bet }]) => bet > 0 && !after.seats?.[seat]?.bet)
    .map(([seat, { bet }]) => ({ seat: Number(seat), amount: bet }));
}
