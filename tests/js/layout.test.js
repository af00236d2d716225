import assert from "node:assert/strict";
import { test } from "node:test";
import { slotOf, slots } from "../../static/js/table/layout.js";

test("the viewer is bottom centre and the others follow clockwise", () => {
  assert.equal(slotOf(4, 4, 9), 0);
  assert.equal(slotOf(5, 4, 9), 1);
  assert.equal(slotOf(3, 4, 9), 8);
  for (let seats = 2; seats <= 10; seats += 1) {
    for (let home = 1; home <= seats; home += 1) {
      const all = Array.from({ length: seats }, (_, index) => slotOf(index + 1, home, seats));
      assert.deepEqual(
        [...all].sort((a, b) => a - b),
        Array.from({ length: seats }, (_, index) => index),
      );
    }
  }
});

/** Plates in percent of the box: width and height of each shape (css/table/seat.css). */
const PLATES = { landscape: [16.2, 8.8], portrait: [22.6, 6.8] };

for (const shape of ["landscape", "portrait"]) {
  const [wide, tall] = PLATES[shape];
  for (let seats = 2; seats <= 10; seats += 1) {
    const all = slots(seats, shape);

    test(`${seats} seats, ${shape}: slot 0 is bottom centre, the next is to its left, mirrored on the right`, () => {
      assert.equal(all.length, seats);
      assert.equal(all[0].seat.x, 50);
      assert.ok(all.every(({ seat }) => seat.y <= all[0].seat.y));
      if (seats > 2) assert.ok(all[1].seat.x < 50);
      for (let slot = 1; slot < seats; slot += 1) {
        const twin = all[seats - slot];
        assert.ok(Math.abs(100 - all[slot].seat.x - twin.seat.x) < 0.6, `slot ${slot}`);
        assert.ok(Math.abs(all[slot].seat.y - twin.seat.y) < 0.8, `slot ${slot}`);
      }
    });

    test(`${seats} seats, ${shape}: plates stay inside the box and apart from each other`, () => {
      for (const [index, { seat }] of all.entries()) {
        assert.ok(seat.x - wide / 2 >= 0 && seat.x + wide / 2 <= 100, `slot ${index} x ${seat.x}`);
        assert.ok(seat.y - tall / 2 >= 0 && seat.y + tall / 2 <= 100, `slot ${index} y ${seat.y}`);
        for (const { seat: other } of all.slice(index + 1)) {
          assert.ok(Math.abs(seat.x - other.x) >= wide || Math.abs(seat.y - other.y) >= tall, `slot ${index}`);
        }
      }
    });

    test(`${seats} seats, ${shape}: bets lie further in than their seats and never on the board's cards`, () => {
      const away = ({ x, y }) => Math.hypot(x - 50, y - 48);
      const [left, right, top, bottom] = shape === "landscape" ? [31, 69, 39, 54] : [24, 76, 41.5, 51.5];
      for (const [index, { seat, bet }] of all.entries()) {
        assert.ok(away(bet) < away(seat), `slot ${index}`);
        assert.ok(!(bet.x > left && bet.x < right && bet.y > top && bet.y < bottom), `slot ${index} on the board`);
      }
    });
  }
}
