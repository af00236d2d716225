/**
 * The line of status that counts down: a blind asked for, a seat held or offered, a seat that will be
 * freed. Pure: what the viewer knows and the server's time in, words out.
 */

const seconds = (until, now) => Math.max(0, Math.ceil((until - now) / 1000));

/** "40 s", "4 minutes": what is left, as coarse as it can be. */
export function leftWords(until, now) {
  const left = seconds(until, now);
  return left < 100 ? `${left} s` : `${Math.ceil(left / 60)} minutes`;
}

/** The line for `mine` at the server's time `now`; "" when nothing runs out. `broke`: he has no chips. */
export function countdownWords({ prompt, reserved, seat_until: until }, now, { broke = false } = {}) {
  if (prompt?.deadline) return `You are asked to post: ${seconds(prompt.deadline, now)} s left.`;
  if (reserved?.offered)
    return `Seat ${reserved.seat} is yours if you take it: ${seconds(reserved.until, now)} s left.`;
  if (reserved) return `Seat ${reserved.seat} is held for you: ${seconds(reserved.until, now)} s left.`;
  if (!until) return "";
  const what = broke ? "You have no chips left." : "You are sitting out.";
  return `${what} Your seat is kept for ${leftWords(until, now)}.`;
}

/** Whether the seat is freed within a minute: then a warning is due. */
export const nearlyFreed = (until, now) => Boolean(until) && until - now <= 60_000;
