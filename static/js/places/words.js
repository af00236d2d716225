/** A player's other tables in a few words. Pure: a place (see the server's `places`) and the time in, text out. */

const NEEDS = {
  turn: (left) => `your turn${left}`,
  post: (left) => `post your blind${left}`,
  offer: (left, place) => `seat ${place.seat} is yours${left}`,
};

/** Whole seconds to `until` by the server's clock, never below zero; null when there is no time. */
export function secondsLeft(until, now) {
  return until ? Math.max(0, Math.ceil((until - now) / 1000)) : null;
}

/** `{name, words}`: "Amber:" and "your turn, 12 s"; `now` is the server's time. */
export function placeWords(place, now) {
  const seconds = secondsLeft(place.until, now);
  const left = seconds === null ? "" : `, ${seconds} s`;
  if (place.needs) return { name: `${place.name}:`, words: NEEDS[place.needs](left, place) };
  switch (place.kind) {
    case "seat":
      return {
        name: place.name,
        words: place.until ? `sitting out, seat free in ${minutes(seconds)}` : `seat ${place.seat}`,
      };
    case "reserved":
      return { name: place.name, words: `seat ${place.seat} held for you${left}` };
    case "waiting":
      return { name: place.name, words: `number ${place.queue} in line` };
    default:
      return { name: place.name, words: "" };
  }
}

/** "40 s", "3 min" */
export const minutes = (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);

/** What is said aloud, and in the tab's title, when a place begins to need somebody; "" when none does. */
export function callWords(places) {
  const [first] = places.filter(({ needs }) => needs);
  if (!first) return "";
  return {
    turn: `Your turn at ${first.name}`,
    post: `Post your blind at ${first.name}`,
    offer: `A seat is free at ${first.name}`,
  }[first.needs];
}
