"""Lets whoever stated a condition correct it or take it back. What was taken back is kept, and must be made good for a proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from ufo.proof.request.match import same_text
from ufo.schema.predicate import (
    DocumentPredicate,
    ElementPredicate,
    FilePredicate,
    Finding,
    PagePredicate,
    Predicate,
    Truth,
    WindowPredicate,
)

Subject = tuple[object, ...]


def restates(new: Predicate, old: Predicate) -> bool:
    """Tell whether `new` says something else about what `old` is about, which has one value at a time, or the same of a file
    elsewhere. A file holds many texts, so that another text restates nothing.
    """
    if new == old or (_is_placed_anew(new, old) and _is_short_for(new, old)):
        return False
    return _is_placed_anew(new, old) or (_has_one_value(new) and subject_of(new) == subject_of(old))


def is_meant(said: Predicate, stated: Predicate) -> bool:
    """Tell whether a condition that is taken back as `said` is `stated`, whose path may have been completed."""
    return said == stated or _is_placed_anew(said, stated)


def subject_of(predicate: Predicate) -> Subject:
    """Return what a condition is about: a control, a window, or one property, cell or setting of a file, whatever its value."""
    match predicate:
        case ElementPredicate():
            return ("element", predicate.name.casefold(), (predicate.role or "").casefold())
        case WindowPredicate():
            return ("window", predicate.title.casefold())
        case PagePredicate():
            return ("page", predicate.page.casefold(), predicate.field or "", predicate.contains is not None)
        case FilePredicate():
            return ("file", PurePath(predicate.path).name, "text" if predicate.contains is not None else "there")
        case DocumentPredicate():
            return ("file", PurePath(predicate.path).name, *_aspect(predicate))
        case _:
            return (predicate.on, predicate.name)


def _aspect(one: DocumentPredicate) -> Subject:
    if one.property is not None:
        return (one.property, one.paragraph, one.sheet, one.start, one.page, one.key, one.where)
    if one.key is not None:
        return ("key", one.key)
    if one.cells is not None:
        return ("cells", one.sheet, one.start)
    if one.chart is not None:
        return ("chart", one.sheet)
    for name in ("pages", "sheets", "width", "height"):
        if getattr(one, name) is not None:
            return (name,)
    if one.nth is not None:
        return ("paragraph", one.page, one.nth)
    return ("text",) if one.paragraph or one.lacks or one.without else ("there",)


def _has_one_value(predicate: Predicate) -> bool:
    if isinstance(predicate, FilePredicate | DocumentPredicate):
        return subject_of(predicate)[2:] != ("text",)
    return not (isinstance(predicate, PagePredicate) and predicate.contains is not None)


def _is_placed_anew(one: Predicate, other: Predicate) -> bool:
    """Tell whether both say the same of files of the same name."""
    if not isinstance(one, FilePredicate | DocumentPredicate) or not isinstance(
        other, FilePredicate | DocumentPredicate
    ):
        return False
    same = PurePath(one.path).name == PurePath(other.path).name
    return same and one == other.model_copy(update={"path": one.path})


def _is_short_for(one: Predicate, other: Predicate) -> bool:
    """Tell whether the path of `one` is the other's before it was completed."""
    short, whole = str(getattr(one, "path", "")), str(getattr(other, "path", ""))
    return not short.startswith("/") and whole.endswith(f"/{short.removeprefix('~/').removeprefix('./')}")


def not_made_good(findings: Sequence[Finding], sent: Sequence[str] = ()) -> str:
    """Return why conditions that were taken back still keep the run from VERIFIED; "" where each did hold, could not be checked,
    or another one about the same holds that came about in the run. `sent`: the texts of a form that its page took, so that no
    page need show them any more.
    """
    held = [one.predicate for one in findings if one.proves and not one.stale]
    gone = [one for one in findings if one.withdrawn and not one.derived and one.truth is Truth.UNSATISFIED]
    left = [
        f"{one.evidence} (taken back: {one.withdrawn})"
        for one in gone
        if not any(_makes_good(it, one.predicate) for it in held) and not _was_sent(one.predicate, sent)
    ]
    return f"done, but what was stated did not hold and nothing else shows the same: {'; '.join(left)}" if left else ""


def _makes_good(held: Predicate, other: Predicate) -> bool:
    if _is_placed_anew(held, other) or (_has_one_value(other) and subject_of(held) == subject_of(other)):
        return True
    same_file = subject_of(held)[:2] == subject_of(other)[:2]
    return same_file and bool(_texts(other)) and all(any(one in own for own in _texts(held)) for one in _texts(other))


def _was_sent(other: Predicate, sent: Sequence[str]) -> bool:
    """Tell whether a field of the form that was sent held just the text that a page was to show."""
    wanted = (other.contains or other.value) if isinstance(other, PagePredicate) and other.exists else None
    return wanted is not None and any(same_text(wanted, one) for one in sent)


def _texts(predicate: Predicate) -> tuple[str, ...]:
    """Return the texts that the condition looks for, whatever their place."""
    if isinstance(predicate, DocumentPredicate) and predicate.cells is not None:
        return tuple(text for row in predicate.cells for text in row if text)
    if isinstance(predicate, DocumentPredicate) and predicate.property is None and predicate.paragraph:
        return (predicate.paragraph,)
    contains = getattr(predicate, "contains", None)
    return (contains,) if contains else ()


def taken_back(
    stated: Iterable[Predicate], newly: Sequence[Predicate], said: Sequence[tuple[Predicate, str]]
) -> dict[Predicate, str]:
    """Return those of the conditions `stated` so far that do not stand any more, each with the reason. `newly`: what is stated
    now; `said`: what is taken back now, with the reasons.
    """
    gone: dict[Predicate, str] = {}
    for one in stated:
        reasons = [why or "no reason was given" for what, why in said if is_meant(what, one)]
        if not reasons and any(restates(new, one) for new in newly) and one not in newly:
            reasons = ["stated anew"]
        gone |= {one: reasons[0]} if reasons else {}
    return gone
