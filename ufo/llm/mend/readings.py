"""Finds the objects that an answer may mean: between sentences and thoughts, in code fences, in lists, written with slips."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from ufo.llm.json_answer import THOUGHTS_END, broken
from ufo.llm.mend.lenient_json import CutOff, read_object
from ufo.schema.subtask_spellings import squeezed

_OPENING = re.compile(r"\{(?=\s*+(?:[\"']|//|#|/\*|[A-Za-z_]\w*\s*+:))")
_PLAINLY_MEANT = re.compile(r"\{\s*+[\"']")
_ONLY_SAID = frozenset({"comment", "savescreenshot"})
"""The fields that decide nothing of what is done, so that they may be lost with the end of an answer."""


def readings(text: str, fields: Collection[str], *, truncated: bool) -> list[dict[str, Any]]:
    """Return the different objects in the text, and what single wrappers around an answer hold. Raises ValueError, in words for
    the model, where an object that was meant cannot be read, or is cut off before what it decides is told.

    `fields`: the names of those that the schema offers. `truncated`: the endpoint says that the answer was cut off.
    """
    text = text.rpartition(THOUGHTS_END)[2]
    found: list[dict[str, Any]] = []
    for one in _objects(text, fields, truncated=truncated):
        inner = next(iter(one.values())) if len(one) == 1 else None
        for reading in (one, inner):
            if isinstance(reading, dict) and reading not in found:
                found.append(reading)
    return found


def _objects(text: str, fields: Collection[str], *, truncated: bool) -> Iterator[dict[str, Any]]:
    opening = _OPENING.search(text)
    while opening is not None:
        try:
            value, end = read_object(text, opening.start())
            yield value
        except CutOff as cut:
            if not _is_told(cut, fields, truncated=truncated):
                raise ValueError(broken(cut)) from cut
            yield cut.whole
            return
        except json.JSONDecodeError as error:
            if _PLAINLY_MEANT.match(text, opening.start()):
                raise ValueError(broken(error)) from error
            end = opening.end()
        except RecursionError as error:
            raise ValueError("the JSON object is nested too deeply; answer with a flat one") from error
        opening = _OPENING.search(text, end)


def _is_told(cut: CutOff, fields: Collection[str], *, truncated: bool) -> bool:
    """Tell whether nothing that decides what is done can have been lost with the end of the object."""
    if cut.lacks_only_its_end and not truncated:
        return True
    told = {squeezed(name) for name in cut.whole}
    return {squeezed(name) for name in fields} - _ONLY_SAID <= told
