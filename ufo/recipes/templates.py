"""Turns the values of one run into templates for the next, and templates into values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from ufo.errors import SkillError
from ufo.schema.patterns import regex

FOLDER = "folder"
_REFERENCE = regex(r"\{\{([a-z]\w*)(?:\.(stem|suffix))?\}\}")
_FILE_NAME = regex(r"[^/]*\.\w{1,8}")
_LONG_ENOUGH = 3

Results = Sequence[Sequence[Any]]
"""The results of actions, by sub-task, then by action."""


@dataclass(frozen=True, slots=True)
class Binder:
    """Replaces values with references. `values` are the variables of the run that is saved, `results` those of its actions so
    far, `told` the references for texts that are read again in each run.
    """

    values: Mapping[str, str]
    folder: str
    results: Results = ()
    told: Mapping[str, dict[str, Any]] = field(default_factory=dict)

    def bind(self, value: Any) -> Any:
        """Return the value with references to variables and earlier results in place of their values. Lists and dicts are
        searched.
        """
        if isinstance(value, str) and value.strip() in self.told:
            return self.told[value.strip()]
        if isinstance(value, str) and (text := self.text(value)) != value:
            return text
        found = _in_results(value, self.results) or self._json(value)
        if found is not None:
            return found
        if isinstance(value, list | tuple):
            return [self.bind(item) for item in value]
        if isinstance(value, dict):
            return {key: self.bind(item) for key, item in value.items()} | self._file_parts(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return next((f"{{{{{name}}}}}" for name, item in self.values.items() if item == str(value)), value)
        return value

    def answer(self, text: str) -> Any:
        """Return an answer as `bind` does. Where a text that is read again is only a part of it, return one text of all parts."""
        said = "|".join(re.escape(read) for read in sorted(self.told, key=len, reverse=True))
        parts = re.split(rf"(?<!\w)({said})(?!\w)", text) if said and text.strip() not in self.told else [text]
        return self.bind(text) if len(parts) == 1 else {"$text": [self.bind(part) for part in parts if part]}

    def _file_parts(self, value: Mapping[str, Any]) -> dict[str, str]:
        """Return references for a file name that is split over two arguments; each alone could be another variable's value."""
        given = f"{value.get('file_name') or ''}{value.get('file_ext') or ''}"
        for name, item in self.values.items():
            if "file_ext" in value and PurePath(item).name == given:
                return {"file_name": f"{{{{{name}.stem}}}}", "file_ext": f"{{{{{name}.suffix}}}}"}
        return {}

    def _json(self, value: Any) -> dict[str, Any] | None:
        """Bind the values inside a text of JSON, as which results are passed on. None where nothing in it varies."""
        if not isinstance(value, str) or not value.startswith(("{", "[")):
            return None
        try:
            inside = self.bind(json.loads(value))
        except ValueError:
            return None
        return {"$json": inside} if references(inside) else None

    def text(self, text: str) -> str:
        """Return the text with references. A value that is the whole text comes first, then longer values. Parts of words are
        left alone.
        """
        whole = next((name for name, value in self.values.items() if text == value), None)
        if whole is not None:
            return f"{{{{{whole}}}}}"
        for name, value in self.values.items():
            if _FILE_NAME.fullmatch(PurePath(value).name):
                for part in ("stem", "suffix"):
                    if text == getattr(PurePath(value), part):
                        return f"{{{{{name}.{part}}}}}"
        known = sorted([*self.values.items(), (FOLDER, self.folder)], key=lambda pair: -len(pair[1]))
        words = {value: name for name, value in reversed(known) if value}
        pattern = "|".join(rf"(?<!\w){re.escape(value)}(?!\w)" for value in sorted(words, key=len, reverse=True))
        return re.sub(pattern, lambda found: f"{{{{{words[found[0]]}}}}}", text) if words else text


def fill(template: Any, values: Mapping[str, str], results: Results = ()) -> Any:
    """Replace the references in a template with values. Raises SkillError where an earlier action did not give the result
    referred to.
    """
    if isinstance(template, str):
        return _REFERENCE.sub(lambda found: _part(found, values), template)
    if isinstance(template, list | tuple):
        return [fill(part, values, results) for part in template]
    if isinstance(template, dict):
        if "$result" in template:
            return _taken(template, results)
        if "$text" in template:
            return "".join(str(fill(part, values, results)) for part in template["$text"])
        if "$json" in template:
            return json.dumps(fill(template["$json"], values, results), ensure_ascii=False)
        return {key: fill(item, values, results) for key, item in template.items()}
    return template


def references(template: Any) -> bool:
    """Tell whether a template has a reference."""
    if isinstance(template, str):
        return _REFERENCE.search(template) is not None
    if isinstance(template, dict):
        return "$result" in template or any(references(part) for part in template.values())
    return isinstance(template, list | tuple) and any(references(part) for part in template)


def without_references(text: str) -> str:
    return _REFERENCE.sub(" ", text)


def places(template: Any) -> Iterator[tuple[int, int]]:
    """Iterate over the actions (sub-task, action, from 0) whose results the template takes."""
    if isinstance(template, dict):
        if "$result" in template:
            task, action = template["$result"]
            yield task - 1, action - 1
        else:
            for part in template.values():
                yield from places(part)
    elif isinstance(template, list | tuple):
        for part in template:
            yield from places(part)


def _part(found: re.Match[str], values: Mapping[str, str]) -> str:
    name, part = found[1], found[2]
    if name not in values:
        return found[0]
    return str(getattr(PurePath(values[name]), part)) if part else values[name]


def _in_results(value: Any, results: Results) -> dict[str, Any] | None:
    """Return a reference to the latest earlier action that gave the value, or None. Numbers and short texts are equal by chance
    too often.
    """
    if value in (None, "", [], {}) or isinstance(value, bool | int | float):
        return None
    if isinstance(value, str) and len(value) < _LONG_ENOUGH:
        return None
    for task in range(len(results) - 1, -1, -1):
        for action in range(len(results[task]) - 1, -1, -1):
            at = _path_to(value, results[task][action])
            if at is not None:
                return {"$result": [task + 1, action + 1], "at": at}
    return None


def _path_to(value: Any, given: Any) -> list[str | int] | None:
    if _plain(given) == _plain(value):
        return []
    inside: Iterator[tuple[str | int, Any]] = iter(())
    if isinstance(given, dict):
        inside = iter(given.items())
    elif isinstance(given, list | tuple):
        inside = iter(enumerate(given))
    for key, item in inside:
        at = _path_to(value, item)
        if at is not None:
            return [key, *at]
    return None


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _taken(template: Mapping[str, Any], results: Results) -> Any:
    task, action = template["$result"]
    try:
        value = results[task - 1][action - 1]
        for key in template.get("at", ()):
            value = value[key]
    except (IndexError, KeyError, TypeError):
        raise SkillError(
            f"action {action} of part {task} gave nothing at {'.'.join(map(str, template.get('at', ()))) or 'all'} "
            "this time, which a later step needs"
        ) from None
    return value
