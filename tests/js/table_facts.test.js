import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, rankText, split, spoken } from "../../static/js/table/cards.js";
import { choicesOf, freeSeats, priceWords } from "../../static/js/table/choices.js";
import { betterOffset, phaseOf } from "../../static/js/table/clock.js";
import { sweptBets } from "../../static/js/table/effects.js";
import { deedOf } from "../../static/js/table/keys.js";
import { lineWords } from "../../static/js/table/line-words.js";
import { format } from "../../static/js/table/money.js";
import { potsOf } from "../../static/js/table/pots.js";
import { answer, turnWords } from "../../static/js/table/queries.js";
import { refusal } from "../../static/js/table/refusals.js";
import { badgeOf, hueOf, initials, seatSentence } from "../../static/js/table/seat-words.js";
import { DEFAULTS, sane } from "../../static/js/table/settings.js";

const money = (amount) => format(amount);

test("cards: split, named, spelled", () => {
  assert.deepEqual(split("AsTd??"), ["As", "Td", "??"]);
  assert.deepEqual(split(""), []);
  assert.equal(nameOf("Th"), "ten of hearts");
  assert.equal(rankText("Th"), "10");
  assert.equal(spoken("As??"), "ace of spades, a hidden card");
});

test("R-6.2: the clock is quiet, then counts down, by the server's time", () => {
  const turn = { warn_at: 7000, deadline: 22_000 };
  assert.equal(phaseOf({ turn, now: 0 }).phase, "quiet");
  assert.deepEqual(phaseOf({ turn, now: 7000 }), { phase: "countdown", left: 15_000, share: 1 });
  assert.deepEqual(phaseOf({ turn, now: 2000, offset: 12_500 }), { phase: "countdown", left: 7500, share: 0.5 });
  assert.equal(phaseOf({ turn, now: 22_000 }).phase, "over");
  const bank = { no: 1, warn_at: 22_000, deadline: 52_000, bank: true };
  assert.deepEqual(phaseOf({ turn: bank, now: 37_000 }), { phase: "bank", left: 15_000, share: 0.5 });
  assert.equal(phaseOf({ turn: { no: 1 }, now: 5 }).phase, "none");
  assert.equal(phaseOf({ turn: undefined, now: 5 }).phase, "none");
});

test("the clocks' difference comes from the quickest round trip, and old knowledge is replaced", () => {
  const first = betterOffset(null, { now: 5100, sent: 0, received: 200 });
  assert.equal(first.offset, 5000);
  assert.equal(betterOffset(first, { now: 9900, sent: 1000, received: 2000 }), first);
  assert.equal(betterOffset(first, { now: 6050, sent: 1000, received: 1100 }).offset, 5000);
  assert.notEqual(betterOffset(first, { now: 99_000, sent: 70_000, received: 71_000 }), first);
});

test("pots are named main and side, and list who plays for them", () => {
  const pots = potsOf({ pots: { 1: { amount: 300, seats: "1,5" }, 0: { amount: 900, seats: "1,3,5" } } });
  assert.deepEqual(pots, [
    { name: "Main", amount: 900, seats: [1, 3, 5] },
    { name: "Side", amount: 300, seats: [1, 5] },
  ]);
  assert.equal(potsOf({ pots: { 0: { amount: 5, seats: "1" } } })[0].name, "Pot");
  assert.deepEqual(potsOf(undefined), []);
});

test("bets are swept in when the street ends, not while it goes on", () => {
  const at = (street, bet, turn) => ({ hand: { number: 1, street, turn }, seats: { 1: { bet } } });
  assert.deepEqual(sweptBets(at("flop", 400, {}), at("turn", 0, {})), [{ seat: 1, amount: 400 }]);
  assert.deepEqual(sweptBets(at("flop", 400, {}), at("flop", 400, {})), []);
  assert.deepEqual(sweptBets(at("river", 400, {}), at("river", 0, undefined)), [{ seat: 1, amount: 400 }]);
  assert.deepEqual(sweptBets(null, at("flop", 0, {})), []);
});

const TABLE = { seats: 3, big_blind: 400, money: "play", currency: "PLAY" };
const choose = (facts, seat = 1) => choicesOf({ mine: {}, you: { player: "p_1" }, ...facts }, seat, money);
const deeds = ({ choices }) => choices.map(({ deed }) => deed);

test("an observer is offered a seat, a stranger a guest's place, a full table its waiting list", () => {
  const free = { table: TABLE, status: "playing", seats: { 1: {}, 2: { left: true } } };
  assert.deepEqual(freeSeats(free), [2, 3]);
  assert.deepEqual(deeds(choose({ view: free }, null)), ["take"]);
  assert.deepEqual(deeds(choose({ view: free, you: null }, null)), ["guest"]);
  const full = { table: TABLE, status: "playing", seats: { 1: {}, 2: {}, 3: {} }, waiting: 2 };
  assert.deepEqual(deeds(choose({ view: full }, null)), ["wait_on"]);
  assert.deepEqual(deeds(choose({ view: full, mine: { wait_list: 2 } }, null)), ["wait_off"]);
  assert.deepEqual(deeds(choose({ view: full, mine: { reserved: { seat: 3, offered: true } } }, null)), [
    "take",
    "refuse",
  ]);
  assert.deepEqual(deeds(choose({ view: { ...full, status: "closed" } }, null)), []);
});

