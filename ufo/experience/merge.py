"""Merges experiences of the same request in the same application."""

from __future__ import annotations

from collections.abc import Mapping

from ufo.experience.experience import MAX_LESSONS, Experience
from ufo.knowledge.likeness import likeness

_SAME = 0.85
"""Requests that are so much alike, and are done by the same actions, are one."""


def same_as(new: Experience, known: Mapping[str, Experience]) -> str:
    """Return the key of the known experience that a new one is to be merged with: its own where there is none."""
    if new.key in known:
        return new.key
    alike = (key for key, one in known.items() if is_duplicate(one, new))
    return next(alike, new.key)


def is_duplicate(one: Experience, other: Experience) -> bool:
    same_place = (one.application, one.part) == (other.application, other.part)
    return same_place and likeness(one.request, other.request) >= _SAME and _way(one) == _way(other)


def merged(known: Experience, new: Experience) -> Experience:
    """Return one that has the shorter way and the lessons of both. What failed in one run and is the way of the other is no
    lesson any more. One that was set aside begins anew, and what others share takes no place of what a run here proved.
    """
    uses = (0, 0) if known.set_aside else (known.uses, known.verified_uses)
    trusted = [one for one in (new, known) if not one.set_aside] or [new, known]
    trusted = [one for one in trusted if one.saved_from] or trusted
    shorter = min(trusted, key=lambda one: len(one.actions))
    way = {str(one) for one in shorter.actions}
    lessons = [one for one in dict.fromkeys((*known.avoid, *new.avoid)) if one.partition(" failed: ")[0] not in way]
    return known.model_copy(
        update={
            "plan": shorter.plan,
            "actions": shorter.actions,
            "avoid": tuple(lessons)[-MAX_LESSONS:],
            "saved_from": trusted[0].saved_from,
            "kept": max(known.kept, new.kept),
            "times": sum(one.times for one in (known, new) if one.saved_from) or known.times + new.times,
            "uses": uses[0] + new.uses,
            "verified_uses": uses[1] + new.verified_uses,
            "set_aside": known.set_aside and new.set_aside,
        }
    )


def _way(one: Experience) -> list[str]:
    return [str(action) for action in one.actions]
