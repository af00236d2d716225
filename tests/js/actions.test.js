import assert from "node:assert/strict";
import { test } from "node:test";
import {
  actionBar,
  command,
  isLegal,
  labels,
  rangeWords,
  snap,
  whyNoRaise,
  wishedMove,
  wishes,
} from "../../static/js/table/actions.js";
import { format } from "../../static/js/table/money.js";

const money = (amount) => format(amount);

function view({ game = "fixed", turn, bet = 0, pot = 600, street = "preflop", mine = {}, others = {} }) {
  return {
    table: { game, small_bet: 400, big_bet: 800, small_blind: 200, big_blind: 400, chip: 100 },
    status: "playing",
    hand: { number: 1042, street, board: "", bet, pot, turn: { no: 7, seat: 4, ...turn } },
    seats: {
      4: { status: "playing", stack: 20_000, bet: 0, cards: "????", ...mine },
      5: { status: "playing", stack: 20_000, bet, cards: "????", ...others },
    },
  };
}

const bar = (facts) => actionBar(view(facts), 4);

test("not one's turn, no seat or no hand: no action bar", () => {
  assert.equal(actionBar(view({ turn: { call: 0, check: true } }), 5), null);
  assert.equal(actionBar(view({ turn: { call: 0, check: true } }), null), null);
  assert.equal(actionBar({ seats: {}, table: {} }, 4), null);
  assert.equal(actionBar(null, 4), null);
});

test("fixed limit: exact amounts on the buttons, nothing to choose", () => {
  const facing = bar({ turn: { call: 800, check: false, min: 1200, max: 1200 }, bet: 800 });
  assert.equal(facing.raise.exact, true);
  assert.deepEqual(facing.raise.presets, []);
  assert.deepEqual(labels(facing, { money }), { fold: "Fold", call: "Call $8", raise: "Raise to $12" });
  const first = bar({ turn: { call: 0, check: true, min: 400, max: 400 }, street: "flop" });
  assert.deepEqual(labels(first, { money }), { fold: "Fold", call: "Check", raise: "Bet $4" });
});

test("fixed limit, capped (R-4.4): no raise, and the reason is said", () => {
  const facts = { turn: { call: 400, check: false }, bet: 1600 };
  const capped = bar(facts);
  assert.equal(capped.raise, null);
  assert.equal(labels(capped, { money }).raise, "");
  assert.equal(whyNoRaise(view(facts), capped), "Betting is capped this round");
});

test("no raise because nobody else can bet, or because the betting is not reopened (R-4.8)", () => {
  const alone = { turn: { call: 400, check: false }, bet: 400, others: { status: "all_in", stack: 0 } };
  assert.equal(whyNoRaise(view(alone), bar(alone)), "Nobody is left to raise");
  const short = { game: "no", turn: { call: 400, check: false }, bet: 400 };
  assert.equal(whyNoRaise(view(short), bar(short)), "The betting was not reopened");
});

test("the big blind may check and raise though a bet stands", () => {
  const option = bar({ turn: { call: 0, check: true, min: 800, max: 800 }, bet: 400, mine: { bet: 400 } });
  assert.equal(option.call, 0);
  assert.deepEqual(labels(option, { money }), { fold: "Fold", call: "Check", raise: "Raise to $8" });
});

test("an amount that is the whole stack says all-in: calls, and raises counted with what is in front", () => {
  const call = bar({ turn: { call: 700, check: false }, bet: 800, mine: { stack: 700 } });
  assert.equal(call.callAllIn, true);
  assert.equal(labels(call, { money }).call, "All-in $7");
  const raise = bar({
    game: "no",
    turn: { call: 400, check: false, min: 1200, max: 5000 },
    bet: 800,
    mine: { stack: 4600, bet: 400 },
  });
  assert.equal(raise.raise.allIn, 5000);
  assert.equal(labels(raise, { money, to: 5000 }).raise, "All-in $50");
  assert.equal(labels(raise, { money, to: 4900 }).raise, "Raise to $49");
});

