"""Saves a document through the application's own interface where it is offered, else through its Save As dialog."""

from __future__ import annotations

import os.path
import re
from dataclasses import replace

from ufo.conditions.kinds.file import FilePredicate
from ufo.schema.action import ActionCommandInfo
from ufo.schema.patterns import any_case
from ufo.schema.target import TargetInfo
from ufo_planner.intents import Save
from ufo_planner.scene.dialogs import OpenDialog, file_choosers, open_dialogs
from ufo_planner.scene.press import press, to_focus
from ufo_planner.scene.scene import Move, Scene, action, asked, failed
from ufo_planner.text.keys import literal
from ufo_planner.text.roles import Use, is_disabled, serves


def full_path(path: str, working_folder: str) -> str:
    """Return an absolute path: "~" is the home folder, and a relative path is in the working folder."""
    plain = path.strip().strip("\"'")
    plain = plain.removeprefix("file://") if plain.startswith("file:///") else plain
    expanded = os.path.expanduser(plain)  # noqa: PTH111 - Path.expanduser raises where there is no home
    return os.path.normpath(os.path.join(working_folder or "/", expanded))  # noqa: PTH118 - keeps an absolute one as it is


def with_suffix(path: str, scene: Scene) -> str:
    """Add the application's own ending to a name that has none, judged by the native tools that are offered."""
    if "." in path.rpartition("/")[2].lstrip("."):
        return path
    if scene.has("insert_excel_table"):
        return path + ".ods"
    return path + ".odt" if scene.has("read_table") else path


_SAVE = "{VK_CONTROL}s"
_ESCAPE = "{ESC}"
_ENTER = "{ENTER}"
_SAVING = any_case(r"\b(?:sav(?:e|ing)|export|store|name)\b")
_SAVE_AS = "{VK_CONTROL}{VK_SHIFT}s"
_UNNAMED = any_case(r"untitled|unnamed|unsaved|new document|no name")
# Seconds to wait for a slow disk or a busy machine, longer each time.
_WAITS_S = (1, 2, 4)
_CONFIRMING = ("Save", "Save As", "OK", "Select", "Export")
_WHICH_NAME = "Under which name should it be saved?"


def save(intent: Save, scene: Scene) -> Move:
    path = intent.path or scene.answer(_WHICH_NAME)
    target = with_suffix(full_path(path, scene.inputs.working_folder), scene) if path else ""
    native = _native(target, scene)
    if native is not None:
        return native
    return _by_dialog(target, scene)


def _native(target: str, scene: Scene) -> Move | None:
    tool = "save_as" if target else "save"
    tried = any(action_command.function == tool for action_command in scene.own)
    if not scene.has(tool) or tried or scene.done("keyboard_input"):
        return None
    if not target:
        return Move("Save.", (action("save"),), steady=True)
    folder, _, name = target.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    call = action(
        "save_as", file_dir=folder or "/", file_name=stem if dot else name, file_ext=dot + extension if dot else ""
    )
    return Move(f"Save as {target}.", (call,), steady=True, result=f"Saved {target}.")


def _by_dialog(target: str, scene: Scene) -> Move:
    if not scene.has("keyboard_input"):
        return failed(f"saving did not work: {scene.last_error or 'no tool to save or to press keys is offered'}")
    asking = _dialog_move(target, scene)
    if asking is not None:
        return asking
    if _confirmed(target, scene):
        kept = (FilePredicate(path=target),) if target else ()
        return Move("It is saved.", result=f"Saved {target}." if target else "", expect=kept, steady=True)
    return _ask_for_dialog(target, scene)


def _dialog_move(target: str, scene: Scene) -> Move | None:
    """Answer the dialog in sight. A question on top of the dialog for the name comes first."""
    dialogs = open_dialogs(scene.controls) or file_choosers(scene.controls)
    for dialog in dialogs:
        if dialog.asks_to_overwrite:
            return _overwrite(target, dialog, scene)
    for dialog in dialogs:
        button = _format_button(dialog, target) if dialog.asks_about_format else None
        if button is not None:
            return replace(press(button, scene), thought="Keep the format that was asked for.", ends=False)
    for dialog in dialogs:
        # A field may be for searching: the save keys differ in some applications.
        saves = dialog.asks_for_a_name or bool(_SAVING.search(dialog.box.name))
        if saves and dialog.name_field is not None and dialog.button(*_CONFIRMING) is not None:
            return _name_it(target, dialog, scene)
        if _has_named(scene) and "modal" in dialog.box.states:
            reason = f"saving as {target!r} did not work: {dialog.text or dialog.box.name}"
            return _waiting(scene) if _may_wait(scene) else failed(reason)
    return None


def _may_wait(scene: Scene) -> bool:
    return scene.has("wait") and len(scene.done("wait")) < len(_WAITS_S)


def _waiting(scene: Scene) -> Move:
    seconds = _WAITS_S[len(scene.done("wait"))]
    return Move("The dialog has not closed yet.", (action("wait", seconds=seconds),), ends=False)


