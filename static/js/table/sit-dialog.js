/** Taking a seat: how many chips, when to be dealt in and what that costs, and for how long the seat is held. */
import { amountPicker, askAmount, floor, openDialog } from "./dialogs.js";
import { el, setData, setText } from "./dom.js";
import { format } from "./money.js";
import { rakeWords } from "./table-shell.js";

const LAST_SECONDS = 15;

/**
 * `submit({seat, buy_in, entry})` returns a problem in words or "". `price` is what being dealt in at once
 * costs, none where nobody pays. Returns the dialog; its `count(seconds)` shows how long the seat is held.
 */
export function sitDialog({ table, seat, balance, least = 0, price, warning, submit }) {
  const { chip, currency } = table;
  const max = Math.min(table.max_buy_in, balance === undefined ? table.max_buy_in : floor(balance, chip));
  const min = Math.max(table.min_buy_in, Math.min(least, table.max_buy_in));
  const held = el("p", { class: "dialog__held", role: "timer", hidden: true });
  const intro = [held, ...introduction({ table, seat, balance, least, min, warning })];
  const title = `Take seat ${seat}`;
  const dialog =
    max < min
      ? tooLittle({ title, intro, min, currency })
      : ask({ title, intro, table, min, max, seat, price, submit });
  dialog.seat = seat;
  dialog.count = (seconds) => {
    held.hidden = false;
    setText(held, `The seat is held for you: ${seconds} s`);
    setData(held, "short", seconds <= LAST_SECONDS);
  };
  return dialog;
}

function introduction({ table, seat, balance, least, min, warning }) {
  const { currency } = table;
  const range = `Seat ${seat}. Buy in for ${format(min, currency)} to ${format(table.max_buy_in, currency)}.`;
  const intro = [el("p", { class: "muted", text: range })];
  if (min > table.min_buy_in) {
    const words = `You left with ${format(least, currency)} a short while ago and bring back at least ${format(min, currency)}.`;
    intro.push(el("p", { class: "note", text: words }));
  }
  if (balance !== undefined)
    intro.push(el("p", { class: "dialog__balance" }, "Your balance: ", el("b", { text: format(balance, currency) })));
  if (rakeWords(table)) intro.push(el("p", { class: "muted", text: `${rakeWords(table)}.` }));
  if (warning) intro.push(el("p", { class: "note note--warning", text: warning }));
  return intro;
}

function tooLittle({ title, intro, min, currency }) {
  const text = `Your balance is too small: it takes at least ${format(min, currency)} to sit down here.`;
  return openDialog(
    title,
    el("div", { class: "dialog__body stack" }, ...intro, el("p", { class: "note note--warning", text })),
  );
}

function ask({ title, intro, table, min, max, seat, price, submit }) {
  const { chip, currency } = table;
  const entry = (value, label, hint, checked) =>
    el(
      "label",
      { class: "choice" },
      el("input", { type: "radio", name: "entry", value, checked }),
      el("span", {}, el("b", { text: label }), el("span", { class: "muted", text: hint })),
    );
  const choices = el(
    "fieldset",
    { class: "choices" },
    el("legend", { class: "visually-hidden", text: "When to be dealt in" }),
    entry("post", `Post ${format(price ?? 0, currency)} and play the next hand`, "It counts as your bet in it.", true),
    entry("wait", "Wait for the big blind", "Costs nothing extra; you are dealt in when it reaches you."),
  );
  choices.hidden = !price;
  const picker = amountPicker({ min, max, chip, start: Math.min(max, Math.max(min, floor(max, chip))), currency });
  return askAmount({
    title,
    intro,
    picker,
    extra: [choices],
    label: "Take the seat",
    submit: (amount) => submit({ seat, buy_in: amount, entry: choices.querySelector(":checked")?.value ?? "post" }),
  });
}

/** What a visitor without an account can do about a seat. */
export function guestDialog() {
  const join = el("button", {
    class: "button button--primary button--large",
    type: "submit",
    form: "play-now",
    text: "Play as a guest",
  });
  const words = "Play at once with play money. You can keep the account later by adding an e-mail address.";
  const href = `/accounts/login/?next=${encodeURIComponent(location.pathname)}`;
  return openDialog(
    "Take a seat",
    el(
      "div",
      { class: "dialog__body stack" },
      el("p", { text: words }),
      join,
      el("a", { class: "button", href, text: "Sign in" }),
    ),
  );
}
