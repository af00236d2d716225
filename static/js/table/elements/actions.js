/**
 * The action bar. On one's turn: fold, check or call, bet or raise with exact amounts; before it:
 * wishes in the same places; else whatever else there is to decide (a blind, coming back, a seat).
 * A pointer is ignored for a moment after a button changed, so that a click meant for one thing
 * never does another.
 */
import { actionBar, command, labels, rangeWords, whyNoRaise, wishedMove, wishes } from "../actions.js";
import { el, setData, setText } from "../dom.js";
import { moneyOf } from "../money.js";
import { AmountField } from "./amount-field.js";

const GUARD_MS = 350;
const WISHES = { check_fold: "Check / fold", check: "Check", call: "Call" };

export class PokerActions extends HTMLElement {
  #parts = null;
  #bar = null;
  #wish = null;
  #context = null;
  #changed = 0;
  #face = "";
  #busy = "";

  connectedCallback() {
    if (this.#parts) return;
    const button = (kind, deed) =>
      el("button", { class: `act act--${kind}`, type: "button", onclick: (event) => this.#clicked(event, deed) });
    this.#parts = {
      hand: el("p", { class: "bar__hand" }),
      status: el("p", { class: "bar__status" }),
      extra: el("div", { class: "bar__extra" }),
      news: el("div", { class: "bar__news", "aria-hidden": "true" }),
      fold: button("fold", () => this.perform("fold", { sure: true })),
      call: button("call", () => this.perform("call")),
      raise: button("raise", () => this.perform("raise")),
      wishes: el("div", { class: "bar__wishes", role: "group", "aria-label": "For your next turn" }),
      choices: el("div", { class: "bar__choices" }),
      amount: new AmountField(
        () => this.#label(),
        () => this.perform("raise"),
      ),
    };
    const { hand, status, extra, news, fold, call, raise, wishes: before, choices, amount } = this.#parts;
    this.#parts.buttons = el(
      "div",
      { class: "bar__buttons", role: "group", "aria-label": "Your turn" },
      fold,
      call,
      raise,
    );
    this.append(
      news,
      el("div", { class: "bar__left" }, hand, status, extra),
      el("div", { class: "bar__right" }, amount.node, this.#parts.buttons, before, choices),
    );
  }

  /** The place for buttons that belong to the seat, filled by the table. */
  get extra() {
    return this.#parts.extra;
  }

  /** A line of status that changes by itself, as a countdown. */
  say(text) {
    setText(this.#parts.status, text);
  }

  /** The last things that happened, for screens where the log is out of sight. */
  tell(lines) {
    this.#parts.news.append(...lines.map((text) => el("p", { text })));
    while (this.#parts.news.children.length > 3) this.#parts.news.firstElementChild.remove();
  }

  /** `context`: `{view, mine, seat, money, live, choices: [{label, kind, deed}], status}`. */
  update(context) {
    this.#context = context;
    const { view, mine, seat, live } = context;
    const bar = live && seat !== null ? actionBar(view, seat) : null;
    const fresh = bar?.key !== this.#bar?.key;
    this.#bar = bar;
    if (fresh && bar) this.#parts.amount.reset(bar.raise, view.table.currency);
    if (!bar || this.#busy !== bar.key) this.#busy = "";
    setText(this.#parts.hand, mine.strength && view.hand ? mine.strength : "");
    this.#showTurn(bar);
    if (bar && fresh) this.#granted(bar);
    this.#showWishes(bar ? null : live && seat !== null ? wishes(view, seat) : null);
    const choices = bar ? [] : context.choices;
    this.#showChoices(choices);
    setText(this.#parts.status, this.#status(bar, context));
    setData(this, "turn", Boolean(bar));
    this.#guard();
  }

  #status(bar, { view, status }) {
    if (!bar) return status;
    if (this.#busy) return "";
    return this.#unclear(bar) ? this.#range(bar) : whyNoRaise(view, bar) || "Your turn";
  }

  /** Whether what stands in the field may not be sent. */
  #unclear({ raise }) {
    return Boolean(raise) && !raise.exact && this.#parts.amount.value === null;
  }

  #range({ raise }) {
    return rangeWords(raise, moneyOf(this.#context.view.table));
  }

  #showTurn(bar) {
    this.#parts.buttons.hidden = !bar;
    this.#parts.amount.node.hidden = !bar?.raise || bar.raise.exact;
    if (!bar) return;
    this.#label();
    this.#parts.raise.hidden = !bar.raise;
    for (const kind of ["fold", "call", "raise"]) this.#parts[kind].disabled = Boolean(this.#busy);
    this.#parts.raise.disabled ||= this.#unclear(bar);
  }

  #label() {
    const bar = this.#bar;
    if (!bar) return;
    const { money } = this.#context;
    const to = bar.raise?.exact ? bar.raise.min : this.#parts.amount.value;
    const words = labels(bar, { money, to });
    setText(this.#parts.fold, words.fold);
    setText(this.#parts.call, words.call);
    setText(this.#parts.raise, words.raise);
    this.#parts.raise.disabled = Boolean(this.#busy) || this.#unclear(bar);
    setText(this.#parts.status, this.#status(bar, this.#context));
    setData(this.#parts.call, "check", bar.check);
    setData(this.#parts.raise, "allin", words.raise.startsWith("All-in"));
    setData(this.#parts.call, "allin", bar.callAllIn);
  }

  /** Starts the guard when what can be pressed has changed; one's own amount is no surprise. */
  #guard() {
    const face = this.#bar
      ? `${this.#bar.key}:${this.#bar.call}`
      : `${this.#parts.wishes.dataset.key}|${this.#parts.choices.dataset.key}`;
    if (face === this.#face) return;
    this.#face = face;
    this.#changed = performance.now();
  }

  #clicked(event, deed) {
    if (event.detail > 0 && performance.now() - this.#changed < GUARD_MS) return;
    deed();
  }

  #granted(bar) {
    const move = wishedMove(bar, this.#wish);
    this.#wish = null;
    if (move) this.#send(move);
  }

  #showWishes(offer) {
    const box = this.#parts.wishes;
    box.hidden = !offer;
    if (this.#wish && (!offer || !this.#stillWished(offer))) this.#wish = null;
    const key = offer ? JSON.stringify([offer, this.#wish]) : "";
    if (key === box.dataset.key) return;
    box.dataset.key = key;
    box.replaceChildren(...(offer?.options ?? []).map((option) => this.#wishButton(offer, option)));
  }

  /** A wish holds for its street, and a call only at the price that was on the button. */
  #stillWished(offer) {
    if (offer.hand !== this.#wish.hand || offer.street !== this.#wish.street) return false;
    if (this.#wish.kind === "check_fold") return true;
    return offer.options.some((option) => option.kind === this.#wish.kind && option.amount === this.#wish.amount);
  }

  #wishButton(offer, option) {
    const on = this.#wish?.kind === option.kind;
    const label = option.amount ? `Call ${this.#context.money(option.amount)}` : WISHES[option.kind];
    return el("button", {
      class: "wish",
      type: "button",
      "aria-pressed": String(on),
      text: label,
      onclick: (event) =>
        this.#clicked(event, () => {
          this.#wish = on ? null : { ...option, hand: offer.hand, street: offer.street };
          this.#showWishes(offer);
        }),
    });
  }

  #showChoices(choices) {
    const box = this.#parts.choices;
    const key = JSON.stringify(choices.map(({ label, kind, form }) => [label, kind, form]));
    box.hidden = !choices.length;
    if (key === box.dataset.key) return;
    box.dataset.key = key;
    box.replaceChildren(
      ...choices.map(({ label, kind = "", deed, form }) =>
        el("button", {
          class: `button ${kind}`,
          type: form ? "submit" : "button",
          form,
          text: label,
          onclick: deed && ((event) => this.#clicked(event, deed)),
        }),
      ),
    );
  }

  /** Does `deed` (fold, call, raise) if it is possible now; true when something was sent. */
  perform(deed, { sure = false } = {}) {
    const bar = this.#bar;
    if (!bar || this.#busy) return false;
    if (deed === "fold" && bar.check && !sure) return this.#tell("You can check for free.");
    if (deed === "fold") return this.#send("fold");
    if (deed === "call") return this.#send(bar.check ? "check" : "call");
    if (!bar.raise) return this.#tell("No raise is possible now.");
    const to = bar.raise.exact ? bar.raise.min : this.#parts.amount.value;
    return to === null ? this.#tell(this.#range(bar)) : this.#send(bar.raise.word, to);
  }

  #tell(text) {
    setText(this.#parts.status, text);
    this.dispatchEvent(new CustomEvent("told", { bubbles: true, detail: { text } }));
    return false;
  }

  #send(move, to) {
    this.#busy = this.#bar.key;
    this.#showTurn(this.#bar);
    const detail = { command: command(this.#bar, move, to), refused: () => this.#refused() };
    this.dispatchEvent(new CustomEvent("act-chosen", { bubbles: true, detail }));
    return true;
  }

  #refused() {
    this.#busy = "";
    if (this.#context) this.update(this.#context);
  }

  choosePreset(index) {
    if (this.#bar?.raise && !this.#bar.raise.exact) this.#parts.amount.preset(index);
  }

  focusAmount() {
    if (this.#bar?.raise && !this.#bar.raise.exact) this.#parts.amount.focus();
  }

  focusFirst() {
    if (this.#bar) this.#parts.call.focus({ preventScroll: true });
  }
}
