"""Makes a PDF file in a process of its own, of what it reads as JSON from its input, and writes {"counts": [pages, …]} or
{"error": words}. Passwords come with that input and are in none of its answers.

It is run by its path and imports nothing of this project, which keeps the process small.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sys
import warnings
from typing import Any

from pypdf import PasswordType, PdfReader, PdfWriter
from pypdf.constants import UserAccessPermissions as Rights
from pypdf.errors import PyPdfError

_ALGORITHM = "AES-256"
_ALLOWS = {
    "print": Rights.PRINT | Rights.PRINT_TO_REPRESENTATION,
    "copy": Rights.EXTRACT,
    "change": Rights.MODIFY | Rights.ASSEMBLE_DOC,
    "annotate": Rights.ADD_OR_MODIFY,
    "fill": Rights.FILL_FORM_FIELDS,
}
_HELD_BACK = {"printing": Rights.PRINT, "copying": Rights.EXTRACT, "changing": Rights.MODIFY}


def main(memory_bytes: int, seconds: int) -> None:
    _bound(memory_bytes, seconds)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    answer: dict[str, object]
    try:
        answer = {"counts": _make(json.load(sys.stdin))}
    except _Refused as error:
        answer = {"error": str(error)}
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


class _Refused(Exception):
    pass


def _bound(memory_bytes: int, seconds: int) -> None:
    """Limit memory and processor time. Where the platform has no such limits, only the caller's timeout holds."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 it is not there on Windows

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _make(wanted: dict[str, Any]) -> list[int]:
    """Make the files and return how many pages each has, as read back."""
    readers: dict[str, PdfReader] = {}
    for item in wanted["files"]:
        writer = PdfWriter()
        for part in item["parts"]:
            if part["file"] not in readers:
                readers[part["file"]] = _opened(part["file"], part["password"])
            reader = readers[part["file"]]
            for number in part["pages"]:
                page = writer.add_page(reader.pages[number - 1])
                if part["turn"]:
                    page.rotate(part["turn"])
        writer.add_metadata(_told(item["parts"], readers) | _named(wanted["info"]))
        if wanted["lock"]:
            _lock(writer, **wanted["lock"])
        with open(item["target"], "wb") as file:  # noqa: PTH123 this process imports little
            writer.write(file)
    return [_count(entry["target"], wanted["lock"]) for entry in wanted["files"]]


def _opened(file: str, password: str) -> PdfReader:
    """Open a source. What its owner does not allow would be allowed in the new file, so that is the owner's to say."""
    reader = PdfReader(file)
    if not reader.is_encrypted:
        return reader
    as_whom = reader.decrypt(password) or reader.decrypt("")
    name = file.rpartition("/")[2]
    if not as_whom:
        raise _Refused(
            f"{name} does not open with the password that was given" if password else f"{name} needs a password"
        )
    rights = reader.user_access_permissions
    kept = [] if rights is None else [what for what, flag in _HELD_BACK.items() if not rights & flag]
    if as_whom is not PasswordType.OWNER_PASSWORD and kept:
        raise _Refused(
            f"the owner of {name} does not allow {', '.join(kept)}; give the owner's password as its `password`"
        )
    return reader


def _lock(writer: PdfWriter, user: str, owner: str, allow: list[str]) -> None:
    # Programs that read a page aloud need the text, whatever else is allowed.
    rights = Rights.all() & ~Rights(sum(_ALLOWS.values()))
    for text in allow:
        rights |= _ALLOWS[text]
    writer.encrypt(user, owner or user, permissions_flag=rights, algorithm=_ALGORITHM)


def _count(file: str, lock: dict[str, Any]) -> int:
    """Return how many pages a new file has, and see that it opens with its passwords and not without them."""
    reader = PdfReader(file)
    if not lock:
        return len(reader.pages)
    is_open = bool(reader.decrypt(""))
    if not reader.is_encrypted or is_open is bool(lock["user"]):
        raise _Refused("the new file was not protected as it should be, and was not kept")
    if lock["owner"] and PdfReader(file).decrypt(lock["owner"]) is not PasswordType.OWNER_PASSWORD:
        raise _Refused("the new file does not open with its owner's password, and was not kept")
    if lock["user"] and not reader.decrypt(lock["user"]):
        raise _Refused("the new file does not open with its password, and was not kept")
    return len(reader.pages)


def _told(parts: list[dict[str, Any]], readers: dict[str, PdfReader]) -> dict[str, str]:
    """Return what the one source says about itself; nothing where there are several."""
    files = {part["file"] for part in parts}
    held = readers[files.pop()].metadata if len(files) == 1 else None
    return {key: value for key, value in (held or {}).items() if isinstance(value, str)}


def _named(info: dict[str, str]) -> dict[str, str]:
    return {f"/{name.capitalize()}": value for name, value in info.items()}


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
