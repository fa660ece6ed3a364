"""Tells whether what was pressed belongs to what the request tells to find: "Find the email by Ada and click the trash icon"."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.proof.independence import plain
from ufo.proof.request.model import Deed, Listed, Look
from ufo.schema.patterns import any_case, regex
from ufo.schema.wants_answer import without_quotations

SEARCHES = any_case(r"\W*(?:please\s+)?(?:find|search|look|switch|scroll|go)\b")
_NAMED = regex(r"(?<=[\w,] )[A-Z][\w'\u2019-]+")


_DESCRIBES = any_case(r"\b(?:by|from|of|with|named|called|about|whose|that|which|titled)\b")


def is_described(words: str) -> bool:
    """Tell whether a clause tells to find something that it describes without a name: nothing shows then which was meant."""
    return bool(SEARCHES.match(words) and _DESCRIBES.search(words)) and not names_sought(words)


def names_sought(words: str) -> list[str]:
    """Return the names, in capital letters, of what a clause tells to find."""
    return _NAMED.findall(without_quotations(words)) if SEARCHES.match(words) else []


def belongs_to(name: str, deed: Deed, done: Sequence[Deed], looks: Sequence[Look]) -> bool:
    """Tell whether what the deed pressed is that of the name: it stands in the row of that name, or the press before it brought
    the name up, as an opened mail shows its sender.
    """
    look = next((one for one in looks if one.shows_before(deed)), None)
    own = next((one for one in look.listed if deed.number and one.number == deed.number), None) if look else None
    if look is None or own is None or own.rect is None:
        return False
    like = [one for one in look.listed if one.role == own.role and one.name == own.name and one.rect is not None]
    if len(like) > 1:
        return look.is_whole and _is_in_its_row(name, own, like, look)
    earlier = [one for one in done if one.at < deed.at and one.reacted]
    return bool(earlier) and _came_with(name, earlier[-1])


def _came_with(name: str, deed: Deed) -> bool:
    return any(line.endswith(f" {name!r} appeared") for line in deed.showed.split("\n"))


def _is_in_its_row(name: str, own: Listed, like: Sequence[Listed], look: Look) -> bool:
    """Tell whether the one that stands nearest to the name, up or down, is it. The name may also stand far from all of them."""
    heights = sorted(map(_middle, like))
    apart = min(later - one for one, later in zip(heights, heights[1:], strict=False))
    said = [one for one in look.listed if plain(one.name or one.value) == plain(name) and one.rect is not None]
    near = [one for one in said if min(abs(_middle(one) - height) for height in heights) < apart / 2]
    return len(near) == 1 and min(like, key=lambda one: abs(_middle(one) - _middle(near[0]))) is own


def _middle(one: Listed) -> float:
    assert one.rect is not None
    return (one.rect[1] + one.rect[3]) / 2
