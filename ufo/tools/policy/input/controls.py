"""Judges pressing a control by everything that it says, and by the dialog that it consents to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ufo.desktop.snapshot import Element
from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import any_case
from ufo.schema.roles import BUTTONS_AND_LINKS, EDITS_AND_COMBO_BOXES, IMAGES_AND_CUSTOM, PRESSED, TEXT_FIELDS, WRITTEN
from ufo.text.fold import shortened
from ufo.tools.observe.in_view import at_fraction, in_page, innermost
from ufo.tools.policy.files.reading import read_at
from ufo.tools.policy.files.save_dialogs import destination, fields, is_saving
from ufo.tools.policy.input.entered_text import entering, pastes
from ufo.tools.policy.programs.addresses import file_of, read_address
from ufo.tools.policy.programs.indirect_execution import opening_file, pasting
from ufo.tools.policy.programs.made_pages import in_address_bar, shown_again
from ufo.tools.policy.scene.control_words import ControlWords, class_of_place, says_something, shows_words
from ufo.tools.policy.scene.scene import Judged, Scene, gravest
from ufo.tools.policy.words.action_words import (
    class_of_context,
    class_of_label,
    class_words,
    is_consent,
    is_risk_alone,
    worst,
)

_ANSWERS = any_case(r"\W*repl(?:y|y to all|y all|y to sender|y to list)\W*")
_WRITABLE = TEXT_FIELDS | EDITS_AND_COMBO_BOXES
_SHOWN = 200
_MUTE = BUTTONS_AND_LINKS | IMAGES_AND_CUSTOM
_WRITTEN = WRITTEN | {"CheckBox"}


def control(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge a tool that presses the control with that id."""
    named = str(arguments.get("name") or "")
    element = scene.element(arguments)
    if element is not None:
        judged = [pressing(scene, element, named), pasting(scene, element, arguments)]
        judged.append(opening_file(scene, element, twice=bool(arguments.get("double"))))
        return max(judged, key=_severity)
    # In the words of `pressing`: consent to a control that is still to come covers it once it is there.
    opens = only_opens_answer(scene, named, ControlWords())
    return Judged(ActionClass.EDIT if opens else class_of_label(named), f"Press {named!r} in {scene.title!r}")


def pressing(scene: Scene, element: Element, named: str = "") -> Judged:
    """Judge a control by everything it says: its name, the words painted on it, its title and description, where it leads, what
    its form does.

    `named` is what the model calls it: it can make the verdict graver, never lighter.
    """
    scene.pressed.append(element)
    told = scene.told.get(element.handle.key, ControlWords())

    def risky(*texts: str) -> list[str]:
        return [text for text in texts if not only_opens_answer(scene, text, told)]

    said = risky(element.name, element.value or "", named)
    action_class = worst([ActionClass.EDIT, *(_of_text(element, text) for text in said)])
    if element.role in PRESSED:
        said = risky(element.description or "", *told.all_words)
        action_class = worst([action_class, *map(class_of_label, said)])
        action_class = worst(
            [action_class, class_of_place(told.address), class_of_place(told.action if told.submits else "")]
        )
    sent = _sent(scene, element, told)
    action_class = worst([action_class, class_of_sent(sent)])
    also = _also_said(element, told)
    what = ", ".join(filter(None, (_said(scene, element, named, told, also), sent)))
    judged = [_consenting(scene, element, told, Judged(action_class, what, also=also)), _mute(scene, element, told)]
    judged.append(_leading(scene, element, told))
    judged.append(_pasting(scene, element))
    if element.role == "Button" and (is_saving(element.name) or is_consent(element.name)):
        judged.append(destination(scene, fields(scene), commits=True))
    # Of two that are as grave, the one that knows the file tells how large and how old it is.
    return max(judged, key=lambda judged: (_severity(judged), bool(judged.paths)))


