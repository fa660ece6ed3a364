"""Reads JSON as models write it: a grammar wider than JSON, in which every text still means one thing or nothing.

Beyond JSON it takes comments, a comma before a closing bracket, single quotes, names of fields without quotes, Python's True,
False and None, and line breaks inside strings. It never supplies a quote, a comma or a bracket that is missing inside the
object, since there are several places where it may have stood, and an argument would become another one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any, NoReturn

from ufo.llm.json_answer import THOUGHTS_END, broken
from ufo.schema.subtask_spellings import squeezed

_OPENING = re.compile(r"\{(?=\s*+(?:[\"']|//|#|/\*|[A-Za-z_]\w*\s*+:))")
_PLAINLY_MEANT = re.compile(r"\{\s*+[\"']")
_ONLY_SAID = frozenset({"comment", "savescreenshot"})
"""The fields that decide nothing of what is done, so that they may be lost with the end of an answer."""
_DEEPEST = 100
_SPACE = re.compile(r"(?:\s+|//[^\n]*|#[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_PLAIN = re.compile(r"[^\"'\\]+")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_PIECE = re.compile(r"[\w.+-]*")
_WORD = re.compile(r"[A-Za-z_]\w*")
_WORDS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None}
_ESCAPES = {
    '"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_HIGH, _LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)


def readings(text: str, fields: Collection[str], *, truncated: bool) -> list[dict[str, Any]]:
    """Return the different objects in the text, and what single wrappers around an answer hold. Raises ValueError, in words for
    the model, where an object that was meant cannot be read, or is cut off before what it decides is told.

    `fields`: the names of those that the schema offers. `truncated`: the endpoint says that the answer was cut off.
    """
    text = text.rpartition(THOUGHTS_END)[2]
    found: list[dict[str, Any]] = []
    for found_object in _objects(text, fields, truncated=truncated):
        inner = next(iter(found_object.values())) if len(found_object) == 1 else None
        for reading in (found_object, inner):
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


class CutOff(json.JSONDecodeError):
    """The text ends inside the object. `whole`: its fields that were written to their ends. `lacks_only_its_end`: the text ends
    right after the last of them, where the closing bracket would stand.
    """

    def __init__(self, text: str, whole: dict[str, Any], *, lacks_only_its_end: bool) -> None:
        super().__init__("the text ends inside the object", text, len(text))
        self.whole = whole
        self.lacks_only_its_end = lacks_only_its_end


class _End(Exception):
    """The text has ended."""


def read_object(text: str, start: int) -> tuple[dict[str, Any], int]:
    """Return the object at `start` and its end. Raises CutOff where the text ends in it, JSONDecodeError for no one meaning."""
    return _Reader(text, start).outermost()


class _Reader:
    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._at = start

    def outermost(self) -> tuple[dict[str, Any], int]:
        fields: dict[str, Any] = {}
        is_whole = False
        self._at += 1
        try:
            while self._next() != "}":
                name = self._name(fields)
                fields[name] = self._value(1)
                is_whole = True
                if self._comma_or("}"):
                    return fields, self._at
                is_whole = False
        except _End:
            raise CutOff(self._text, fields, lacks_only_its_end=is_whole) from None
        self._at += 1
        return fields, self._at

    def _object(self, depth: int) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        self._at += 1
        while self._next() != "}":
            name = self._name(fields)
            fields[name] = self._value(depth)
            if self._comma_or("}"):
                return fields
        self._at += 1
        return fields

    def _array(self, depth: int) -> list[Any]:
        values: list[Any] = []
        self._at += 1
        while self._next() != "]":
            values.append(self._value(depth))
            if self._comma_or("]"):
                return values
        self._at += 1
        return values

    def _comma_or(self, closing: str) -> bool:
        """Step over a comma or over the closing bracket; tell whether it was the bracket."""
        found = self._next()
        if found not in (",", closing):
            self._broken(f"expecting ',' or '{closing}'")
        self._at += 1
        return found == closing

    def _name(self, fields: dict[str, Any]) -> str:
        first = self._next()
        if first in "\"'":
            name = self._string()
        elif (word := _WORD.match(self._text, self._at)) is not None:
            self._at = word.end()
            name = word[0]
        else:
            self._broken("expecting the name of a field")
        if self._next() != ":":
            self._broken("expecting ':' after the name of a field")
        self._at += 1
        if name in fields:
            self._broken(f"the field {name!r} stands there twice")
        return name

    def _value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise RecursionError
        first = self._next()
        if first == "{":
            return self._object(depth + 1)
        if first == "[":
            return self._array(depth + 1)
        if first in "\"'":
            return self._string()
        return self._word_or_number()

    def _word_or_number(self) -> Any:
        piece = _PIECE.match(self._text, self._at)
        word = piece[0] if piece is not None else ""
        if self._at + len(word) == len(self._text):
            # Of a word or number that ends with the text, the rest may be missing.
            raise _End
        if word not in _WORDS and _NUMBER.fullmatch(word) is None:
            self._broken("expecting a value")
        self._at += len(word)
        return _WORDS[word] if word in _WORDS else json.loads(word)

    def _string(self) -> str:
        quote = self._text[self._at]
        self._at += 1
        parts: list[str] = []
        while True:
            plain = _PLAIN.match(self._text, self._at)
            if plain is not None:
                parts.append(plain[0])
                self._at = plain.end()
            mark = self._here()
            self._at += 1
            if mark == quote:
                return "".join(parts)
            parts.append(self._escaped() if mark == "\\" else mark)

    def _escaped(self) -> str:
        mark = self._here()
        self._at += 1
        if mark == "u":
            return self._unicode()
        if mark not in _ESCAPES:
            self._at -= 2
            self._broken(f"'\\{mark}' is no escape of JSON")
        return _ESCAPES[mark]

    def _unicode(self) -> str:
        first = self._hex()
        if first in _HIGH and self._text.startswith("\\u", self._at):
            before = self._at
            self._at += 2
            second = self._hex()
            if second in _LOW:
                return chr(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
            self._at = before
        return chr(first)

    def _hex(self) -> int:
        if self._at + 4 > len(self._text):
            raise _End
        found = _HEX.match(self._text, self._at)
        if found is None:
            self._broken("expecting four hexadecimal digits")
        self._at = found.end()
        return int(found[0], 16)

    def _next(self) -> str:
        """Step over spaces and comments; return the character that follows."""
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space is not None else self._at
        return self._here()

    def _here(self) -> str:
        if self._at >= len(self._text):
            raise _End
        return self._text[self._at]

    def _broken(self, what: str) -> NoReturn:
        raise json.JSONDecodeError(what, self._text, self._at)
