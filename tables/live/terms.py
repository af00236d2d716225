"""A table as it is set up, in the form the live row keeps; and the rows of a new one."""

from django.db import transaction

from cashier.models.rake import RakeSchedule
from cashier.rake import Terms as Bracket
from cashier.rake import terms_for
from tables.engine.actions import Code, RuleViolation
from tables.engine.rake import RakeTerms
from tables.engine.rules import Rules, preset
from tables.live import row
from tables.live.facts import stakes_of
from tables.live.state import Terms
from tables.models import Hand, Table


def terms_of(table: Table) -> Terms:
    """What the next hand is played by. Raises RuleViolation (`bad_setup`) where it makes no game."""
    rules = preset(table.preset).dump() | table.changes
    Rules.load(rules)
    rake = rake_terms(table)
    terms = Terms(
        slug=table.slug,
        name=table.name,
        game=table.game,
        small_bet=table.small_bet,
        big_bet=table.big_bet,
        small_blind=table.small_blind,
        big_blind=table.big_blind,
        ante=table.ante,
        chip=table.chip,
        currency=table.currency,
        play_money=table.play_money,
        seats=table.seats,
        min_buy_in=table.min_buy_in,
        max_buy_in=table.max_buy_in,
        rules=rules,
        rake=rake.dump() if rake is not None else {},
        rake_text=_words(rake),
        pause_ms=table.pause_ms,
        away_ms=table.away_minutes * 60_000,
        state=table.state,
    )
    stakes_of(terms)
    return terms


def rake_terms(table: Table) -> RakeTerms | None:
    """The commission of the next hand: the schedule's bracket for the table's average pot (R-8.2)."""
    if table.schedule is None:
        return None
    rake = _bracket(table, table.schedule)
    if not rake.sound(chip=table.chip):
        raise RuleViolation(Code.BAD_SETUP, "bad setup: rake")
    return rake


def _bracket(table: Table, schedule: RakeSchedule) -> RakeTerms:
    rules = preset(table.preset, **table.changes)
    pots = Hand.objects.filter(table_id=table.pk, void_reason="").values_list("pot", flat=True)
    last = list(pots[: rules.average_over_hands])
    return engine_terms(terms_for(schedule, average_pot=sum(last) // len(last) if last else 0, hands=len(last)))


def engine_terms(bracket: Bracket) -> RakeTerms:
    """A schedule's bracket as the engine's terms."""
    return RakeTerms(
        basis_points=bracket.basis_points,
        step=bracket.step,
        caps=bracket.caps,
        no_flop_no_drop=bracket.no_flop_no_drop,
    )


def open_table(table: Table) -> Table:
    """Store a new table with its live row."""
    with transaction.atomic():
        table.full_clean()
        table.save(force_insert=True)
        row.create(table.pk, terms=terms_of(table))
    return table


def _words(rake: RakeTerms | None) -> str:
    """The commission in words, as it is shown at the table: percent, step, caps by players dealt in."""
    if rake is None or rake.basis_points == 0:
        return "none"
    percent, hundredths = divmod(rake.basis_points, 100)
    text = f"{percent}.{hundredths:02d}".rstrip("0").rstrip(".") + "%"
    if rake.step > 1:
        text += f" in steps of {_amount(rake.step)}"
    if rake.caps:
        first, *more = rake.caps
        text += f", max {_amount(first[1])}"
        text += "".join(f", {_amount(cap)} from {players} players" for players, cap in more)
    return text + (", no flop no drop" if rake.no_flop_no_drop else "")


def _amount(minor: int) -> str:
    return f"{minor // 100}.{minor % 100:02d}"
