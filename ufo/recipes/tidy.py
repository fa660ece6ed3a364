"""The rules by which experience is worth keeping, by which two are one, and by which one is set aside again; and the plan by
which it is tidied: duplicates become one, and what misled or was never used goes.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ufo.knowledge.likeness import likeness
from ufo.recipes.recipe import MAX_LESSONS, Experience

_TRIED = 3
"""After so many runs that were told of it, what it brought counts."""
_LEAST_VERIFIED = 1 / 3
_MANY_ACTIONS = 4
_SAME = 0.85
"""Requests that are so much alike, and are done by the same actions, are one."""


def is_worth_keeping(learned: Experience) -> bool:
    """Tell whether a later run learns something: something failed first, or it took several actions."""
    return bool(learned.avoid) or len(learned.actions) >= _MANY_ACTIONS


def counted(known: Experience, *, verified: bool) -> Experience:
    """Return it with one more run that was told of it. One that does not help is set aside."""
    more = known.model_copy(update={"uses": known.uses + 1, "verified_uses": known.verified_uses + int(verified)})
    return more.model_copy(update={"set_aside": True}) if misled(more) else more


def misled(known: Experience) -> bool:
    """Tell whether fewer than a third of at least three runs that were told of it were verified."""
    return known.uses >= _TRIED and known.verified_uses < known.uses * _LEAST_VERIFIED


def same_as(new: Experience, known: Mapping[str, Experience]) -> str:
    """Return the key of the known experience that a new one is to be merged with: its own where there is none."""
    if new.key in known:
        return new.key
    alike = (key for key, other in known.items() if is_duplicate(other, new))
    return next(alike, new.key)


def is_duplicate(first: Experience, second: Experience) -> bool:
    same_place = (first.application, first.part) == (second.application, second.part)
    return same_place and likeness(first.request, second.request) >= _SAME and _way(first) == _way(second)


def merged(known: Experience, new: Experience) -> Experience:
    """Return one that has the shorter way and the lessons of both. What failed in one run and is the way of the other is no
    lesson any more. One that was set aside begins anew, and what others share takes no place of what a run here proved.
    """
    uses = (0, 0) if known.set_aside else (known.uses, known.verified_uses)
    trusted = [each for each in (new, known) if not each.set_aside] or [new, known]
    trusted = [each for each in trusted if each.saved_from] or trusted
    shorter = min(trusted, key=lambda each: len(each.actions))
    way = _way(shorter)
    lessons = [line for line in dict.fromkeys((*known.avoid, *new.avoid)) if line.partition(" failed: ")[0] not in way]
    return known.model_copy(
        update={
            "plan": shorter.plan,
            "actions": shorter.actions,
            "avoid": tuple(lessons)[-MAX_LESSONS:],
            "saved_from": trusted[0].saved_from,
            "kept": max(known.kept, new.kept),
            "times": sum(each.times for each in (known, new) if each.saved_from) or known.times + new.times,
            "uses": uses[0] + new.uses,
            "verified_uses": uses[1] + new.verified_uses,
            "set_aside": known.set_aside and new.set_aside,
        }
    )


def _way(known: Experience) -> list[str]:
    return [str(action) for action in known.actions]


@dataclass(frozen=True, slots=True)
class Change:
    """A file that goes, or that is merged into another one. `before` and `after`: the files that change, as they are and as they
    become; None for one that goes.
    """

    key: str
    why: str
    before: Mapping[str, Experience]
    after: Mapping[str, Experience | None]
    into: str = ""

    def diff(self) -> list[str]:
        """Return the change as the lines of a unified diff."""
        lines: list[str] = []
        for key, was in self.before.items():
            now = self.after[key]
            lines += difflib.unified_diff(
                _lines(was), _lines(now) if now is not None else [], key, key if now else "(removed)", lineterm="", n=1
            )
        return lines


def plan(experience: Mapping[str, Experience], keep_days: float, now: datetime | None = None) -> tuple[Change, ...]:
    """Plan the changes: drop what misled, and what no run was told of for `keep_days` (0: never); then merge duplicates."""
    known = dict(experience)
    oldest = (now or datetime.now(UTC)) - timedelta(days=keep_days) if keep_days > 0 else None
    changes = []
    for key, item in list(known.items()):
        why = _useless(item, oldest)
        if why:
            changes.append(Change(key, why, {key: item}, {key: None}))
            del known[key]
    return (*changes, *_merges(known))


def _useless(experience: Experience, oldest: datetime | None) -> str:
    if misled(experience) or experience.set_aside:
        return f"it misled: {experience.verified_uses} of {experience.uses} runs that were told of it were verified"
    kept = _moment(experience.kept)
    if oldest is not None and not experience.uses and experience.times == 1 and kept is not None and kept < oldest:
        return f"no run was told of it since {kept:%Y-%m-%d}"
    return ""


def _merges(known: dict[str, Experience]) -> Iterator[Change]:
    gone: set[str] = set()
    for first, second in itertools.combinations(sorted(known, key=lambda key: (-known[key].uses, known[key].kept)), 2):
        if gone & {first, second} or not is_duplicate(known[first], known[second]):
            continue
        experience = merged(known[first], known[second])
        before = {first: known[first], second: known[second]}
        yield Change(second, f"the same as {first}", before, {first: experience, second: None}, into=first)
        known[first] = experience
        gone.add(second)


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _lines(experience: Experience) -> list[str]:
    return experience.model_dump_json(indent=1).split("\n")
