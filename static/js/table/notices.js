/**
 * What the viewer must not miss at his table: his turn, a blind asked of him, a seat held or offered, a
 * seat about to be freed, a change of his disconnect protection. Each is told once, then counted down.
 */
import { actionBar } from "./actions.js";
import { promptWords } from "./choices.js";
import { countdownWords, nearlyFreed } from "./countdowns.js";
import { changeWords } from "./protection.js";
import { turnWords } from "./queries.js";
import { speak } from "./sounds.js";

const FREED = {
  away: "You were away too long: your seat is free, your chips are back in your balance.",
  no_chips: "You had no chips left: your seat is free.",
  closed: "The table is closed: your chips are back in your balance.",
};

export class Notices {
  #table;
  #settings;
  #sounds;
  #announcer;
  #deeds;
  #turnKey = "";
  #promptKey = "";
  #heldKey = "";
  #warnedOf = 0;
  #phase = "";

  constructor(table, { settings, sounds, announcer, deeds }) {
    this.#table = table;
    this.#settings = settings;
    this.#sounds = sounds;
    this.#announcer = announcer;
    this.#deeds = deeds;
  }

  get #now() {
    return Date.now() + this.#table.offset;
  }

  /** After a message: what changed for the viewer alone. `before` is the state it found. */
  changed(before, { mine, you }, events = []) {
    this.#tell(changeWords(before.mine.allowance, mine.allowance));
    const freed = events.find(({ kind, player, cause }) => kind === "left" && cause && player === you?.player);
    if (freed) this.#tell(FREED[freed.cause]);
    const held = before.mine.reserved;
    if (held?.offered && !mine.reserved && this.#table.seat === null && held.until <= this.#now)
      this.#tell("The seat was not taken in time and is offered to the next in line.");
  }

  #tell(words) {
    if (!words) return;
    this.#table.toast(words, { long: true });
    this.#announcer.urge(words);
  }

  /** After drawing: turns, prompts and seats that wait for an answer. `title` is the tab's usual one. */
  show({ view, seat, money, mine }, title) {
    const bar = seat === null ? null : actionBar(view, seat);
    const offered = mine.reserved?.offered && seat === null;
    const call = bar ? "Your turn" : mine.prompt ? "Post your blind" : offered ? "A seat is yours" : "";
    document.title = call ? `● ${call} · ${title}` : title;
    this.#turn(bar, { view, money });
    this.#prompt(mine.prompt, money);
    this.#offer(offered ? mine.reserved : null);
  }

  #turn(bar, { view, money }) {
    const key = bar?.key ?? "";
    if (key === this.#turnKey) return;
    this.#turnKey = key;
    this.#phase = "";
    if (!bar) return;
    this.#sounds.play("turn");
    this.#announcer.urge(turnWords({ view, bar, money, now: Date.now(), offset: this.#table.offset }));
    this.#deeds.regainFocus();
  }

  #prompt(prompt, money) {
    const key = prompt ? `${prompt.kind}-${prompt.deadline}` : "";
    if (key === this.#promptKey) return;
    this.#promptKey = key;
    if (!prompt) return;
    this.#sounds.play("prompt");
    speak(this.#settings, promptWords(prompt));
    this.#announcer.urge(`${promptWords(prompt)}: ${money(prompt.amount)}.`);
  }

  #offer(offered) {
    const key = offered ? `${offered.seat}-${offered.until}` : "";
    if (key === this.#heldKey) return;
    this.#heldKey = key;
    if (!offered) return;
    this.#sounds.play("prompt");
    this.#announcer.urge(`Seat ${offered.seat} is free and offered to you.`);
  }

  /** Ten times a second: the countdowns. */
  tick({ view, mine }, seat) {
    const stack = view.seats?.[seat]?.stack;
    const words = countdownWords(mine, this.#now, { broke: stack === 0 });
    if (words) this.#table.parts.actions.say(words);
    if (nearlyFreed(mine.seat_until, this.#now) && this.#warnedOf !== mine.seat_until) {
      this.#warnedOf = mine.seat_until;
      this.#sounds.play("prompt");
      this.#tell(`${words} Come back or add chips to keep it.`);
    }
  }

  /** The acting player's clock reached another phase. */
  phase({ phase, left }) {
    if (phase === this.#phase) return;
    this.#phase = phase;
    if (phase !== "countdown" && phase !== "bank") return;
    this.#sounds.play("countdown");
    const seconds = Math.ceil(left / 1000);
    this.#announcer.urge(phase === "bank" ? `Time bank: ${seconds} seconds left.` : `${seconds} seconds left.`);
  }
}
