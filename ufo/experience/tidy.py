"""Plans and does the tidying of experience: duplicates become one, and what misled or was never used goes.

A change is done only where its files are still as they were when it was planned.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ufo.experience.experience import Experience
from ufo.experience.indexed import IndexedExperience
from ufo.experience.merge import is_duplicate, merged
from ufo.experience.usefulness import misled


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


def plan(experience: IndexedExperience, keep_days: float, now: datetime | None = None) -> tuple[Change, ...]:
    """Plan the changes: drop what misled, and what no run was told of for `keep_days` (0: never); then merge duplicates. Files
    that cannot be read are left alone.
    """
    known = experience.files.all()
    oldest = (now or datetime.now(UTC)) - timedelta(days=keep_days) if keep_days > 0 else None
    changes = []
    for key, one in list(known.items()):
        why = _useless(one, oldest)
        if why:
            changes.append(Change(key, why, {key: one}, {key: None}))
            del known[key]
    return (*changes, *_merges(known))


def tidy(experience: IndexedExperience, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Do the changes and return those that were done. Raises KnowledgeError."""
    done = tuple(one for one in changes if _do(experience, one))
    experience.refresh()
    return done


def _useless(one: Experience, oldest: datetime | None) -> str:
    if misled(one) or one.set_aside:
        return f"it misled: {one.verified_uses} of {one.uses} runs that were told of it were verified"
    kept = _moment(one.kept)
    if oldest is not None and not one.uses and one.times == 1 and kept is not None and kept < oldest:
        return f"no run was told of it since {kept:%Y-%m-%d}"
    return ""


def _merges(known: dict[str, Experience]) -> Iterator[Change]:
    gone: set[str] = set()
    for first, second in itertools.combinations(sorted(known, key=lambda key: (-known[key].uses, known[key].kept)), 2):
        if gone & {first, second} or not is_duplicate(known[first], known[second]):
            continue
        one = merged(known[first], known[second])
        before = {first: known[first], second: known[second]}
        yield Change(second, f"the same as {first}", before, {first: one, second: None}, into=first)
        known[first] = one
        gone.add(second)


def _do(experience: IndexedExperience, change: Change) -> bool:
    files = experience.files.all()
    if any(files.get(key) != was for key, was in change.before.items()):
        return False
    for key, now in change.after.items():
        if now is None:
            experience.files.remove(key)
        else:
            experience.files.put(key, now)
    return True


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _lines(one: Experience) -> list[str]:
    return one.model_dump_json(indent=1).split("\n")
