"""What the tables add to support's page of a player: where he sits, and his last stays and hands."""

from accounts.panels import Panel, Place, add
from tables import desk

add(
    Panel(
        name="tables",
        place=Place.STAFF,
        template="admin/tables/player_panel.html",
        order=10,
        context=desk.player_at_tables,
        permission="tables.view_seatsession",
    )
)
