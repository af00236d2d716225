"""The leak oracle: hands whose decks the test knows, everything collected, no
card anywhere its viewer may not know it at that time. `test_oracle_on_the_stack` plays two hundred with real processes.
"""

import pytest
from django.db import connection

from tables.models import Hand
from tests.secrecy.campaign import Campaign
from tests.secrecy.stores import Diary, in_log

pytestmark = pytest.mark.django_db(transaction=True)
# Two hundred are played on the stack; these find a leak within seconds, on each database.
HANDS = 20 if connection.vendor == "sqlite" else 5


@pytest.mark.parametrize(
    "campaign",
    [Campaign(seed=1, seats=6, game="no"), Campaign(seed=2, seats=3, preset="24poker", ante=100)],
    ids=["no limit, six players", "fixed limit, three players"],
)
async def test_hands_of_all_kinds_tell_nobody_what_he_may_not_know(campaign: Campaign, diary: Diary) -> None:
    assert await campaign.run(HANDS) + in_log("\n".join(diary.lines)) == []
    assert await Hand.objects.filter(void_reason="").acount() == HANDS


async def test_no_statement_in_the_log_of_the_database_holds_a_card(diary: Diary, sql_logged: None) -> None:
    """Boxes with decks go through the log in every form the database's driver writes them."""
    campaign = Campaign(seed=3, seats=4, game="pot", look_every=0)
    assert await campaign.run(4) + in_log("\n".join(diary.lines)) == []
    assert any('INSERT INTO "tables_hand"' in line for line in diary.lines)
