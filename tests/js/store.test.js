import assert from "node:assert/strict";
import { test } from "node:test";
import { mergePatch, NOTHING, reduce, seatOf } from "../../static/js/table/store.js";

/** A small repeatable source of numbers, so that a failure can be run again. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const LEAVES = [0, 1, 42, "a", "", true, false];

function someObject(roll, depth = 3) {
  const made = {};
  for (let left = roll(4); left >= 0; left -= 1) {
    const key = "abcde"[roll(5)];
    made[key] = depth > 0 && roll(3) === 0 ? someObject(roll, depth - 1) : LEAVES[roll(LEAVES.length)];
  }
  return made;
}

const isObject = (value) => typeof value === "object" && value !== null;

/** The server's side of the bargain: the patch from `old` to `next` (no nulls in either). */
function difference(old, next) {
  const patch = {};
  for (const key of Object.keys(old)) if (!(key in next)) patch[key] = null;
  for (const [key, value] of Object.entries(next)) {
    const before = old[key];
    if (isObject(before) && isObject(value)) {
      const inner = difference(before, value);
      if (Object.keys(inner).length) patch[key] = inner;
    } else if (before !== value) patch[key] = value;
  }
  return patch;
}

test("the patch between two views makes the second of the first, and changes neither", () => {
  const roll = dice(7);
  for (let round = 0; round < 2000; round += 1) {
    const [old, next] = [someObject(roll), someObject(roll)];
    const patch = difference(old, next);
    const kept = JSON.stringify([old, patch]);
    assert.deepEqual(mergePatch(old, patch), next, `round ${round}`);
    assert.equal(JSON.stringify([old, patch]), kept, "an argument was changed");
  }
});

test("an empty patch changes nothing, and untouched parts stay the same objects", () => {
  const view = { hand: { board: "AsKd" }, seats: { 1: { stack: 5 }, 2: { stack: 6 } } };
  assert.deepEqual(mergePatch(view, {}), view);
  const next = mergePatch(view, { seats: { 1: { stack: 4 } } });
  assert.equal(next.hand, view.hand);
  assert.equal(next.seats[2], view.seats[2]);
  assert.notEqual(next.seats[1], view.seats[1]);
});

test("RFC 7396: null removes, arrays and plain values replace, an object replaces a plain value", () => {
  assert.deepEqual(mergePatch({ a: "b", c: { d: 1 } }, { a: null, c: { d: null, e: 2 } }), { c: { e: 2 } });
  assert.deepEqual(mergePatch({ a: [1, 2] }, { a: [3] }), { a: [3] });
  assert.deepEqual(mergePatch({ a: 1 }, { a: { b: 2, c: null } }), { a: { b: 2 } });
  assert.equal(mergePatch({ a: 1 }, "x"), "x");
  assert.deepEqual(mergePatch("x", { a: 1 }), { a: 1 });
});

test("a patch cannot reach into the prototype", () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__": {"evil": true}}'));
  assert.equal({}.evil, undefined);
  assert.equal(Object.getPrototypeOf(merged), Object.prototype);
});

const HELLO = { type: "hello", version: 17, view: { seats: {} }, private: { cards: "AsKd" }, you: { player: "p_1" } };

test("versions: the next one applies, an old one is ignored, a jump is a gap that changes nothing", () => {
  const { state } = reduce(NOTHING, HELLO);
  const next = reduce(state, { type: "update", version: 18, patch: { status: "playing" } });
  assert.equal(next.outcome, "applied");
  assert.equal(next.state.version, 18);
  assert.equal(next.state.view.status, "playing");
  assert.equal(reduce(next.state, { type: "update", version: 18, patch: { status: "closed" } }).outcome, "old");
  const gap = reduce(next.state, { type: "update", version: 20, patch: { status: "closed" } });
  assert.equal(gap.outcome, "gap");
  assert.equal(gap.state, next.state);
});

test("an update before the first hello is a gap", () => {
  assert.equal(reduce(NOTHING, { type: "update", version: 1, patch: {} }).outcome, "gap");
});

test("a private patch touches only what is private, and hello replaces everything", () => {
  const { state } = reduce(NOTHING, HELLO);
  const next = reduce(state, { type: "private", patch: { cards: null, strength: "Ace high" } }).state;
  assert.deepEqual(next.mine, { strength: "Ace high" });
  assert.equal(next.view, state.view);
  assert.equal(next.version, 17);
  assert.deepEqual(reduce(next, { ...HELLO, private: undefined, you: undefined }).state.mine, {});
});

test("the viewer's seat comes from the view; a reservation or a seat just left is none", () => {
  const at = (seats) => seatOf({ you: { player: "p_1", seat: 9 }, view: { seats }, mine: {} });
  assert.equal(at({ 4: { player: "p_1", status: "playing" } }), 4);
  assert.equal(at({ 4: { player: "p_2", status: "playing" } }), null);
  assert.equal(at({ 4: { player: "p_1", status: "reserved" } }), null);
  assert.equal(at({ 4: { player: "p_1", status: "folded", left: true } }), null);
  assert.equal(seatOf({ you: null, view: { seats: {} } }), null);
});
