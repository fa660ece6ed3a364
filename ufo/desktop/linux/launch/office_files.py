"""Prepares documents for which LibreOffice would show a dialog of its own when it opens them.

A document that is in use elsewhere or cut off is refused. Tables in plain text, whose separators the dialog asks for, get
its answer with the start. The tokens of a text filter are those of LibreOffice's help ("Filter options for CSV"): separator,
quotation mark, character set, first line, columns, language.
"""

from __future__ import annotations

import contextlib
import re
import socket
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ufo.errors import LaunchFailed


def refuse_locked(documents: Iterable[str], environment: Mapping[str, str]) -> None:
    """Raise LaunchFailed for a document that another LibreOffice, whose profile is not this desktop's, has open."""
    home = Path(environment.get("HOME", "/"))
    for document in documents:
        path = Path(document)
        lock = path.with_name(f".~lock.{path.name}#")
        with contextlib.suppress(OSError):
            said = lock.read_text(encoding="utf-8", errors="replace").strip().rstrip(";").split(",")
            profile = Path(unquote(urlsplit(said[-1]).path))
            if len(said) < 5 or profile.is_relative_to(home):
                continue
            host, since = said[-3], said[-2]
            if host == socket.gethostname() and not profile.exists():
                # The lock was left by a desktop that is gone together with its profile.
                lock.unlink()
                continue
            raise LaunchFailed(
                f"{path.name!r} is open in another LibreOffice ({said[-4]} on {host}, since {since}); close it there, "
                f"or remove {str(lock)!r} if nobody has it open any more"
            )


def refuse_cut_off(documents: Iterable[str]) -> None:
    """Raise LaunchFailed for a package (ODF, OOXML) whose end is missing. The content decides, because a name may not fit it."""
    for document in documents:
        with contextlib.suppress(OSError), Path(document).open("rb") as file:
            if file.read(4) == b"PK\x03\x04" and not zipfile.is_zipfile(file):
                raise LaunchFailed(f"{Path(document).name!r} is incomplete: its end is missing; use a complete copy")


_ENDINGS = (".csv", ".tsv", ".tab")
_READ_BYTES = 64 * 1024
_LINES = 50
_SEPARATORS = ",;\t|"
_UTF_8, _WESTERN, _UTF_16 = 76, 1, 65535
_OWN_LANGUAGE, _GERMAN = 0, 1031
"""0 is LibreOffice's own language; German stands for every language that writes a half as 0,5."""


def import_options(arguments: Iterable[str]) -> tuple[str, ...]:
    """Return the option that opens a plain-text table without a dialog; () where no such table is opened, or tables of several
    kinds.
    """
    filters = {_filter(Path(argument)) for argument in arguments if argument.casefold().endswith(_ENDINGS)}
    filters.discard("")
    return (f"--infilter=Text - txt - csv (StarCalc):{filters.pop()}",) if len(filters) == 1 else ()


def _filter(path: Path) -> str:
    """Return the filter's tokens for the file; "" where it cannot be read or is empty. The application describes that error
    better.
    """
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
        # The bytes that were read may end in the middle of a character.
        return data.decode("utf-8-sig"), _UTF_8
    except UnicodeDecodeError as error:
        if len(data) == _READ_BYTES and error.start >= len(data) - 4:
            return data[: error.start].decode("utf-8-sig"), _UTF_8
        return data.decode("cp1252", errors="replace"), _WESTERN


def _separator(lines: Sequence[str], usual: str) -> str:
    """Return the separator that stands equally often in the most lines, outside quotations."""
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
