import assert from "node:assert/strict";
import { test } from "node:test";
import { callWords, placeWords, secondsLeft } from "../../static/js/places/words.js";

const at = (place) => placeWords({ name: "Amber", ...place }, 10_000).words;

test("a table says what it wants and how long it waits", () => {
  assert.equal(at({ kind: "seat", seat: 3 }), "seat 3");
  assert.equal(at({ kind: "seat", seat: 3, needs: "turn", until: 22_100 }), "your turn, 13 s");
  assert.equal(at({ kind: "seat", seat: 3, needs: "post", until: 15_000 }), "post your blind, 5 s");
  assert.equal(at({ kind: "offered", seat: 4, needs: "offer", until: 34_000 }), "seat 4 is yours, 24 s");
  assert.equal(at({ kind: "reserved", seat: 4, until: 70_000 }), "seat 4 held for you, 60 s");
  assert.equal(at({ kind: "waiting", queue: 2 }), "number 2 in line");
  assert.equal(at({ kind: "seat", seat: 1, until: 190_000 }), "sitting out, seat free in 3 min");
  assert.equal(secondsLeft(5_000, 10_000), 0);
});

test("the one that needs the player first is called", () => {
  assert.equal(callWords([{ name: "Amber", needs: "" }]), "");
  assert.equal(callWords([{ name: "Jade" }, { name: "Onyx", needs: "offer" }]), "A seat is free at Onyx");
  assert.equal(callWords([{ name: "Jade", needs: "turn" }]), "Your turn at Jade");
});
