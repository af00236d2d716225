"""Panels that other apps add to a player's account page and to support's page of a player.

accounts knows nobody above it, so tables and cashier bring their panels in their AppConfig.ready():

    panels.add(panels.Panel(name="seats", place=panels.Place.STAFF, template="tables/panels/seats.html",
                            order=20, context=seats_of, permission="tables.view_seatsession"))

`context(player_id)` returns what the template needs; it is called only when the panel is shown.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from accounts.models import Player


class Place(StrEnum):
    ACCOUNT = "account"
    STAFF = "staff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One section: a template (without <html>), its context, and who may see it (`permission`, staff page)."""

    name: str
    place: Place
    template: str
    order: int
    context: Callable[[int], Mapping[str, object]]
    permission: str = ""


_panels: dict[tuple[Place, str], Panel] = {}


def add(panel: Panel) -> None:
    """Register the panel; a second one of the same name and place replaces the first."""
    _panels[panel.place, panel.name] = panel


def remove(place: Place, name: str) -> None:
    """Take a panel back; unknown ones are ignored."""
    _panels.pop((place, name), None)


def render(place: Place, *, player: Player, viewer: Player) -> list[SafeString]:
    """The panels of `place` about `player` that `viewer` may see, in order, rendered."""
    shown = [panel for panel in _panels.values() if panel.place == place]
    return [
        # Rendered by the template engine, which has escaped it.
        mark_safe(render_to_string(panel.template, {**panel.context(player.pk), "player": player}))  # noqa: S308
        for panel in sorted(shown, key=lambda panel: (panel.order, panel.name))
        if not panel.permission or viewer.has_perm(panel.permission)
    ]
