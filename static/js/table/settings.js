/** What this browser's viewer likes; kept in local storage, told to whoever asks. No game state here. */

const KEY = "table-settings";
export const DEFAULTS = Object.freeze({
  fourColours: false,
  inBlinds: false,
  sound: true,
  volume: 60,
  voice: false,
  keys: true,
  panel: true,
});

/** `saved` text over the defaults; what is unknown or of another type is dropped. */
export function sane(saved) {
  let given = {};
  try {
    given = JSON.parse(saved ?? "{}") ?? {};
  } catch {
    given = {};
  }
  const kept = Object.entries(DEFAULTS).map(([key, usual]) => [
    key,
    typeof given[key] === typeof usual ? given[key] : usual,
  ]);
  return Object.fromEntries(kept);
}

export class Settings extends EventTarget {
  #storage;
  values;

  constructor(storage = globalThis.localStorage) {
    super();
    this.#storage = storage;
    this.values = sane(read(storage));
  }

  get(key) {
    return this.values[key];
  }

  set(key, value) {
    this.values = { ...this.values, [key]: value };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // A full or forbidden store only means that the choice lasts until the page is left.
    }
    this.dispatchEvent(new CustomEvent("change", { detail: key }));
  }
}

function read(storage) {
  try {
    return storage?.getItem(KEY);
  } catch {
    return null;
  }
}
