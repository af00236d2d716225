/** The replayer: the live table's own parts, fed with frames; buttons, a slider and keys to move in time. */
import { inlineCard } from "../table/card-face.js";
import { split } from "../table/cards.js";
import { pileElement } from "../table/chip-pile.js";
import { el, setData, setText } from "../table/dom.js";
import { isTyping } from "../table/keys.js";
import { slotOf, slots } from "../table/layout.js";
import { toneOf } from "../table/log.js";
import { format } from "../table/money.js";
import { showBets } from "../table/table-shell.js";
import { framesOf } from "./frames.js";

const STEP_MS = 1100;

export class PokerReplay extends HTMLElement {
  #hand = null;
  #frames = [];
  #at = 0;
  #timer = null;
  #parts = null;
  #shape = "landscape";
  #known = true;

  connectedCallback() {
    this.#hand = JSON.parse(document.getElementById(this.dataset.source).textContent);
    this.#parts = this.#build();
    this.#load();
    new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      this.#shape = width < 560 || width / height < 0.95 ? "portrait" : "landscape";
      setData(this, "shape", this.#shape);
      this.#show();
    }).observe(this.#parts.stage);
    addEventListener("keydown", (event) => this.#key(event));
  }

  disconnectedCallback() {
    this.#pause();
  }

  #build() {
    const button = (text, label, deed) =>
      el("button", {
        class: "button replay__button",
        type: "button",
        "aria-label": label,
        title: label,
        onclick: deed,
        text,
      });
    const parts = {
      seats: el("ol", { class: "seats", "aria-label": "Seats" }),
      bets: el("div", { class: "bets", "aria-hidden": "true" }),
      dealer: el("span", { class: "dealer", "aria-hidden": "true", text: "D" }),
      board: document.createElement("poker-board"),
      slider: el("input", {
        type: "range",
        min: 0,
        value: 0,
        "aria-label": "Step",
        oninput: () => this.#go(Number(this.#parts.slider.value)),
      }),
      play: button("▶", "Play", () => this.#toggle()),
      words: el("p", { class: "replay__words", role: "status" }),
      log: el("ol", { class: "log replay__log", "aria-label": "The hand in words" }),
      known: el("input", {
        type: "checkbox",
        class: "switch",
        role: "switch",
        checked: true,
        onchange: () => this.#open(),
      }),
    };
    const cloth = el("div", { class: "felt__cloth", "data-name": this.#hand.table.name });
    const box = el(
      "div",
      { class: "box" },
      el("div", { class: "felt", "aria-hidden": "true" }, cloth),
      parts.board,
      parts.bets,
      parts.seats,
      parts.dealer,
    );
    parts.stage = el("section", { class: "stage", "aria-label": "Table" }, box);
    const controls = el(
      "div",
      { class: "replay__controls" },
      button("|◀", "To the start", () => this.#go(0)),
      button("◀", "One step back", () => this.#go(this.#at - 1)),
      parts.play,
      button("▶|", "One step on", () => this.#go(this.#at + 1)),
      button("▶▶|", "To the end", () => this.#go(this.#frames.length - 1)),
      parts.slider,
      el("label", { class: "check replay__known" }, parts.known, el("span", { text: "Open cards" })),
    );
    this.replaceChildren(el("div", { class: "replay__main" }, parts.stage, parts.words, controls), parts.log);
    return parts;
  }

  #load() {
    const { currency } = this.#hand.table;
    this.#frames = framesOf(this.#hand, { money: (amount) => format(amount, currency), known: this.#known });
    const { seats, slider, log } = this.#parts;
    slider.max = String(this.#frames.length - 1);
    const count = this.#frames[0].view.table.seats;
    if (!seats.children.length) {
      for (let seat = 1; seat <= count; seat += 1) {
        const node = document.createElement("poker-seat");
        node.dataset.seat = String(seat);
        seats.append(el("li", {}, node));
      }
    }
    log.replaceChildren(...this.#frames.map((frame, index) => this.#line(frame, index)));
    this.#show();
  }

  #line({ event, parts }, index) {
    const drawn = parts.flatMap((part) => (typeof part === "string" ? [part] : split(part.cards).map(inlineCard)));
    const tone = toneOf(event?.kind ?? "hand_started");
    return el(
      "li",
      { class: `log__line log__line--${tone}` },
      el("button", { class: "replay__line", type: "button", onclick: () => this.#go(index) }, ...drawn),
    );
  }

  #open() {
    this.#known = this.#parts.known.checked;
    this.#load();
  }

  #go(to) {
    this.#at = Math.min(this.#frames.length - 1, Math.max(0, to));
    this.#show();
    if (this.#at === this.#frames.length - 1) this.#pause();
  }

  #toggle() {
    if (this.#timer) {
      this.#pause();
      return;
    }
    if (this.#at === this.#frames.length - 1) this.#go(0);
    this.#timer = setInterval(() => this.#go(this.#at + 1), STEP_MS);
    this.#showPlay();
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#showPlay();
  }

  #showPlay() {
    const { play } = this.#parts;
    setText(play, this.#timer ? "❚❚" : "▶");
    play.setAttribute("aria-label", this.#timer ? "Pause" : "Play");
  }

  #show() {
    const frame = this.#frames[this.#at];
    if (!frame) return;
    const { view, results, text } = frame;
    const { seats } = view.table;
    const all = slots(seats, this.#shape);
    const home = this.#hand.seat ?? 1;
    const places = Object.fromEntries(
      Array.from({ length: seats }, (_, index) => [index + 1, all[slotOf(index + 1, home, seats)]]),
    );
    const money = (amount) => format(amount, this.#hand.table.currency);
    const names = (seat) => this.#hand.names[seat];
    const context = { view, mine: {}, seat: this.#hand.seat, money, results, names };
    for (const { firstElementChild: node } of this.#parts.seats.children) {
      node.update({ ...context, place: places[node.dataset.seat], canSit: false });
      setData(node, "doing", frame.event?.seat === Number(node.dataset.seat));
    }
    this.#parts.board.update(context);
    showBets(this.#parts.bets, { view, money, places, pile: pileElement });
    this.#showDealer(places[view.button]);
    this.#parts.slider.value = String(this.#at);
    const last = Math.max(1, this.#frames.length - 1);
    this.#parts.slider.style.setProperty("--share", `${(this.#at / last) * 100}%`);
    setText(this.#parts.words, text);
    this.#mark();
  }

  #showDealer(place) {
    const { dealer } = this.#parts;
    dealer.hidden = !place;
    if (!place) return;
    dealer.style.setProperty("--x", String(place.button.x));
    dealer.style.setProperty("--y", String(place.button.y));
  }

  #mark() {
    const { log } = this.#parts;
    [...log.children].forEach((line, index) => {
      setData(line, "now", index === this.#at);
      if (index === this.#at) line.firstElementChild.setAttribute("aria-current", "step");
      else line.firstElementChild.removeAttribute("aria-current");
    });
    const line = log.children[this.#at];
    if (line) log.scrollTop = line.offsetTop - log.clientHeight / 2;
  }

  #key(event) {
    if (
      isTyping(event.target) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target.matches?.("input, button")
    )
      return;
    const deed = {
      ArrowRight: () => this.#go(this.#at + 1),
      ArrowLeft: () => this.#go(this.#at - 1),
      Home: () => this.#go(0),
      End: () => this.#go(this.#frames.length - 1),
      " ": () => this.#toggle(),
    }[event.key];
    if (!deed) return;
    event.preventDefault();
    deed();
  }
}
