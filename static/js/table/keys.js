/**
 * Single-key shortcuts (WCAG 2.1.4: can be switched off, and are dead wherever text is typed).
 * Pure: a key event's facts in, the name of a deed out.
 */

export const SHORTCUTS = [
  ["F", "fold", "Fold"],
  ["C", "call", "Check or call"],
  ["R", "raise", "Bet or raise"],
  ["A", "amount", "Go to the amount"],
  ["1 – 5", "preset", "Choose an amount"],
  ["T", "time", "Say the time left"],
  ["B", "board", "Say the board"],
  ["P", "pots", "Say the pots"],
  ["H", "mine", "Say my hand"],
  ["L", "last", "Say the last action"],
  ["S", "sit_out", "Sit out or come back"],
  ["M", "mute", "Sound on or off"],
  ["/", "chat", "Write to the table"],
  ["?", "help", "Show these keys"],
];

const DEEDS = Object.fromEntries(
  SHORTCUTS.filter(([key]) => key.length === 1).map(([key, deed]) => [key.toLowerCase(), deed]),
);

/** Whether keys typed into `target` belong to it. */
export function isTyping(target) {
  if (!target?.matches) return false;
  return target.matches(
    'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]',
  );
}

/** The deed of a key: `{deed, index?}` or null. */
export function deedOf({ key, target, ctrlKey, metaKey, altKey, repeat }, { on = true } = {}) {
  if (!on || ctrlKey || metaKey || altKey || repeat || isTyping(target)) return null;
  if (/^[1-5]$/.test(key)) return { deed: "preset", index: Number(key) - 1 };
  const deed = DEEDS[key?.toLowerCase?.()];
  return deed ? { deed } : null;
}
