/** The pots of a hand in order, named for people. */

/** `[{name, amount, seats: [numbers]}]`; the main pot first, "Pot" when there is only one. */
export function potsOf(hand) {
  const pots = Object.entries(hand?.pots ?? {}).sort(([a], [b]) => Number(a) - Number(b));
  return pots.map(([index, { amount, seats }], place) => ({
    name: pots.length === 1 ? "Pot" : place === 0 ? "Main" : pots.length === 2 ? "Side" : `Side ${index}`,
    amount,
    seats: String(seats ?? "")
      .split(",")
      .filter(Boolean)
      .map(Number),
  }));
}
