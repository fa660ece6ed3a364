"""Finds the application, window or agent that words mean: "Excel", "the text editor", "sales.odt", "HardwareAgent"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ufo.planner.text.vocabulary import is_product, kind_of_application
from ufo.schema.patterns import any_case, regex
from ufo.schema.target import TargetInfo, TargetKind
from ufo.text.fold import letters
from ufo.text.words import word_set, words

_SUITE = "libreoffice"
"""The suite to prefer among several of a kind ("a spreadsheet" may be any), because it has native tools."""
_NAMED = 100
_PART = 80
_NEARLY = 70
_KIND = 60
_TITLE_END = regex(r"\s+[-\u2013\u2014]\s+")
_BLANK = any_case(r"^\W*(?:untitled|unnamed|new document|new file|new tab|no name|document ?\d+|book ?\d+)\b")
_MARKS = "*\u2022 "
_WINDOW_KINDS = frozenset({TargetKind.WINDOW, TargetKind.APPLICATION, TargetKind.PROCESS})


def windows_of(targets: Sequence[TargetInfo]) -> tuple[TargetInfo, ...]:
    """Return the main windows. Dialogs are included only for applications that show nothing else."""
    windows = [target for target in targets if target.kind in _WINDOW_KINDS]
    with_main = {window.app_root for window in windows if window.type != "Dialog"}
    return tuple(window for window in windows if window.type != "Dialog" or window.app_root not in with_main)


def matching_windows(words: str, targets: Sequence[TargetInfo]) -> tuple[TargetInfo, ...]:
    """Return the windows that fit the words best, all of them where several fit equally; none where no window fits."""
    scored = [(window_fit(words, window), window) for window in windows_of(targets)]
    best = max((score for score, _ in scored), default=0)
    return tuple(window for score, window in scored if score == best) if best else ()


def window_fit(words: str, window: TargetInfo) -> int:
    """Return how well a window fits, 0 for not at all: by its document or its application's name before its kind."""
    said = words.strip().casefold()
    if not said:
        return 0
    base = said.rstrip("/").rpartition("/")[2]
    title = window.name.casefold()
    if base and re.search(rf"(?<!\w){re.escape(base)}(?!\w)", title) and "." in base:
        return _NAMED + 10
    names = {name.casefold() for name in (window.app_root, window.process, window.name) if name}
    if said in names or letters(said) in {letters(name) for name in names}:
        return _NAMED
    asked, own = word_set(said), word_set(window.app_root or "")
    # "Chromium Web Browser" is what runs as "chromium".
    if asked and (asked <= own or (own and own <= asked)):
        return _PART
    kind = kind_of_application(said)
    if kind is not None:
        return _KIND if kind == kind_of_window(window) and not is_product(said) else 0
    if asked and asked <= word_set(window.name):
        return _PART
    stem = base.rpartition(".")[0] if "." in base else ""
    return _PART if stem and re.search(rf"(?<!\w){re.escape(stem)}(?!\w)", title) else 0


def kind_of_window(window: TargetInfo) -> str | None:
    """Return the kind of application by its name, else by the end of the window's title, or None."""
    ends = _TITLE_END.split(window.name)
    for name in (window.app_root, window.process, ends[-1] if len(ends) > 1 else window.name):
        kind = kind_in(name or "")
        if kind is not None:
            return kind
    return None


def is_blank(window: TargetInfo) -> bool:
    """Tell whether the window holds no existing document: a new one, or an application without documents."""
    title = window.name.strip(_MARKS)
    parts = _TITLE_END.split(title)
    return bool(_BLANK.match(title)) or len(parts) == 1


def application_named(words: str, applications: Sequence[str]) -> str | None:
    """Return the installed application that the words mean, or None where none fits."""
    scored = [
        (_application_fit(words, name), _SUITE in name.casefold(), -place, name)
        for place, name in enumerate(applications)
    ]
    best = max(scored, default=(0, False, 0, ""))
    return best[-1] if best[0] else None


def _application_fit(words: str, name: str) -> int:
    said, offered = words.strip().casefold(), name.casefold()
    if not said:
        return 0
    if said == offered or letters(said) == letters(offered):
        return _NAMED
    asked, there = word_set(said), word_set(offered)
    kind, own = kind_of_application(said), kind_in(name)
    # "Text Editor Settings" is not a text editor.
    if asked <= there and (kind is None or own == kind):
        return _PART
    # A program's file name may contain its display name: "gnome-calculator" is "Calculator".
    held = _NEARLY if there and there <= asked else 0
    return max(held, _KIND if kind is not None and kind == own and not is_product(said) else 0)


def kind_in(name: str) -> str | None:
    """Return the kind that the last meaningful words of a name say: "Chromium Web Browser", "libreoffice-calc"."""
    tokens = words(name)
    for end in range(len(tokens), 0, -1):
        for start in range(max(0, end - 3), end):
            kind = kind_of_application(" ".join(tokens[start:end]))
            if kind is not None:
                return kind
    return None
