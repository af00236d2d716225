import assert from "node:assert/strict";
import { test } from "node:test";
import { breakdown, denominations } from "../../static/js/table/chips.js";

const sum = ({ columns }) => columns.reduce((total, { value, count }) => total + value * count, 0);

test("R-1.6: greedy by denomination, the highest first", () => {
  const { columns } = breakdown(18_600, { chip: 100 });
  assert.deepEqual(
    columns.map(({ value, count }) => [value, count]),
    [
      [10_000, 1],
      [2500, 3],
      [500, 2],
      [100, 1],
    ],
  );
});

test("every amount of whole chips comes out even while it fits", () => {
  for (const chip of [1, 5, 25, 100, 200, 500]) {
    for (let chips = 1; chips < 800; chips += 7) {
      const all = breakdown(chips * chip, { chip, columns: 99, height: 999 });
      assert.equal(sum(all), chips * chip, `${chips} × ${chip}`);
      assert.equal(all.whole, true);
      const values = all.columns.map(({ value }) => value);
      assert.deepEqual(
        values,
        [...values].sort((a, b) => b - a),
      );
    }
  }
});

test("the drawing stays small: at most so many columns of so many chips, and says when it is not all", () => {
  const { columns, whole } = breakdown(123_456_789_12, { chip: 1 });
  assert.ok(columns.length <= 5);
  assert.ok(columns.every(({ count }) => count <= 10));
  assert.equal(whole, false);
});

test("nothing is no chips; an odd smallest chip becomes a denomination of its own", () => {
  assert.deepEqual(breakdown(0), { columns: [], whole: true });
  assert.equal(denominations(200).at(-1)[0], 200);
  assert.equal(denominations(100).at(-1)[0], 100);
});
