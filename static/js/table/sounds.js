/**
 * The table's sounds, made on the spot with Web Audio: no files. Browsers allow sound only after the
 * viewer did something, so the context is made at his first gesture.
 */

/** Tones: [frequency Hz, start s, length s, loudness, wave]. */
const TONES = {
  check: [
    [210, 0, 0.05, 0.5, "triangle"],
    [190, 0.09, 0.05, 0.45, "triangle"],
  ],
  turn: [
    [659, 0, 0.22, 0.32, "sine"],
    [880, 0.13, 0.36, 0.3, "sine"],
  ],
  countdown: [
    [880, 0, 0.09, 0.26, "square"],
    [880, 0.16, 0.09, 0.26, "square"],
  ],
  win: [
    [523, 0, 0.2, 0.22, "sine"],
    [659, 0.09, 0.2, 0.22, "sine"],
    [784, 0.18, 0.34, 0.24, "sine"],
  ],
  prompt: [
    [587, 0, 0.2, 0.28, "sine"],
    [587, 0.24, 0.2, 0.28, "sine"],
  ],
};

/** Noises: [start s, length s, loudness, filter Hz, sharpness]. */
const NOISES = {
  deal: [[0, 0.07, 0.34, 2600, 0.8]],
  fold: [[0, 0.12, 0.2, 1100, 0.7]],
  chips: [
    [0, 0.03, 0.5, 5200, 6],
    [0.045, 0.03, 0.4, 6100, 7],
    [0.085, 0.035, 0.45, 4700, 6],
    [0.13, 0.03, 0.3, 5600, 7],
  ],
  call: [
    [0, 0.03, 0.45, 5000, 6],
    [0.06, 0.035, 0.4, 5700, 7],
  ],
};

/** Which sound an event makes, if any. */
export function soundOf(event) {
  switch (event.kind) {
    case "check":
    case "fold":
      return event.kind;
    case "call":
    case "posted":
      return "call";
    case "bet":
    case "raise":
      return "chips";
    case "street":
    case "dealt":
    case "hand_started":
      return "deal";
    case "pot_won":
      return "chips";
    default:
      return null;
  }
}

export class Sounds {
  #settings;
  #context = null;
  #noise = null;
  #last = new Map();

  constructor(settings) {
    this.#settings = settings;
    const wake = () => this.#wake();
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { once: true, passive: true });
  }

  #wake() {
    const Context = globalThis.AudioContext;
    if (!Context || this.#context) return;
    this.#context = new Context();
    const rate = this.#context.sampleRate;
    this.#noise = this.#context.createBuffer(1, rate / 2, rate);
    const samples = this.#noise.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  }

  /** Plays `name` unless sound is off or the same one has just been heard. */
  play(name) {
    if (!name || !this.#context || !this.#settings.get("sound")) return;
    const now = this.#context.currentTime;
    if (now - (this.#last.get(name) ?? -1) < 0.06) return;
    this.#last.set(name, now);
    const out = this.#context.createGain();
    out.gain.value = this.#settings.get("volume") / 100;
    out.connect(this.#context.destination);
    for (const tone of TONES[name] ?? []) this.#tone(out, now, tone);
    for (const noise of NOISES[name] ?? []) this.#hiss(out, now, noise);
  }

  #tone(out, now, [frequency, start, length, loudness, wave]) {
    const source = this.#context.createOscillator();
    source.type = wave;
    source.frequency.value = frequency;
    this.#shape(source, out, { from: now + start, length, loudness });
  }

  #hiss(out, now, [start, length, loudness, hertz, sharpness]) {
    const source = this.#context.createBufferSource();
    source.buffer = this.#noise;
    const filter = this.#context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = hertz;
    filter.Q.value = sharpness;
    source.connect(filter);
    this.#shape(source, out, { from: now + start, length, loudness, through: filter });
  }

  #shape(source, out, { from, length, loudness, through = source }) {
    const gain = this.#context.createGain();
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudness, from + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.001, from + length);
    through.connect(gain).connect(out);
    source.start(from);
    source.stop(from + length + 0.02);
  }
}

/** Spoken prompts ("Post the big blind, please", R-2.10); off until the viewer switches them on. */
export function speak(settings, text) {
  if (!settings.get("voice") || !globalThis.speechSynthesis) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang || "en";
  words.volume = settings.get("volume") / 100;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
