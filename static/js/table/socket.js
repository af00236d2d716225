/**
 * The line to one table: connects, says what it hears, answers for commands, finds out when it is
 * dead and starts again. Emits `message` (from the server), `state` (live, lag, reconnecting,
 * offline, signed_out, no_table) and `offset` (the clocks' difference). Nothing here knows poker.
 */
import { betterOffset } from "./clock.js";

const LAG_MS = 400;
const ANSWER_MS = 4000;
const GIVE_UP_MS = 30_000;
const SIGNED_OUT = 4401;
const FLOODED = 1008;
const NO_TABLE = 4404;
/** Commands that may be sent again without harm: a repeat has one effect; all but chat and reservations. */
const REPEATABLE = new Set([
  "act",
  "sit",
  "top_up",
  "sit_out",
  "sit_in",
  "leave",
  "set",
  "post",
  "decline",
  "show",
  "wait_list",
  "sync",
]);

/** Milliseconds before the next attempt: half a second doubling to ten, with jitter against stampedes. */
export function backoff(attempt, random = Math.random) {
  const ceiling = Math.min(10_000, 500 * 2 ** attempt);
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

export class TableSocket extends EventTarget {
  #url;
  #open;
  #env;
  #line = null;
  #attempt = 0;
  #heartbeat = 2500;
  #pending = new Map();
  #pings = new Map();
  #serial = 0;
  #prefix;
  #timers = { retry: null, beat: null };
  #heard = 0;
  #offset = null;
  #stopped = false;
  #who = null;
  #readmitting = false;
  state = "connecting";
  since = 0;

  /** `open` makes a WebSocket; `env` has now(), setTimeout, clearTimeout and random: tests bring their own. */
  constructor({ url, open = (address) => new WebSocket(address), env = {} }) {
    super();
    this.#url = url;
    this.#open = open;
    this.#env = {
      now: () => Date.now(),
      setTimeout: (task, delay) => setTimeout(task, delay),
      clearTimeout: (timer) => clearTimeout(timer),
      random: Math.random,
      ...env,
    };
    this.#prefix = [0, 1, 2].map(() => Math.floor(this.#env.random() * 36 ** 7).toString(36)).join("");
  }

  get offset() {
    return this.#offset?.offset ?? 0;
  }

  get heartbeatMs() {
    return this.#heartbeat;
  }

  start() {
    this.#stopped = false;
    this.#connect();
  }

  stop() {
    this.#stopped = true;
    this.#drop();
    this.#env.clearTimeout(this.#timers.retry);
  }

  /** After sleep or a hidden tab: trust nothing, look at once whether the line still lives. */
  wake() {
    if (this.#stopped || this.state === "signed_out" || this.state === "no_table") return;
    if (this.#line?.readyState === 0) return;
    if (this.#line?.readyState === 1) {
      this.#ping();
      this.#write({ type: "sync" });
    } else {
      this.#attempt = 0;
      this.#connect();
    }
  }

  /** Sends `command` with an id of its own; resolves with the server's reply, or an `unavailable` one. */
  send(command) {
    this.#serial += 1;
    const id = `${this.#prefix}-${this.#serial}`;
    return new Promise((resolve) => {
      const now = this.#env.now();
      this.#pending.set(id, { message: { ...command, id }, resolve, born: now, sent: now });
      this.#write({ ...command, id });
    });
  }

  /** Asks for the whole state again; a lost update makes this necessary. */
  sync() {
    this.#write({ type: "sync" });
  }

  #connect() {
    this.#env.clearTimeout(this.#timers.retry);
    this.#drop();
    const line = this.#open(this.#url);
    this.#line = line;
    this.#heard = this.#env.now();
    line.onopen = () => {
      this.#heard = this.#env.now();
      this.#ping();
    };
    line.onmessage = ({ data }) => this.#line === line && this.#receive(data);
    line.onclose = ({ code }) => this.#line === line && this.#closed(code);
    this.#beatLater();
  }

  #drop() {
    this.#env.clearTimeout(this.#timers.beat);
    this.#pings.clear();
    const line = this.#line;
    this.#line = null;
    if (line && line.readyState < 2) line.close();
  }

  #closed(code) {
    this.#drop();
    if (this.#stopped) return;
    if (code === NO_TABLE || (code === SIGNED_OUT && this.#readmitting)) {
      this.#become(code === NO_TABLE ? "no_table" : "signed_out");
      return;
    }
    // A new session of the same player (a new password, a guest who keeps his account) has another cookie by now.
    this.#readmitting = code === SIGNED_OUT;
    const online = globalThis.navigator?.onLine ?? true;
    this.#become(online ? "reconnecting" : "offline");
    const delay = code === FLOODED ? 10_000 : backoff(this.#attempt, this.#env.random);
    this.#attempt += 1;
    this.#timers.retry = this.#env.setTimeout(() => this.#connect(), delay);
  }

  #write(message) {
    if (this.#line?.readyState === 1) this.#line.send(JSON.stringify(message));
  }

  #ping() {
    this.#serial += 1;
    const id = `p${this.#serial}`;
    this.#pings.set(id, this.#env.now());
    this.#write({ type: "ping", id });
  }

  #beatLater() {
    this.#env.clearTimeout(this.#timers.beat);
    this.#timers.beat = this.#env.setTimeout(() => this.#beat(), this.#heartbeat);
  }

  /** Every heartbeat: ping, notice a slow or dead line, repeat what was never answered. */
  #beat() {
    const now = this.#env.now();
    if (now - this.#heard > Math.max(this.#heartbeat * 2.5, 6000)) {
      this.#line?.close();
      this.#closed(1006);
      return;
    }
    if ([...this.#pings.values()].some((sent) => now - sent > LAG_MS * 3) && this.state === "live") this.#become("lag");
    this.#ping();
    this.#repeat(now);
    this.#beatLater();
  }

  #repeat(now) {
    for (const [id, entry] of this.#pending) {
      if (now - entry.born > GIVE_UP_MS) this.#answer(id, unanswered(id));
      else if (now - entry.sent > ANSWER_MS) this.#again(id, entry, now);
    }
  }

  #again(id, entry, now) {
    if (!REPEATABLE.has(entry.message.type)) {
      this.#answer(id, unanswered(id));
      return;
    }
    entry.sent = now;
    entry.again = true;
    this.#write(entry.message);
  }

  #answer(id, reply) {
    const entry = this.#pending.get(id);
    this.#pending.delete(id);
    entry?.resolve(entry.again ? asFirst(entry.message, reply) : reply);
  }

  #receive(data) {
    const message = JSON.parse(data);
    this.#heard = this.#env.now();
    if (message.type === "pong") this.#pong(message);
    if (message.type === "hello") this.#greet(message);
    if (this.#line === null) return;
    if (message.type === "reply" && message.id) this.#answer(message.id, message);
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  #greet(message) {
    if (this.#readmitting && !message.you) {
      this.#drop();
      this.#become("signed_out");
      return;
    }
    this.#readmitting = false;
    if (this.#who && this.#who !== message.you?.player) this.#forget();
    this.#who = message.you?.player ?? null;
    this.#attempt = 0;
    this.#heartbeat = message.heartbeat_ms || this.#heartbeat;
    if (!this.#offset) this.#learn({ now: message.now, sent: this.#heard - 200, received: this.#heard });
    this.#become("live");
    for (const [id, entry] of this.#pending) this.#again(id, entry, this.#env.now());
    this.#beatLater();
  }

  /** What somebody else asked for is not asked again in another's name. */
  #forget() {
    for (const id of [...this.#pending.keys()]) this.#answer(id, unanswered(id));
  }

  #pong(message) {
    const sent = this.#pings.get(message.id);
    if (sent === undefined) return;
    this.#pings.delete(message.id);
    this.#learn({ now: message.now, sent, received: this.#heard });
    if (this.state === "live" || this.state === "lag") this.#become(this.#heard - sent > LAG_MS ? "lag" : "live");
  }

  #learn(sample) {
    this.#offset = betterOffset(this.#offset, sample);
    this.dispatchEvent(new CustomEvent("offset", { detail: this.#offset.offset }));
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.since = this.#env.now();
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}

/** A seat taken by the first sending is no refusal of the second. */
function asFirst(message, reply) {
  return message.type === "sit" && reply.error?.code === "already_seated"
    ? { ...reply, ok: true, error: undefined }
    : reply;
}

const unanswered = (id) => ({
  type: "reply",
  id,
  ok: false,
  error: { code: "unavailable", message: "No answer from the table. Please look before you try again." },
});
