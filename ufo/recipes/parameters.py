"""Finds the parts of a request that may vary: quotations, files, addresses, numbers, and words that an action was given
unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from ufo.recipes.recipe import SkillAction, Variable
from ufo.schema.patterns import regex
from ufo.schema.quotations import quotations
from ufo.schema.secret import references
from ufo.schema.selector import Selector
from ufo.secrets.masks import HIDDEN

_WORD = regex(r"\S+")
_EDGES = ".,;:!?()[]\"'“”«»‘’"
_TELLING = regex(r"https?://\S+|(?:~|\.{0,2})/\S+|[^\s/]*\w\.[A-Za-z]\w{0,7}|[-+]?\d[\d.,]*")
_FILE = regex(r"(?:.*/)?[^/@]*[^/@\d\s.][^/@]*\.[A-Za-z]\w{0,7}|(?:~|\.{0,2})/.*")
_FILE_KEYS = frozenset({"file_name", "file_dir", "file_path"})
_LONGEST_PHRASE = 12
# These arguments say how a step works and belong to the skill; only what it works on varies.
_FIXED = frozenset({"id", "name", "path", "control", "function", "button", "keys_pressed"})
_KIND_NAMES = ((regex(r"https?://.*"), "address"), (regex(r"[-+]?\d[\d.,]*"), "number"))


@dataclass(frozen=True, slots=True)
class _Use:
    """A text that an action was given. `key` is the name of its argument, `label` the name of its control."""

    text: str
    key: str
    label: str
    secret: bool = False


def variables_of(request: str, actions: Sequence[SkillAction]) -> tuple[Variable, ...]:
    """Return the variables, in the order of the request. Each value occurs in the request and in an action's arguments."""
    uses = [use for action in actions for use in _uses(action)]
    taken: list[Variable] = []
    for value in _candidates(request):
        if any(value in variable.default for variable in taken):
            continue
        use = next((use for use in uses if _is_of(value, use)), None)
        if use is not None:
            secret = not references(value) and any(use.secret for use in uses if _is_of(value, use))
            secret = secret or HIDDEN.search(value) is not None
            taken.append(
                Variable(name=free_name(name_of_value(value, use.label, use.key), taken), default=value, secret=secret)
            )
    return tuple(sorted(taken, key=lambda variable: request.index(variable.default)))


def _candidates(request: str) -> list[str]:
    """Return the texts that may vary: quotations, then longer phrases before shorter ones."""
    quoted = [quotation.text for quotation in quotations(request)]
    words = [(found.start(), found.end()) for found in _WORD.finditer(request)]
    phrases = [
        request[words[first][0] : words[first + length - 1][1]].strip(_EDGES)
        for length in range(min(_LONGEST_PHRASE, len(words)), 0, -1)
        for first in range(len(words) - length + 1)
    ]
    return list(dict.fromkeys(text for text in [*quoted, *phrases] if text))


def _uses(action: SkillAction) -> Iterable[_Use]:
    for key, value in action.arguments.items():
        if key not in _FIXED:
            label = _label(action.arguments, action.selectors)
            for use in _texts(value, key, label):
                yield replace(use, secret=types_a_secret(action))


def types_a_secret(action: SkillAction) -> bool:
    return any("password" in selector.traits for selector in action.selectors.values())


def _texts(value: Any, key: str, label: str) -> Iterable[_Use]:
    if isinstance(value, str):
        yield _Use(value, key, label)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield _Use(str(value), key, label)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, key, label)
    elif isinstance(value, dict):
        named = str(value.get("name") or label)
        for inner, entry in value.items():
            if inner not in _FIXED:
                yield from _texts(entry, inner, named)


def _label(arguments: dict[str, Any], selectors: dict[str, Selector]) -> str:
    selector = selectors.get(str(arguments.get("id", "")))
    return selector.label or selector.name if selector is not None else ""


def _is_of(value: str, use: _Use) -> bool:
    """Tell whether a value was used in that text. A file, an address, a number or a phrase may be a part of it; any other value
    must be the whole text.
    """
    if use.text == value:
        return len(value) > 1 or value.isdigit()
    if not _TELLING.fullmatch(value) and " " not in value:
        return False
    if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", use.text):
        return True
    return use.key in _FILE_KEYS and PurePath(value).stem == use.text and "." in value


def name_of_value(value: str, label: str, key: str) -> str:
    """Return a name for a value by what it is (a file), the label of the control that took it, or the argument's name."""
    if not value.startswith("http") and ((value and _FILE.fullmatch(value)) or key in _FILE_KEYS):
        return "file"
    name = "_".join(re.findall(r"[a-z0-9]+", label.casefold())[:3])
    if name and name[0].isalpha():
        return name
    for pattern, name in _KIND_NAMES:
        if pattern.fullmatch(value):
            return name
    return re.sub(r"\W+", "_", key.casefold()).strip("_") or "value"


def free_name(name: str, taken: Sequence[Variable]) -> str:
    """Return the name, or the name with a number where another variable has it already."""
    names = {variable.name for variable in taken} | {"folder"}
    if name not in names:
        return name
    return next(f"{name}_{number}" for number in range(2, 1000) if f"{name}_{number}" not in names)
