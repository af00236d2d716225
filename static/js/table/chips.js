/**
 * An amount as chips: greedy by denomination, the highest first; whoever draws the piles
 * puts the first column in front. A drawing only: the exact number always stands beside it.
 */

/** Minor units and the name its colours have in css/table/chips.css. */
const DENOMINATIONS = [
  [100_000_000, "million"],
  [10_000_000, "navy"],
  [2_500_000, "teal"],
  [500_000, "maroon"],
  [100_000, "gold"],
  [50_000, "violet"],
  [10_000, "black"],
  [2_500, "green"],
  [500, "red"],
  [100, "white"],
  [25, "sky"],
  [5, "tan"],
  [1, "grey"],
];

/** The denominations of a table whose smallest unit is `chip`, highest first. */
export function denominations(chip) {
  const usable = DENOMINATIONS.filter(([value]) => value >= chip && value % chip === 0);
  if (usable.at(-1)?.[0] === chip) return usable;
  return [...usable, [chip, "grey"]];
}

/**
 * `amount` as columns `{value, colour, count}`, highest first, at most `columns` of them with at most
 * `height` chips each; `whole` says whether that is every chip. Greedy needs each denomination once,
 * so an amount that is a multiple of the chip always comes out even before the limits apply.
 */
export function breakdown(amount, { chip = 1, columns = 5, height = 10 } = {}) {
  const piles = [];
  let rest = amount;
  for (const [value, colour] of denominations(chip)) {
    const count = Math.floor(rest / value);
    if (count) piles.push({ value, colour, count });
    rest -= count * value;
  }
  const shown = piles.slice(0, columns).map((pile) => ({ ...pile, count: Math.min(pile.count, height) }));
  const drawn = shown.reduce((sum, pile) => sum + pile.count * pile.value, 0);
  return { columns: shown, whole: drawn === amount };
}
