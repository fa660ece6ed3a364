"""Recognises dialogs that come up during a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ufo.schema.patterns import any_case
from ufo.schema.roles import BUTTONS, PANES_AND_GROUPS
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ControlPhrase
from ufo_planner.scene.match import Missing, find, is_within
from ufo_planner.text.labels import without_shortcut
from ufo_planner.text.roles import Use, is_live, serves
from ufo_planner.text.similarity import LIKELY, similarity

_FILE_NAME_LABELS = ("name", "file name", "filename", "save as", "location")
_OVERWRITE = any_case(r"already exists|overwrite|replace it|exists already|do you want to replace")
_GREETING = any_case(
    r"^(?:select a template|tip of the day|welcome\b.*|what.s new\b.*|getting started|release notes\b.*|new features?)$"
)
_FORMAT = any_case(r"keep .*format|format.*(cannot|may not) be saved|cannot be saved in|use .*format")


@dataclass(frozen=True, slots=True)
class OpenDialog:
    box: TargetInfo
    controls: tuple[TargetInfo, ...]

    @property
    def text(self) -> str:
        shown = (c.value or c.name for c in self.controls if not is_live(c) and c is not self.box)
        return " ".join(dict.fromkeys(text for text in (self.box.name, *shown) if text))

    @property
    def buttons(self) -> tuple[TargetInfo, ...]:
        return tuple(c for c in self.controls if c.type in BUTTONS and c.name)

    def button(self, *names: str) -> TargetInfo | None:
        for name in names:
            for button in self.buttons:
                if similarity(name, button.name) >= LIKELY:
                    return button
        return None

    @property
    def asks_to_overwrite(self) -> bool:
        return bool(_OVERWRITE.search(self.text)) and len(self.buttons) <= 4

    @property
    def asks_about_format(self) -> bool:
        return bool(_FORMAT.search(f"{self.text} {' '.join(b.name for b in self.buttons)}")) and len(self.buttons) <= 4

    @property
    def asks_for_a_name(self) -> bool:
        fields = (c for c in self.controls if serves(Use.EDIT, c))
        return any(
            without_shortcut(field.name) in _FILE_NAME_LABELS or without_shortcut(field.label) in _FILE_NAME_LABELS
            for field in fields
        )

    @property
    def name_field(self) -> TargetInfo | None:
        fields = [c for c in self.controls if serves(Use.EDIT, c)]
        for field in fields:
            if any(without_shortcut(field.name) == n or without_shortcut(field.label) == n for n in _FILE_NAME_LABELS):
                return field
        return next((f for f in fields if "focused" in f.states), None)


def open_dialogs(controls: Sequence[TargetInfo]) -> tuple[OpenDialog, ...]:
    """Return the dialogs in sight, the active one first and then the smallest."""
    boxes = [c for c in controls if c.bounds and (c.type == "Dialog" or c.type == "Window" and "modal" in c.states)]
    found = [OpenDialog(box, tuple(c for c in controls if _belongs(c, box))) for box in boxes]
    return tuple(sorted(found, key=lambda d: ("active" not in d.box.states, d.box.bounds.area if d.box.bounds else 0)))


def greeting_to_leave(controls: Sequence[TargetInfo], wanted: ControlPhrase | None = None) -> TargetInfo | None:
    """Return the button that closes an application's greeting at start-up, or None where there is none, or `wanted` is in it."""
    for dialog in open_dialogs(controls):
        if _GREETING.match(dialog.box.name.strip()):
            if wanted is not None and not isinstance(find(wanted, dialog.controls), Missing):
                return None
            return dialog.button("Cancel", "Close", "Skip", "Not Now", "OK")
    return None


def file_choosers(controls: Sequence[TargetInfo]) -> tuple[OpenDialog, ...]:
    """Return panes that ask for a file's name and can be cancelled, because GTK 4 gives its dialogs no other sign."""
    boxes = [c for c in controls if c.type in PANES_AND_GROUPS | {"Window"} and c.name]
    found = [OpenDialog(box, tuple(c for c in controls if box.name in c.path)) for box in boxes]
    return tuple(
        open_dialog for open_dialog in found if open_dialog.asks_for_a_name and open_dialog.button("Cancel") is not None
    )


def _belongs(control: TargetInfo, box: TargetInfo) -> bool:
    if control is box or (box.name and box.name in control.path):
        return True
    return bool(box.bounds and control.bounds and is_within(box.bounds, control.bounds) and not box.name)
