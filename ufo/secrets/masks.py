"""The masks of one run: they replace what is known to be secret, in any form, in everything that is logged or printed."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Literal, TypeVar, get_args, get_origin
from urllib.parse import quote

from pydantic import BaseModel

from ufo.schema.patterns import regex
from ufo.schema.secret import SecretRef

HIDDEN = regex(r"•••\d+•••")
"""The mask of a value that has no name. The number distinguishes it from others, and nothing shows how long the value is."""

_DIGITS = 3
"""The fewest digits of a number that is masked, since shorter numbers are everywhere."""

M = TypeVar("M", bound=BaseModel)
SHORT = 4
"""Values of fewer characters often stand in a text by chance."""
_LONE = 2
_SHORT_ESCAPES = {"\n": "n", "\t": "t", "\r": "r", "\b": "b", "\f": "f"}
_BETWEEN = r"(?:['\"]?[\s,+]{1,2}['\"]?)?"


class Masks:
    """The known secrets, which grow while the run goes on. Writers of files are told of each new one and rewrite what they
    wrote.

    Where one value contains another, the longer one is masked.
    """

    def __init__(self) -> None:
        self._values: dict[str, SecretRef | None] = {}
        self._places: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None
        self._shown: list[str] = []
        self._heard: list[Callable[[], None]] = []

    def __len__(self) -> int:
        return len(self._values)

    def on_growth(self, heard: Callable[[], None]) -> None:
        """Call `heard` for each new value, before `learn` returns."""
        self._heard.append(heard)

    def learn(self, value: str, ref: SecretRef | None = None) -> None:
        """Mask the value everywhere from now on, by its placeholder where it has one. Blank texts are ignored."""
        value = value.strip()
        known = self._values.get(value, value)
        if not value or known == ref or (known is not value and ref is None):
            return
        self._values[value] = ref
        self._places[value] = str(ref) if ref is not None else f"•••{len(self._values)}•••"
        longest_first = sorted(self._values, key=len, reverse=True)
        self._pattern = re.compile("|".join(f"({pattern_of(known)})" for known in longest_first))
        self._shown = [self._places[known] for known in longest_first]
        for heard in self._heard:
            heard()

    def text(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._shown[(found.lastindex or 1) - 1], text)

    def named(self, text: str) -> str:
        """Return the text with the placeholders of values that have one: this is how a control's content is reported."""
        for value, ref in self._values.items():
            if ref is not None and value in text:
                text = text.replace(value, str(ref))
        return text

    def holds(self, text: str | None) -> bool:
        """Tell whether anything in the text has to be masked."""
        return bool(text) and self._pattern is not None and self._pattern.search(text or "") is not None

    def value(self, value: Any) -> Any:
        """Mask plain values at any depth. A number that is a secret becomes text; a list of letters is read as one text."""
        if self._pattern is None:
            return value
        if isinstance(value, BaseModel):
            return self.model(value)
        if isinstance(value, Enum | bool | bytes | bytearray):
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, int | float):
            is_secret = len(str(value)) >= _DIGITS and str(value) in self._values
            return self.text(str(value)) if is_secret else value
        if isinstance(value, Mapping):
            return {self.value(key): self.value(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return self._several(value)
        return value

    def _several(self, value: list[Any] | tuple[Any, ...]) -> list[Any] | tuple[Any, ...]:
        letters = [part for part in value if isinstance(part, str) and len(part) == 1]
        if len(letters) > 1 and len(letters) == len(value) and self.holds("".join(letters)):
            return type(value)([self.text("".join(letters))])
        return type(value)(self.value(part) for part in value)

    def model(self, model: M) -> M:
        """Return a copy with every text masked, but not fields for numbers and Literals, which hold words of ours."""
        if self._pattern is None:
            return model
        changed = {}
        for name, field in type(model).model_fields.items():
            value = getattr(model, name)
            if get_origin(field.annotation) is Literal or (isinstance(value, int | float) and not _may_be_any(field)):
                continue
            masked = self.value(value)
            if masked is not value and masked != value:
                changed[name] = masked
        return model.model_copy(update=changed) if changed else model


def _may_be_any(field: Any) -> bool:
    return field.annotation is Any or str in get_args(field.annotation)


def pattern_of(value: str) -> str:
    """Return a regular expression for the value in any of these forms, and in any mixture of them.

    A short value is matched only as a whole word, and one or two letters only as the whole text or in quotes.
    """
    signs = [_sign(letter) for letter in value]
    if len(value) <= _LONE:
        return rf"(?:\A{''.join(signs)}\Z|(?<=['\"]){''.join(signs)}(?=['\"]))"
    if len(value) < SHORT:
        return rf"(?<!\w){''.join(signs)}(?!\w)"
    return "|".join([_BETWEEN.join(signs), *_coded(value)])


def _sign(letter: str) -> str:
    ways = [re.escape(letter), rf"\{{{re.escape(letter)}\}}", rf"\\+{re.escape(letter)}"]
    units = letter.encode("utf-16-be", "surrogatepass")
    ways.append("".join(rf"\\+u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2)))
    if ord(letter) < 256:
        ways.append(rf"\\+x{ord(letter):02x}")
    if letter in _SHORT_ESCAPES:
        ways.append(rf"\\+{_SHORT_ESCAPES[letter]}")
    octets = letter.encode("utf-8", "surrogatepass")
    ways.append("".join(f"%{octet:02x}" for octet in octets))
    if letter == " ":
        ways += [r"\+", r"\{SPACE\}"]
    ways += [rf"&#0*{ord(letter)};", rf"&#x0*{ord(letter):x};"]
    named = html.escape(letter)
    if named != letter:
        ways.append(re.escape(named))
    # Only the escapes are matched in upper and lower case; the letter itself is matched exactly.
    exact, coded = ways[:3], ways[3:]
    return f"(?:{'|'.join(exact)}|(?i:{'|'.join(coded)}))"


def _coded(value: str) -> list[str]:
    """Return the value in hexadecimal and base64. Inside a longer base64 text it looks different at each of three offsets, so
    that only the letters that belong wholly to it are matched.
    """
    octets = value.encode("utf-8", "surrogatepass")
    found = [re.escape(octets.hex()), re.escape(octets.hex().upper())]
    # A value in an address may be encoded in its quoted form.
    for data in {octets, quote(value, safe="", errors="surrogatepass").encode()}:
        for offset in range(3):
            whole = base64.b64encode(b"\0" * offset + data).decode().rstrip("=")
            own = whole[-(-offset * 8 // 6) : (offset + len(data)) * 8 // 6]
            found += [re.escape(own), re.escape(own.replace("+", "-").replace("/", "_"))]
    return list(dict.fromkeys(found))