test("R-2.10: a blind prompt comes before everything else, with its price", () => {
  const view = { table: TABLE, status: "posting", seats: { 1: { status: "waiting", stack: 5000 } } };
  const { choices } = choose({ view, mine: { prompt: { kind: "post_big_blind", amount: 400 } } });
  assert.deepEqual(
    choices.map(({ deed }) => deed),
    ["post", "decline"],
  );
  assert.equal(choices[0].label, "Post the big blind, $4");
});

test("coming back: with the price where something is owed (R-2.9), without ado where nothing is", () => {
  const view = { table: TABLE, status: "playing", hand: {}, seats: { 1: { status: "sitting_out", stack: 5000 } } };
  assert.deepEqual(deeds(choose({ view })), ["back_post"]);
  const owing = choose({ view, mine: { price: { live: 400, dead: 200 } } });
  assert.deepEqual(deeds(owing), ["back_post", "back_wait"]);
  assert.equal(owing.choices[0].label, "Post $4 + $2 dead");
  assert.equal(priceWords({ dead: 200 }, money), "$2 dead");
  view.seats[1].stack = 0;
  assert.deepEqual(deeds(choose({ view })), ["top_up"]);
});

test("R-7.5: cards may be shown after the hand, once, by who was dealt in", () => {
  const view = {
    table: TABLE,
    status: "showdown",
    hand: {},
    seats: { 1: { status: "playing", stack: 5000, cards: "????" } },
  };
  assert.deepEqual(deeds(choose({ view, mine: { cards: "AsKd" } })), ["show"]);
  view.seats[1].cards = "AsKd";
  assert.deepEqual(deeds(choose({ view, mine: { cards: "AsKd" } })), []);
});

test("a seat in one sentence, for ears", () => {
  const seat = { name: "Ann", bot: true, stack: 18_600, bet: 400, status: "all_in", connected: false, cards: "AsKd" };
  assert.equal(
    seatSentence(seat, { number: 3, money, dealer: true, acting: true }),
    "Seat 3, Ann, house bot, $186, dealer, all-in, disconnected, $4 in front, shows ace of spades, king of diamonds, to act.",
  );
  assert.equal(seatSentence(undefined, { number: 3, money }), "Seat 3, empty.");
  assert.equal(badgeOf({ status: "protected", connected: false }), "All-in · disconnected");
  assert.equal(badgeOf({ status: "playing", connected: false }), "Disconnected");
  assert.equal(badgeOf({ status: "playing", connected: true }), null);
  assert.equal(initials("river_rat99"), "RR");
  for (let place = 1; place < 10; place += 1) assert.notEqual(hueOf(place), hueOf(place + 1));
});

test("single keys act only when switched on and never while text is typed", () => {
  const key = (name, more = {}) => ({ key: name, target: { matches: () => false }, ...more });
  assert.deepEqual(deedOf(key("f")), { deed: "fold" });
  assert.deepEqual(deedOf(key("F")), { deed: "fold" });
  assert.deepEqual(deedOf(key("3")), { deed: "preset", index: 2 });
  assert.equal(deedOf(key("f"), { on: false }), null);
  assert.equal(deedOf(key("f", { target: { matches: () => true } })), null);
  assert.equal(deedOf(key("f", { ctrlKey: true })), null);
  assert.equal(deedOf(key("f", { repeat: true })), null);
  assert.equal(deedOf(key("6")), null);
});

test("the line's state in words; a lost line says how long one's turn lasts", () => {
  assert.equal(lineWords({ state: "live", since: 0, now: 0 }).banner, "");
  const lost = lineWords({ state: "reconnecting", since: 1000, now: 5000, turn: { deadline: 15_000 } });
  assert.match(lost.banner, /4 s ago/);
  assert.match(lost.banner, /10 s more/);
  assert.match(lineWords({ state: "signed_out", since: 0, now: 0 }).banner, /signed out/);
});

test("the query keys answer in a sentence", () => {
  const view = {
    table: { quiet_ms: 7000 },
    hand: { board: "AsKd7c", pot: 1200, pots: {}, turn: { seat: 2, warn_at: 7000, deadline: 22_000 } },
    seats: { 2: { name: "Bo" } },
  };
  const facts = {
    view,
    mine: { cards: "9h9c", strength: "Pair of nines" },
    money,
    now: 2000,
    offset: 0,
    last: "Bo checks",
  };
  assert.equal(answer("time", facts), "Bo has 20 seconds.");
  assert.match(answer("board", facts), /^Board: ace of spades/);
  assert.equal(answer("pots", facts), "Pot $12.");
  assert.match(answer("mine", facts), /nine of hearts, nine of clubs. Pair of nines/);
  assert.equal(answer("last", facts), "Bo checks");
  assert.equal(
    turnWords({ view, bar: { pot: 1200, call: 400, check: false }, money, now: 0, offset: 0 }),
    "Your turn. Pot $12. $4 to call. 22 seconds.",
  );
});

test("every refusal has words, an unknown one the server's", () => {
  assert.match(refusal({ code: "stale_turn" }), /moved on/);
  assert.equal(refusal({ code: "brand_new", message: "No." }), "No.");
  assert.ok(refusal(undefined));
});

test("saved settings are trusted only as far as they make sense", () => {
  assert.deepEqual(sane(null), DEFAULTS);
  assert.deepEqual(sane("not json"), DEFAULTS);
  assert.deepEqual(sane("null"), DEFAULTS);
  assert.deepEqual(sane('{"sound": "loud", "volume": 10, "other": 1}'), { ...DEFAULTS, volume: 10 });
});
