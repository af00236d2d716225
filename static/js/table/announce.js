/**
 * What the page says to a screen reader: a polite log of what others do, gathered for 400 ms so that
 * it is not a storm, and an assertive line for one's own turn. A repeat is made to differ, else it
 * would not be read again.
 */
import { el } from "./dom.js";

const GATHER_MS = 400;
const STALE_MS = 8000;

export class Announcer {
  #waiting = [];
  #timer = null;
  #turns = 0;
  #stale = null;

  constructor() {
    this.polite = el("div", {
      class: "visually-hidden",
      role: "log",
      "aria-live": "polite",
      "aria-relevant": "additions",
    });
    this.assertive = el("div", {
      class: "visually-hidden",
      role: "alert",
      "aria-live": "assertive",
      "aria-atomic": "true",
    });
  }

  say(text) {
    this.#waiting.push(text);
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush() {
    this.#timer = null;
    this.polite.append(el("p", { text: `${this.#waiting.join(". ")}.` }));
    this.#waiting = [];
    while (this.polite.children.length > 12) this.polite.firstElementChild.remove();
  }

  /** For what cannot wait: one's turn, the countdown, a refusal. */
  urge(text) {
    this.#turns += 1;
    this.assertive.textContent = this.#turns % 2 ? text : `${text}\u00a0`;
    // What was urgent then must not be found there later as if it still were.
    clearTimeout(this.#stale);
    this.#stale = setTimeout(() => {
      this.assertive.textContent = "";
    }, STALE_MS);
  }
}
