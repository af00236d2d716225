"""A finished hand for other programs: PokerStars-compatible text, Open Hand History and PHH.

Each export is a pure function of a `Finished` hand, which names its viewer; what that viewer may not
know is never in it (R-7.6), because only `tables.engine.views` is asked what happened.
"""

from tables.history.finished import Finished
from tables.history.ohh import ohh
from tables.history.phh import phh
from tables.history.text import text

__all__ = ["Finished", "ohh", "phh", "text"]
