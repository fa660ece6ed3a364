"""Turns texts of applications into what a person reads: bounded, printable, without marks that only control the display."""

from __future__ import annotations

import math
import re
import struct

NAME_CAP = 300
TEXT_CAP = 4000
MARKS = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    r"\ufff9-\ufffd\ud800-\udfff"
)


# Inside a text the joiners are content: they join several characters to one, in emoji and in many scripts.
_UNFIT, _UNFIT_TEXT = re.compile(rf"[{MARKS}\u200c\u200d]"), re.compile(rf"[{MARKS}]")
_LARGEST, _DIGITS = 1e9, (6, 7, 8, 9)
_SPACES = re.compile(r"\s+")


def clean_name(raw: object) -> str:
    """Return the text as one line without control characters, direction marks and lone surrogates, at most `NAME_CAP`
    characters.
    """
    if not isinstance(raw, str) or not raw:
        return ""
    if raw.isascii() and raw.isprintable() and len(raw) <= NAME_CAP and "  " not in raw:
        return raw.strip()
    return cap(_SPACES.sub(" ", _UNFIT.sub("", raw[: NAME_CAP * 20])).strip(), NAME_CAP)


def clean_text(raw: object) -> str | None:
    """Return the text with its lines, at most `TEXT_CAP` characters; None for what is no text."""
    if not isinstance(raw, str):
        return None
    return cap(_UNFIT_TEXT.sub("", raw[: TEXT_CAP * 4]), TEXT_CAP)


def whole_text(raw: object) -> str | None:
    """Return the text with its lines, uncut; None for what is no text."""
    return _UNFIT_TEXT.sub("", raw) if isinstance(raw, str) else None


def cap(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def number_text(value: object) -> str | None:
    """Return a number as a person writes it: 5 for 5.0, 0.25 for 0.25, and 0.35 for the four-byte float nearest to it. None for
    what is no number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if math.isfinite(value) and abs(value) < _LARGEST and value != int(value):
        short = _in_four_bytes(value)
        for digits in _DIGITS if short == value else ():
            if _in_four_bytes(float(f"{value:.{digits}g}")) == value:
                return f"{value:.{digits}g}"
    return f"{value:.10g}"


def _in_four_bytes(value: float) -> float:
    rounded: float = struct.unpack("f", struct.pack("f", value))[0]
    return rounded
