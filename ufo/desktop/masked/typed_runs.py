"""Works out what keys type into one field after another: a run of text for each, as far as the keys alone show it."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.values import InputEvent, Keys, TypeText

_STAY = frozenset({"backspace", "delete", "home", "end", "left", "right", "insert", "capslock", "shift"})
_EDITING = frozenset({("ctrl", "a"), ("shift", "home"), ("shift", "end"), ("ctrl", "home"), ("ctrl", "end")})


def typed_runs(events: Sequence[InputEvent], *, multiline: bool = False) -> list[str]:
    """Return the runs of text that the events type. Tabs, line ends and every key that may move the keyboard focus end a run;
    the first run goes to the focused field. `multiline`: the field takes tabs and line ends as text.
    """
    runs = [""]
    for event in events:
        if isinstance(event, TypeText):
            parts = [event.text] if multiline else event.text.replace("\t", "\n").split("\n")
            runs[-1] += parts[0]
            runs += parts[1:]
        elif isinstance(event, Keys):
            letter = _letter(event.chord)
            if letter:
                runs[-1] += letter
            elif not _stays(event.chord):
                runs.append("")
        else:
            runs.append("")
    return runs


def _letter(chord: tuple[str, ...]) -> str:
    *held, key = chord
    letter = " " if key == "space" else key
    if len(letter) != 1 or set(held) - {"shift"}:
        return ""
    return letter.upper() if held else letter


def _stays(chord: tuple[str, ...]) -> bool:
    return chord in _EDITING or (len(chord) == 1 and chord[0] in _STAY)
