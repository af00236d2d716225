import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, fromQuery, toQuery } from "../../static/js/lobby/filters.js";
import { framesOf, opening } from "../../static/js/replayer/frames.js";
import { format } from "../../static/js/table/money.js";

const money = (amount) => format(amount);
/** Blinds 1/2, ante 1: Ann raises, Bo calls, Cy folds; Bo shows down and wins; one uncalled bet. */
const HAND = {
  number: 7,
  table: { id: "amber", name: "Amber", currency: "PLAY" },
  setup: {
    button: 1,
    stakes: { game: "no", chip: 100, small_blind: 100, big_blind: 200, ante: 100 },
    seats: [
      [1, 10_000, [], true],
      [2, 9000, [], true],
      [5, 500, [], true],
    ],
  },
  names: { 1: "Ann", 2: "Bo", 5: "Cy" },
  seat: 1,
  cards: { 1: "AsKd", 2: "9h9c" },
  events: [
    { kind: "posted", seat: 1, amount: 100, text: "ante" },
    { kind: "posted", seat: 2, amount: 100, text: "ante" },
    { kind: "posted", seat: 5, amount: 100, text: "ante" },
    { kind: "posted", seat: 2, amount: 100, text: "small_blind" },
    { kind: "posted", seat: 5, amount: 200, text: "big_blind" },
    { kind: "dealt", seat: 2, cards: "9h9c" },
    { kind: "dealt", seat: 5, cards: "????" },
    { kind: "dealt", seat: 1, cards: "AsKd" },
    { kind: "raise", seat: 1, amount: 600, to: 600 },
    { kind: "call", seat: 2, amount: 500, to: 600 },
    { kind: "fold", seat: 5 },
    { kind: "street", text: "flop", cards: "2c3d9s" },
    { kind: "bet", seat: 2, amount: 1000, to: 1000 },
    { kind: "call", seat: 1, amount: 400, to: 400 },
    { kind: "returned", seat: 2, amount: 600 },
    { kind: "street", text: "turn", cards: "4h" },
    { kind: "street", text: "river", cards: "Jc" },
    { kind: "showdown", cards: "2c3d9s4hJc" },
    { kind: "shown", seat: 2, cards: "9h9c", text: "Three of a kind, nines" },
    { kind: "mucked", seat: 1 },
    { kind: "pot_won", seat: 2, pot: 0, amount: 2450, text: "Three of a kind, nines", cards: "9h9c9sJc4h" },
    { kind: "rake", amount: 50 },
    { kind: "hand_over" },
  ],
};

test("the opening has everybody's stack and nothing in the middle", () => {
  const view = opening(HAND);
  assert.equal(view.table.seats, 5);
  assert.deepEqual(
    Object.values(view.seats).map(({ stack }) => stack),
    [10_000, 9000, 500],
  );
  assert.equal(view.hand.pot, 0);
});

test("chips are conserved in every frame until the pot is paid, then only the rake is missing", () => {
  const frames = framesOf(HAND, { money });
  const behind = ({ view }) => Object.values(view.seats).reduce((sum, { stack }) => sum + stack, 0);
  let paid = false;
  for (const frame of frames) {
    paid ||= frame.event?.kind === "pot_won";
    assert.equal(behind(frame) + (paid ? 50 : frame.view.hand.pot), 19_500, frame.text);
    const inFront = Object.values(frame.view.seats).reduce((sum, { bet }) => sum + bet, 0);
    const middle = Object.values(frame.view.hand.pots).reduce((sum, { amount }) => sum + amount, 0);
    assert.equal(inFront + middle, frame.view.hand.pot, frame.text);
  }
  assert.equal(frames.at(-1).view.seats[2].stack, 9000 - 100 - 600 - 400 + 2450);
});

test("silent facts make no frame; what is told has words", () => {
  const frames = framesOf(HAND, { money });
  assert.ok(frames.every(({ text }) => text));
  assert.ok(!frames.some(({ event }) => ["dealt", "rake", "hand_over", "showdown"].includes(event?.kind)));
  assert.equal(frames.at(-1).text, "Bo wins $24.50 with three of a kind, nines");
  assert.deepEqual(frames.at(-1).results[0].best, ["9h", "9c", "9s", "Jc", "4h"]);
});

test("closed cards: only one's own until somebody shows; open: all one may know; never more", () => {
  const closed = framesOf(HAND, { money, known: false })[0].view.seats;
  assert.deepEqual([closed[1].cards, closed[2].cards, closed[5].cards], ["AsKd", "????", "????"]);
  const open = framesOf(HAND, { money })[0].view.seats;
  assert.deepEqual([open[1].cards, open[2].cards, open[5].cards], ["AsKd", "9h9c", "????"]);
  assert.equal(framesOf(HAND, { money, known: false }).at(-1).view.seats[2].cards, "9h9c");
});

test("lobby filters: game, money, full, empty; kept in the address", () => {
  const table = { game: "fixed", money: "play", seats: 9, taken: 9 };
  const none = fromQuery("");
  assert.equal(fits(table, none), true);
  assert.equal(fits(table, { ...none, full: true }), false);
  assert.equal(fits({ ...table, taken: 0 }, { ...none, empty: true }), false);
  assert.equal(fits(table, { ...none, game: "no" }), false);
  assert.equal(fits(table, { ...none, money: "real" }), false);
  for (const query of ["", "?game=no", "?money=real&full", "?game=pot&money=play&full&empty"])
    assert.equal(toQuery(fromQuery(query)), query);
  assert.deepEqual(fromQuery("?game=bridge&money=gold"), none);
});
