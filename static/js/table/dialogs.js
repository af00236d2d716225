/** The table's dialogs as native <dialog>: an amount, top up, keys, yes or no. Sitting down has a module of its own. */
import { rangeWords } from "./actions.js";
import { el, icon, setText } from "./dom.js";
import { SHORTCUTS } from "./keys.js";
import { fieldText, format, parse } from "./money.js";

/** Opens a modal with `title` and `body`; `dialog.returnValue` says how it ended. Removed when closed. */
export function openDialog(title, body, { wide = false } = {}) {
  const heading = `dialog-${title.replace(/\W+/g, "-").toLowerCase()}`;
  const dialog = el("dialog", { class: `dialog${wide ? " dialog--wide" : ""}`, "aria-labelledby": heading });
  const close = el(
    "button",
    {
      class: "button button--quiet button--icon dialog__close",
      type: "button",
      "aria-label": "Close",
      onclick: () => dialog.close(""),
    },
    icon("close"),
  );
  dialog.append(el("header", { class: "dialog__head" }, el("h2", { id: heading, text: title }), close), body);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(""));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A slider and a field for an amount between `min` and `max`, whole chips. */
export function amountPicker({ min, max, chip, start, currency }) {
  const range = el("input", { type: "range", min, max, step: chip, value: start, "aria-label": "Amount" });
  const field = el("input", {
    class: "input picker__field",
    inputmode: "decimal",
    autocomplete: "off",
    value: fieldText(start),
    "aria-label": "Amount",
  });
  const node = el(
    "div",
    { class: "picker" },
    field,
    range,
    el(
      "div",
      { class: "picker__ends" },
      el("button", {
        type: "button",
        class: "button button--small",
        text: `Min ${format(min, currency)}`,
        onclick: () => set(min),
      }),
      el("button", {
        type: "button",
        class: "button button--small",
        text: `Max ${format(max, currency)}`,
        onclick: () => set(max),
      }),
    ),
  );
  let value = start;
  const show = () => {
    const share = max > min ? ((Number(range.value) - min) / (max - min)) * 100 : 100;
    range.style.setProperty("--share", `${share}%`);
  };
  const set = (amount) => {
    value = amount;
    range.value = String(amount);
    field.value = fieldText(amount);
    field.removeAttribute("aria-invalid");
    show();
  };
  range.addEventListener("input", () => set(Number(range.value)));
  field.addEventListener("input", () => {
    const typed = parse(field.value);
    value = typed !== null && typed >= min && typed <= max && typed % chip === 0 ? typed : null;
    field.setAttribute("aria-invalid", String(value === null));
    if (value !== null) range.value = String(value);
    show();
  });
  show();
  const words = rangeWords({ min, max, chip }, (amount) => format(amount, currency));
  return { node, field, words, amount: () => value };
}

export const floor = (amount, chip) => Math.floor(amount / chip) * chip;

/** A form that stays open until `submit` answers without a problem. */
export function askAmount({ title, intro, picker, extra, label, submit }) {
  const error = el("p", { class: "errors", role: "alert" });
  const button = el("button", { class: "button button--primary button--large", type: "submit", text: label });
  const form = el("form", { class: "dialog__body stack" }, ...intro, picker.node, ...extra, error, button);
  const dialog = openDialog(title, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (picker.amount() === null) {
      setText(error, picker.words);
      picker.field.focus();
      return;
    }
    button.disabled = true;
    const problem = await submit(picker.amount());
    button.disabled = false;
    if (problem) setText(error, problem);
    else dialog.close("done");
  });
  picker.field.focus();
  return dialog;
}

/** Add chips; they arrive when the hand is over. */
export function topUpDialog({ table, stack, pending = 0, balance, submit }) {
  const { chip, currency } = table;
  const max = floor(Math.min(table.max_buy_in - stack, balance ?? table.max_buy_in), chip);
  if (max < chip) {
    return openDialog(
      "Add chips",
      el("p", {
        class: "dialog__body",
        text: stack >= table.max_buy_in ? "You have the most this table allows." : "Your balance is used up.",
      }),
    );
  }
  const coming = pending ? ` ${format(pending, currency)} is on its way already.` : "";
  const intro = [el("p", { class: "muted", text: `Added chips arrive when the hand ends.${coming}` })];
  const picker = amountPicker({ min: chip, max, chip, start: max, currency });
  return askAmount({ title: "Add chips", intro, picker, extra: [], label: "Add chips", submit });
}

/** Why the viewer may not sit here, and where to go; `links` are [words, address]. */
export function barredDialog({ words, links }) {
  const ways = links.map(([text, href]) => el("a", { class: "button button--primary", href, text }));
  return openDialog(
    "A real-money table",
    el("div", { class: "dialog__body stack" }, el("p", { text: words }), ...ways),
  );
}

/** How long one has played and what it has brought; `answer` is called with go_on or break, "" when merely closed. */
export function reminderDialog({ words, answer }) {
  const choose = (text, value, kind) =>
    el("button", { class: `button ${kind}`, type: "button", text, onclick: () => dialog.close(value) });
  const dialog = openDialog(
    "Time check",
    el(
      "div",
      { class: "dialog__body stack" },
      el("p", { text: words }),
      el(
        "p",
        { class: "muted" },
        "Limits and pauses are at the ",
        el("a", { href: "/cashier/protection/", text: "cashier" }),
        ".",
      ),
      el(
        "div",
        { class: "row dialog__row" },
        choose("Take a break", "break", ""),
        choose("Continue", "go_on", "button--primary"),
      ),
    ),
  );
  dialog.addEventListener("close", () => answer(dialog.returnValue));
  return dialog;
}

/** The keys of the table. */
export function keysDialog() {
  const rows = SHORTCUTS.flatMap(([key, , words]) => [
    el("dt", {}, el("kbd", { text: key })),
    el("dd", { text: words }),
  ]);
  return openDialog(
    "Keys",
    el(
      "div",
      { class: "dialog__body" },
      el(
        "dl",
        { class: "keys" },
        ...rows,
        el("dt", {}, el("kbd", { text: "Enter" })),
        el("dd", { text: "Confirm the amount" }),
      ),
    ),
  );
}

/** Two buttons; resolves true for yes. */
export function confirmDialog({ title, text, yes, no = "Cancel" }) {
  return new Promise((resolve) => {
    const dialog = openDialog(
      title,
      el(
        "div",
        { class: "dialog__body stack" },
        el("p", { text }),
        el(
          "div",
          { class: "row dialog__row" },
          el("button", { class: "button", type: "button", text: no, onclick: () => dialog.close("") }),
          el("button", {
            class: "button button--danger",
            type: "button",
            text: yes,
            onclick: () => dialog.close("yes"),
          }),
        ),
      ),
    );
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"));
  });
}
