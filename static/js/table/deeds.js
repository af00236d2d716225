/** What the viewer can do besides betting: seat, chips, options, keys. Turns wishes into commands and dialogs. */
import { freeSeats } from "./choices.js";
import { barredDialog, confirmDialog, keysDialog, reminderDialog, topUpDialog } from "./dialogs.js";
import { el, icon, setData } from "./dom.js";
import { optionsDialog } from "./options-dialog.js";
import { warningWords } from "./protection.js";
import { answer } from "./queries.js";
import { barredWords, refusal } from "./refusals.js";
import { mayRemind, reminderWords } from "./reminder.js";
import { guestDialog, sitDialog } from "./sit-dialog.js";

const NARROW = "(width < 64rem)";
const WAYS = {
  guest: [["Keep this account", "/account/keep/"]],
  email_not_verified: [["My account", "/account/"]],
};
const CASHIER = [["Go to the cashier", "/cashier/"]];
const entries = () => {
  const back = `?next=${encodeURIComponent(location.pathname)}`;
  return [
    ["Sign up", `/accounts/signup/${back}`],
    ["Sign in", `/accounts/login/${back}`],
  ];
};

export class Deeds {
  #table;
  #settings;
  #announcer;
  #focus = false;
  #buttons = "";
  #sitting = null;
  #reminder = null;

  constructor(table, { settings, announcer }) {
    this.#table = table;
    this.#settings = settings;
    this.#announcer = announcer;
  }

  /** The deeds of the buttons in the table's bar. */
  bar() {
    return {
      sound: () => this.do("mute"),
      panel: () => this.do("panel"),
      options: () => this.do("options"),
      keys: () => keysDialog(),
      leave: () => this.do("leave"),
    };
  }

  /** Sends and says what went wrong; resolves with the problem in words, or "". */
  async send(command) {
    const reply = await this.#table.command(command);
    if (reply.ok) return "";
    const words = refusal(reply.error);
    this.#announcer.urge(words);
    this.#table.toast(words);
    return words;
  }

  /** Choices of choices.js with functions in place of names. */
  choices(choices) {
    return choices.map((choice) =>
      choice.deed === "guest"
        ? { ...choice, deed: undefined, form: "play-now" }
        : { ...choice, deed: () => this.do(choice.deed, choice.detail) },
    );
  }

  /** Does a deed by name; true when there was one. */
  do(name, detail) {
    const simple = {
      post: { type: "post" },
      decline: { type: "decline" },
      show: { type: "show" },
      back_post: { type: "sit_in", entry: "post" },
      back_wait: { type: "sit_in", entry: "wait" },
      out_now: { type: "sit_out", when: "now" },
      out_blind: { type: "sit_out", when: "big_blind" },
      refuse: { type: "leave" },
      wait_on: { type: "wait_list", join: true },
      wait_off: { type: "wait_list", join: false },
    }[name];
    if (simple) {
      this.send(simple);
      return true;
    }
    const own = {
      take: () => this.#take(detail),
      sign_in: () => location.assign(`/accounts/login/?next=${encodeURIComponent(location.pathname)}`),
      top_up: () => this.#topUp(),
      leave: () => this.#leave(),
      options: () => this.#options(),
      panel: () => this.#panel(),
      mute: () => this.#settings.set("sound", !this.#settings.get("sound")),
    }[name];
    own?.();
    return Boolean(own);
  }

