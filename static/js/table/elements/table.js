/**
 * The table: owns the socket and the state, hands both to its parts after every message, and turns
 * what the viewer does into commands. It never decides anything about the game.
 */
import { Announcer } from "../announce.js";
import { split } from "../cards.js";
import { pileElement } from "../chip-pile.js";
import { choicesOf, SIGNED_OUT } from "../choices.js";
import { Deeds } from "../deeds.js";
import { el, setData, setText } from "../dom.js";
import { flyChips, sweptBets } from "../effects.js";
import { deedOf } from "../keys.js";
import { slotOf, slots } from "../layout.js";
import { lineWords } from "../line-words.js";
import { plain } from "../log.js";
import { moneyOf } from "../money.js";
import { Notices } from "../notices.js";
import { Settings } from "../settings.js";
import { TableSocket } from "../socket.js";
import { Sounds, soundOf } from "../sounds.js";
import { NOTHING, reduce, seatOf } from "../store.js";
import { buildShell, rakeWords, showBets, stakesWords } from "../table-shell.js";

const MIDDLE = { x: 50, y: 34 };

export class PokerTable extends HTMLElement {
  #parts = null;
  #state = NOTHING;
  #socket = null;
  #settings = new Settings();
  #sounds = new Sounds(this.#settings);
  #announcer = new Announcer();
  #deeds = null;
  #results = [];
  #notices = null;
  #last = "";
  #shape = "landscape";
  #title = document.title;
  #beat = null;

