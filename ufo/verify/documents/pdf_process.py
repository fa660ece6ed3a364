"""Reads a PDF in a process of its own and writes {"pages": [text, …], "sizes": [[width, height], …], "turns": [degrees, …],
"info": {name: text}, "rights": {name: whether}} or {"error": words}, and {"locked": true, "rights": …} where the file does not
open with the password that it reads from its input. Where it is told a first page and a number of pages, it writes their texts,
how many pages there are in all ("count"), and the entries of the table of contents ("chapters": [[level, title, page], …]).

It is run by its path and imports nothing of this project, which keeps the process small.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import sys
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from pypdf import PdfReader
from pypdf.constants import UserAccessPermissions as Rights
from pypdf.errors import PyPdfError

_MOST_CHAPTERS = 10_000


def main(path: str, memory_bytes: int, seconds: int, *most: int) -> None:
    _bound(memory_bytes, seconds)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    password = sys.stdin.buffer.read().decode("utf-8", "replace")
    rights: dict[str, bool] = {}
    try:
        reader = PdfReader(path)
        rights = _rights(reader)
        if reader.is_encrypted and not reader.decrypt(password) and not reader.decrypt(""):
            raise _Locked
        answer = (_whole(reader, *most) if len(most) == 2 else _part(reader, *most)) | {"rights": rights}
    except _Locked:
        answer = {"locked": True, "rights": rights}
    except _Refused as error:
        answer = {"error": str(error)}
    except MemoryError:
        answer = {"error": "needs more memory than is allowed"}
    # A broken file makes the library raise all of these; the file is the cause.
    except (
        PyPdfError,
        RecursionError,
        OSError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
    ) as error:
        answer = {"error": f"is broken: {type(error).__name__}: {error}"[:300]}
    sys.stdout.write(json.dumps(answer))


def _whole(reader: PdfReader, most_pages: int, most_characters: int) -> dict[str, object]:
    answer: dict[str, object] = {"pages": _pages(reader, most_pages, most_characters), "sizes": _sizes(reader)}
    return answer | {"turns": [page.rotation % 360 for page in reader.pages], "info": _info(reader)}


def _part(reader: PdfReader, most_pages: int, most_characters: int, first: int, count: int) -> dict[str, object]:
    pages = _pages(reader, most_pages, most_characters, slice(first, first + count))
    chapters = [] if first else list(itertools.islice(_chapters(reader, reader.outline, 1), _MOST_CHAPTERS))
    return {"pages": pages, "count": len(reader.pages), "chapters": chapters, "info": _info(reader)}


def _chapters(reader: PdfReader, entries: list[Any], level: int) -> Iterator[tuple[int, str, int]]:
    for entry in entries:
        if isinstance(entry, list):
            yield from _chapters(reader, entry, level + 1)
            continue
        # An entry may lead nowhere, or to another file.
        with contextlib.suppress(PyPdfError, ValueError, LookupError, TypeError, AttributeError):
            page = reader.get_destination_page_number(entry)
            if page is not None:
                yield level, str(entry.title)[:500], page


class _Refused(Exception):
    pass


class _Locked(Exception):
    pass


def _bound(memory_bytes: int, seconds: int) -> None:
    """Limit memory and processor time. Where the platform has no such limits, only the caller's timeout holds."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 it is not there on Windows

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _sizes(reader: PdfReader) -> list[tuple[float, float]]:
    """Return the pages' sizes in millimetres, as the pages are shown."""
    found = []
    for page in reader.pages:
        width, height = (float(side) * 25.4 / 72 for side in (page.cropbox.width, page.cropbox.height))
        found.append((height, width) if page.rotation % 180 else (width, height))
    return found


def _info(reader: PdfReader) -> dict[str, str]:
    held: Mapping[str, object] = reader.metadata or {}
    told = {name: held.get(f"/{name.capitalize()}") for name in ("title", "author", "subject", "keywords")}
    return {name: str(value)[:500] for name, value in told.items() if value}


def _rights(reader: PdfReader) -> dict[str, bool]:
    held = reader.user_access_permissions
    named = {"printing": Rights.PRINT, "copying": Rights.EXTRACT, "changing": Rights.MODIFY}
    return {name: held is None or bool(held & flag) for name, flag in named.items()}


def _pages(reader: PdfReader, most_pages: int, most_characters: int, which: slice = slice(None)) -> list[str]:
    count = len(reader.pages)
    if count > most_pages:
        raise _Refused(f"has more than {most_pages:,} pages; not read")
    texts: list[str] = []
    left = most_characters
    for page in reader.pages[which]:
        text = page.extract_text()
        left -= len(text)
        if left < 0:
            raise _Refused(f"holds more than {most_characters:,} characters; not read")
        texts.append(text)
    return texts


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