  #balance() {
    const { view, mine } = this.#table.state;
    return mine.balance?.[view.table.money];
  }

  /** Holds the seat first, so that nobody takes it while its player chooses his chips. */
  async #take(wanted) {
    const { view, mine, you } = this.#table.state;
    if (!you && view.table.money === "real") {
      barredDialog({ words: "This table plays for real money, with an account of your own.", links: entries() });
      return;
    }
    if (!you) {
      guestDialog();
      return;
    }
    if (mine.barred) {
      barredDialog({ words: barredWords(mine.barred), links: WAYS[mine.barred] ?? CASHIER });
      // He may have done at the cashier, in another tab, what stood against him.
      this.#table.sync();
      return;
    }
    const seat = wanted ?? mine.reserved?.seat ?? freeSeats(view)[0];
    if (!seat || this.#sitting) return;
    const offered = mine.reserved?.offered && mine.reserved.seat === seat;
    if (!offered && (await this.send({ type: "reserve", seat }))) return;
    // A second click may have come before the answer to the first.
    if (this.#sitting) return;
    this.#sitting = sitDialog({
      table: view.table,
      seat,
      balance: this.#balance(),
      least: mine.previous_stack,
      price: view.post_to_enter,
      warning: warningWords(mine.allowance),
      submit: (choice) => this.send({ type: "sit", ...choice }),
    });
    this.#sitting.held = false;
    this.#sitting.addEventListener("close", () => this.#satOrNot());
    this.changed();
  }

  /** The dialog is closed: seated, or the seat goes back at once; an offer stays open until its time is over. */
  #satOrNot() {
    const { returnValue } = this.#sitting;
    this.#sitting = null;
    const { reserved } = this.#table.state.mine;
    if (returnValue !== "done" && returnValue !== "over" && !reserved?.offered) this.#table.command({ type: "leave" });
  }

  /** The page is left with the dialog open: the seat goes back with it. */
  gone() {
    if (this.#sitting && !this.#table.state.mine.reserved?.offered) this.#table.command({ type: "leave" });
  }

  /** After a message: a seat that is no longer held closes its dialog. */
  changed() {
    if (!this.#sitting) return;
    const { reserved } = this.#table.state.mine;
    if (reserved?.seat === this.#sitting.seat) this.#sitting.held = true;
    else if (this.#sitting.held && this.#table.seat === null) {
      this.#sitting.close("over");
      const words = "The time to choose is over: the seat is no longer held for you.";
      this.#table.toast(words, { long: true });
      this.#announcer.urge(words);
    }
  }

  /** Counts down in the open dialog. */
  tick() {
    const { reserved } = this.#table.state.mine;
    if (reserved && this.#sitting?.seat === reserved.seat)
      this.#sitting.count(Math.max(0, Math.ceil((reserved.until - Date.now() - this.#table.offset) / 1000)));
  }

  #topUp() {
    const { view, mine } = this.#table.state;
    const stack = view.seats[this.#table.seat]?.stack ?? 0;
    topUpDialog({
      table: view.table,
      stack: stack + (mine.top_up ?? 0),
      pending: mine.top_up,
      balance: this.#balance(),
      submit: (amount) => this.send({ type: "top_up", amount }),
    });
  }

  async #leave() {
    const { view } = this.#table.state;
    const inHand = view.hand?.turn && view.seats[this.#table.seat]?.cards;
    const text = inHand
      ? "You are checked or folded for the rest of this hand; your chips go back to your balance when it ends."
      : "Your chips go back to your balance.";
    if (await confirmDialog({ title: "Leave the table?", text, yes: "Leave", no: "Stay" }))
      this.send({ type: "leave" });
  }

  #options() {
    const { mine } = this.#table.state;
    const seat = this.#table.seat;
    const buttons = this.#seatButtons();
    optionsDialog({
      settings: this.#settings,
      mine,
      seat,
      set: (option) => this.send({ type: "set", ...option }),
      buttons,
    });
  }

  /** Opens the reminder of the time between hands; during one it waits, and comes again after it. */
  remind(state, seat) {
    const { reminder } = state.mine;
    const due = mayRemind(state, seat);
    if (!due) {
      if (this.#reminder?.open) this.#reminder.close("later");
      return;
    }
    if (this.#reminder?.open || document.querySelector("dialog[open]")) return;
    this.#announcer.urge(reminderWords(reminder, this.#table.plainMoney));
    this.#reminder = reminderDialog({
      words: reminderWords(reminder, this.#table.plainMoney),
      answer: (chosen) => chosen !== "later" && this.send({ type: "reminder", answer: chosen || "go_on" }),
    });
  }

  #seatButtons() {
    const { view, mine } = this.#table.state;
    const me = view.seats[this.#table.seat];
    if (!me) return [];
    const leaves = mine.options?.sit_out || mine.options?.sit_out_big_blind;
    const out = me.status === "sitting_out" || leaves;
    return [
      ...(out
        ? [
            me.status === "sitting_out"
              ? { label: "I'm back", deed: () => this.do("back_post"), menu: true }
              : { label: "Stay in the game", deed: () => this.do("back_post") },
          ]
        : [
            { label: "Sit out next hand", deed: () => this.do("out_now") },
            { label: "Sit out before the big blind", deed: () => this.do("out_blind"), menu: true },
          ]),
      {
        label: mine.top_up ? `Add chips · ${this.#table.money(mine.top_up)} coming` : "Add chips",
        deed: () => this.do("top_up"),
      },
      { label: "Leave the table", deed: () => this.do("leave"), menu: true },
    ];
  }

  /** The seat's own small buttons beside the action bar. */
  showSeatButtons(box, { seat }) {
    const buttons = seat === null ? [] : this.#seatButtons().filter(({ menu }) => !menu);
    const key = buttons.map(({ label }) => label).join("|");
    if (key === this.#buttons) return;
    this.#buttons = key;
    box.replaceChildren(
      ...buttons.map(({ label, deed }) =>
        el("button", { class: "button button--quiet button--small", type: "button", text: label, onclick: deed }),
      ),
    );
  }

  #panel() {
    const narrow = matchMedia(NARROW).matches;
    const table = this.#table;
    const open = narrow ? !table.hasAttribute("data-sheet") : !this.#settings.get("panel");
    if (narrow) setData(table, "sheet", open);
    else this.#settings.set("panel", open);
    const { panelButton, log } = table.parts;
    panelButton.setAttribute("aria-expanded", String(open));
    setData(panelButton, "unread", false);
    if (open) log.toEnd();
    else panelButton.focus({ preventScroll: true });
  }

  showSound() {
    const on = this.#settings.get("sound");
    const { sound } = this.#table.parts;
    sound.replaceChildren(icon(on ? "sound" : "mute"));
    sound.setAttribute("aria-label", on ? "Sound is on" : "Sound is off");
    sound.setAttribute("aria-pressed", String(on));
  }

  /** A key's deed; true when it was used. */
  key({ deed, index }) {
    const { actions, chat } = this.#table.parts;
    switch (deed) {
      case "fold":
      case "call":
      case "raise":
        return actions.perform(deed);
      case "amount":
        actions.focusAmount();
        return true;
      case "preset":
        actions.choosePreset(index);
        return true;
      case "chat":
        this.#table.parts.choosePane("chat");
        if (matchMedia(NARROW).matches && !this.#table.hasAttribute("data-sheet")) this.#panel();
        chat.focusInput();
        return true;
      case "help":
        keysDialog();
        return true;
      case "mute":
        return this.do("mute");
      case "sit_out":
        return this.#sitOutOrBack();
      default:
        this.#announcer.urge(answer(deed, this.#table.spokenFacts));
        return true;
    }
  }

  #sitOutOrBack() {
    const me = this.#table.state.view.seats[this.#table.seat];
    if (!me) return false;
    return this.do(me.status === "sitting_out" || me.away ? "back_post" : "out_now");
  }

  /** Remembers that the viewer acts by keyboard within the bar, to put him back there next time. */
  keepFocus() {
    this.#focus = this.#table.parts.actions.contains(document.activeElement);
  }

  regainFocus() {
    if (this.#focus && (document.activeElement === document.body || document.activeElement === null))
      this.#table.parts.actions.focusFirst();
  }
}
