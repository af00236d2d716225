/** Real money at the table: refusals with reasons, a paused table, the reminder of the time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesOf } from "../../static/js/table/choices.js";
import { useStyle } from "../../static/js/table/money.js";
import { barredWords, pausedWords, refusal } from "../../static/js/table/refusals.js";
import { mayRemind, reminderWords, timeWords } from "../../static/js/table/reminder.js";
import { rakeWords } from "../../static/js/table/table-shell.js";

const money = (amount) => `€${amount / 100}`;
const table = { seats: 2, currency: "EUR", money: "real", big_blind: 200 };

test("the cashier's own reason is said before the code", () => {
  assert.match(refusal({ code: "forbidden", reason: "not_confirmed" }), /Confirm your age/);
  assert.match(refusal({ code: "unavailable", reason: "currency_frozen" }), /chips are safe/);
  assert.equal(refusal({ code: "forbidden", reason: "something new" }), "You may not do that here.");
  assert.equal(refusal({ code: "forbidden" }), "You may not do that here.");
});

test("every reason why one may not sit has words of its own", () => {
  const reasons = ["guest", "bot", "staff", "not_confirmed", "email_not_verified", "excluded", "real_money_off"];
  const words = reasons.map(barredWords);
  assert.equal(new Set(words).size, reasons.length);
  assert.ok(!words.includes("You may not do that here."));
});

test("a paused table says why, to who sits and to who watches", () => {
  const view = {
    table,
    status: "paused",
    paused: "frozen",
    seats: { 1: { name: "ann", stack: 500, status: "waiting" } },
  };
  const state = { view, mine: {}, you: { name: "ann" } };
  assert.equal(choicesOf(state, 1, money).status, pausedWords("frozen"));
  assert.equal(choicesOf(state, null, money).status, pausedWords("frozen"));
  assert.equal(choicesOf({ ...state, view: { ...view, paused: undefined } }, 1, money).status, "The table is paused.");
});

test("a stranger at a real-money table is not offered to play as a guest", () => {
  const view = { table, status: "waiting", seats: {} };
  const { status, choices } = choicesOf({ view, mine: {}, you: undefined }, null, money);
  assert.match(status, /real money/);
  assert.deepEqual(
    choices.map(({ deed }) => deed),
    ["take"],
  );
});

test("the reminder says the time and the outcome", () => {
  assert.equal(
    reminderWords({ minutes: 60, net: -1250 }, money),
    "You have played here for 1 hour. You are €12.5 down.",
  );
  assert.equal(
    reminderWords({ minutes: 125, net: 300 }, money),
    "You have played here for 2 hours 5 minutes. You are €3 up.",
  );
  assert.equal(reminderWords({ minutes: 30, net: 0 }, money), "You have played here for 30 minutes. You are even.");
  assert.equal(timeWords(1), "1 minute");
});

test("the reminder never covers a hand the viewer is in", () => {
  const mine = { reminder: { minutes: 60, net: 0 } };
  const at = (status, cards, hand = {}) => ({ mine, view: { table, status, hand, seats: { 1: { cards } } } });
  assert.equal(mayRemind(at("playing", "????"), 1), false);
  assert.equal(mayRemind(at("playing", undefined), 1), true);
  assert.equal(mayRemind(at("showdown", "AsKd"), 1), true);
  assert.equal(mayRemind(at("waiting", undefined, undefined), 1), true);
  assert.equal(mayRemind({ ...at("showdown", "AsKd"), mine: {} }, 1), false);
  assert.equal(mayRemind(at("showdown", "AsKd"), null), false);
});

test("the commission in force is shown, in the viewer's figures, and nothing where there is none", (t) => {
  t.after(() => useStyle());
  assert.equal(rakeWords({ rake: "5% in steps of 0.05, max 0.50" }), "Commission 5% in steps of 0.05, max 0.50");
  assert.equal(rakeWords({ rake: "none" }), "");
  useStyle({ point: ",", group: "." });
  assert.equal(rakeWords({ rake: "2.5% in steps of 0.05" }), "Commission 2,5% in steps of 0,05");
});
