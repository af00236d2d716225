"""The cashier's desk in the administration: queues, corrections, rake, and the books to look at.

Money rows are read-only everywhere. What staff do goes through forms to the services, which check
the right and the other pair of eyes again. Nothing is done to several rows at once.
"""

from cashier.admin import adjustments, books, freeze, protection, rake, requests

__all__ = ["adjustments", "books", "freeze", "protection", "rake", "requests"]
