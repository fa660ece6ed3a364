"""Judges how certain it is that an action did what it says, by the differences between the looks before and after it.

Only the end that the action itself names confirms it, read back on the control: text that was written, a box that is checked
now, an item that is selected, a menu that is open, content that moved the way the wheel was turned, the dialog that a name
with dots announces, the dialog that OK, Cancel or Close ends. Any other button has no such end: whatever else the application
shows after it (a text, a dialog, its own new name) is reported as evidence, and the effect is `partial`, because an
application can show success without having done anything. What the picture alone shows counts no more than that. What changes
by itself (clocks, progress, whatever already changed between the last look and the action) is no evidence at all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.desktop.snapshot import Element
from ufo.schema.command import Effect
from ufo.schema.geometry import Point
from ufo.schema.roles import BUTTONS_AND_LINKS, OPENERS, RADIOS, ROWS_AND_TABS, TEXT_FIELDS_AND_CELLS
from ufo.text.words import words
from ufo.tools.effects.compare import SHOWN_AT_MOST, Comparison, called
from ufo.tools.effects.pictured import is_near
from ufo.tools.effects.scroll_detection import Scrolled

_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")

_BULLETS = "\u2022\u25cf*"
_STEM = 5
_PERHAPS_UNSEEN = "; a page may take a press unseen"
_ENDING = frozenset({"ok", "cancel", "close"})


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an action came to. `missing`: how many characters of a typed text may still be on their way to the control.
    `awaited`: nothing was seen yet, and it may still come.
    """

    effect: Effect
    evidence: tuple[str, ...]
    missing: int = 0
    awaited: bool = False


def judge_press(change: Comparison, target: Element | None, *, readable: bool, plain: bool = True) -> Judgement:
    """Judge a click or an accessible press. `plain`: one click, left button; no state tells what other clicks are for."""
    if plain and change.ends:
        return Judgement(Effect.CONFIRMED, change.sentences)
    takes_focus = target is not None and target.role in TEXT_FIELDS_AND_CELLS and not target.is_tick
    if plain and change.target_focused and target is not None and takes_focus:
        return Judgement(Effect.CONFIRMED, (f"{called(target)} has the keyboard focus",))
    if change.menus and (not plain or (target is not None and target.role in OPENERS)):
        return Judgement(Effect.CONFIRMED, change.sentences)
    if plain and change.page and target is not None and target.role == "Hyperlink":
        # To show another page is all that a link is for.
        return Judgement(
            Effect.CONFIRMED, (f"the page {change.page!r} is shown now", *change.sentences)[:SHOWN_AT_MOST]
        )
    if plain and target is not None and (_asks(target.name, change.opened) or _ends_dialog(target, change)):
        return Judgement(Effect.CONFIRMED, change.sentences)
    if change.sentences or change.target_gone:
        return Judgement(Effect.PARTIAL, change.sentences or _weak(change, target))
    if not readable or change.in_picture:
        return _by_picture(change)
    held = _held_already(target) if plain and target is not None else ""
    if held and target is not None:
        return Judgement(Effect.UNVERIFIABLE, (f"{called(target)} {held} already; nothing else changed",))
    if change.target_focused or change.in_page:
        return _of_silent_press(change, target)
    return Judgement(Effect.SUSPECTED_NOOP, ("nothing that can be seen changed",))


def _of_silent_press(change: Comparison, target: Element | None) -> Judgement:
    """Judge a press of which nothing is seen but, at most, that its control took it. A button or link of a page may count it or
    send it off unseen; one of a program shows what it does.
    """
    is_pressed = target is not None and target.role in BUTTONS_AND_LINKS
    effect = Effect.UNVERIFIABLE if change.in_page and is_pressed else Effect.SUSPECTED_NOOP
    if change.target_focused:
        return Judgement(effect, _weak(change, target), awaited=True)
    return Judgement(
        effect, (f"nothing that can be seen changed{_PERHAPS_UNSEEN if is_pressed else ''}",), awaited=True
    )


def _by_picture(change: Comparison) -> Judgement:
    """Judge by the picture, where no control reports anything."""
    if change.in_picture:
        return Judgement(Effect.PARTIAL, change.in_picture)
    if change.still:
        return Judgement(Effect.SUSPECTED_NOOP, ("the picture of the window stayed as it was",))
    return Judgement(Effect.UNVERIFIABLE, ("the window shows no readable controls to compare",))


def judge_at(change: Comparison, way: Sequence[Point], told: Judgement) -> Judgement:
    """Judge what the pointer did at bare points, by where the picture changed. `way`: the points; `told`: the judgement by what
    controls report. What changed only far away changes by itself, or for another reason.
    """
    if change.tiles is None or change.seen or told.effect is Effect.CONFIRMED:
        return told
    near = is_near(change.tiles, way)
    if change.sentences:
        beside = ("the picture changed at that place too",) if near else ()
        return Judgement(told.effect, (*told.evidence[: SHOWN_AT_MOST - 1], *beside))
    if near:
        return Judgement(Effect.PARTIAL, ("the picture changed at that place, but no control did",))
    if told.effect is not Effect.PARTIAL or change.target_gone:
        return told
    return Judgement(Effect.SUSPECTED_NOOP, ("the picture changed only far from that place, and no control did",))