def _sent(scene: Scene, element: Element, told: ControlWords) -> str:
    """Say what of a form a press sends, whatever its label; "" for a control without words, of which `_mute` tells."""
    if element.role in _MUTE and is_mute(element, told):
        return ""
    label = element.name if element.role in _MUTE or told.presses else "none of a button"
    return sent_by(scene, label, told, sends=told.presses)


def _also_said(element: Element, told: ControlWords) -> str:
    called = " ".join(class_words(f"{element.name} {element.value or ''}"))
    other = [each for each in told.all_words if any(word not in called for word in class_words(each))]
    return f", which also says {shortened(', '.join(dict.fromkeys(other)), 200)!r}" if other else ""


def _said(scene: Scene, element: Element, named: str, told: ControlWords, also: str) -> str:
    """Describe the press by the control's name, by other words that it shows, and by risky addresses that it goes to."""
    what = f"Press {element.name or named!r} in {scene.title!r}{also}"
    for address in (told.address, told.action if told.submits else ""):
        if class_of_place(address) is not ActionClass.EDIT:
            what += f", which goes to {shortened(address, 200)!r}"
    return what


def _consenting(scene: Scene, element: Element, told: ControlWords, judged: Judged) -> Judged:
    """Judge OK and Continue by the text of their dialog."""
    consents = any(is_consent(word) for word in (element.name, *told.all_words))
    said = scene.dialog_text(element) if consents or judged.action_class is not ActionClass.EDIT else ""
    if not said:
        return judged
    consented = class_of_context(said) if consents else ActionClass.EDIT
    question = f"{judged.question}, which says {shortened(said, 200)!r}"
    return replace(judged, action_class=worst([judged.action_class, consented]), question=question)


def _mute(scene: Scene, element: Element, told: ControlWords) -> Judged:
    """Judge a control without words where something may be sent: an icon, or a picture that submits its form."""
    if element.role in _MUTE and is_consent(element.name) and _is_in_unknown_form(scene, element, told):
        what = f"Press {element.name!r} in {scene.title!r}, beside fields that it may send"
        return Judged(ActionClass.SEND, what)
    if element.role not in _MUTE or not is_mute(element, told):
        return Judged(ActionClass.EDIT)
    if told.submits or told.scripted:
        where = f" to {shortened(told.action, 200)!r}" if told.action else ""
        return Judged(
            ActionClass.SEND, f"Press a control without words in {scene.title!r}, which sends its form{where}"
        )
    if scene.is_for("Email", "InstantMessaging", "Chat", "IRCClient") or _is_in_unknown_form(scene, element, told):
        what = f"Press a control without words in {scene.title!r}, beside fields that it may send"
        return Judged(ActionClass.SEND, what)
    return Judged(ActionClass.EDIT)


def _is_in_unknown_form(scene: Scene, element: Element, told: ControlWords) -> bool:
    """Return whether the control is in a page that does not report what its controls do, and where a field is filled in."""
    if told.by_page or not scene.is_browser:
        return False
    elements = scene.elements
    pages = [each for each in elements if each.role == "Document" and each.rect.covers(element.rect)]
    return any(
        each.role == "Edit" and page.rect.covers(each.rect) and each.value for page in pages for each in elements
    )


def is_mute(element: Element, told: ControlWords) -> bool:
    said = (element.name, element.value or "", element.label or "", element.description or "", *told.words)
    return not shows_words(told.painted) and not any(says_something(text) for text in said)


def _leading(scene: Scene, element: Element, told: ControlWords) -> Judged:
    """Judge a link to an address that runs something or to a file, and a browser's own button, such as the one to reload."""
    address = read_address(told.address)
    if address is not None and address.scheme == "file":
        file = file_of(address)
        shown = [read_at(scene, file)] if file is not None and file.is_file() else []
        return gravest([in_address_bar(scene, told.address), *shown])
    if (
        scene.is_browser
        and element.role == "Button"
        and not told.by_page
        and not in_page(scene.selection.snapshot, element)
    ):
        return shown_again(scene)
    if address is None or not address.is_known or address.scheme in ("javascript", "blob"):
        # A page's own script runs inside that page, whatever calls it.
        return Judged(ActionClass.EDIT)
    what = f"Press {element.name!r} in {scene.title!r}, which opens {shortened(told.address, 200)!r}"
    return Judged(ActionClass.RUN_PROGRAM, what)


