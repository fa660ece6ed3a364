"""Which windows and installed applications words name, and which window a launch showed: by names alone, in any language."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo, TargetKind
from ufo.text.fold import letters
from ufo.text.words import word_set

NAMED = 100
"""How well a name fits that is said whole. A document's is above it."""
PART = 80
"""How well words fit that are a part of the name."""
_HELD = 70
_SUITE = "libreoffice"
"""The suite to prefer among several that fit equally, because it has native tools."""
_WINDOW_KINDS = frozenset({TargetKind.WINDOW, TargetKind.APPLICATION, TargetKind.PROCESS})


def windows_of(targets: Sequence[TargetInfo]) -> tuple[TargetInfo, ...]:
    """Return the main windows. Dialogs are included only for applications that show nothing else."""
    windows = [target for target in targets if target.kind in _WINDOW_KINDS]
    with_main = {window.app_root for window in windows if window.type != "Dialog"}
    return tuple(window for window in windows if window.type != "Dialog" or window.app_root not in with_main)


def window_fit(words: str, window: TargetInfo) -> int:
    """Return how well a window fits, 0 for not at all: by its document or its application's name before its title."""
    return name_fit(words, window) or title_fit(words, window)


def name_fit(words: str, window: TargetInfo) -> int:
    """Return how well the name of a window's document or application fits."""
    said = words.strip().casefold()
    if not said:
        return 0
    base = _file_name(said)
    if "." in base and _says(base, window.name.casefold()):
        return NAMED + 10
    names = {name.casefold() for name in (window.app_root, window.process, window.name) if name}
    if said in names or letters(said) in {letters(name) for name in names}:
        return NAMED
    asked, own = word_set(said), word_set(window.app_root or "")
    # "Chromium Web Browser" is what runs as "chromium".
    return PART if asked and (asked <= own or (own and own <= asked)) else 0


def title_fit(words: str, window: TargetInfo) -> int:
    """Return how well a window's title fits: it has all the words, or the name of the document without its ending."""
    said = words.strip().casefold()
    asked = word_set(said)
    if asked and asked <= word_set(window.name):
        return PART
    stem, _, _ = _file_name(said).rpartition(".")
    return PART if stem and _says(stem, window.name.casefold()) else 0


def _file_name(said: str) -> str:
    return said.rstrip("/").rpartition("/")[2]


def _says(name: str, title: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", title) is not None


def matching_windows(
    words: str, targets: Sequence[TargetInfo], fit: Callable[[str, TargetInfo], int] = window_fit
) -> tuple[TargetInfo, ...]:
    """Return the windows that fit the words best, all of them where several fit equally; none where no window fits."""
    scored = [(fit(words, window), window) for window in windows_of(targets)]
    best = max((score for score, _ in scored), default=0)
    return tuple(window for score, window in scored if score == best) if best else ()


def application_fit(words: str, name: str) -> int:
    """Return how well the name of an installed application fits, 0 for not at all."""
    said, offered = words.strip().casefold(), name.casefold()
    if not said:
        return 0
    if said == offered or letters(said) == letters(offered):
        return NAMED
    asked, there = word_set(said), word_set(offered)
    # A program's file name may contain its display name: "gnome-calculator" is "Calculator".
    return PART if asked <= there else _HELD if there and there <= asked else 0


def application_named(
    words: str, applications: Sequence[str], fit: Callable[[str, str], int] = application_fit
) -> str | None:
    """Return the installed application that the words mean, or None where none fits."""
    scored = [(fit(words, name), _SUITE in name.casefold(), -place, name) for place, name in enumerate(applications)]
    best = max(scored, default=(0, False, 0, ""))
    return best[-1] if best[0] else None


def live_window(shown: TargetInfo, windows: Sequence[TargetInfo]) -> TargetInfo | None:
    """Return the same window from the current list, where its title may have changed; None where it is not certain."""
    same_app = [window for window in windows if window.app_root == shown.app_root]
    named = [window for window in same_app if window.name == shown.name]
    if len(named) == 1:
        return named[0]
    if len(same_app) == 1:
        return same_app[0]
    active = [window for window in named or same_app if "active" in window.states]
    return active[0] if len(active) == 1 else None


def launched_window(action_command: ActionCommandInfo) -> TargetInfo | None:
    """Return the window that a launch reports as opened, or that a selection chose."""
    value = action_command.result.result
    told = value.get("window_info") if isinstance(value, dict) else None
    if isinstance(told, dict) and told.get("name") is not None:
        return TargetInfo.model_validate({"kind": "window", **told})
    return action_command.target


def _names_none(text: str, targets: Sequence[TargetInfo], applications: Sequence[str], folder: str) -> None:
    return None


def _opens_none(text: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Places:
    """How words are understood that say where something is done. By itself it knows names; whoever knows a language gives one
    that understands more, as an entry point in `ufo.places`.

    `windows`: the windows that a name fits best; `installed`: the application to start for a name; `named_in`: the one open
    application that a text names, with the folder that its files lie in, "" where it does not matter; `opens`: the application
    ("" for the default one) and the documents or addresses that a text says to open.
    """

    windows: Callable[[str, Sequence[TargetInfo]], Sequence[TargetInfo]] = matching_windows
    installed: Callable[[str, Sequence[str]], str | None] = application_named
    named_in: Callable[[str, Sequence[TargetInfo], Sequence[str], str], TargetInfo | None] = _names_none
    opens: Callable[[str], tuple[str, tuple[str, ...]] | None] = _opens_none
