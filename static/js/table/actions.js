/**
 * What the viewer can do now, worked out from what the server said: `hand.turn` carries the legal
 * call and the smallest and largest bet-to or raise-to total; nothing here knows the rules of
 * betting. Pure: view in, buttons and amounts out.
 */

/**
 * The action bar of the player in `seat`, or null when it is not his turn:
 * `{key, hand, turn, check, call, callAllIn, raise}`. `call` is the chips to add (0 when he may check);
 * `raise` is null or `{word, min, max, exact, allIn, step, chip, presets}` with totals for the round.
 */
export function actionBar(view, seat) {
  const turn = view?.hand?.turn;
  const me = view?.seats?.[seat];
  if (!turn || !me || turn.seat !== seat) return null;
  const call = turn.check ? 0 : turn.call;
  return {
    key: `${view.hand.number}-${turn.no}`,
    hand: view.hand.number,
    turn: turn.no,
    check: Boolean(turn.check),
    call,
    callAllIn: call > 0 && call >= me.stack,
    raise: raising(view, turn, me),
    pot: view.hand.pot ?? 0,
    stack: me.stack,
  };
}

function raising(view, turn, me) {
  if (turn.min === undefined || turn.max === undefined) return null;
  const { table, hand } = view;
  const bet = hand.bet ?? 0;
  const raise = {
    word: bet > 0 ? "raise" : "bet",
    min: turn.min,
    max: turn.max,
    exact: turn.min === turn.max,
    allIn: me.stack + (me.bet ?? 0),
    step: table.big_blind || table.big_bet || table.chip,
    chip: table.chip || 1,
  };
  return { ...raise, presets: raise.exact || table.game === "fixed" ? [] : presetsOf(view, turn, raise) };
}

/** A raise to `share` of the pot: the call is made first, then that share of everything goes on top. */
export function potRaise({ bet, pot, call, share }) {
  return bet + Math.floor((pot + call) * share);
}

function presetsOf(view, turn, raise) {
  const { hand, table } = view;
  const bet = hand.bet ?? 0;
  const call = turn.check ? 0 : turn.call;
  const share = (part) => potRaise({ bet, pot: hand.pot ?? 0, call, share: part });
  const opening = hand.street === "preflop" && bet <= table.big_blind;
  const middle = opening
    ? [
        ["2.5×", Math.floor(table.big_blind * 2.5)],
        ["3×", table.big_blind * 3],
        ["Pot", share(1)],
      ]
    : [
        ["½ pot", share(1 / 2)],
        ["⅔ pot", share(2 / 3)],
        ["Pot", share(1)],
      ];
  const all = [["Min", raise.min], ...middle, [raise.max === raise.allIn ? "All-in" : "Max", raise.max]];
  return all.map(([label, to]) => ({ label, to: snap(to, raise) }));
}

/** The legal amount nearest below `to`: whole chips, never under the minimum or over the maximum. */
export function snap(to, { min, max, chip }) {
  if (to >= max) return max;
  const whole = Math.floor(to / chip) * chip;
  return Math.min(max, Math.max(min, whole));
}

/** Whether `to` may be sent as it is: in range and whole chips (the maximum always is). */
export function isLegal(to, { min, max, chip }) {
  return Number.isInteger(to) && to >= min && to <= max && (to === max || to % chip === 0);
}

/** What may be typed, in words: "Choose from $4 to $100, in steps of $1." The field takes money, never big blinds. */
export function rangeWords({ min, max, chip }, money) {
  const step = chip > 1 ? `, in steps of ${money(chip)}` : "";
  return `Choose from ${money(min)} to ${money(max)}${step}.`;
}

/** The words on the buttons. `money` writes an amount; `to` is null while none is chosen that may be sent. */
export function labels(bar, { money, to = bar.raise?.min }) {
  const raise = bar.raise;
  const allIn = raise && to === raise.allIn;
  return {
    fold: "Fold",
    call: bar.check ? "Check" : bar.callAllIn ? `All-in ${money(bar.call)}` : `Call ${money(bar.call)}`,
    raise: raise ? raiseLabel(raise, { allIn, amount: to === null ? "" : money(to) }) : "",
  };
}

function raiseLabel({ word }, { allIn, amount }) {
  if (allIn) return `All-in ${amount}`;
  if (!amount) return word === "bet" ? "Bet" : "Raise";
  return word === "bet" ? `Bet ${amount}` : `Raise to ${amount}`;
}

/** Why there is no raise button, in words, or "" when there is one or nothing needs saying. */
export function whyNoRaise(view, bar) {
  if (bar.raise || bar.callAllIn) return "";
  const others = Object.values(view.seats).filter((seat) => seat.status === "playing" && seat.stack > 0);
  if (others.length < 2) return "Nobody is left to raise";
  return view.table.game === "fixed" ? "Betting is capped this round" : "The betting was not reopened";
}

/** The command that a button sends. */
export function command(bar, move, to) {
  const act = { type: "act", hand: bar.hand, turn: bar.turn, move };
  return to === undefined ? act : { ...act, to };
}

/**
 * A wish made before one's turn, as a move once the turn is there, or null when it no longer fits:
 * `check_fold`, `check`, or `call` at the price `wish.amount` that was on the button.
 */
export function wishedMove(bar, wish) {
  if (!wish || wish.hand !== bar.hand) return null;
  switch (wish.kind) {
    case "check_fold":
      return bar.check ? "check" : "fold";
    case "check":
      return bar.check ? "check" : null;
    case "call":
      return !bar.check && bar.call === wish.amount ? "call" : null;
    default:
      return null;
  }
}

/** The wishes on offer while others act: what it would cost now, from the public view alone. */
export function wishes(view, seat) {
  const me = view?.seats?.[seat];
  const hand = view?.hand;
  if (!hand || view.status !== "playing" || me?.status !== "playing" || !me.cards) return null;
  if (!hand.turn || hand.turn.seat === seat || me.stack === 0) return null;
  const owed = Math.min(Math.max(0, (hand.bet ?? 0) - (me.bet ?? 0)), me.stack);
  return owed > 0
    ? { hand: hand.number, street: hand.street, options: [{ kind: "check_fold" }, { kind: "call", amount: owed }] }
    : { hand: hand.number, street: hand.street, options: [{ kind: "check_fold" }, { kind: "check" }] };
}