  connectedCallback() {
    this.#deeds = new Deeds(this, { settings: this.#settings, announcer: this.#announcer });
    this.#notices = new Notices(this, {
      settings: this.#settings,
      sounds: this.#sounds,
      announcer: this.#announcer,
      deeds: this.#deeds,
    });
    this.#parts ??= this.#build();
    this.#applySettings();
    const { protocol, host } = location;
    this.#socket = new TableSocket({ url: `${protocol === "https:" ? "wss" : "ws"}://${host}${this.dataset.socket}` });
    this.#socket.addEventListener("message", ({ detail }) => this.#receive(detail));
    this.#socket.addEventListener("state", () => (this.#state.view ? this.#render() : this.#showLine()));
    this.#listen();
    this.#socket.start();
    this.#beat = setInterval(() => this.#tick(), 100);
  }

  disconnectedCallback() {
    clearInterval(this.#beat);
    this.#socket.stop();
  }

  #build() {
    const parts = buildShell(this.#deeds.bar(), { lobby: this.dataset.lobby || "/" });
    this.replaceChildren(
      parts.bar,
      parts.stage,
      parts.actions,
      parts.panel,
      this.#announcer.polite,
      this.#announcer.assertive,
    );
    new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      const shape = width / height < 0.95 || (width < 480 && width / height < 1.2) ? "portrait" : "landscape";
      setData(this, "shape", shape);
      if (shape === this.#shape) return;
      this.#shape = shape;
      this.#render();
    }).observe(parts.stage);
    setData(this, "shape", this.#shape);
    return parts;
  }

  #listen() {
    this.addEventListener("seat-wanted", ({ detail }) => this.#deeds.do("take", detail.seat));
    this.addEventListener("act-chosen", ({ detail }) => this.#act(detail));
    this.addEventListener("told", ({ detail }) => this.#announcer.urge(detail.text));
    this.addEventListener("chat-said", async ({ detail }) =>
      detail.done(await this.#deeds.send({ type: "chat", text: detail.text })),
    );
    this.#settings.addEventListener("change", () => {
      this.#applySettings();
      this.#render();
    });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#socket.wake());
    for (const kind of ["online", "pageshow"]) addEventListener(kind, () => this.#socket.wake());
    addEventListener("pagehide", () => this.#deeds.gone());
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** What the deeds may know and do. */
  get state() {
    return this.#state;
  }

  get seat() {
    return seatOf(this.#state);
  }

  get parts() {
    return this.#parts;
  }

  get money() {
    return moneyOf(this.#state.view.table, { inBlinds: this.#settings.get("inBlinds") });
  }

  /** Money as money, also for who sees big blinds at the table. */
  get plainMoney() {
    return moneyOf(this.#state.view.table);
  }

  get spokenFacts() {
    return { ...this.#state, money: this.money, now: Date.now(), offset: this.#socket.offset, last: this.#last };
  }

  /** How far the server's clock is ahead of this one. */
  get offset() {
    return this.#socket.offset;
  }

  command(command) {
    return this.#socket.send(command);
  }

  sync() {
    this.#socket.sync();
  }

  toast(text, { long = false } = {}) {
    setText(this.#parts.toast, text);
    setData(this.#parts.toast, "on", true);
    clearTimeout(this.toast.timer);
    this.toast.timer = setTimeout(() => setData(this.#parts?.toast ?? this, "on", false), long ? 9000 : 4500);
  }

  #receive(message) {
    const before = this.#state;
    const { state, outcome } = reduce(before, message);
    if (outcome === "gap") this.#socket.sync();
    if (outcome === "old" || outcome === "other" || outcome === "gap") {
      if (message.type === "pong" && message.version > state.version && state.view) this.#socket.sync();
      return;
    }
    this.#state = state;
    // A seated player's heartbeat is quicker than an observer's: a fresh hello says how quick.
    if (outcome === "applied" && before.view && seatOf(before) === null && seatOf(state) !== null) this.#socket.sync();
    if (before.view?.hand?.number !== state.view.hand?.number) this.#results = [];
    if (outcome === "hello") this.#greeted();
    if (message.events?.length) this.#happened(before.view, message.events);
    this.#render();
    this.#deeds.changed();
    if (before.view) this.#notices.changed(before, state, message.events);
  }

  /** A fresh state without its events: what the last hand paid stands in the seats. */
  #greeted() {
    const { view } = this.#state;
    this.#results = Object.entries(view.seats ?? {})
      .filter(([, seat]) => seat.won > 0)
      .map(([seat, { won }]) => ({ seat: Number(seat), amount: won, text: "", pot: 0, best: [] }));
    if (!this.#parts.seats.children.length) this.#makeSeats(view.table.seats);
    if (!this.#last) this.#open(view);
    setText(this.#parts.name, view.table.name);
    setData(this.#parts.cloth, "name", view.table.name);
    this.#title = `${view.table.name} · ${document.title.split(" · ").at(-1)}`;
  }

  /** The log begins where the viewer came in. */
  #open({ hand }) {
    if (!hand) return;
    this.#parts.log.add([{ kind: "hand_started", hand: hand.number }, { kind: "came_in" }], {
      names: this.#names,
      money: this.money,
    });
    this.#last = `Hand ${hand.number}`;
  }

  #makeSeats(count) {
    for (let seat = 1; seat <= count; seat += 1) {
      const node = document.createElement("poker-seat");
      node.dataset.seat = String(seat);
      this.#parts.seats.append(el("li", {}, node));
    }
  }

  #names = (seat) => this.#state.view.seats?.[seat]?.name;

  #happened(before, events) {
    const { view } = this.#state;
    const pots = Object.keys(before?.hand?.pots ?? view.hand?.pots ?? {}).length || 1;
    const names = (seat) => this.#names(seat) ?? before?.seats?.[seat]?.name;
    const me = this.seat;
    for (const event of events) {
      if (event.kind === "hand_started") this.#results = [];
      if (event.kind === "pot_won")
        this.#results.push({ ...event, name: names(event.seat), best: split(event.cards ?? "") });
      if (event.kind === "chat") this.#chat(event, names);
      this.#sounds.play(event.kind === "pot_won" && event.seat === me ? "win" : soundOf(event));
    }
    const said = this.#parts.log.add(events, { names, money: this.money, pots });
    const { hand } = view;
    if (hand?.id && events.some(({ kind }) => kind === "hand_over")) {
      this.#parts.log.offer(`/hands/${hand.id}/`, `Replay hand ${hand.number}`);
    }
    this.#parts.actions.tell(
      said.filter(({ event }) => event.kind !== "hand_started").map(({ parts }) => plain(parts)),
    );
    for (const { event, parts } of said) {
      this.#last = plain(parts);
      if (event.seat !== me || !["check", "call", "bet", "raise", "fold"].includes(event.kind))
        this.#announcer.say(this.#last);
    }
    this.#fly(before, events);
  }

  #chat(event, names) {
    const player = this.#state.view.seats?.[event.seat]?.player;
    const name = event.name ?? names(event.seat) ?? "Room";
    const own = event.seat === this.seat;
    if (!this.#parts.chat.add({ name, player, text: event.text, own })) return;
    if (this.#parts.tabs.chat.getAttribute("aria-selected") !== "true") setData(this.#parts.tabs.chat, "unread", true);
    setData(this.#parts.panelButton, "unread", !this.hasAttribute("data-panel"));
    this.#announcer.say(`${name} says: ${event.text}`);
  }

  #fly(before, events) {
    const { view } = this.#state;
    const places = this.#places();
    const { chip } = view.table;
    for (const { seat, amount } of sweptBets(before, view)) {
      flyChips(this.#parts.fliers, { amount, chip, from: places[seat].bet, to: MIDDLE });
    }
    events
      .filter((event) => event.kind === "pot_won" && places[event.seat])
      .forEach((event, index) => {
        flyChips(this.#parts.fliers, {
          amount: event.amount,
          chip,
          from: MIDDLE,
          to: places[event.seat].seat,
          delay: 500 + index * 250,
        });
      });
  }

  #places() {
    const { seats } = this.#state.view.table;
    const home = this.seat ?? 1;
    const all = slots(seats, this.#shape);
    return Object.fromEntries(
      Array.from({ length: seats }, (_, index) => [index + 1, all[slotOf(index + 1, home, seats)]]),
    );
  }

  #render() {
    const { view, mine, you } = this.#state;
    if (!view) return;
    const parts = this.#parts;
    const seat = this.seat;
    const money = this.money;
    const places = this.#places();
    const live = this.#socket.state === "live" || this.#socket.state === "lag";
    const context = { view, mine, you, seat, money, results: this.#results, names: this.#names, live };
    const canSit = seat === null && view.status !== "closed" && this.#socket.state !== "signed_out";
    this.#showBar(view, seat);
    for (const { firstElementChild: node } of parts.seats.children) {
      node.update({ ...context, place: places[node.dataset.seat], canSit });
    }
    parts.board.update(context);
    showBets(parts.bets, { view, money, places, pile: pileElement });
    this.#showDealer(view, places);
    const { status, choices } = this.#socket.state === "signed_out" ? SIGNED_OUT : choicesOf(this.#state, seat, money);
    parts.actions.update({ ...context, status: live ? status : "", choices: this.#deeds.choices(choices) });
    parts.chat.update(context);
    this.#deeds.showSeatButtons(parts.actions.extra, context);
    this.#showLine();
    this.#notices.show(context, this.#title);
    this.#notices.tick(this.#state, seat);
    this.#deeds.remind(this.#state, seat);
  }

  #showBar(view, seat) {
    const { table, hand } = view;
    const parts = this.#parts;
    setText(parts.stakes, stakesWords(table, moneyOf(table)));
    setText(parts.rake, rakeWords(table));
    setText(parts.money, table.money === "real" ? table.currency : "Play money");
    setText(parts.number, hand ? `Hand ${hand.number}` : "");
    parts.leave.hidden = seat === null;
    setData(this, "game", table.game);
    setData(this, "seated", seat !== null);
  }

  #showDealer(view, places) {
    const { dealer } = this.#parts;
    const place = places[view.button];
    dealer.hidden = !place;
    if (!place) return;
    dealer.style.setProperty("--x", String(place.button.x));
    dealer.style.setProperty("--y", String(place.button.y));
  }

  #showLine() {
    const { state, since } = this.#socket;
    const { line, banner } = this.#parts;
    const turn = this.#state.view?.hand?.turn;
    const mine = turn && turn.seat === this.seat ? turn : null;
    const { word, banner: text } = lineWords({
      state,
      since,
      now: Date.now(),
      turn: mine,
      offset: this.#socket.offset,
    });
    setData(line, "state", state);
    setText(line.lastElementChild, word);
    banner.hidden = !text;
    setText(banner, text);
    setData(this, "down", Boolean(text));
  }

  #tick() {
    const { view } = this.#state;
    if (this.#socket.state !== "live") this.#showLine();
    if (view) this.#notices.tick(this.#state, this.seat);
    this.#deeds.tick();
    const acting = view?.hand?.turn?.seat;
    if (!acting) return;
    const node = this.#parts.seats.children[acting - 1]?.firstElementChild;
    const phase = node?.tick({ now: Date.now(), offset: this.#socket.offset, quietMs: view.table.quiet_ms });
    if (phase && acting === this.seat) this.#notices.phase(phase);
  }

  async #act({ command, refused }) {
    this.#deeds.keepFocus();
    const problem = await this.#deeds.send(command);
    if (!problem) return;
    this.#socket.sync();
    refused();
  }

  #key(event) {
    if (document.querySelector("dialog[open]")) return;
    const found = deedOf(event, { on: this.#settings.get("keys") });
    if (!found || !this.#state.view) return;
    if (this.#deeds.key(found)) event.preventDefault();
  }

  #applySettings() {
    document.documentElement.dataset.deck = this.#settings.get("fourColours") ? "four" : "two";
    if (this.#parts) this.#deeds.showSound();
    setData(this, "panel", this.#settings.get("panel"));
  }
}
