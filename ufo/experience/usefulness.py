"""The rules by which experience is worth keeping, and by which it is set aside again."""

from __future__ import annotations

from ufo.experience.experience import Experience

TRIED = 3
"""After so many runs that were told of it, what it brought counts."""
_LEAST_VERIFIED = 1 / 3
_MANY_ACTIONS = 4


def is_worth_keeping(one: Experience) -> bool:
    """Tell whether a later run learns something: something failed first, or it took several actions."""
    return bool(one.avoid) or len(one.actions) >= _MANY_ACTIONS


def counted(one: Experience, *, verified: bool) -> Experience:
    """Return it with one more run that was told of it. One that does not help is set aside."""
    more = one.model_copy(update={"uses": one.uses + 1, "verified_uses": one.verified_uses + int(verified)})
    return more.model_copy(update={"set_aside": True}) if misled(more) else more


def misled(one: Experience) -> bool:
    """Tell whether fewer than a third of at least three runs that were told of it were verified."""
    return one.uses >= TRIED and one.verified_uses < one.uses * _LEAST_VERIFIED
