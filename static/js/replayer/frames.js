/**
 * A finished hand as frames, one a happening: what lay where after it. Pure book-keeping over the
 * events of the history (chips move by the amounts they name); no rule of the game is known here.
 */
import { plain, sentence } from "../table/log.js";

const SILENT = new Set(["dealt", "rake", "hand_over", "showdown"]);
const DEAD = new Set(["ante", "dead"]);

/** The view before anything happened. `hand` is the page's data: setup, names, cards, events. */
export function opening(hand) {
  const { setup, names, table } = hand;
  const seats = {};
  for (const [seat, stack] of setup.seats) {
    seats[seat] = {
      player: `seat-${seat}`,
      name: names[seat] ?? `Seat ${seat}`,
      stack,
      bet: 0,
      status: "playing",
      bot: (hand.bots ?? []).includes(seat),
      connected: true,
    };
  }
  return {
    table: { ...setup.stakes, ...table, seats: Math.max(2, table.seats ?? 0, ...Object.keys(seats).map(Number)) },
    status: "playing",
    button: setup.button,
    hand: { number: hand.number, street: "preflop", board: "", bet: 0, pot: 0, pots: {} },
    seats,
  };
}

const withSeat = (view, seat, change) => ({
  ...view,
  seats: { ...view.seats, [seat]: { ...view.seats[seat], ...change } },
});
const withHand = (view, change) => ({ ...view, hand: { ...view.hand, ...change } });

/** `amount` goes from a stack in front of its owner, or straight into the middle when it is dead. */
function pay(view, event) {
  const there = view.seats[event.seat];
  const dead = event.kind === "posted" && DEAD.has(event.text);
  const next = withSeat(view, event.seat, {
    stack: there.stack - event.amount,
    bet: there.bet + (dead ? 0 : event.amount),
    last: event.kind === "posted" ? event.text : event.kind,
    ...(event.all_in ? { status: "all_in" } : {}),
  });
  const hand = {
    pot: view.hand.pot + event.amount,
    bet: Math.max(view.hand.bet, dead ? 0 : next.seats[event.seat].bet),
  };
  return dead ? withHand(next, { ...hand, pots: middle(inMiddle(view) + event.amount) }) : withHand(next, hand);
}

const middle = (amount) => (amount ? { 0: { amount, seats: "" } } : {});
const inMiddle = (view) => Object.values(view.hand.pots).reduce((sum, pot) => sum + pot.amount, 0);

/** Everything in front of the seats goes to the middle. */
function gather(view) {
  const seats = Object.fromEntries(
    Object.entries(view.seats).map(([seat, there]) => [
      seat,
      { ...there, bet: 0, ...(there.status === "folded" ? {} : { last: undefined }) },
    ]),
  );
  return withHand({ ...view, seats }, { bet: 0, pots: middle(view.hand.pot) });
}

/** The view after `event`. */
export function after(view, event) {
  switch (event.kind) {
    case "posted":
    case "call":
    case "bet":
    case "raise":
      return pay(view, event);
    case "check":
      return withSeat(view, event.seat, { last: "check" });
    case "fold":
      return withSeat(view, event.seat, { status: "folded", last: "fold", cards: undefined });
    case "protected":
      return withSeat(view, event.seat, { status: "protected", last: undefined, connected: false });
    case "returned": {
      const there = view.seats[event.seat];
      const bet = Math.max(0, there.bet - event.amount);
      const next = withSeat(view, event.seat, { stack: there.stack + event.amount, bet });
      return withHand(next, {
        pot: view.hand.pot - event.amount,
        pots: there.bet ? view.hand.pots : middle(inMiddle(view) - event.amount),
      });
    }
    case "street":
      return withHand(gather(view), { street: event.text, board: view.hand.board + event.cards });
    case "shown":
      return withSeat(view, event.seat, { cards: event.cards });
    case "mucked":
      return withSeat(view, event.seat, { cards: undefined });
    case "pot_won": {
      const gathered = gather(view);
      const there = gathered.seats[event.seat];
      return withSeat(gathered, event.seat, {
        stack: there.stack + event.amount,
        won: (there.won ?? 0) + event.amount,
      });
    }
    case "showdown":
      return withHand(gather(view), { street: "showdown" });
    default:
      return view;
  }
}

/**
 * The frames of `hand`: `[{view, event, parts, text, results}]`, the first before any happening.
 * `known` shows the cards the viewer may know from the start on; else they appear when shown.
 */
export function framesOf(hand, { money, known = true }) {
  let view = opening(hand);
  const pots =
    new Set(hand.events.filter((event) => event.kind === "pot_won").map((event) => event.pot ?? 0)).size || 1;
  const names = (seat) => hand.names[seat];
  const results = [];
  const frames = [];
  const dealt = hand.events.filter((event) => event.kind === "dealt");
  for (const { seat, cards } of dealt)
    view = withSeat(view, seat, { cards: known || seat === hand.seat ? (hand.cards[seat] ?? cards) : "????" });
  frames.push({ view, event: null, parts: [`Hand ${hand.number}`], text: `Hand ${hand.number}`, results: [] });
  for (const event of hand.events) {
    view = after(view, event);
    if (event.kind === "pot_won")
      results.push({ ...event, name: names(event.seat), best: (event.cards ?? "").match(/../g) ?? [] });
    const parts = SILENT.has(event.kind) ? null : sentence(event, { names, money, pots });
    if (parts) frames.push({ view, event, parts, text: plain(parts), results: [...results] });
  }
  return frames;
}
