/** What players say: plain text, 200 characters, muting kept in this browser. */
import { el, setText } from "../dom.js";

const LONGEST = 200;
const KEEP = 200;

export class PokerChat extends HTMLElement {
  #parts = null;
  #muted = new Set();

  connectedCallback() {
    if (this.#parts) return;
    const input = el("input", {
      class: "input",
      maxlength: LONGEST,
      autocomplete: "off",
      "aria-label": "Message to the table",
      placeholder: "Write to the table",
    });
    const send = el("button", { class: "button button--small", type: "submit", text: "Send" });
    const list = el("ol", { class: "chat", tabindex: "0", role: "log", "aria-label": "Chat" });
    const note = el("p", { class: "chat__note", role: "status" });
    const form = el("form", { class: "chat__form" }, input, send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      this.dispatchEvent(
        new CustomEvent("chat-said", { bubbles: true, detail: { text, done: (problem) => this.#said(problem) } }),
      );
    });
    this.#parts = { input, send, list, note, form };
    this.append(list, note, form);
  }

  #said(problem) {
    setText(this.#parts.note, problem ?? "");
    if (!problem) this.#parts.input.value = "";
  }

  /** Whether the viewer may write at all. */
  update({ seat }) {
    this.#parts.form.hidden = seat === null;
    if (seat === null && !this.#parts.list.children.length) setText(this.#parts.note, "Take a seat to write here.");
    else if (seat !== null && this.#parts.note.textContent.startsWith("Take a seat")) setText(this.#parts.note, "");
  }

  /** Adds one message; nothing of it is ever markup. */
  add({ name, player, text, own = false }) {
    const key = player ?? name;
    if (this.#muted.has(key)) return false;
    const list = this.#parts.list;
    const stick = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const mute = el("button", {
      class: "chat__mute",
      type: "button",
      text: "Mute",
      "aria-label": `Mute ${name}`,
      onclick: () => this.#mute(key, name),
    });
    const line = el("li", { class: "chat__line" }, el("b", { text: name }), " ", text, own ? null : mute);
    line.dataset.who = key;
    list.append(line);
    while (list.children.length > KEEP) list.firstElementChild.remove();
    if (stick) list.scrollTop = list.scrollHeight;
    return true;
  }

  #mute(key, name) {
    this.#muted.add(key);
    for (const line of [...this.#parts.list.children]) if (line.dataset.who === key) line.remove();
    setText(this.#parts.note, `${name} is muted until you leave this page.`);
  }

  focusInput() {
    this.#parts.input.focus();
  }
}
