"""A PokerKit hand set up as one of ours, the oracle of the differential tests; its players begin left of the button."""

from dataclasses import replace

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem
from pokerkit.games import PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem
from pokerkit.state import State

from tables.engine.cards import hole_cards
from tables.engine.record import Expected
from tables.engine.rules import Game
from tables.engine.setup import PostKind, Setup

MANUAL = (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
AUTOMATIC = tuple(automation for automation in Automation if automation not in MANUAL)


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """PokerKit has the parts but not the game."""


class Table:
    """Deals PokerKit our deck and answers what it allows."""

    def __init__(self, setup: Setup, board: str) -> None:
        order = setup.order()
        self.seats = [seat.seat for seat in order]
        self._board = [board[:6], board[6:8], board[8:10]]
        self.state = _state(setup)
        for cards in hole_cards(setup.deck, players=len(order)):
            self.state.deal_hole(cards)
        self.deal()

    def deal(self) -> None:
        """All cards due before the next decision."""
        while self.state.status and self.state.actor_index is None:
            self.state.burn_card("??")
            self.state.deal_board(self._board.pop(0))

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        return None if self.state.actor_index is None else self.seats[self.state.actor_index]

    def allowed(self) -> Expected:
        """What the player to act may do."""
        return Expected(
            self.state.checking_or_calling_amount,
            self.state.min_completion_betting_or_raising_to_amount,
            self.state.max_completion_betting_or_raising_to_amount,
        )

    def stacks(self) -> dict[int, int]:
        """Chips by seat, once the hand is over."""
        return dict(zip(self.seats, self.state.stacks, strict=True))


def _state(setup: Setup) -> State:
    order, stakes = setup.order(), setup.stakes
    antes, blinds = [], []
    for seat in order:
        dead = (post.amount for post in seat.posts if post.kind in (PostKind.ANTE, PostKind.DEAD))
        live = [post for post in seat.posts if post.kind not in (PostKind.ANTE, PostKind.DEAD)]
        antes.append(sum(dead))
        blinds.append(sum(-post.amount if post.kind is PostKind.LIVE else post.amount for post in live))
    if len(order) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    trim = all(post.kind is not PostKind.DEAD for seat in order for post in seat.posts)
    match stakes.game:
        case Game.FIXED:
            game = FixedLimitTexasHoldem(AUTOMATIC, trim, antes, blinds, stakes.small_bet, stakes.big_bet)
            first, *later = game.streets
            game.streets = (replace(first, max_completion_betting_or_raising_count=3), *later)
        case Game.POT:
            game = PotLimitTexasHoldem(AUTOMATIC, trim, antes, blinds, stakes.big_blind)
        case Game.NO_LIMIT:
            game = NoLimitTexasHoldem(AUTOMATIC, trim, antes, blinds, stakes.big_blind)
    return game([seat.stack for seat in order], len(order))