def _name_it(target: str, dialog: OpenDialog, scene: Scene) -> Move:
    if not target:
        return asked(f"{_WHICH_NAME} It has no name yet.")
    field, button = dialog.name_field, dialog.button(*_CONFIRMING)
    if _has_named(scene) and button is not None and _only_waits_for(target, field, button, scene):
        return replace(press(button, scene), thought=f"{target} is entered; confirm it.", ends=False)
    if _has_named(scene) and _may_wait(scene):
        return _waiting(scene)
    failures = sum(
        action_command.function == "set_edit_text" and not action_command.result.ok for action_command in scene.own
    )
    if scene.done("set_edit_text") or scene.attempts >= 3:
        return failed(f"the dialog {dialog.box.name!r} did not take {target!r}: {scene.last_error or dialog.text}")
    if scene.has("set_edit_text") and not failures:
        fill: tuple[ActionCommandInfo, ...] = (action("set_edit_text", field, text=target, clear_current_text=True),)
    else:
        fill = (action("click_input", field), to_focus("{VK_CONTROL}a"), to_focus(literal(target)))
    if button is not None and is_disabled(button):
        # A chooser that has not yet examined the name ignores Enter too, and this look's button may then have changed.
        return Move(f"Name it {target}.", fill, ends=False)
    by_button = scene.has("click_input") and button is not None
    confirm = action("click_input", button) if by_button else to_focus(_ENTER, field)
    return Move(f"Name it {target}.", (*fill, confirm), ends=False)


def _only_waits_for(target: str, field: TargetInfo | None, button: TargetInfo, scene: Scene) -> bool:
    """Tell whether the dialog took the name, but too late for the confirmation: a chooser looks at the folder first."""
    named = field is not None and field.value == target
    return named and not is_disabled(button) and not scene.clicks_on(button.name)


def _overwrite(target: str, dialog: OpenDialog, scene: Scene) -> Move:
    """Replace an existing file only where the person says so."""
    opening = f"{target or 'the file'} exists already. Replace it?"
    said = scene.answer(opening).casefold()
    yes = dialog.button("Replace", "Overwrite", "Yes", "OK")
    if not said:
        return asked(f"{opening} (yes or no)")
    if yes is None or not said.startswith("y"):
        return failed(f"{target or 'the file'} exists already and was not replaced")
    return replace(press(yes, scene), thought="Replace it, as asked.", ends=False)


def _format_button(dialog: OpenDialog, target: str) -> TargetInfo | None:
    """Return the button that keeps the format of the requested name, or else the format that the document has."""
    open_formats = [
        b for b in dialog.buttons if re.search(r"\b(odf|opendocument|open document)\b", b.name, re.IGNORECASE)
    ]
    others = [b for b in dialog.buttons if re.search(r"keep|format", b.name, re.IGNORECASE) and b not in open_formats]
    chosen = open_formats if re.search(r"\.(od[a-z]|ot[a-z])$", target) else others
    return chosen[0] if chosen else None


def _confirmed(target: str, scene: Scene) -> bool:
    """Tell whether saving is done: the name was confirmed, or none was asked for, and no dialog is left."""
    last = scene.own[-1] if scene.own else None
    if last is None or not last.result.ok or scene.unmet:
        return False
    if target:
        confirming = last.function in ("click_input", "wait") or last.arguments.get("keys") in ("{ENTER}", "{SPACE}")
        return _has_named(scene) and confirming
    return any(action_command.arguments.get("keys") == _SAVE for action_command in scene.done("keyboard_input"))


def _has_named(scene: Scene) -> bool:
    fields = [
        action_command
        for action_command in scene.own
        if action_command.target is not None and serves(Use.EDIT, action_command.target)
    ]
    return any(field.result.ok for field in fields)


def _ask_for_dialog(target: str, scene: Scene) -> Move:
    pressed = [str(action_command.arguments.get("keys")) for action_command in scene.done("keyboard_input")]
    if not target:
        if _SAVE in pressed:
            return failed(f"saving did not work: {scene.last_error or 'the application did not react'}")
        return Move("Save.", (to_focus(_SAVE),), ends=False)
    if _SAVE_AS not in pressed:
        return Move("Ask for a name to save under.", (to_focus(_SAVE_AS),), ends=False)
    if open_dialogs(scene.controls) and _ESCAPE not in pressed:
        return Move("These keys brought up another dialog; close it.", (to_focus(_ESCAPE),), ends=False)
    if scene.has("visit") and not any(action_command.function == "visit" for action_command in scene.own):
        return Move("Ask for a name to save under.", (action("visit", path=["File", "Save As"]),), ends=False)
    # Plain saving asks for a name only where the document has none; elsewhere it would overwrite the old file.
    if _SAVE not in pressed and _UNNAMED.search(scene.inputs.window.name):
        return Move("Ask for a name to save under.", (to_focus(_SAVE),), ends=False)
    return failed(f"no dialog to save {target!r} came up in {scene.inputs.window.name!r}")
