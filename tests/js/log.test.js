import assert from "node:assert/strict";
import { test } from "node:test";
import { handWords, outcome, plain, sentence, toneOf } from "../../static/js/table/log.js";
import { format } from "../../static/js/table/money.js";

const names = (seat) => ({ 1: "Ann", 2: "Bo" })[seat];
const context = { names, money: (amount) => format(amount) };
const say = (event, more = {}) => plain(sentence(event, { ...context, ...more }));

test("each move is one sentence", () => {
  assert.equal(say({ kind: "fold", seat: 1 }), "Ann folds");
  assert.equal(say({ kind: "check", seat: 1 }), "Ann checks");
  assert.equal(say({ kind: "call", seat: 1, amount: 400, to: 800 }), "Ann calls $4");
  assert.equal(say({ kind: "bet", seat: 2, amount: 800, to: 800 }), "Bo bets $8");
  assert.equal(say({ kind: "raise", seat: 2, amount: 800, to: 1200, all_in: true }), "Bo raises to $12 and is all-in");
  assert.equal(say({ kind: "posted", seat: 1, amount: 200, text: "small_blind" }), "Ann posts the small blind, $2");
  assert.equal(say({ kind: "posted", seat: 1, amount: 200, text: "dead" }), "Ann posts $2 dead");
});

test("the log says what the clock did, and whether the player was there (R-6.3, R-6.4)", () => {
  assert.equal(say({ kind: "fold", seat: 1, cause: "clock" }), "Ann timed out: folded");
  assert.equal(say({ kind: "check", seat: 1, cause: "clock" }), "Ann timed out: checked");
  assert.equal(say({ kind: "fold", seat: 1, cause: "disconnected" }), "Ann is disconnected and timed out: folded");
  assert.equal(say({ kind: "fold", seat: 1, cause: "left" }), "Ann left and folds");
  assert.equal(say({ kind: "sat_out", seat: 1, cause: "no_answer" }), "Ann did not answer and sits out");
  assert.equal(say({ kind: "sat_out", seat: 1 }), "Ann sits out");
  assert.match(say({ kind: "protected", seat: 1, to: 400 }), /treated as all-in \(disconnected\)/);
});

test("cards are parts of their own: drawn on the screen, spelled out for ears", () => {
  const parts = sentence({ kind: "street", text: "flop", cards: "AsKdTc" }, context);
  assert.deepEqual(parts, ["Flop ", { cards: "AsKdTc" }]);
  assert.equal(plain(parts), "Flop ace of spades, king of diamonds, ten of clubs");
  assert.equal(
    say({ kind: "shown", seat: 2, cards: "9h9c", text: "Pair of nines" }),
    "Bo shows nine of hearts, nine of clubs, a pair of nines",
  );
});

test("a won pot is told with its hand, and which pot it was where there are several", () => {
  const won = { kind: "pot_won", seat: 1, amount: 1200, pot: 0, text: "Two pair, kings and nines" };
  assert.equal(say(won), "Ann wins $12 with two pair, kings and nines");
  assert.equal(say(won, { pots: 2 }), "Ann wins $12 from the main pot with two pair, kings and nines");
  assert.equal(say({ ...won, pot: 1 }, { pots: 2 }), "Ann wins $12 from the side pot with two pair, kings and nines");
  assert.equal(say({ ...won, pot: 2 }, { pots: 3 }), "Ann wins $12 from side pot 2 with two pair, kings and nines");
  assert.equal(say({ kind: "pot_won", seat: 1, amount: 300, pot: 0 }), "Ann wins $3");
});

test("hands get an article where English wants one", () => {
  assert.equal(handWords("Straight, ace high"), "a straight, ace high");
  assert.equal(handWords("Full house, kings full of nines"), "a full house, kings full of nines");
  assert.equal(handWords("Royal flush"), "a royal flush");
  assert.equal(handWords("Three of a kind, kings"), "three of a kind, kings");
  assert.equal(handWords("Ace high"), "ace high");
});

test("the outcome adds up who wins everything, and tells shared pots apart", () => {
  const side = { seat: 1, amount: 300, pot: 1, text: "Flush, ace high" };
  const main = { seat: 1, amount: 900, pot: 0, text: "Flush, ace high" };
  assert.deepEqual(outcome([side, main], context), ["Ann wins $12 with a flush, ace high"]);
  assert.deepEqual(outcome([side, { ...main, seat: 2, text: "Full house, tens full of twos" }], context), [
    "Ann wins $3 from the side pot with a flush, ace high",
    "Bo wins $9 from the main pot with a full house, tens full of twos",
  ]);
  assert.deepEqual(outcome([main, { ...main, seat: 2 }], context), [
    "Ann wins $9 with a flush, ace high",
    "Bo wins $9 with a flush, ace high",
  ]);
  assert.deepEqual(outcome([], context), []);
});

test("unknown events say nothing, and a player who left keeps the name the event gives", () => {
  assert.equal(sentence({ kind: "something_new", seat: 1 }, context), null);
  // The move that the clock made is an event of its own and says it all.
  assert.equal(sentence({ kind: "timed_out", seat: 1, text: "fold", cause: "connected" }, context), null);
  assert.equal(say({ kind: "left", seat: 7, name: "Cy" }), "Cy leaves the table");
  assert.equal(say({ kind: "left", seat: 7, name: "Cy", cause: "away" }), "Cy was away too long: the seat is free");
  assert.equal(say({ kind: "left", seat: 7, name: "Cy", cause: "no_chips" }), "Cy has no chips left: the seat is free");
  assert.equal(say({ kind: "fold", seat: 7 }), "Seat 7 folds");
  assert.equal(toneOf("pot_won"), "result");
  assert.equal(toneOf("something_new"), "quiet");
});
