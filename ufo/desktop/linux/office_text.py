"""Tables in plain text, which LibreOffice would only open after a dialog about their separators.

The dialog's answer can be given with the start instead. The tokens of a text filter are those of LibreOffice's help
("Filter options for CSV"): separator, quotation mark, character set, first line, columns, language.
"""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

_ENDINGS = (".csv", ".tsv", ".tab")
_READ_BYTES = 64 * 1024
_LINES = 50
_SEPARATORS = ",;\t|"
_UTF_8, _WESTERN, _UTF_16 = 76, 1, 65535
_OWN_LANGUAGE, _GERMAN = 0, 1031
"""0 is the language of the office; German stands for every language that writes a half as 0,5."""


def import_options(arguments: Iterable[str]) -> tuple[str, ...]:
    """The option that opens a plain-text table without asking, () where no such table, or several kinds, are opened."""
    filters = {_filter(Path(one)) for one in arguments if one.casefold().endswith(_ENDINGS)}
    filters.discard("")
    return (f"--infilter=Text - txt - csv (StarCalc):{filters.pop()}",) if len(filters) == 1 else ()


def _filter(path: Path) -> str:
    """ "" where the file cannot be read, which the application tells better."""
    data = b""
    with contextlib.suppress(OSError), path.open("rb") as file:
        data = file.read(_READ_BYTES)
    if not data:
        return ""
    text, charset = _decoded(data)
    lines = [line for line in text.splitlines()[:_LINES] if line.strip()]
    separator = _separator(lines, "\t" if path.suffix.casefold() in (".tsv", ".tab") else ",")
    language = _GERMAN if separator != "," and _writes_decimal_commas(lines, separator) else _OWN_LANGUAGE
    return f"{ord(separator)},34,{charset},1,,{language}"


def _decoded(data: bytes) -> tuple[str, int]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace"), _UTF_16
    try:
        # What was read may end in the middle of a letter.
        return data.decode("utf-8-sig"), _UTF_8
    except UnicodeDecodeError as error:
        if len(data) == _READ_BYTES and error.start >= len(data) - 4:
            return data[: error.start].decode("utf-8-sig"), _UTF_8
        return data.decode("cp1252", errors="replace"), _WESTERN


def _separator(lines: Sequence[str], usual: str) -> str:
    """The one that stands equally often in the most lines, outside of quotations."""
    bare = [re.sub(r'"(?:[^"]|"")*"', "", line) for line in lines]
    scored = []
    for sign in _SEPARATORS:
        (times, alike), *_ = Counter(line.count(sign) for line in bare).most_common(1) or [(0, 0)]
        if times:
            scored.append((alike, sign == usual, times, sign))
    return max(scored)[-1] if scored else usual


def _writes_decimal_commas(lines: Sequence[str], separator: str) -> bool:
    cells = [cell.strip().strip('"') for line in lines for cell in line.split(separator)]
    commas = sum(bool(re.fullmatch(r"-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+", cell)) for cell in cells)
    points = sum(bool(re.fullmatch(r"-?\d+\.\d+", cell)) for cell in cells)
    return commas > 0 and points == 0
