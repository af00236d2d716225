"""A finished hand for one viewer: replayed for a page, or written for other programs.

The exports (PokerStars-compatible text, Open Hand History, PHH) are pure functions of a `Finished`
hand, which names its viewer; what that viewer may not know is never in them (R-7.6), because only
`tables.engine.views` is asked what happened.
"""

from tables.history.finished import Finished
from tables.history.ohh import ohh
from tables.history.phh import phh
from tables.history.text import text

__all__ = ["Finished", "ohh", "phh", "text"]
