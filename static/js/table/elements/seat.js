/** One place at the table: plate, cards, timer ring, last action, badges; or a button to sit down. */
import { showCards } from "../card-face.js";
import { isFree } from "../choices.js";
import { phaseOf } from "../clock.js";
import { el, setData, setText, svg } from "../dom.js";
import { badgeOf, hueOf, initials, LAST, seatSentence } from "../seat-words.js";

export class PokerSeat extends HTMLElement {
  #parts = null;
  #turn = null;
  #shownCards = "";

  connectedCallback() {
    if (this.#parts) return;
    const number = Number(this.dataset.seat);
    const ring = svg("rect", { class: "seat__run", pathLength: "100", x: "1", y: "1" });
    this.#parts = {
      sentence: el("span", { class: "visually-hidden" }),
      cards: el("span", { class: "seat__cards", "aria-hidden": "true" }),
      ring,
      face: el("span", { class: "seat__face" }),
      name: el("span", { class: "seat__name" }),
      stack: el("span", { class: "seat__stack" }),
      bot: el("span", { class: "seat__bot", text: "bot" }),
      seconds: el("span", { class: "seat__seconds" }),
      last: el("span", { class: "seat__last", "aria-hidden": "true" }),
      badge: el("span", { class: "seat__badge", "aria-hidden": "true" }),
      won: el("span", { class: "seat__won", "aria-hidden": "true" }),
      take: el(
        "button",
        { class: "seat__take", type: "button", onclick: () => this.#wanted(number) },
        el("span", { class: "seat__take-word", text: "Sit" }),
        el("span", { class: "visually-hidden", text: ` in seat ${number}` }),
      ),
    };
    const { sentence, cards, face, name, stack, bot, seconds, last, badge, won, take } = this.#parts;
    this.#parts.plate = el(
      "span",
      { class: "seat__plate", "aria-hidden": "true" },
      svg("svg", { class: "seat__ring" }, ring),
      face,
      el("span", { class: "seat__lines" }, el("span", { class: "seat__who" }, name, bot), stack),
      seconds,
    );
    this.append(sentence, cards, this.#parts.plate, last, badge, won, take);
  }

  #wanted(seat) {
    this.dispatchEvent(new CustomEvent("seat-wanted", { bubbles: true, detail: { seat } }));
  }

  /** `context`: `{view, mine, seat (the viewer's), money, place, results, canSit}`. */
  update(context) {
    const { view, money, place, canSit } = context;
    const number = Number(this.dataset.seat);
    const there = view.seats?.[number];
    const isMe = context.seat === number;
    const acting = view.hand?.turn?.seat === number;
    for (const [name, value] of [
      ["--x", place.seat.x],
      ["--y", place.seat.y],
      ["--dx", 50 - place.seat.x],
      ["--dy", 44 - place.seat.y],
    ]) {
      this.style.setProperty(name, String(value));
    }
    setData(this, "me", isMe);
    setData(this, "empty", !there);
    setData(this, "status", there?.status);
    setData(this, "acting", acting);
    setData(this, "gone", there?.connected === false);
    setData(
      this,
      "side",
      Math.abs(place.seat.x - 50) < 6 ? (place.seat.y > 50 ? "bottom" : "top") : place.seat.x < 50 ? "left" : "right",
    );
    const facts = { number, money, isMe, dealer: view.button === number, acting };
    setText(this.#parts.sentence, there ? seatSentence(there, facts) : canSit ? "" : `Seat ${number}, empty.`);
    this.#parts.take.hidden = !isFree(there) || !canSit;
    this.#parts.plate.hidden = !there || (there.left && canSit);
    if (there) this.#fill(there, context, isMe);
    else this.#clear();
    this.#cards(there, context, isMe);
    this.#turn = acting ? view.hand.turn : null;
    if (!acting) this.#stopClock();
  }

  #fill(there, { money, results, mine }, isMe) {
    const parts = this.#parts;
    const reserved = there.status === "reserved";
    setText(parts.name, reserved && mine.reserved?.seat === Number(this.dataset.seat) ? "Held for you" : there.name);
    const coming = isMe && mine.top_up ? ` +${money(mine.top_up)}` : "";
    setText(parts.stack, reserved ? "" : money(there.stack ?? 0) + coming);
    setText(parts.face, initials(there.name));
    setData(parts.face, "hue", hueOf(Number(this.dataset.seat)));
    parts.bot.hidden = !there.bot;
    const badge = badgeOf(there);
    setText(parts.badge, badge ?? "");
    setData(parts.badge, "kind", there.connected === false ? "gone" : there.status);
    const won = there.won > 0;
    setData(this, "won", won);
    setData(this, "lost", results.length > 0 && !won && Boolean(there.cards));
    setText(parts.won, won ? `+${money(there.won)}` : "");
    const last = badge && there.status !== "waiting" ? null : LAST[there.last];
    setText(parts.last, last ?? "");
    setData(parts.last, "move", last ? there.last : null);
  }

  #clear() {
    for (const part of ["last", "badge", "won"]) setText(this.#parts[part], "");
    setData(this, "won", false);
    setData(this, "lost", false);
  }

  #cards(there, { mine, results, view }, isMe) {
    const hidden = there?.cards ?? "";
    const own = isMe && mine.cards && view.hand ? mine.cards : "";
    const cards = hidden.includes("?") || !hidden ? own || hidden : hidden;
    if (cards !== this.#shownCards && (!cards || !this.#shownCards)) this.#parts.cards.replaceChildren();
    showCards(this.#parts.cards, cards);
    this.#shownCards = cards;
    setData(this, "open", Boolean(cards) && !cards.includes("?"));
    setData(this, "mucked", Boolean(own) && !hidden);
    markBest(this.#parts.cards, results);
  }

  /** Called many times a second for the acting seat only. */
  tick({ now, offset, quietMs }) {
    if (!this.#turn) return null;
    const phase = phaseOf({ turn: this.#turn, now, offset, quietMs });
    setData(this, "clock", phase.phase);
    const counts = phase.phase === "countdown" || phase.phase === "bank";
    this.#parts.ring.style.setProperty("--left", counts ? String(phase.share * 100) : "100");
    setText(this.#parts.seconds, counts ? String(Math.ceil(phase.left / 1000)) : "");
    return phase;
  }

  #stopClock() {
    setData(this, "clock", null);
    setText(this.#parts.seconds, "");
  }
}

/** Raises the cards that made a winning hand and dims the others, once there is a result. */
export function markBest(box, results) {
  const best = new Set(results.flatMap((result) => result.best));
  for (const card of box.children) {
    setData(card, "best", best.size > 0 && best.has(card.dataset.card));
    setData(card, "dim", best.size > 0 && !best.has(card.dataset.card) && card.dataset.card !== "??");
  }
}
