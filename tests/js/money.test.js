import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bigBlinds,
  fieldText,
  format,
  moneyOf,
  pageStyle,
  parse,
  short,
  useStyle,
} from "../../static/js/table/money.js";

test("amounts carry a sign, grouped thousands, and cents only where there are any", () => {
  assert.equal(format(400), "$4");
  assert.equal(format(250), "$2.50");
  assert.equal(format(5), "$0.05");
  assert.equal(format(0), "$0");
  assert.equal(format(123_456_700), "$1,234,567");
  assert.equal(format(-250, "EUR"), "−€2.50");
  assert.equal(format(1234, "CHF"), "12.34 CHF");
});

test("what is typed is read exactly or not at all", () => {
  for (const [text, amount] of [
    ["12", 1200],
    ["12.5", 1250],
    ["12,50", 1250],
    ["$12.50", 1250],
    ["1,200", 120_000],
    ["1,234,567.89", 123_456_789],
    [" 7 ", 700],
    [".5", 50],
    ["5.", 500],
    ["0", 0],
  ]) {
    assert.equal(parse(text), amount, text);
  }
  for (const text of ["", "abc", "-5", "1.234", "1e3", "1,23,4", "12.345", "١٢", "NaN", "1 .2.3", "9999999999999"]) {
    assert.equal(parse(text), null, text);
  }
});

test("every amount comes back from its field text", () => {
  for (let amount = 0; amount < 300_000; amount += 37) assert.equal(parse(fieldText(amount)), amount);
});

test("big blinds and short forms", () => {
  assert.equal(bigBlinds(1000, 400), "2.5 BB");
  assert.equal(bigBlinds(40_000, 400), "100 BB");
  assert.equal(bigBlinds(1_000_000, 400), "2,500 BB");
  assert.equal(short(999_900), "$9,999");
  assert.equal(short(1_234_500), "$12.3k");
  assert.equal(short(250_000_000), "$2.5M");
});

test("a table's amounts follow the viewer's wish", () => {
  const table = { currency: "PLAY", big_blind: 400 };
  assert.equal(moneyOf(table)(1000), "$10");
  assert.equal(moneyOf(table, { inBlinds: true })(1000), "2.5 BB");
});

const GERMAN = { point: ",", group: "." };

test("the page's separators are used to write and to read", (t) => {
  t.after(() => useStyle());
  useStyle(GERMAN);
  assert.equal(format(123_456, "EUR"), "€1.234,56");
  assert.equal(fieldText(123_456), "1234,56");
  assert.equal(bigBlinds(1000, 400), "2,5 BB");
  assert.equal(short(1_234_500), "$12,3k");
  for (const [text, amount] of [
    ["1.234,56", 123_456],
    ["1.234", 123_400],
    ["12,5", 1250],
    ["12.50", 1250],
    ["1234,5", 123_450],
  ])
    assert.equal(parse(text), amount, text);
  for (const text of ["1,234.56", "1,234", "12,345", "1.23.4"]) assert.equal(parse(text), null, text);
  for (let amount = 0; amount < 300_000; amount += 41) assert.equal(parse(fieldText(amount)), amount);
});

test("spaces group where they are usual", (t) => {
  t.after(() => useStyle());
  useStyle({ point: ",", group: "\u00a0" });
  assert.equal(format(123_456_700, "EUR"), "€1\u00a0234\u00a0567");
  assert.equal(parse("1\u00a0234,50"), 123_450);
  assert.equal(parse("1.234"), null);
});

test("a page that says nothing, or nonsense, is read in English", () => {
  assert.deepEqual(pageStyle({ dataset: {} }), { point: ".", group: "," });
  assert.deepEqual(pageStyle({ dataset: { point: ",", group: "," } }), { point: ".", group: "," });
  assert.deepEqual(pageStyle({ dataset: GERMAN }), GERMAN);
});
