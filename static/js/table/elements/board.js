/** The middle of the table: pots with their chips, the board, and who won with what. */
import { showCards } from "../card-face.js";
import { spoken } from "../cards.js";
import { pileElement } from "../chip-pile.js";
import { el, setData, setText } from "../dom.js";
import { outcome } from "../log.js";
import { potsOf } from "../pots.js";
import { markBest } from "./seat.js";

export class PokerBoard extends HTMLElement {
  #parts = null;
  #drawn = "";

  connectedCallback() {
    if (this.#parts) return;
    this.#parts = {
      total: el("p", { class: "board__total" }),
      pots: el("ul", { class: "board__pots", "aria-label": "Pots" }),
      cards: el("div", { class: "board__cards", "aria-hidden": "true" }),
      words: el("p", { class: "visually-hidden" }),
      result: el("div", { class: "board__result" }),
      idle: el("p", { class: "board__idle" }),
    };
    const { total, pots, cards, words, result, idle } = this.#parts;
    const holes = el(
      "div",
      { class: "board__holes", "aria-hidden": "true" },
      ...Array.from({ length: 5 }, () => el("span")),
    );
    this.append(
      el("div", { class: "board__top" }, total, pots, result),
      el("div", { class: "board__row" }, holes, cards),
      words,
      idle,
    );
  }

  update({ view, money, results, names }) {
    const hand = view.hand;
    const parts = this.#parts;
    setData(this, "empty", !hand);
    showCards(parts.cards, hand?.board ?? "");
    markBest(parts.cards, results);
    setText(parts.words, hand?.board ? `Board: ${spoken(hand.board)}.` : "");
    setText(parts.total, hand?.pot ? `Pot ${money(hand.pot)}` : "");
    this.#pots(view, money);
    this.#result(results, money, names, view);
    setText(parts.idle, hand ? "" : idleWords(view));
  }

  #pots(view, money) {
    const pots = potsOf(view.hand);
    const unit = view.table.chip;
    const key = JSON.stringify([pots, view.hand?.pot, money(100)]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const several = pots.length > 1;
    setData(this, "gathered", pots.length === 1 && pots[0].amount === view.hand.pot);
    this.#parts.pots.replaceChildren(
      ...pots.map(({ name, amount, seats }) => {
        const who = seats
          .map((seat) => view.seats?.[seat]?.name)
          .filter(Boolean)
          .join(", ");
        const words = el("span", { class: "pot__words", text: several ? `${name} ${money(amount)}` : money(amount) });
        const item = el(
          "li",
          { class: "pot", title: several && who ? `Played for by ${who}` : undefined },
          pileElement(amount, { chip: unit, height: 6, columns: 4 }),
          words,
        );
        if (several && who) item.append(el("span", { class: "visually-hidden", text: `, played for by ${who}` }));
        return item;
      }),
    );
    setData(this, "several", several);
  }

  #result(results, money, names, view) {
    const lines = outcome(results, { names, money });
    const key = lines.join("|");
    if (this.#parts.result.dataset.key === key) return;
    this.#parts.result.dataset.key = key;
    this.#parts.result.replaceChildren(...lines.slice(0, 4).map((text) => el("p", { text })));
    setData(this, "result", lines.length > 0 && Boolean(view.hand));
  }
}

function idleWords(view) {
  if (view.status === "paused") return "The table is paused";
  if (view.status === "closed") return "The table is closed";
  const ready = Object.values(view.seats ?? {}).filter(
    (seat) => seat.status !== "sitting_out" && seat.status !== "reserved",
  ).length;
  if (view.status === "posting") return "Blinds, please";
  return ready < 2 ? "Waiting for players" : "Next hand in a moment";
}
