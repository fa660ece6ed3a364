"""Reads a PDF in a process of its own and writes {"pages": [text, …], "sizes": [[width, height], …], "turns": [degrees, …],
"directions": [degrees or null, …], "marks": [text, …], "pictures": [[[digest, bytes, width, height, grey], …], …],
"info": {name: text}, "rights": {name: whether}} or {"error": words}, and
{"locked": true, "rights": …} where the file does not open with the password that it reads from its input. Where it is told a
first page and a number of pages, it writes their texts, how many pages there are in all ("count"), and the entries of the table
of contents ("chapters": [[level, title, page], …]).

It is run by its path and imports nothing of this project, which keeps the process small.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import itertools
import json
import logging
import math
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image
from pypdf import PdfReader
from pypdf.constants import UserAccessPermissions as Rights
from pypdf.errors import PyPdfError

_MOST_CHAPTERS = 10_000
_MOST_WITHIN = 4
_MOST_PIXELS = 24_000_000
"""Of all pictures that are drawn small."""
_SMALL = (64, 64)
_DRAWN = (b"Do", b"INLINE IMAGE", b"S", b"s", b"B", b"B*", b"b", b"b*", b"sh")
"""Operators that draw lines, pictures and shadings (ISO 32000-1, annex A)."""


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
    seen: list[_Seen] = []
    answer: dict[str, object] = {"pages": _pages(reader, most_pages, most_characters, seen=seen)}
    answer |= {"directions": [page.direction for page in seen], "marks": [page.mark for page in seen]}
    answer["pictures"] = _drawn_small([page.pictures for page in seen])
    turns = [page.rotation % 360 for page in reader.pages]
    return answer | {"sizes": _sizes(reader), "turns": turns, "info": _info(reader)}


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


class _Seen(NamedTuple):
    """`direction`: the way in which most letters run on the page as it is shown, in degrees clockwise, 180 for upside down; None
    without letters. `mark`: by what a page without text is known, "" for an empty one. `pictures`: that it shows.
    """

    direction: int | None
    mark: str
    pictures: list[Any]


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


def _pages(
    reader: PdfReader,
    most_pages: int,
    most_characters: int,
    which: slice = slice(None),
    seen: list[_Seen] | None = None,
) -> list[str]:
    """Return the texts of pages. `seen`: is given what else each page shows."""
    count = len(reader.pages)
    if count > most_pages:
        raise _Refused(f"has more than {most_pages:,} pages; not read")
    texts: list[str] = []
    left = most_characters
    for page in reader.pages[which]:
        letters: Counter[int] = Counter()
        drawn: Counter[bytes] = Counter()
        names: set[str] = set()
        is_looked_at = seen is not None
        text = page.extract_text(
            visitor_operand_before=_noting(drawn, names) if is_looked_at else None,
            visitor_text=_counting(letters) if is_looked_at else None,
        )
        left -= len(text)
        if left < 0:
            raise _Refused(f"holds more than {most_characters:,} characters; not read")
        texts.append(text)
        if seen is not None:
            most = letters.most_common(1)
            direction = (most[0][0] + page.rotation) % 360 if most else None
            pictures = list(_pictures(page.get("/Resources"), names, 0)) if names else []
            seen.append(_Seen(direction, "" if text.strip() else _mark(page, bool(drawn), pictures), pictures))
    return texts


def _counting(letters: Counter[int]) -> Callable[..., None]:
    """Return what counts the letters of a page by the way in which they run in its content, in degrees clockwise."""

    def count(text: str, current: Sequence[float], matrix: Sequence[float], *_: object) -> None:
        across = matrix[0] * current[0] + matrix[1] * current[2]
        up = matrix[0] * current[1] + matrix[1] * current[3]
        if (across or up) and (many := len("".join(text.split()))):
            letters[round(math.degrees(math.atan2(-up, across)) / 90) % 4 * 90] += many

    return count


def _noting(drawn: Counter[bytes], names: set[str]) -> Callable[..., None]:
    """Return what counts the lines and pictures that a page draws, and notes the names of what it draws by its name: pages may
    share their resources. Areas alone are often its white ground.
    """

    def note(operator: bytes, operands: Sequence[object], *_: object) -> None:
        if operator in _DRAWN:
            drawn[operator] += 1
        if operator == b"Do" and operands:
            names.add(str(operands[0]))

    return note


def _mark(page: Any, is_drawn: bool, pictures: Sequence[Any]) -> str:
    """Return by what a page without text is known: its pictures, or what it draws; "" for an empty one."""
    shown = [note for note in page.get("/Annots", ()) if note.get_object().get("/Subtype") not in ("/Link", "/Popup")]
    if not (is_drawn or shown):
        return ""
    content = page.get_contents()
    held = b"".join(picture._data for picture in pictures) or (b"" if content is None else content.get_data())
    what = f"{len(pictures)} pictures" if len(pictures) > 1 else "1 picture" if pictures else "drawn lines or notes"
    return f"[no text, {what}, {hashlib.sha256(held).hexdigest()[:8]}]"


def _pictures(resources: Any, names: set[str], depth: int) -> Iterator[Any]:
    """Iterate over the pictures that a page shows. `names`: of what it draws."""
    held = {} if resources is None else resources.get_object().get("/XObject", {}).get_object()
    for name, part in held.items():
        part = part.get_object()
        if part.get("/Subtype") == "/Image":
            if name in names:
                yield part
        elif depth < _MOST_WITHIN:
            yield from _pictures(part.get("/Resources"), names, depth + 1)


def _drawn_small(pages: Sequence[Sequence[Any]]) -> list[list[list[object]]]:
    """Return of each page's pictures the digest and number of the bytes as they are stored, their pixels, and the picture small
    and in shades of grey; "" for this where it cannot be drawn, or where too many were.
    """
    known: dict[int, list[object]] = {}
    left = _MOST_PIXELS
    for picture in (picture for page in pages for picture in page if id(picture) not in known):
        width, height = int(picture.get("/Width", 0)), int(picture.get("/Height", 0))
        small = ""
        left -= width * height
        if left >= 0:
            # A picture of a kind that is not known is still known by its bytes.
            with contextlib.suppress(Exception):
                drawn = picture.decode_as_image().convert("L").resize(_SMALL, Image.Resampling.BOX)
                small = base64.b64encode(drawn.tobytes()).decode()
        digest = hashlib.sha256(picture._data).hexdigest()
        known[id(picture)] = [digest, len(picture._data), width, height, small]
    return [[known[id(picture)] for picture in page] for page in pages]


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