def _asks(name: str, opened: Sequence[str]) -> bool:
    """Tell whether a dialog opened that shares a word with a name with dots: to ask is all that pressing it is for."""
    dotted = name.rstrip().endswith(("…", "..."))
    return dotted and any(
        _is_one_word(word, other) for title in opened for word in words(name) for other in words(title)
    )


def _is_one_word(text: str, other: str) -> bool:
    """Tell whether these are forms of one word: "Condition..." opens "Conditional Formatting"."""
    shorter, longer = sorted((text, other), key=len)
    return text == other or (len(shorter) >= _STEM and longer.startswith(shorter))


def _ends_dialog(target: Element, change: Comparison) -> bool:
    """Tell whether a button that says that it ends its dialog did so, and nothing else came up in its place."""
    return target.name.strip().casefold() in _ENDING and change.own_dialog_closed and not change.opened


def _held_already(target: Element) -> str:
    """Return what a press of the control would bring about but holds already, or ""."""
    if target.role in TEXT_FIELDS_AND_CELLS and "focused" in target.states:
        return "had the keyboard focus"
    if target.role in RADIOS and "checked" in target.states:
        return "was checked"
    if target.role in ROWS_AND_TABS and "selected" in target.states:
        return "was selected"
    return ""


def judge_keys(change: Comparison, *, typed: str, readable: bool) -> Judgement:
    """Judge keys. `typed`: the text among them, which is confirmed by reading it back. Chords may do something that cannot be
    seen (copy, move the caret); what they visibly change is reported.
    """
    if change.ends or (typed and change.values is not None and _typed_in(typed, *change.values)):
        return Judgement(Effect.CONFIRMED, change.sentences)
    before, after = change.values or ("", "")
    missing = _missing(typed, before, after)
    if change.sentences or change.renamed or change.in_picture:
        # Text that shows elsewhere, as in a document, is not awaited in the control.
        missing = missing if before != after else 0
        return Judgement(Effect.PARTIAL, change.sentences or change.renamed or change.in_picture, missing)
    if typed and readable:
        return Judgement(Effect.SUSPECTED_NOOP, ("nothing that can be seen changed",), missing)
    return Judgement(Effect.UNVERIFIABLE, ("nothing that can be read changed; these keys may work unseen",))


def _typed_in(typed: str, before: str, after: str) -> bool:
    """Tell whether the text stands there now and did not before: once more than before, or as all there is."""
    word, old, new = (" ".join(text.replace("\xa0", " ").split()) for text in (typed, before, after))
    if not word or old == new:
        return False
    return new.count(word) > old.count(word) or same_text(word, new)


def _missing(typed: str, before: str, after: str) -> int:
    """Return how many characters are missing, if the beginning or nothing came. Of a password only their number is shown."""
    start = len(os.path.commonprefix([before, after]))
    end = min(len(os.path.commonprefix([before[::-1], after[::-1]])), len(before) - start, len(after) - start)
    came = after[start : len(after) - end]
    is_hidden = set(came) <= set(_BULLETS)
    if before == after or is_hidden or typed.startswith(came) or typed.startswith(after):
        return max(0, len(typed) - len(came))
    return 0


def judge_scroll(change: Comparison, notches: int = 0, at: Point | None = None) -> Judgement:
    """Judge a turn of the wheel. The parameters are those of `scrolled_by`."""
    if scrolled_by(change, notches, at) is not None:
        return Judgement(Effect.CONFIRMED, ("the content moved", *change.sentences)[:SHOWN_AT_MOST])
    if change.moved or change.content:
        return Judgement(Effect.PARTIAL, ("what is shown changed", *change.sentences)[:SHOWN_AT_MOST])
    if change.picture or change.seen:
        return Judgement(Effect.PARTIAL, ("the picture of the window changed, but no control moved",))
    return Judgement(Effect.SUSPECTED_NOOP, ("nothing moved; perhaps this is the end already",))


def scrolled_by(change: Comparison, notches: int = 0, at: Point | None = None) -> Scrolled | None:
    """Return what the wheel moved. `notches`: how far it was turned, positive for up, where content goes down; 0 where that is
    not known. `at`: the point where it was turned, or None where that is not known.
    """
    here = (part for part in change.scrolled if at is None or part.inside.contains(at))
    return next((part for part in here if not notches or part.down * notches > 0), None)


def same_text(wanted: str, shown: str | None) -> bool:
    """Tell whether texts are equal for a person: line ends, odd spaces and invisible marks aside, numbers by value."""
    if shown is None:
        return False
    word, other = (
        _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\xa0", " ")).rstrip("\n") for text in (wanted, shown)
    )
    return word == other or (_number(word) is not None and _number(word) == _number(other))


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\s*-?\d+(\.\d+)?\s*", text) else None


def _weak(change: Comparison, target: Element | None) -> tuple[str, ...]:
    if target is None:
        return ("something changed",)
    if change.target_gone:
        return (f"{called(target)} is not shown any more; nothing else changed",)
    return (f"{called(target)} got the keyboard focus; nothing else changed",)
