"""What a command does to files beyond what its tool or control says. It is judged last, and only makes a verdict graver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ufo.commands.act.key_notation import events_in, typed_text
from ufo.commands.policy.files.reading import gravest
from ufo.commands.policy.files.save_dialogs import destination, fields, in_save_dialog, is_saving
from ufo.commands.policy.files.save_in_place import saving_in_place
from ufo.commands.policy.input.file_manager import managing
from ufo.commands.policy.input.opened_files import opening
from ufo.commands.policy.scene.scene import Judged, Scene
from ufo.commands.policy.words.action_words import is_consent
from ufo.desktop.values import Keys
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.tool_facts import ActionKind

_ONLY_READ = (ActionKind.READ_FILE, ActionKind.CALL_SERVICE, ActionKind.FOREIGN)


@dataclass(frozen=True, slots=True)
class Further:
    """The command, its kind, and `earlier`: the commands before it in the same turn."""

    kind: ActionKind
    command: Command
    earlier: Sequence[Command]


def also_judged(scene: Scene, judged: Judged, what: Further) -> Judged:
    kind, command, arguments = what.kind, what.command, what.command.parameters
    if kind in _ONLY_READ and judged.action_class is ActionClass.OBSERVE:
        return judged
    if _answers_for_agreed(scene, judged, command):
        return Judged(ActionClass.EDIT, judged.what)
    further = [
        judged,
        saving_in_place(scene, kind, arguments, what.earlier),
        managing(scene, kind, arguments),
        opening(scene, kind, arguments),
    ]
    found = gravest(further, ActionClass.EDIT)
    return found if found.paths else replace(found, paths=_saved_by_dialog(scene, kind, command))


def _answers_for_agreed(scene: Scene, judged: Judged, command: Command) -> bool:
    """Return whether a dialog asks to replace the very file that was just consented to: one yes is enough."""
    agreed, element = scene.run.agreed, scene.element(command.parameters)
    if agreed is None or element is None or judged.action_class is not ActionClass.OVERWRITE:
        return False
    said = scene.dialog_text(element)
    quoted = any(f"{left}{agreed.name}{right}" in said for left, right in ('""', "''", "“”", "‘’", "„“", "«»", "  "))
    return is_consent(element.name) and (quoted or said.rstrip().endswith(agreed.name))


def _saved_by_dialog(scene: Scene, kind: ActionKind, command: Command) -> tuple[Path, ...]:
    """Return the files that a save dialog is told to make, so that they are known as this run's own."""
    if not in_save_dialog(scene):
        return ()
    element = scene.element(command.parameters)
    texts = fields(scene)
    if kind is ActionKind.KEYS:
        try:
            events = events_in(command.parameters)
        except ToolError:
            return ()
        if not any(isinstance(one, Keys) and one.chord == ("enter",) for one in events) and "\n" not in typed_text(
            events
        ):
            return ()
        typed = typed_text(events).strip()
        texts = [typed] if typed else texts
    elif element is None or not (is_saving(element.name) or is_consent(element.name)):
        return ()
    return destination(scene, texts, commits=True).paths
