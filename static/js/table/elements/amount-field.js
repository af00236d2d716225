/** How much to bet in pot and no limit: a field, steps of a big blind, a slider, presets that only fill. */
import { isLegal, snap } from "../actions.js";
import { el, setData } from "../dom.js";
import { fieldText, parse } from "../money.js";

export class AmountField {
  #raise = null;
  #changed;
  #value = null;
  #presets;
  #range;
  #field;

  /** `changed` is told after every change; `enter` when Enter is pressed in the field. */
  constructor(changed, enter) {
    this.#changed = changed;
    this.#presets = el("div", { class: "amount__presets", role: "group", "aria-label": "Amounts" });
    this.#range = el("input", {
      class: "amount__range",
      type: "range",
      "aria-label": "Amount",
      oninput: () => this.#set(Number(this.#range.value)),
    });
    this.#field = el("input", {
      class: "amount__field",
      inputmode: "decimal",
      autocomplete: "off",
      "aria-label": "Amount in total for this round",
    });
    this.#field.addEventListener("input", () => this.#typed());
    this.#field.addEventListener("focus", () => this.#field.select());
    this.#field.addEventListener("keydown", (event) => this.#key(event, enter));
    const step = (label, sign, text) =>
      el("button", {
        class: "amount__step",
        type: "button",
        "aria-label": label,
        text,
        onclick: () => this.#step(sign),
      });
    this.node = el(
      "div",
      { class: "amount" },
      this.#presets,
      el(
        "div",
        { class: "amount__row" },
        step("One big blind less", -1, "−"),
        this.#range,
        step("One big blind more", 1, "+"),
        this.#field,
      ),
    );
    this.node.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** The legal amount that stands there, or null. */
  get value() {
    return this.#value;
  }

  /** A new turn: from the minimum again. `raise` as in actions.js, or null. */
  reset(raise) {
    this.#raise = raise;
    if (!raise || raise.exact) return;
    const whole = (raise.max - raise.min) % raise.chip === 0;
    this.#range.min = String(raise.min);
    this.#range.max = String(raise.max);
    this.#range.step = String(whole ? raise.chip : 1);
    this.#presets.replaceChildren(
      ...raise.presets.map(({ label, to }) =>
        el("button", { class: "amount__preset", type: "button", text: label, onclick: () => this.#set(to) }),
      ),
    );
    this.#set(raise.min);
  }

  preset(index) {
    const preset = this.#raise?.presets[index];
    if (preset) this.#set(preset.to);
  }

  focus() {
    this.#field.focus();
  }

  #set(to) {
    this.#show(snap(to, this.#raise));
    this.#field.value = fieldText(this.#value);
  }

  #show(value) {
    this.#value = value;
    const raise = this.#raise;
    if (value !== null) {
      this.#range.value = String(value);
      const share = raise.max > raise.min ? ((value - raise.min) / (raise.max - raise.min)) * 100 : 100;
      this.#range.style.setProperty("--share", `${share}%`);
    }
    this.#field.setAttribute("aria-invalid", String(value === null));
    for (const [index, button] of [...this.#presets.children].entries())
      setData(button, "on", raise.presets[index].to === value);
    this.#changed();
  }

  #typed() {
    const to = parse(this.#field.value);
    this.#show(to !== null && isLegal(to, this.#raise) ? to : null);
  }

  #step(sign) {
    this.#set((this.#value ?? this.#raise.min) + sign * this.#raise.step);
  }

  #key(event, enter) {
    const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (sign) this.#step(sign);
    else if (event.key === "Enter") enter();
    else if (event.key === "Escape") this.#field.blur();
    else return;
    event.preventDefault();
  }

  #wheel(event) {
    if (!this.#raise || this.#raise.exact) return;
    event.preventDefault();
    this.#step(event.deltaY < 0 ? 1 : -1);
  }
}
