"""A million random pots through the rake: `python -m benchmarks.rake [--hands N]`.

Each hand has random pots, terms and players. Payouts and rake must make the pots again, the rake stay
between nothing and the cap, each pot's part be whole chips within the pot, and hands before the flop
give nothing where that is agreed. Stops at the first hand that does not.
"""

import argparse
import random  # noqa: TID251 (draws test cases, not cards)
from time import perf_counter

from cashier.attribution import attribute
from tables.engine.rake import RakeTerms, spread, total_rake

CHIPS = (1, 5, 25, 100)
CAPS = ((), ((2, 0),), ((2, 100), (4, 200), (6, 300)), ((2, 500),))


def one_hand(dice: random.Random) -> None:
    """Draw a hand and check everything that must hold of its rake."""
    chip = dice.choice(CHIPS)
    caps = tuple((players, cap * chip) for players, cap in dice.choice(CAPS))
    terms = RakeTerms(
        basis_points=dice.randint(0, 1_000),
        step=chip * dice.randint(1, 20),
        caps=caps,
        no_flop_no_drop=dice.random() < 0.5,
    )
    pots = tuple(chip * dice.randint(1, 100_000) for _ in range(dice.randint(1, 5)))
    players, flop = dice.randint(2, 10), dice.random() < 0.7
    rake = total_rake(terms, pots=sum(pots), players=players, flop_dealt=flop)
    parts = spread(rake, pots=pots, chip=chip)
    cap = ([cap for least, cap in caps if least <= players] or [cap for _, cap in caps[:1]] or [sum(pots)])[-1]
    assert 0 <= rake <= min(cap, sum(pots)), (terms, pots, players, rake)
    assert flop or not terms.no_flop_no_drop or rake == 0, (terms, pots, rake)
    assert sum(parts) == rake and all(part % chip == 0 for part in parts), (terms, pots, parts)
    assert all(0 <= part <= pot for part, pot in zip(parts, pots, strict=True)), (terms, pots, parts)
    payouts = [pot - part for pot, part in zip(pots, parts, strict=True)]
    assert sum(payouts) + rake == sum(pots)
    paid = {player: dice.randint(0, 1_000) for player in range(players)}
    assert sum(attribute(rake, paid).values()) == (rake if any(paid.values()) else 0), (rake, paid)


def main() -> int:
    """Check that many hands and say how long it took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=24)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    began = perf_counter()
    for _ in range(options.hands):
        one_hand(dice)
    print(f"{options.hands} random hands: rake exact, whole and within its cap in {perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
