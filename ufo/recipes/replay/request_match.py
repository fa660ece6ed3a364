"""Decides whether a skill fits a request, and with which values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ufo.errors import SkillError
from ufo.recipes.recipe import Skill
from ufo.recipes.templates import fill
from ufo.schema.patterns import regex

_SLOT = regex(r"\{\{(\w+)\}\}")
_QUOTES = "\"'“”«»‘’"
_LONGEST_VALUE = 2000


@dataclass(frozen=True, slots=True)
class Chosen:
    """A skill with the values for its variables."""

    skill: Skill
    values: Mapping[str, str]

    @property
    def request(self) -> str:
        return str(fill(self.skill.request, self.values))


def choose(skill: Skill, given: Mapping[str, str]) -> Chosen:
    """Choose a skill with the given values. A variable without a value keeps that of the saved run. Raises SkillError for an
    unknown name, and for a secret without a value.
    """
    known = {variable.name: variable.default for variable in skill.variables}
    strange = [name for name in given if name not in known]
    if strange:
        names = ", ".join(known) or "none"
        raise SkillError(f"the skill {skill.name!r} has no variable {strange[0]!r}; it has: {names}")
    missing = next(
        (variable.name for variable in skill.variables if variable.secret and not given.get(variable.name)), None
    )
    if missing is not None:
        raise SkillError(f"the skill {skill.name!r} does not keep the secret {missing!r}; give its value: {missing}=…")
    return Chosen(skill, {**known, **given})


def fitting(skills: Iterable[Skill], request: str) -> list[Chosen]:
    """Return the skills whose words the request has, apart from case and spaces, with any values in place of the variables."""
    found = []
    for skill in skills:
        values = _values(skill, request)
        if values is not None:
            found.append(Chosen(skill, values))
    return found


def _values(skill: Skill, request: str) -> dict[str, str] | None:
    pattern, place = "", 0
    template = " ".join(skill.request.split())
    seen: set[str] = set()
    for slot in _SLOT.finditer(template):
        quoted = place < slot.start() and template[slot.start() - 1] in _QUOTES
        pattern += re.escape(template[place : slot.start()]) + _slot(slot[1], seen, _default(skill, slot[1]), quoted)
        place = slot.end()
    pattern += re.escape(template[place:].rstrip(". ")) + r"[.\s]*"
    match = re.fullmatch(pattern, " ".join(request.split()), re.IGNORECASE)
    if match is None:
        return None
    given = match.groupdict()
    if any(len(value) > _LONGEST_VALUE for value in given.values()):
        return None
    # What the request does not name is as it was saved; a secret is not kept and has to be named.
    values = {**{variable.name: variable.default for variable in skill.variables}, **given}
    return None if any(variable.secret and not values[variable.name] for variable in skill.variables) else values


def _slot(name: str, seen: set[str], default: str, quoted: bool) -> str:
    """Return the pattern for a variable. A saved value of one word stands for one word; one of several words, or in quotes, for
    any number.
    """
    if name in seen:
        return rf"(?P={name})"
    seen.add(name)
    return rf"(?P<{name}>.+?)" if quoted or " " in default else rf"(?P<{name}>[^\s{_QUOTES}]*[^\s.,;{_QUOTES}])"


def _default(skill: Skill, name: str) -> str:
    return next((variable.default for variable in skill.variables if variable.name == name), "")
