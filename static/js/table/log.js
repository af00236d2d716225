/**
 * An event as a sentence. One whole message per kind, never glued from fragments, so that it can be
 * translated; cards stay apart as `{cards}` parts because they are drawn on the screen and spelled
 * out for ears.
 */
import { spoken } from "./cards.js";

const POSTS = {
  ante: (name, amount) => `${name} posts the ante, ${amount}`,
  small_blind: (name, amount) => `${name} posts the small blind, ${amount}`,
  big_blind: (name, amount) => `${name} posts the big blind, ${amount}`,
  live: (name, amount) => `${name} posts ${amount} to enter`,
  dead: (name, amount) => `${name} posts ${amount} dead`,
};

/** What the clock did to somebody, and whether he was there, or the room for who left. */
const FOLDS = {
  player: (name) => `${name} folds`,
  clock: (name) => `${name} timed out: folded`,
  disconnected: (name) => `${name} is disconnected and timed out: folded`,
  left: (name) => `${name} left and folds`,
};
const CHECKS = {
  player: (name) => `${name} checks`,
  clock: (name) => `${name} timed out: checked`,
  disconnected: (name) => `${name} is disconnected and timed out: checked`,
  left: (name) => `${name} left and checks`,
};

const LEAVES = {
  player: (name) => `${name} leaves the table`,
  away: (name) => `${name} was away too long: the seat is free`,
  no_chips: (name) => `${name} has no chips left: the seat is free`,
  closed: (name) => `${name} is paid out: the table is closed`,
};

const STREETS = { flop: "Flop", turn: "Turn", river: "River" };
const potName = (pot, pots) => (!pot ? "the main pot" : pots === 2 ? "the side pot" : `side pot ${pot}`);
/** "Straight, ace high" within a sentence: "a straight, ace high"; "Two pair, …" and "Ace high" need no article. */
export function handWords(text) {
  const words = text.charAt(0).toLowerCase() + text.slice(1);
  return /^(pair|straight|flush|full|royal)/.test(words) ? `a ${words}` : words;
}

/** Sentences by kind: (event, {name, money, pots}) → parts. */
const SENTENCES = {
  hand_started: (event) => [`Hand ${event.hand}`],
  posted: (event, { name, money }) => {
    const say = POSTS[event.text] ?? ((who, amount) => `${who} posts ${amount}`);
    return [say(name, money(event.amount)) + allIn(event)];
  },
  fold: (event, { name }) => [(FOLDS[event.cause] ?? FOLDS.player)(name)],
  check: (event, { name }) => [(CHECKS[event.cause] ?? CHECKS.player)(name)],
  call: (event, { name, money }) => [`${name} calls ${money(event.amount)}${allIn(event)}`],
  bet: (event, { name, money }) => [`${name} bets ${money(event.amount)}${allIn(event)}`],
  raise: (event, { name, money }) => [`${name} raises to ${money(event.to)}${allIn(event)}`],
  protected: (_event, { name }) => [`${name} is treated as all-in (disconnected) for what is in the pot`],
  returned: (event, { name, money }) => [`${money(event.amount)} not called goes back to ${name}`],
  street: (event) => [`${STREETS[event.text] ?? event.text} `, { cards: event.cards }],
  shown: (event, { name }) =>
    event.text
      ? [`${name} shows `, { cards: event.cards }, `, ${handWords(event.text)}`]
      : [`${name} shows `, { cards: event.cards }],
  mucked: (_event, { name }) => [`${name} mucks`],
  pot_won: (event, { name, money, pots }) => [wins(event, { name, money, pots })],
  rake: (event, { money }) => [`Rake ${money(event.amount)}`],
  voided: () => ["The hand is void: everybody has the chips it began with"],
  leaving: (_event, { name }) => [`${name} leaves after this hand`],
  sat: (event, { name, money }) =>
    event.amount ? [`${name} sits down with ${money(event.amount)}`] : [`${name} sits down`],
  left: (event, { name }) => [(LEAVES[event.cause] ?? LEAVES.player)(name)],
  sat_out: (event, { name }) =>
    event.cause === "declined"
      ? [`${name} does not post and sits out`]
      : event.cause === "no_answer"
        ? [`${name} did not answer and sits out`]
        : [`${name} sits out`],
  sat_in: (_event, { name }) => [`${name} is back`],
  topped_up: (event, { name, money }) => [`${name} adds ${money(event.amount)}`],
  time_bank: (_event, { name }) => [`${name} uses the time bank`],
  disconnected: (_event, { name }) => [`${name} lost the connection`],
  reconnected: (_event, { name }) => [`${name} is connected again`],
  came_in: () => ["You came in during this hand"],
};

const allIn = (event) => (event.all_in ? " and is all-in" : "");

/** "Ann wins $12 with two pair, kings and nines" */
export function wins(event, { name, money, pots = 1 }) {
  const where = pots > 1 ? ` from ${potName(event.pot, pots)}` : "";
  const how = event.text ? ` with ${handWords(event.text)}` : "";
  return `${name} wins ${money(event.amount)}${where}${how}`;
}

/**
 * The end of a hand in a few lines, from its won pots `[{seat, name?, amount, pot, text}]`: who wins
 * everything is told once, with the sum.
 */
export function outcome(results, { names, money }) {
  const nameOf = (result) => result.name ?? names(result.seat) ?? `Seat ${result.seat}`;
  const pots = new Set(results.map((result) => result.pot ?? 0)).size;
  const winners = new Map();
  for (const result of results) winners.set(result.seat, [...(winners.get(result.seat) ?? []), result]);
  return [...winners.values()].map((shares) => {
    const [first] = shares;
    const amount = shares.reduce((sum, share) => sum + share.amount, 0);
    const single = winners.size === 1 || shares.length > 1;
    return wins({ ...first, amount }, { name: nameOf(first), money, pots: single ? 1 : pots });
  });
}

/** The kind's place in the log: what it looks like and whether it opens a new group. */
export function toneOf(kind) {
  if (kind === "hand_started") return "hand";
  if (kind === "street") return "street";
  if (kind === "pot_won" || kind === "voided") return "result";
  if (kind === "chat") return "chat";
  if (["fold", "check", "call", "bet", "raise", "protected", "shown", "mucked"].includes(kind)) return "play";
  return "quiet";
}

/**
 * The parts of `event`'s sentence: strings and `{cards}`; null when it is nothing to say.
 * `names` maps a seat to a name, `money` writes an amount, `pots` is how many pots there are.
 */
export function sentence(event, { names, money, pots = 1 }) {
  const say = SENTENCES[event.kind];
  if (!say) return null;
  const name = event.name ?? names(event.seat) ?? `Seat ${event.seat}`;
  return say(event, { name, money, pots });
}

/** The same sentence for ears and for tests: cards spelled out. */
export function plain(parts) {
  return parts.map((part) => (typeof part === "string" ? part : spoken(part.cards))).join("");
}