test("an amount that may not be sent is on no button, and what may be is said in money", () => {
  const raise = bar({ game: "no", turn: { call: 400, check: false, min: 800, max: 5000 }, bet: 400 });
  assert.equal(labels(raise, { money, to: null }).raise, "Raise");
  assert.equal(rangeWords(raise.raise, money), "Choose from $8 to $50, in steps of $1.");
  const first = bar({ game: "no", turn: { call: 0, check: true, min: 400, max: 5000 }, street: "flop" });
  assert.equal(labels(first, { money, to: null }).raise, "Bet");
  assert.equal(rangeWords({ ...first.raise, chip: 1 }, money), "Choose from $4 to $50.");
});

test("pot limit: the maximum is the pot raise the server names, and no preset passes it (R-4.6)", () => {
  // Blinds 5/10, first to act: raise to 35 at most.
  const facts = { game: "pot", turn: { call: 1000, check: false, min: 2000, max: 3500 }, bet: 1000, pot: 1500 };
  const it = view(facts);
  it.table.big_blind = 1000;
  const { presets } = actionBar(it, 4).raise;
  assert.deepEqual(
    presets.map(({ label }) => label),
    ["Min", "2.5×", "3×", "Pot", "Max"],
  );
  assert.deepEqual(
    presets.map(({ to }) => to),
    [2000, 2500, 3000, 3500, 3500],
  );
});

test("no limit after the flop: shares of the pot after the call, whole chips, within the limits", () => {
  const facts = {
    game: "no",
    street: "flop",
    turn: { call: 1600, check: false, min: 3200, max: 21_400 },
    bet: 1600,
    pot: 5400,
    mine: { stack: 21_400 },
  };
  const { presets } = bar(facts).raise;
  assert.deepEqual(presets, [
    { label: "Min", to: 3200 },
    { label: "½ pot", to: 5100 },
    { label: "⅔ pot", to: 6200 },
    { label: "Pot", to: 8600 },
    { label: "All-in", to: 21_400 },
  ]);
  for (const { to } of presets) assert.ok(isLegal(to, bar(facts).raise), String(to));
});

test("amounts snap to chips and limits; the exact maximum is always legal", () => {
  const raise = { min: 800, max: 5050, chip: 100 };
  assert.equal(snap(0, raise), 800);
  assert.equal(snap(1234, raise), 1200);
  assert.equal(snap(9999, raise), 5050);
  assert.equal(isLegal(5050, raise), true);
  assert.equal(isLegal(1250, raise), false);
  assert.equal(isLegal(700, raise), false);
  assert.equal(isLegal(5100, raise), false);
  assert.equal(isLegal(1200.5, raise), false);
});

test("a command names hand and turn, so that a stale click does nothing (R-4.11)", () => {
  const it = bar({ turn: { call: 800, check: false, min: 1200, max: 1200 }, bet: 800 });
  assert.deepEqual(command(it, "raise", 1200), { type: "act", hand: 1042, turn: 7, move: "raise", to: 1200 });
  assert.deepEqual(command(it, "call"), { type: "act", hand: 1042, turn: 7, move: "call" });
});

test("a wish is done only when it still means the same", () => {
  const facing = bar({ turn: { call: 800, check: false }, bet: 800 });
  const free = bar({ turn: { call: 0, check: true } });
  assert.equal(wishedMove(facing, { hand: 1042, kind: "check_fold" }), "fold");
  assert.equal(wishedMove(free, { hand: 1042, kind: "check_fold" }), "check");
  assert.equal(wishedMove(free, { hand: 1042, kind: "check" }), "check");
  assert.equal(wishedMove(facing, { hand: 1042, kind: "check" }), null);
  assert.equal(wishedMove(facing, { hand: 1042, kind: "call", amount: 800 }), "call");
  assert.equal(wishedMove(facing, { hand: 1042, kind: "call", amount: 400 }), null);
  assert.equal(wishedMove(facing, { hand: 1041, kind: "check_fold" }), null);
  assert.equal(wishedMove(facing, null), null);
});

test("wishes are offered to who is still to act, with today's price", () => {
  const others = view({ turn: { seat: 5, call: 0, check: true }, bet: 800, mine: { bet: 400 } });
  assert.deepEqual(wishes(others, 4).options, [{ kind: "check_fold" }, { kind: "call", amount: 400 }]);
  others.hand.bet = 400;
  assert.deepEqual(wishes(others, 4).options, [{ kind: "check_fold" }, { kind: "check" }]);
  others.seats[4].status = "folded";
  assert.equal(wishes(others, 4), null);
  assert.equal(wishes(view({ turn: { call: 0, check: true } }), 4), null, "it is his turn");
});
