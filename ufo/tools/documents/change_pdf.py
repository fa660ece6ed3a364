"""Makes PDF files of pages of others: merged, split, turned, taken out. A process with bounds on memory and time does it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from ufo.conditions.readers.pdf import MEMORY_BYTES, MOST_PAGES, read_pages
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.errors import LockedDocument, ToolError, UnreadableDocument
from ufo.platform.scratch import scratch
from ufo.schema.file_names import readable
from ufo.schema.patterns import regex
from ufo.tools.documents.read_pages import locked
from ufo.tools.system.disk_space import take_away
from ufo.tools.system.write_file import write_new

TIMEOUT_S = 45.0
_MAKER = Path(__file__).with_name("pdf_maker.py")
_RANGE = regex(r"(\d{1,6})?\s*(-)?\s*(\d{1,6})?")


Allowed = Literal["print", "copy", "change", "annotate", "fill"]
ALL_ALLOWED: tuple[Allowed, ...] = ("print", "copy", "change", "annotate", "fill")


@dataclass(frozen=True, slots=True)
class PdfPages:
    """Pages of a file in their order, numbered from 1. `turn`: degrees clockwise, a multiple of 90. `password`: opens it."""

    file: Path
    pages: tuple[int, ...]
    turn: int = 0
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Lock:
    """How new files are protected. `user`: the password that opens them, "" for none; `owner`: the one that also changes what is
    allowed, "" for the same. `allow`: what is allowed to whoever opens them as a user.
    """

    user: str = field(default="", repr=False)
    owner: str = field(default="", repr=False)
    allow: tuple[Allowed, ...] = ALL_ALLOWED

    def __bool__(self) -> bool:
        return bool(self.user or self.owner)

    def require_sound(self) -> None:
        """Raise ToolError where it would not protect what it seems to."""
        if set(self.allow) >= set(ALL_ALLOWED):
            return
        if not self.owner:
            raise ToolError("what is allowed holds only where there is an owner's password; give `owner_password` too")
        if self.owner == self.user:
            raise ToolError("with the owner's password everything is allowed; give another one than `user_password`")


NO_LOCK = Lock()


def pages_in(text: str, count: int) -> tuple[int, ...]:
    """Return the pages that "1-3,7", "5-" or "" (all) says, in that order; "3-1" counts down. Raises ToolError."""
    if not text.strip():
        return tuple(range(1, count + 1))
    pages: list[int] = []
    for part in text.split(","):
        said = _RANGE.fullmatch(part.strip())
        if said is None or not (said[1] or said[3]):
            raise ToolError(f"{text!r} is no list of pages; write it like 1-3,7 or 5-")
        first = int(said[1] or 1)
        last = int(said[3]) if said[3] else (count if said[2] else first)
        if not (1 <= first <= count and 1 <= last <= count):
            raise ToolError(f"there is no page {max(first, last)}; the file has {count} pages")
        pages += range(first, last + 1) if first <= last else range(first, last - 1, -1)
    if len(pages) > MOST_PAGES:
        raise ToolError(f"these are {len(pages):,} pages; at most {MOST_PAGES:,} are worked on in one call")
    return tuple(pages)


def page_count(file: Path, password: str = "") -> int:
    """Return how many pages a PDF file has. Blocking. Raises ToolError where it cannot be read."""
    try:
        return len(read_pages(file, password).pages)
    except LockedDocument as error:
        raise ToolError(locked(file, password)) from error
    except UnreadableDocument as error:
        raise ToolError(str(error)) from error


def divided(parts: Sequence[PdfPages], each: int) -> list[list[PdfPages]]:
    """Divide the pages of all parts into groups of `each` pages, in their order."""
    single = [replace(part, pages=(page,)) for part in parts for page in part.pages]
    return [single[at : at + each] for at in range(0, len(single), each)]


def make_pdfs(
    groups: Sequence[Sequence[PdfPages]], targets: Sequence[Path], info: Mapping[str, str], lock: Lock = NO_LOCK
) -> list[int]:
    """Write one file for each group and return how many pages each has, as read back. Blocking.

    Raises ToolError; then nothing is at any of the targets.
    """
    done: list[Path] = []
    with scratch() as folder:
        files = [folder / f"{number}.pdf" for number in range(len(groups))]
        counts = _run(groups, files, info, lock)
        try:
            for made, target in zip(files, targets, strict=True):
                write_new(target, made.read_bytes())
                done.append(target)
        except ToolError:
            for target in done:
                take_away(target)
            raise
    return counts


def _run(groups: Sequence[Sequence[PdfPages]], files: Sequence[Path], info: Mapping[str, str], lock: Lock) -> list[int]:
    wanted = {
        "files": [
            {
                "target": str(file),
                "parts": [
                    {
                        "file": str(pdf_pages.file),
                        "pages": pdf_pages.pages,
                        "turn": pdf_pages.turn,
                        "password": pdf_pages.password,
                    }
                    for pdf_pages in group
                ],
            }
            for group, file in zip(groups, files, strict=True)
        ],
        "info": dict(info),
        "lock": {"user": lock.user, "owner": lock.owner, "allow": lock.allow} if lock else {},
    }
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(_MAKER), str(MEMORY_BYTES), str(int(TIMEOUT_S))],
            env=sessionless_environment(os.environ),
            input=json.dumps(wanted).encode(),
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"this takes more than {TIMEOUT_S:g} s and was given up; take fewer pages") from error
    try:
        answer = json.loads(done.stdout)
    except ValueError as error:
        raise ToolError("the file needs more memory or time than is allowed; take fewer pages") from error
    if answer.get("error"):
        raise ToolError(readable(str(answer["error"])))
    return [int(item) for item in answer["counts"]]
