/** A seat in words: the full sentence that ears get, and the short labels on its plate. */
import { spoken } from "./cards.js";

export const LAST = {
  fold: "Fold",
  check: "Check",
  call: "Call",
  bet: "Bet",
  raise: "Raise",
  posted: "Post",
  small_blind: "Small blind",
  big_blind: "Big blind",
  ante: "Ante",
  live: "Post",
  dead: "Post",
  protected: "Protected",
};

/** What keeps a seat out of the hand, as a badge: text or null. */
export function badgeOf(seat) {
  if (seat.left) return "Left";
  if (seat.status === "protected") return "All-in · disconnected";
  if (seat.status === "all_in") return "All-in";
  if (seat.status === "reserved") return "Reserved";
  if (seat.connected === false) return "Disconnected";
  if (seat.status === "sitting_out") return "Sitting out";
  if (seat.status === "waiting") return "Waiting";
  return null;
}

const STATES = {
  folded: "folded",
  all_in: "all-in",
  protected: "disconnected, treated as all-in",
  waiting: "waiting for the next hand",
  sitting_out: "sitting out",
};

/**
 * "Seat 3, Ann, $186, dealer, bets $4, raise." `seat` is undefined for an empty one; `facts` are
 * `{number, money, isMe, dealer, acting}`.
 */
export function seatSentence(seat, { number, money, isMe = false, dealer = false, acting = false }) {
  if (!seat) return `Seat ${number}, empty.`;
  if (seat.status === "reserved") return `Seat ${number}, reserved.`;
  const parts = [`Seat ${number}`, isMe ? `you, ${seat.name}` : seat.name];
  if (seat.bot) parts.push("house bot");
  parts.push(money(seat.stack ?? 0));
  if (dealer) parts.push("dealer");
  if (STATES[seat.status]) parts.push(STATES[seat.status]);
  if (seat.connected === false && seat.status !== "protected") parts.push("disconnected");
  if (seat.bet) parts.push(`${money(seat.bet)} in front`);
  if (seat.cards && !seat.cards.includes("?")) parts.push(`shows ${spoken(seat.cards)}`);
  if (seat.won) parts.push(`won ${money(seat.won)}`);
  if (acting) parts.push(isMe ? "your turn" : "to act");
  return `${parts.join(", ")}.`;
}

/** Two letters for the round face of a plate. */
export function initials(name = "?") {
  const words = name.split(/[\s_.-]+/).filter(Boolean);
  const letters = words.length > 1 ? words[0][0] + words[1][0] : name.slice(0, 2);
  return letters.toUpperCase();
}

/** A colour class 0–7: neighbours never share one. */
export const hueOf = (seat) => (seat * 3) % 8;
