"""Makes a PDF file in a process of its own, of what it reads as JSON from its input, and writes {"counts": [pages, …]} or
{"error": words}.

It is run by its path and imports nothing of this project, which keeps the process small.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sys
import warnings
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError


def main(memory_bytes: int, seconds: int) -> None:
    _bound(memory_bytes, seconds)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    answer: dict[str, object]
    try:
        answer = {"counts": _make(json.load(sys.stdin))}
    except MemoryError:
        answer = {"error": "it needs more memory than is allowed"}
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
        answer = {"error": f"the PDF file was not made: {type(error).__name__}: {error}"[:300]}
    sys.stdout.write(json.dumps(answer))


def _bound(memory_bytes: int, seconds: int) -> None:
    """Limit memory and processor time. Where the platform has no such limits, only the caller's timeout holds."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 it is not there on Windows

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _make(wanted: dict[str, Any]) -> list[int]:
    """Make the files and return how many pages each has, as read back."""
    readers: dict[str, PdfReader] = {}
    for one in wanted["files"]:
        writer = PdfWriter()
        for part in one["parts"]:
            reader = readers.setdefault(part["file"], PdfReader(part["file"]))
            if reader.is_encrypted and not reader.decrypt(""):
                raise ValueError("one of the files is protected by a password; save it without one")
            for number in part["pages"]:
                page = writer.add_page(reader.pages[number - 1])
                if part["turn"]:
                    page.rotate(part["turn"])
        writer.add_metadata(_told(one["parts"], readers) | _named(wanted["info"]))
        with open(one["target"], "wb") as file:  # noqa: PTH123 this process imports little
            writer.write(file)
    return [len(PdfReader(one["target"]).pages) for one in wanted["files"]]


def _told(parts: list[dict[str, Any]], readers: dict[str, PdfReader]) -> dict[str, str]:
    """Return what the one source says about itself; nothing where there are several."""
    files = {part["file"] for part in parts}
    held = readers[files.pop()].metadata if len(files) == 1 else None
    return {key: value for key, value in (held or {}).items() if isinstance(value, str)}


def _named(info: dict[str, str]) -> dict[str, str]:
    return {f"/{name.capitalize()}": value for name, value in info.items()}


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
