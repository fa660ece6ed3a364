"""Tracked changes of a text document: listed, accepted, rejected; recording switched on and off."""

from __future__ import annotations

from typing import Any

from ..api import UnoError, each
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .pages import command
from .text import require_text

_TOLD = 100


def list_changes(shown: Shown) -> dict[str, Any]:
    require_text(shown)
    found = [_told(number, item) for number, item in enumerate(each(shown.document.Redlines), 1)]
    return {"recording": bool(shown.document.RecordChanges), "changes": found}


def decide_changes(shown: Shown, decision: str, number: int, author: str) -> dict[str, Any]:
    """Accept or reject all changes, the one with that number (from 1), or those of one author."""
    require_text(shown, writable=True)
    found = list(each(shown.document.Redlines))
    _require(shown, found, number, author)
    verb = "Accept" if decision == "accept" else "Reject"
    with one_step(shown.document, f"{verb} changes"):
        if not number and not author:
            command(shown, f"{verb}AllTrackedChanges")
            meant = len(found)
        else:
            meant = _one_by_one(shown, verb, number, author.casefold())
    left = len(list(each(shown.document.Redlines)))
    return {"decided": len(found) - left, "left": left, "equal": left <= len(found) - meant}


def _require(shown: Shown, found: list[Any], number: int, author: str) -> None:
    if not found:
        raise Refused("the document has no tracked change")
    if number > len(found):
        raise Refused(f"there are {len(found)} tracked changes, so there is no number {number}; list them first")
    authors = sorted({str(item.RedlineAuthor) for item in found})
    if author and author.casefold() not in [text.casefold() for text in authors]:
        raise Refused(f"no change is by {author!r}; they are by {', '.join(authors)}")
    if len(bytes(shown.document.RedlineProtectionKey or b"")):
        raise Refused("the tracked changes are protected by a password; ask the person to take the protection away")


def _one_by_one(shown: Shown, verb: str, number: int, author: str) -> int:
    """Decide single changes. What is decided is no longer in the list, so the list is read again each time."""
    view = shown.controller.getViewCursor()
    kept = view.getText().createTextCursorByRange(view.getStart())
    done = 0
    while True:
        found = list(each(shown.document.Redlines))
        at = (
            number - 1
            if number
            else next((at for at, item in enumerate(found) if str(item.RedlineAuthor).casefold() == author), -1)
        )
        if at < 0 or (number and done) or at >= len(found):
            break
        view.gotoRange(found[at].RedlineStart, False)
        view.gotoRange(found[at].RedlineEnd, True)
        command(shown, f"{verb}TrackedChange")
        if len(list(each(shown.document.Redlines))) == len(found):
            break
        done += 1
    view.gotoRange(kept, False)
    return done or 1


def record_changes(shown: Shown, is_on: bool) -> dict[str, Any]:
    require_text(shown, writable=True)
    try:
        shown.document.RecordChanges = is_on
    except UnoError as error:
        raise Refused("recording of changes is protected by a password; ask the person to take it away") from error
    return {"recording": bool(shown.document.RecordChanges), "equal": bool(shown.document.RecordChanges) == is_on}


def _told(number: int, item: Any) -> dict[str, Any]:
    when = item.RedlineDateTime
    return {
        "number": number, "kind": str(item.RedlineType).lower(), "author": str(item.RedlineAuthor),
        "date": f"{when.Year:04}-{when.Month:02}-{when.Day:02}", "text": _words(item),
    }  # fmt: skip


def _words(item: Any) -> str:
    start = getattr(item, "RedlineStart", None)
    if start is None:
        return ""
    try:
        cursor = start.getText().createTextCursorByRange(start)
        cursor.gotoRange(item.RedlineEnd, True)
    except UnoError:
        return ""
    return str(cursor.getString())[:_TOLD]
