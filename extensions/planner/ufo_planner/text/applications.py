"""Finds the application, window or agent that words mean by its kind, where no name fits: "Excel", "the text editor"."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.schema import places
from ufo.schema.patterns import any_case, regex
from ufo.schema.target import TargetInfo
from ufo.text.words import words
from ufo_planner.text.vocabulary import is_product, kind_of_application

_KIND = 60
_TITLE_END = regex(r"\s+[-\u2013\u2014]\s+")
_BLANK = any_case(r"^\W*(?:untitled|unnamed|new document|new file|new tab|no name|document ?\d+|book ?\d+)\b")
_MARKS = "*\u2022 "


def matching_windows(said: str, targets: Sequence[TargetInfo]) -> tuple[TargetInfo, ...]:
    """Return the windows that fit the words best, all of them where several fit equally; none where no window fits."""
    return places.matching_windows(said, targets, window_fit)


def application_named(said: str, applications: Sequence[str]) -> str | None:
    """Return the installed application that the words mean, or None where none fits."""
    return places.application_named(said, applications, _application_fit)


def window_fit(said: str, window: TargetInfo) -> int:
    """Return how well a window fits, 0 for not at all: by its document or its application's name before its kind."""
    kind, named = kind_of_application(said), places.name_fit(said, window)
    if named or kind is None:
        return named or places.title_fit(said, window)
    return _KIND if kind == kind_of_window(window) and not is_product(said) else 0


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


def _application_fit(said: str, name: str) -> int:
    fit, kind, own = places.application_fit(said, name), kind_of_application(said), kind_in(name)
    if kind is None:
        return fit
    if kind != own:
        # "Text Editor Settings" is not a text editor.
        return 0 if fit == places.PART else fit
    return max(fit, 0 if is_product(said) else _KIND)


def kind_in(name: str) -> str | None:
    """Return the kind that the last meaningful words of a name say: "Chromium Web Browser", "libreoffice-calc"."""
    tokens = words(name)
    for end in range(len(tokens), 0, -1):
        for start in range(max(0, end - 3), end):
            kind = kind_of_application(" ".join(tokens[start:end]))
            if kind is not None:
                return kind
    return None