def _pasting(scene: Scene, element: Element) -> Judged:
    """Judge "Paste" in a menu: it inserts the clipboard's text, as the keys for it do."""
    if not scene.copied or not pastes(element.name):
        return Judged(ActionClass.EDIT)
    return entering(scene, None, scene.copied)


def at_point(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge points by what the last look showed there."""
    window = scene.window
    if window is None:
        return Judged(ActionClass.EDIT)
    found = ActionClass.EDIT
    what = f"Click a point in {scene.title!r}"
    for x, y in (("x", "y"), ("start_x", "start_y"), ("end_x", "end_y")):
        try:
            point = at_fraction(scene.frame, float(arguments[x]), float(arguments[y]))
        except (KeyError, TypeError, ValueError, OverflowError):
            continue
        element = innermost(scene.selection.snapshot, point)
        around = [each for each in scene.elements if _is_pressed(each) and each.rect.contains(point)]
        judged = [pressing(scene, each) for each in (element, *around) if each is not None]
        judged.append(pasting(scene, element, arguments))
        if element is not None:
            judged.append(opening_file(scene, element, twice=_is_repeated(arguments)))
        for judgement in judged:
            if judgement.action_class.severity > found.severity:
                found, what = judgement.action_class, judgement.question
    return Judged(found, what)


def _is_repeated(arguments: Mapping[str, Any]) -> bool:
    return bool(arguments.get("double")) or arguments.get("count", 1) not in (1, None)


def _of_text(element: Element, text: str) -> ActionClass:
    """Classify a text of a control. A control that is pressed does what it says; an item, a heading or a picture may merely
    have such a text.
    """
    if element.role in _WRITTEN:
        return ActionClass.EDIT
    if _is_pressed(element) or is_risk_alone(text):
        return class_of_label(text)
    return ActionClass.EDIT


def _is_pressed(element: Element) -> bool:
    """Return whether a control may be one that is pressed. Of one known by sight alone it is unclear whether it is mere text."""
    return element.role in PRESSED or (element.by_sight and element.role not in _WRITTEN)


def _severity(judged: Judged) -> int:
    return judged.action_class.severity


def sent_by(scene: Scene, label: str, told: ControlWords, *, sends: bool) -> str:
    """Say what is sent, as the end of a sentence; "" where nothing is that matters. `sends`: this sends the form for sure."""
    where = f" to {told.action[:_SHOWN]!r}" if told.action else ""
    if sends and told.method == "post":
        return f"which sends its form{where}"
    if sends and (held := scene.read.held(told.query)):
        return f"which gives what was read here{where}: {', '.join(repr(text[:_SHOWN]) for text in held[:3])}"
    if told.scripted and is_consent(label):
        return f"which may send its form{where} by a script"
    return ""


def class_of_sent(sent: str) -> ActionClass:
    return ActionClass.SEND if sent else ActionClass.EDIT


def only_opens_answer(scene: Scene, text: str, told: ControlWords) -> bool:
    """Tell whether a control with this text cannot send anything: it submits no form, this turn has written nothing, and no
    field of its page or window holds a text. Where a window does not tell all that it
    holds, it may.
    """
    look = scene.selection.snapshot
    if not _ANSWERS.fullmatch(text) or told.submits or scene.written or look is None:
        return False
    if look.degraded or look.is_deaf or look.more or look.cut:
        return False
    return not any(_holds_text(element) and (in_page(look, element) or not scene.is_browser) for element in look)


def _holds_text(element: Element) -> bool:
    is_field = element.role in _WRITABLE or "editable" in element.states
    return is_field and "readonly" not in element.states and bool((element.value or "").strip())
