"""What the tables add to a player's account page, his last hands, and to support's page of him: seats, stays, hands."""

from accounts.panels import Panel, Place, add
from tables import desk, selectors

LAST = 10

add(
    Panel(
        name="tables",
        place=Place.STAFF,
        template="admin/tables/player_panel.html",
        order=10,
        context=lambda player: desk.player_at_tables(player) | {"hands": selectors.last_hands(player, limit=2 * LAST)},
        permission="tables.view_seatsession",
    )
)
add(
    Panel(
        name="hands",
        place=Place.ACCOUNT,
        template="tables/parts/last_hands.html",
        order=30,
        context=lambda player: {"hands": selectors.last_hands(player, limit=LAST)},
    )
)
