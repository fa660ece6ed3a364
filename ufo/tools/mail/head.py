"""The lines in front of a mail's text, read without reading the mail: a folder may hold 100,000."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.errors import MessageError
from email.header import decode_header, make_header
from email.utils import parsedate_to_datetime
from functools import cache

_LONGEST_HEADER = 500


def head_field(head: bytes, name: str) -> str:
    """Return one of these lines as a person reads it; "" where there is none."""
    found = _line(name).search(head)
    return readable_header(found[1].decode("utf-8", "replace")) if found else ""


def readable_header(raw: str) -> str:
    """Return what a header says, in one line of at most 500 characters."""
    text = raw
    if "=?" in raw:
        try:
            text = str(make_header(decode_header(raw)))
        except (ValueError, LookupError, MessageError):
            text = raw
    return " ".join(text.split())[:_LONGEST_HEADER]


def moment_of(date: str) -> datetime | None:
    """Return the moment that the header Date says, in the person's own time; None where it says none."""
    try:
        told = parsedate_to_datetime(date)
        return (told if told.tzinfo else told.replace(tzinfo=UTC)).astimezone()
    except (ValueError, TypeError, OverflowError, IndexError, OSError):
        return None


@cache
def _line(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"^%s:[ \t]*(.*(?:\r?\n[ \t].*)*)" % re.escape(name).encode(), re.IGNORECASE | re.MULTILINE)
