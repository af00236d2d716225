/**
 * The turn clock: quiet at first, then a visible countdown. The server's deadlines are its
 * own times; `offset` is how far its clock is ahead of ours. Pure: time comes in as an argument.
 */

/**
 * Where a turn stands at `now` (our clock): `phase` quiet, countdown, bank (the time bank runs) or over; `left` milliseconds to
 * the deadline; `share` of the present phase that is left, 1 to 0.
 */
export function phaseOf({ turn, now, offset = 0, quietMs = 7000 }) {
  if (!turn?.deadline) return { phase: "none", left: 0, share: 0 };
  const server = now + offset;
  const warn = turn.warn_at || turn.deadline;
  if (server >= turn.deadline) return { phase: "over", left: 0, share: 0 };
  const left = turn.deadline - server;
  if (server < warn) return { phase: "quiet", left, share: clamp((warn - server) / quietMs) };
  return { phase: turn.bank ? "bank" : "countdown", left, share: clamp(left / Math.max(1, turn.deadline - warn)) };
}

const clamp = (value) => Math.min(1, Math.max(0, value));

/**
 * A better guess of the clocks' difference from one round trip: the server's time is taken to lie in
 * the middle of it, and a shorter trip beats a longer one until it is a minute old.
 */
export function betterOffset(known, { now, sent, received }) {
  const trip = received - sent;
  const offset = now - (sent + received) / 2;
  if (known && trip > known.trip && received - known.at < 60_000) return known;
  return { offset, trip, at: received };
}
