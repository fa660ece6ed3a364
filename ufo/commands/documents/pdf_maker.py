"""Makes a PDF file in a process of its own, of what it reads as JSON from its input, and writes {} or {"error": words}.

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
    answer: dict[str, str] = {}
    try:
        _make(json.load(sys.stdin))
    except MemoryError:
        answer = {"error": "it needs more memory than is allowed"}
    # A broken file makes the library raise all of these; the file is the cause.
    except (PyPdfError, RecursionError, OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        answer = {"error": f"the PDF file was not made: {type(error).__name__}: {error}"[:300]}
    sys.stdout.write(json.dumps(answer))


def _bound(memory_bytes: int, seconds: int) -> None:
    """Limit memory and processor time. Where the platform has no such limits, only the caller's timeout holds."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 it is not there on Windows

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _make(wanted: dict[str, Any]) -> None:
    writer = PdfWriter()
    readers: dict[str, PdfReader] = {}
    for part in wanted["parts"]:
        reader = readers.setdefault(part["file"], PdfReader(part["file"]))
        if reader.is_encrypted and not reader.decrypt(""):
            raise ValueError("one of the files is protected by a password; save it without one")
        for number in part["pages"]:
            page = writer.add_page(reader.pages[number - 1])
            if part["turn"]:
                page.rotate(part["turn"])
    kept = next(iter(readers.values())).metadata if len(readers) == 1 else None
    told = {key: str(value) for key, value in (kept or {}).items() if isinstance(value, str)}
    writer.add_metadata(told | {f"/{name.capitalize()}": value for name, value in wanted["info"].items()})
    with open(wanted["target"], "wb") as file:  # noqa: PTH123 this process imports little
        writer.write(file)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
