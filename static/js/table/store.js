/**
 * What the table's page knows: the public view, the private object, who is looking, and the version.
 * Everything here is pure. The server sends whole states (`hello`) and merge patches (`update`,
 * `private`); nothing is ever worked out from events, so a client can be behind but never wrong.
 */

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * RFC 7396: the document that `patch` makes of `target`. Neither argument is changed, and parts
 * the patch does not touch are the very same objects, so `===` says what changed.
 */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else put(merged, key, mergePatch(merged[key], value));
  }
  return merged;
}

/** Sets an own property whatever its name: "__proto__" is data like any other. */
function put(object, key, value) {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

export const NOTHING = Object.freeze({ version: -1, view: null, mine: {}, you: null });

/**
 * The state after one message from the server, and what it meant: `hello`, `applied`, `old`
 * (already known, ignored), `gap` (an update was lost: ask for `sync`) or `other`.
 */
export function reduce(state, message) {
  switch (message.type) {
    case "hello":
      return {
        outcome: "hello",
        state: { version: message.version, view: message.view, mine: message.private ?? {}, you: message.you ?? null },
      };
    case "update":
      if (state.view === null || message.version > state.version + 1) return { outcome: "gap", state };
      if (message.version <= state.version) return { outcome: "old", state };
      return {
        outcome: "applied",
        state: { ...state, version: message.version, view: mergePatch(state.view, message.patch ?? {}) },
      };
    case "private":
      return { outcome: "applied", state: { ...state, mine: mergePatch(state.mine, message.patch ?? {}) } };
    default:
      return { outcome: "other", state };
  }
}

/** The seat number this viewer sits in, or null. The view decides; `you.seat` may be older. */
export function seatOf(state) {
  const player = state.you?.player;
  if (!player || !state.view) return null;
  for (const [seat, there] of Object.entries(state.view.seats ?? {})) {
    if (there.player === player && !there.left && there.status !== "reserved") return Number(seat);
  }
  return null;
}
