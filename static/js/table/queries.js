/** Answers to the keys T, B, P, H and L: the state in one spoken sentence. Pure. */
import { spoken } from "./cards.js";
import { phaseOf } from "./clock.js";
import { potsOf } from "./pots.js";

/** The sentence for `deed` (time, board, pots, mine, last), from what the page knows. */
export function answer(deed, { view, mine, money, now, offset, last }) {
  const hand = view.hand;
  switch (deed) {
    case "time": {
      if (!hand?.turn) return "Nobody is to act.";
      const { left } = phaseOf({ turn: hand.turn, now, offset, quietMs: view.table.quiet_ms });
      return `${view.seats[hand.turn.seat]?.name ?? "A player"} has ${Math.ceil(left / 1000)} seconds.`;
    }
    case "board":
      return hand?.board ? `Board: ${spoken(hand.board)}.` : "No board yet.";
    case "pots": {
      const pots = potsOf(hand);
      if (!pots.length) return hand?.pot ? `Pot ${money(hand.pot)}.` : "No pot yet.";
      return `${pots.map(({ name, amount }) => `${name} ${money(amount)}`).join(", ")}.`;
    }
    case "mine":
      return mine.cards ? `You hold ${spoken(mine.cards)}. ${mine.strength ?? ""}` : "You hold no cards.";
    default:
      return last || "Nothing has happened yet.";
  }
}

/** What is said when one's turn comes: pot, price, time. */
export function turnWords({ view, bar, money, now, offset }) {
  const { left } = phaseOf({ turn: view.hand.turn, now, offset });
  const price = bar.check ? "You may check" : `${money(bar.call)} to call`;
  return `Your turn. Pot ${money(bar.pot)}. ${price}. ${Math.ceil(left / 1000)} seconds.`;
}
