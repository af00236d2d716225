"""How the viewer writes numbers: the separators of the first language his browser asks for that has some.

The room speaks English, but "1.234,50" is read and written where it is usual. A middleware sets the style for
each request; outside of one it is the English style. static/js/table/money.js gets it from the page.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.formats import get_format
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header


@dataclass(frozen=True, slots=True)
class Style:
    """What marks decimals and what groups thousands."""

    point: str
    group: str


ENGLISH = Style(".", ",")
_active: ContextVar[Style] = ContextVar("number style", default=ENGLISH)


def active() -> Style:
    """The style of the request that is being answered."""
    return _active.get()


@contextmanager
def using(style: Style) -> Iterator[None]:
    """Write and read numbers in this style within the block."""
    token = _active.set(style)
    try:
        yield
    finally:
        _active.reset(token)


def style_of(accept_language: str) -> Style:
    """The style of the first language in the header that Django knows; English where there is none."""
    for name, _ in parse_accept_lang_header(accept_language):
        if name == "*":
            break
        try:
            return style_in(get_supported_language_variant(name))
        except LookupError:
            continue
    return ENGLISH


def style_in(language: str) -> Style:
    """The style of a language that Django knows."""
    point = str(get_format("DECIMAL_SEPARATOR", lang=language, use_l10n=True))
    group = str(get_format("THOUSAND_SEPARATOR", lang=language, use_l10n=True))
    return Style(point, group)


class NumberStyle:
    """Middleware: the style of each request, from its Accept-Language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request in its style."""
        with using(style_of(request.headers.get("Accept-Language", ""))):
            response = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language",))
        return response
