/** The hand's story as it happens: one sentence a line, new hands set apart, the newest at the bottom. */
import { inlineCard } from "../card-face.js";
import { split } from "../cards.js";
import { el } from "../dom.js";
import { sentence, toneOf } from "../log.js";

const KEEP = 300;

export class PokerLog extends HTMLElement {
  #list = null;

  connectedCallback() {
    if (this.#list) return;
    this.#list = el("ol", { class: "log", tabindex: "0", "aria-label": "What happened" });
    this.append(this.#list);
  }

  /** Appends the sentences of `events`; `context` is `{names, money, pots}`. Returns them as parts. */
  add(events, context) {
    const said = [];
    const stick = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 40;
    for (const event of events) {
      const parts = sentence(event, context);
      if (!parts) continue;
      said.push({ event, parts });
      this.#list.append(el("li", { class: `log__line log__line--${toneOf(event.kind)}` }, ...parts.flatMap(drawn)));
    }
    while (this.#list.children.length > KEEP) this.#list.firstElementChild.remove();
    if (stick) this.#list.scrollTop = this.#list.scrollHeight;
    return said;
  }

  /** A way to the finished hand's own page, in another tab: the table stays. */
  offer(href, text) {
    const link = el("a", { href, target: "_blank", rel: "noopener", text });
    this.#list.append(el("li", { class: "log__line log__line--quiet" }, link));
    this.toEnd();
  }

  toEnd() {
    if (this.#list) this.#list.scrollTop = this.#list.scrollHeight;
  }
}

const drawn = (part) => (typeof part === "string" ? [part] : split(part.cards).map(inlineCard));
