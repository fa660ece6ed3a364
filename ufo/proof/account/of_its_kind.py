"""Finds the control that a request calls by its kind and its place alone: "the button", "the 2nd text area", "the last link"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ufo.proof.request.model import Deed, Listed, Look
from ufo.schema.patterns import any_case
from ufo.schema.roles import BUTTONS

_ROLES: tuple[tuple[str, frozenset[str]], ...] = (
    (r"radio\s?(?:button|box)s?", frozenset({"RadioButton"})),
    (r"buttons?", BUTTONS),
    (r"links?|hyperlinks?", frozenset({"Hyperlink"})),
    (r"check\s?boxe?s?|tick\s?boxe?s?", frozenset({"CheckBox"})),
    (r"tabs?", frozenset({"TabItem"})),
    (r"text\s?areas?", frozenset({"Edit"})),
    (r"text\s?(?:box|field|input)(?:e?s)?|(?:input|entry)(?:\s?(?:field|box))?(?:e?s)?|fields?", frozenset({"Edit"})),
    (r"(?:drop-?down|combo)(?:\s?(?:list|box|menu))?", frozenset({"ComboBox"})),
    (r"list\s?items?", frozenset({"ListItem"})),
    (r"menu\s?items?", frozenset({"MenuItem"})),
    (r"sliders?", frozenset({"Slider"})),
    (r"images?|pictures?", frozenset({"Image"})),
)
KIND = "|".join(words for words, _ in _ROLES)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1, "only": 0}
WHICH = rf"{'|'.join(_ORDINALS)}|\d+(?:st|nd|rd|th)"
OF_ITS_KIND = any_case(
    rf"(?:the\s+)?(?:(?P<which>{WHICH})\s+)?(?P<kind>{KIND})(?:\s+(?:below|above|here|there|on\s+(?:the|this)\s+page))?"
)
_IS_AREA = any_case(r"text\s?areas?")


def called_so(words: str, look: Look, near: Listed | None = None) -> Listed | None:
    """Return the control of a look that is called so; None where the words name no kind, and where it may be one of several.
    `near`: a control of the same page, where the window shows more than a page.
    """
    match = OF_ITS_KIND.fullmatch(" ".join(words.split()))
    if match is None or not look.is_whole:
        return None
    roles = next(roles for kind, roles in _ROLES if re.fullmatch(kind, match["kind"], re.IGNORECASE))
    page = _page_of(near, look.listed)
    own = [one for one in look.listed if one.role in roles and (page is None or _is_within(one, page))]
    areas = [one for one in own if "multiline" in one.states]
    if _IS_AREA.fullmatch(match["kind"]):
        own = areas
    elif len(own) > len(areas) > 0:
        # Where a page has both, a field is one line.
        own = [one for one in own if one not in areas]
    number = _number(match["which"] or "")
    if number == 0:
        return own[0] if len(own) == 1 else None
    place = number if number < 0 else number - 1
    return own[place] if -len(own) <= place < len(own) else None


def pressed_of_its_kind(words: str, deed: Deed, looks: Sequence[Look]) -> bool:
    """Tell whether the deed was done to the control that is called so."""
    look = next((one for one in looks if one.shows_before(deed)), None)
    own = next((one for one in look.listed if deed.number and one.number == deed.number), None) if look else None
    return look is not None and own is not None and called_so(words, look, own) == own


def _number(which: str) -> int:
    plain = which.casefold()
    return _ORDINALS.get(plain, int(re.sub(r"\D", "", plain) or 0)) if plain else 0


def _page_of(near: Listed | None, listed: Sequence[Listed]) -> Listed | None:
    """Return the page that the control is on, the innermost one, or None where it is on none."""
    pages = [one for one in listed if one.role == "Document" and near is not None and _is_within(near, one)]
    return pages[-1] if pages else None


def _is_within(one: Listed, other: Listed) -> bool:
    if one.rect is None or other.rect is None or one is other:
        return False
    left, top, right, bottom = other.rect
    return left <= one.rect[0] and top <= one.rect[1] and one.rect[2] <= right and one.rect[3] <= bottom
