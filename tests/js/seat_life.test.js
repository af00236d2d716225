import assert from "node:assert/strict";
import { test } from "node:test";
import { countdownWords, leftWords, nearlyFreed } from "../../static/js/table/countdowns.js";
import { allowanceWords, changeWords, mayAsk, warningWords, whenWords } from "../../static/js/table/protection.js";

const clock = () => "at 14:05";

test("what runs out is counted down in words", () => {
  assert.equal(countdownWords({}, 0), "");
  assert.match(countdownWords({ prompt: { deadline: 9_500 } }, 0), /asked to post: 10 s/);
  assert.match(countdownWords({ reserved: { seat: 3, until: 60_000 } }, 0), /Seat 3 is held for you: 60 s/);
  assert.match(
    countdownWords({ reserved: { seat: 3, until: 30_000, offered: true } }, 0),
    /yours if you take it: 30 s/,
  );
  assert.equal(countdownWords({ seat_until: 600_000 }, 0), "You are sitting out. Your seat is kept for 10 minutes.");
  assert.equal(
    countdownWords({ seat_until: 99_000 }, 0, { broke: true }),
    "You have no chips left. Your seat is kept for 99 s.",
  );
  assert.equal(leftWords(1_000, 5_000), "0 s");
  assert.deepEqual([nearlyFreed(60_000, 0), nearlyFreed(61_000, 0), nearlyFreed(undefined, 0)], [true, false, false]);
});

test("R-6.7: what is left, when it returns, and a warning when both are used", () => {
  assert.equal(allowanceWords(undefined), "");
  assert.equal(allowanceWords({ left: 2, of: 2 }, clock), "2 of 2 left.");
  assert.equal(allowanceWords({ left: 1, of: 2, restores_at: 5 }, clock), "1 of 2 left, the next is back at 14:05.");
  assert.match(allowanceWords({ left: 1, of: 2, revoked: true }), /Switched off/);
  assert.equal(warningWords({ left: 1, of: 2 }), "");
  assert.match(warningWords({ left: 0, of: 2, restores_at: 5 }, clock), /used up.*folded.*14:05/);
  assert.match(warningWords({ left: 2, of: 2, revoked: true }), /switched.*off/);
});

test("a change of the allowance is told: a use, the last one, a restore, a reset, a revocation", () => {
  const two = { left: 2, of: 2, revoked: false };
  const one = { left: 1, of: 2, revoked: false, changed: "use", restores_at: 5 };
  const none = { ...one, left: 0 };
  assert.equal(changeWords(undefined, two), "");
  assert.equal(changeWords(two, two), "");
  assert.match(changeWords(two, one, clock), /treated as all-in: 1 of 2 left.*14:05/);
  assert.match(changeWords(one, none, clock), /last disconnect protection.*14:05/);
  assert.match(changeWords(none, { ...two, changed: "reset" }), /Support has given back.*2 of 2 from your next hand/);
  assert.match(changeWords(none, { ...one, changed: "restore" }), /is back: 1 of 2/);
  assert.match(changeWords(two, { ...two, revoked: true }), /off, from your next hand/);
  assert.match(changeWords({ ...two, revoked: true }, two), /on again, from your next hand/);
  assert.match(changeWords({ ...none, asked: true }, none), /answered your request/);
  assert.deepEqual(
    [mayAsk(two), mayAsk(one), mayAsk({ ...one, asked: true }), mayAsk(undefined)],
    [false, true, false, false],
  );
});

test("when an all-in is back is said with its day", () => {
  const now = new Date(2026, 11, 1, 22, 0).getTime();
  assert.match(whenWords(new Date(2026, 11, 1, 23, 30).getTime(), now), /^at /);
  assert.match(whenWords(new Date(2026, 11, 2, 2, 15).getTime(), now), /^tomorrow at /);
});
