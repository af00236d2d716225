/** The disconnect protection in words: what is left, and what has just happened to it. Pure. */

/** "at 14:05", or "tomorrow at 02:15": a use is back within 24 hours. */
export function whenWords(time, now = Date.now()) {
  const [then, today] = [new Date(time), new Date(now)];
  const day = then.toDateString() === today.toDateString() ? "" : "tomorrow ";
  return `${day}at ${then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`;
}

/** "1 of 2 left, the next is back at 14:05."; "" when the room said nothing. */
export function allowanceWords(allowance, when = whenWords) {
  if (!allowance) return "";
  if (allowance.revoked) return "Switched off by support: if your connection fails, your hand is folded.";
  const left = `${allowance.left} of ${allowance.of} left`;
  return allowance.restores_at ? `${left}, the next is back ${when(allowance.restores_at)}.` : `${left}.`;
}

/** What one must know before sitting down; "" when all is well. */
export function warningWords(allowance, when = whenWords) {
  if (!allowance) return "";
  if (allowance.revoked)
    return "Support has switched your disconnect protection off: if the connection fails, your hand is folded when your time runs out.";
  if (allowance.left > 0) return "";
  const back = allowance.restores_at ? ` The next is back ${when(allowance.restores_at)}.` : "";
  return `Your disconnect protection is used up: if the connection fails, your hand is folded when your time runs out.${back}`;
}

/** What to tell when `before` became `after`; "" when nothing did. */
export function changeWords(before, after, when = whenWords) {
  if (!before || !after) return "";
  if (after.revoked !== before.revoked)
    return after.revoked
      ? "Support has switched your disconnect protection off, from your next hand on."
      : "Support has switched your disconnect protection on again, from your next hand on.";
  if (after.left > before.left)
    return after.changed === "reset"
      ? `Support has given back your disconnect protection: ${after.left} of ${after.of} from your next hand on.`
      : `A disconnect protection is back: ${after.left} of ${after.of} left.`;
  if (after.left === before.left)
    return before.asked && !after.asked ? "Support has answered your request: see your account." : "";
  const back = after.restores_at ? ` The next is back ${when(after.restores_at)}.` : "";
  return after.left
    ? `You were disconnected and treated as all-in: ${after.left} of ${after.of} left.${back}`
    : `That was your last disconnect protection: from now on a lost connection folds your hand.${back}`;
}

/** Whether support may be asked for a reset. */
export const mayAsk = (allowance) =>
  Boolean(allowance) && !allowance.asked && (allowance.revoked || allowance.left < allowance.of);
