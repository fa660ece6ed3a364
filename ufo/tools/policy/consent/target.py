"""What an act is aimed at, and why the request surely does not order it, as far as code can tell without reading a word.

Names of files, addresses, numbers and command lines have to stand in the request letter for letter. A control may be ordered by
what it means, so that the class of its label and a reader decide.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Keys
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import escaped
from ufo.schema.inputs import OrderInputs
from ufo.schema.roles import CHECK_AND_RADIO_BUTTONS, ONE_LINE_FIELDS
from ufo.schema.tool_facts import ActionKind
from ufo.text.labels import whole_label
from ufo.tools.observe.control_names import called
from ufo.tools.policy.consent.beside import Beside, beside
from ufo.tools.policy.consent.recipients import recipients, strange_recipient
from ufo.tools.policy.consent.subject import not_its_subject
from ufo.tools.policy.programs.rewritten_commands import what_it_rewrote
from ufo.tools.policy.scene.control_words import ControlWords, action_words
from ufo.tools.policy.scene.scene import Judged, Scene, keys_in
from ufo.tools.policy.scene.shown_page import page_of
from ufo.tools.policy.words.action_words import class_of_label, pays
from ufo.tools.system.process import split_command

PAY = "pay"
BIN = "bin"
_PRESSING = frozenset({ActionKind.CLICK, ActionKind.POINT, ActionKind.KEYS, ActionKind.PATH, ActionKind.CHECK})
_OF_FILES = frozenset({ActionClass.OUTSIDE, ActionClass.OVERWRITE, ActionClass.DELETE, ActionClass.SYSTEM})
_UNSURE = "it is not sure what this would do"


@dataclass(frozen=True, slots=True)
class Act:
    """A command as it was judged."""

    kind: ActionKind
    arguments: Mapping[str, Any]
    judged: Judged
    element: Element | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """`kind`: the act's class, or `PAY` or `BIN`. `doubt`: why the request cannot order it, "" where a reader decides. `inputs`:
    what the reader is asked.
    """

    kind: str
    doubt: str
    inputs: OrderInputs


def target_of(scene: Scene, act: Act) -> Target:
    control = _control(scene, act)
    said, doubt = _aim(scene, act, control)
    if not doubt and act.kind in _PRESSING:
        doubt = not_its_subject(scene, control)
        if not doubt and act.judged.action_class is ActionClass.SEND:
            doubt = strange_recipient(scene)
    application = scene.application
    by_name = act.kind is ActionKind.PROGRAM or bool(act.judged.paths)
    around = Beside() if by_name else beside(scene, control)
    inputs = OrderInputs(
        request=scene.run.request.text,
        act=escaped(_told(scene, act, control)),
        action_class=act.judged.action_class.value,
        target=escaped(said),
        application=application.name if application else scene.window.app_root if scene.window else "",
        place=_place(scene, act),
        row=around.row,
        selected=around.selected,
        dialog=around.dialog,
    )
    return Target(_kind(scene, act, control), doubt, inputs)


def chooses(scene: Scene, control: Element) -> bool:
    """Tell whether pressing a control only chooses something in a form, and sends nothing as far as its page tells."""
    told = scene.told.get(control.handle.key, ControlWords())
    return control.role in CHECK_AND_RADIO_BUTTONS and not told.presses and not told.address


def _aim(scene: Scene, act: Act, control: Element | None) -> tuple[str, str]:
    """Return what the act is aimed at, and why the request cannot mean it."""
    if act.kind is ActionKind.PROGRAM:
        return _command_line(scene, act)
    if act.judged.paths and act.judged.action_class in _OF_FILES:
        return ", ".join(map(str, act.judged.paths)), _unnamed_file(scene, act)
    name = _name(scene, act, control)
    return name, _unnamed_control(scene, act, control, name)


def _command_line(scene: Scene, act: Act) -> tuple[str, str]:
    given = act.arguments.get("command")
    try:
        listed = isinstance(given, list | tuple)
        vector = (
            [str(item) for item in given or ()]
            if listed
            else split_command(str(act.arguments.get("bash_command") or given))
        )
    except ToolError:
        return str(given), _UNSURE
    line = shlex.join(vector)
    # What the sandbox did not let it do is another act, so that the first try does not use up what the request orders.
    said = f"{line}, outside of the sandbox" if act.arguments.get("may_change") == "all" else line
    folder = act.arguments.get("cwd")
    if act.arguments.get("then") or act.judged.action_class is not ActionClass.RUN_PROGRAM:
        return said, "the request has to be of one program"
    if folder and Path(str(folder)).resolve() != scene.working_folder.resolve():
        return said, f"it would run in {str(folder)!r}, and not in the working folder"
    if not any(scene.run.request.says(word) for word in (line, " ".join(vector))):
        return said, "the request does not have this command line"
    return said, what_it_rewrote(scene, vector, str(folder or scene.working_folder))


def _unnamed_file(scene: Scene, act: Act) -> str:
    paths, request = act.judged.paths, scene.run.request
    if any(path.is_file() and path.stat().st_nlink > 1 for path in paths):
        return "a file of it has another name too"
    # What goes to the bin can be taken back, and the reader is told in which folder it lies.
    is_binned = act.kind is ActionKind.REMOVE_FILE and act.judged.action_class is ActionClass.DELETE
    is_named = request.names_below if is_binned else request.names
    # "The texts in that folder" and "its empty folders" are told by what they are, and what was there is kept: which are meant
    # the reader decides.
    is_kept = is_binned or act.judged.action_class is ActionClass.OVERWRITE
    strange = next(
        (path for path in paths if not (is_named(path) or (is_kept and request.names_folder_of(path)))), None
    )
    return f"the request does not name {strange.name!r}" if strange is not None else ""


def _unnamed_control(scene: Scene, act: Act, control: Element | None, name: str) -> str:
    by_form = _is_by_form(scene, act, control) and class_of_label(name) is ActionClass.EDIT
    if not name or not (by_form or class_of_label(name) is act.judged.action_class):
        return _UNSURE
    # A path is followed by its words: every control that they may mean must have that name and be in sight.
    led_to = [control] if control is not None else called(scene.elements, name)
    by_enter = control is not None and _enters_form(scene, act, control)
    if not led_to or (not by_enter and any(whole_label(element.name) != whole_label(name) for element in led_to)):
        return _UNSURE
    request = scene.run.request
    for text in (name, *(text for element in led_to for text in _risks_beside(scene, element))):
        strange = [piece for piece in map(_bare, text.split()) if _is_hard(piece) and not request.says(piece)]
        if strange or (text != name and not request.says(text)):
            return f"it says {text!r}, which the request does not name"
    return ""


def _is_by_form(scene: Scene, act: Act, control: Element | None) -> bool:
    """Tell whether the act sends a form that its page tells of: then the reader decides, whatever the label says."""
    told = scene.told.get(control.handle.key, ControlWords()) if control is not None else ControlWords()
    sends = told.submits if act.kind is ActionKind.KEYS else told.presses
    return act.judged.action_class is ActionClass.SEND and told.by_page and sends


def _enters_form(scene: Scene, act: Act, control: Element) -> bool:
    return act.kind is ActionKind.KEYS and control.role in ONE_LINE_FIELDS and _is_by_form(scene, act, control)


def _risks_beside(scene: Scene, control: Element) -> list[str]:
    """Return what a control says beside its name that stands for a risk."""
    told = scene.told.get(control.handle.key, ControlWords())
    said = (control.description, control.label, control.value, *told.all_words)
    others = [text for text in said if text and whole_label(text) != whole_label(control.name)]
    return [text for text in others if class_of_label(text).severity >= ActionClass.OUTSIDE.severity]


def _bare(piece: str) -> str:
    return piece.strip(".,:;!?()[]'\"…")


def _is_hard(piece: str) -> bool:
    return "@" in piece or any(text.isdecimal() for text in piece)


def _control(scene: Scene, act: Act) -> Element | None:
    """Return the one control that the act presses, or None where that is not sure."""
    element = act.element or scene.element(act.arguments)
    if act.kind is not ActionKind.KEYS:
        return element
    events = keys_in(act.arguments)
    pressed = [event.chord for event in events if isinstance(event, Keys)]
    into = str(act.arguments.get("control_focus", True)).casefold() in ("true", "1")
    if not into or element is None:
        return None
    if pressed == [("enter",)] and events[-1] == Keys(("enter",)) and _enters_form(scene, act, element):
        return element
    only = len(pressed) == len(events) == 1 and pressed[0] in (("enter",), ("space",))
    return element if only and element.role == "Button" else None


def _name(scene: Scene, act: Act, control: Element | None) -> str:
    if act.kind is ActionKind.PATH:
        path = act.arguments.get("path")
        words = [str(item) for item in path] if isinstance(path, list | tuple) else []
        return words[-1] if words and all(class_of_label(word) is ActionClass.EDIT for word in words[:-1]) else ""
    if control is None or act.kind not in _PRESSING or str(act.arguments.get("button", "left")) != "left":
        return ""
    if _enters_form(scene, act, control):
        return scene.told[control.handle.key].default
    given = str(act.arguments.get("name") or control.name)
    return control.name if whole_label(given) == whole_label(control.name) else ""


def _kind(scene: Scene, act: Act, control: Element | None) -> str:
    """Return the act's class, or `PAY` where it pays, since the class of what is sent does not show that. To choose a way of
    paying pays nothing yet. `BIN` is a file's removal that can be taken back.
    """
    risk = act.judged.action_class
    if act.kind is ActionKind.REMOVE_FILE and risk is ActionClass.DELETE:
        return BIN
    if risk is not ActionClass.SEND or (control is not None and chooses(scene, control)):
        return risk.value
    told = scene.told.get(control.handle.key, ControlWords()) if control is not None else ControlWords()
    said = [_name(scene, act, control), *(_risks_beside(scene, control) if control is not None else ())]
    said += action_words(told.action)
    return PAY if any(map(pays, said)) else risk.value


def _told(scene: Scene, act: Act, control: Element | None) -> str:
    """Return what would be done, in one line."""
    what = act.judged.question.replace(f"in {scene.title!r}", f"in {scene.steady_title!r}")
    if control is not None and chooses(scene, control):
        return f"{what}; this only chooses it in a form and sends nothing yet"
    if act.judged.action_class is ActionClass.SEND and act.kind in _PRESSING:
        to = recipients(scene)
        return f"{what}; it goes to {', '.join(to)}" if to else what
    return what


def _place(scene: Scene, act: Act) -> str:
    if act.kind is ActionKind.PROGRAM or not scene.window:
        return str(scene.working_folder)
    page = page_of(scene.selection.snapshot) if scene.is_browser else ""
    return f"{scene.steady_title}, on {page}" if page else scene.steady_title
