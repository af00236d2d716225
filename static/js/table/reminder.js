/** The reminder of the time at a real-money table: when it may interrupt, and what it says. Pure. */

/** "1 hour 5 minutes". */
export function timeWords(minutes) {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const part = (count, word) => (count ? `${count} ${word}${count === 1 ? "" : "s"}` : "");
  return [part(hours, "hour"), part(rest, "minute")].filter(Boolean).join(" ") || "less than a minute";
}

/** How long, and what it has brought, in words. */
export function reminderWords({ minutes, net }, money) {
  const outcome = net === 0 ? "You are even." : `You are ${money(Math.abs(net))} ${net > 0 ? "up" : "down"}.`;
  return `You have played here for ${timeWords(minutes)}. ${outcome}`;
}

/** Never while the viewer is in a hand that is being played: a dialog would cover his decision. */
export function mayRemind({ view, mine }, seat) {
  if (!mine?.reminder || seat === null) return false;
  const playing = view.hand && view.status === "playing";
  return !(playing && view.seats[seat]?.cards);
}
