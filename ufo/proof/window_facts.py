"""Facts of windows and programs: what is open that was not, what is gone, and what holds changes that are not saved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ufo.proof.literals import listed
from ufo.schema.action import ActionCommandInfo
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.tool_facts import ActionKind

GAVE_WAY = "a window that gave way to another one of its application"
OPENED_TO_WORK = "a window that was opened to work in, which closes again without a trace"
MOST_WINDOWS = 20


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """A window as the desktop tells it. `id` is stable while it lives."""

    id: str
    title: str
    application: str = ""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Titles of windows that hold changes that are not saved. `is_lost`: their desktop closes with the run."""

    titles: Sequence[str] = ()
    is_lost: bool = False


def facts_of_windows(before: Iterable[OpenWindow], after: Iterable[OpenWindow]) -> tuple[Fact, ...]:
    """Return what is new, gone or titled otherwise among the windows of a desktop."""
    then = {window.id: window for window in before}
    now = {window.id: window for window in after}
    new = [window for key, window in now.items() if key not in then]
    facts = [_opened(window) for window in new]
    successors = {window.application for window in new}
    facts += [_closed(window, successors) for key, window in then.items() if key not in now]
    both = ((then[key], now[key]) for key in then.keys() & now.keys())
    facts += [_retitled(old, new) for old, new in both if old.title != new.title]
    return tuple(facts[:MOST_WINDOWS])


def facts_of_closed(
    acts: Iterable[ActionCommandInfo], before: Iterable[OpenWindow], after: Iterable[OpenWindow]
) -> tuple[Fact, ...]:
    """Return of windows that were closed and were not open before that they are gone: no difference tells of these."""
    known = {(window.title, window.application) for window in (*before, *after)}
    closed = (act.target for act in acts if act.facts.kind is ActionKind.CLOSE and act.result.ok and act.target)
    windows = (OpenWindow("", window.name, window.app_root or window.process or "") for window in closed)
    gone = (window for window in dict.fromkeys(windows) if (window.title, window.application) not in known)
    return tuple(
        _window(window, f"the window {window.title!r}{_of(window)} was closed and is gone", "").model_copy(
            update={"kind": FactKind.STATE, "texts": (), "gone": (window.title, window.application)}
        )
        for window in gone
    )


def facts_of_unsaved(unsaved: Unsaved) -> tuple[Fact, ...]:
    """Return what holds changes that no file has. Where they are lost with the desktop, somebody must have asked for that."""
    lost = ", and they are lost with the private desktop" if unsaved.is_lost else ""
    return tuple(
        listed(
            Fact(
                kind=FactKind.CHANGE if unsaved.is_lost else FactKind.STATE,
                line=f"{title!r} holds changes that are not saved{lost}",
                place=title,
                texts=(title,),
                channel=Channel.WINDOWS,
                loss=unsaved.is_lost,
            )
        )
        for title in unsaved.titles
    )


def _opened(window: OpenWindow) -> Fact:
    return _window(window, f"a window is open that was not: {window.title!r}{_of(window)}", OPENED_TO_WORK)


def _closed(window: OpenWindow, successors: Collection[str]) -> Fact:
    by_product = GAVE_WAY if window.application and window.application in successors else ""
    fact = _window(window, f"a window was closed: {window.title!r}{_of(window)}", by_product)
    return fact.model_copy(update={"texts": (), "gone": fact.texts})


def _retitled(old: OpenWindow, new: OpenWindow) -> Fact:
    fact = _window(new, f"the window {old.title!r}{_of(new)} is titled {new.title!r} now", OPENED_TO_WORK)
    return fact.model_copy(update={"gone": (old.title,)})


def _of(window: OpenWindow) -> str:
    return f" of {window.application}" if window.application else ""


def _window(window: OpenWindow, line: str, by_product: str) -> Fact:
    return listed(
        Fact(
            kind=FactKind.CHANGE,
            line=line,
            place=window.title,
            texts=tuple(text for text in (window.title, window.application) if text),
            channel=Channel.WINDOWS,
            by_product=by_product,
        )
    )
