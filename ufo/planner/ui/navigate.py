"""Goes to an address, a folder or a page; opens and closes things within an application."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import unquote

from ufo.planner.intents import Close, ControlPhrase, GoTo, Open, SwitchTo
from ufo.planner.scene.dialogs import open_dialogs
from ufo.planner.scene.match import Found, Missing, find
from ufo.planner.scene.paths import full_path
from ufo.planner.scene.pick import pick
from ufo.planner.scene.press import press
from ufo.planner.scene.press_keys import to_focus
from ufo.planner.scene.scene import Move, Scene, action, asked, failed, first_way_left
from ufo.planner.scene.still_shown import still_shown
from ufo.planner.text.key_notation import literal
from ufo.planner.text.roles import Use, serves
from ufo.planner.text.similarity import LIKELY, plain, similarity
from ufo.schema.command import Effect
from ufo.schema.patterns import any_case, regex
from ufo.schema.predicate import ElementPredicate, WindowPredicate
from ufo.schema.roles import LIST_AND_TREE_ITEMS, ROWS
from ufo.schema.target import TargetInfo

_ADDRESS = any_case(
    r"[a-z][a-z0-9+.-]*:(//|[^\s\d]).*|(www\.|localhost\b)\S*|~?/.*|[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?(/\S*)?|\d+(\.\d+){3}(:\d+)?(/\S*)?"
)
_ADDRESS_FIELDS = (
    "address and search bar", "address bar", "address", "location", "url", "search or enter address", "path",
    "location bar",
)  # fmt: skip
_ANY_DIALOG = frozenset({"dialog", "dialogue", "dialog box", "popup", "pop up", "message", "message box", "banner"})
_ANY_WINDOW = frozenset({"window", "application", "app", "program", "it"})
_FILE_ENDING = any_case(r"[^/?#:]+\.(?:x?html?|pdf|txt|svg|png|jpe?g|gif|md|xml|json)")
_NOT_LOADED = regex(r"\bERR_[A-Z_]+\b")
"""The error code that Chromium and its relatives show in place of a page that did not load."""
_PAGE = any_case(r"page\s+(\d+)")
_CTRL_L = "{VK_CONTROL}l"


def go_to(intent: GoTo, scene: Scene) -> Move:
    if _ADDRESS.fullmatch(intent.address.strip()):
        return _to_address(intent.address.strip(), scene)
    return _to_place(intent.address.strip(), scene)


def open_inside(intent: Open, scene: Scene) -> Move:
    """Open an address, an item in sight, or a document with the Open dialog. The application itself is open already."""
    if intent.is_address:
        return _to_address(intent.what, scene)
    name = intent.what.rstrip("/").rpartition("/")[2]
    if similarity(intent.what, scene.inputs.application) >= LIKELY or similarity(name, _title_start(scene)) == 1.0:
        return Move(f"{intent.what!r} is open already.", steady=True)
    item = find(ControlPhrase(name), scene.controls, Use.ITEM)
    if isinstance(item, Found):
        return press(item.control, scene, double=True)
    return _by_open_dialog(intent.what, name, scene) if intent.is_document else _by_click(intent.what, scene)


def switch_to(intent: SwitchTo, scene: Scene) -> Move:
    return Move(f"{scene.inputs.window.name!r} is in use already.", steady=True)


def close(intent: Close, scene: Scene) -> Move:
    what = plain(intent.what).removeprefix("the ")
    for dialog in open_dialogs(scene.controls):
        if scene.own and dialog.buttons:
            opening = f"{dialog.box.name or scene.inputs.window.name} asks:"
            chosen = dialog.button(answer) if (answer := scene.answer(opening)) else None
            if chosen is not None:
                return Move(f"Answer {chosen.name!r}.", (action("click_input", chosen),))
            return asked(f"{opening} {dialog.text} Answers: {', '.join(b.name for b in dialog.buttons)}.")
        if not intent.what or what in _ANY_DIALOG or similarity(intent.what, dialog.box.name) >= LIKELY:
            button = dialog.button("Close", "Cancel", "OK", "Done")
            if button is not None:
                gone_box = ElementPredicate(name=dialog.box.name, role=dialog.box.type, exists=False)
                return replace(press(button, scene), expect=(gone_box,) if dialog.box.name else ())
    named_part = _closer_in(intent.what, scene)
    if named_part is not None:
        return press(named_part, scene)
    return _close_window(scene) if _is_window(what, scene) else _close_part(what, scene)


def _is_window(what: str, scene: Scene) -> bool:
    title = plain(scene.inputs.window.name)
    return not what or what in title or similarity(what, scene.inputs.application) >= LIKELY or what in _ANY_WINDOW


def _close_part(what: str, scene: Scene) -> Move:
    """Close a tab or a menu by keys. The window stays open for any other part."""
    keys = "{VK_CONTROL}w" if what.endswith("tab") else "{ESC}" if what.endswith("menu") else ""
    if what not in ("tab", "current tab", "this tab", "menu") or not scene.has("keyboard_input"):
        return failed(f"{scene.inputs.window.name!r} shows no {what!r} that could be closed")
    return first_way_left(scene, f"closing the {what}", (lambda: Move(f"Close the {what}.", (to_focus(keys),)),))


def _close_window(scene: Scene) -> Move:
    gone = (WindowPredicate(title=scene.inputs.window.name, exists=False),)
    keys = to_focus("{VK_MENU}{F4}")
    return first_way_left(
        scene,
        "closing the window",
        (lambda: Move("Close the window.", (keys,), expect=gone) if scene.has("keyboard_input") else None,),
    )


def _to_address(address: str, scene: Scene) -> Move:
    field = _address_field(scene)
    target = _as_address(address, scene, field)
    thought = f"Go to {target}."
    if not scene.has("keyboard_input"):
        return failed("no tool to press keys is offered here")
    typed = (to_focus(_CTRL_L), to_focus(literal(target)), to_focus("{ENTER}"))
    if scene.done("keyboard_input"):
        return Move(thought, typed, ends=False) if _was_not_taken(scene) else _arrived(target, field, scene)
    enter = to_focus("{ENTER}", field) if field else to_focus("{ENTER}")
    return first_way_left(
        scene,
        f"going to {target}",
        (
            lambda: (
                Move(thought, (action("set_edit_text", field, text=target, clear_current_text=True), enter), ends=False)
                if field and scene.has("set_edit_text")
                else None
            ),
            lambda: Move(thought, typed, ends=False),
        ),
    )


def _was_not_taken(scene: Scene) -> bool:
    """Tell whether the address was lost: a browser still loading its first page puts that page's address back."""
    lost = any(one.result.effect is Effect.PARTIAL for one in scene.done("set_edit_text"))
    return lost and all(one.arguments.get("keys") != _CTRL_L for one in scene.own)


def _arrived(target: str, field: TargetInfo | None, scene: Scene) -> Move:
    """Report the page, with the address field and the title as proof. A page that did not load is a failure."""
    lost = next((found[0] for c in scene.controls if (found := _NOT_LOADED.search(c.value or c.name or ""))), "")
    if lost:
        return failed(f"{target} could not be opened: the page says {lost}")
    done = Move(f"{target} is shown.", steady=True)
    if field is None or scene.unmet or _bare(field.value or "") != _bare(target):
        # The site may have redirected to another address, so nothing is asserted about the page.
        return done
    return replace(done, expect=(*still_shown(field), WindowPredicate(title=scene.inputs.window.name)))


def _bare(address: str) -> str:
    """Return the address without the parts that address fields leave out."""
    shown = re.sub(r"^(?:https?|file)://(?:www\.)?", "", unquote(address.strip()), flags=re.IGNORECASE)
    return shown.rstrip("/").removeprefix("www.") or "/"


def _address_field(scene: Scene) -> TargetInfo | None:
    fields = [c for c in scene.controls if serves(Use.EDIT, c) or c.type == "ComboBox"]
    for name in _ADDRESS_FIELDS:
        for field in fields:
            if plain(field.name) == name or plain(field.label) == name:
                return field
    return next((field for field in fields if _ADDRESS.fullmatch((field.value or "").strip() or "-")), None)


def _as_address(address: str, scene: Scene, field: TargetInfo | None) -> str:
    """Return the address; a file's path becomes a file address in a browser and stays a path in a file manager."""
    # "page.html" is a file here, because no host name has such an ending.
    if not address.startswith(("/", "~")) and not _FILE_ENDING.fullmatch(address):
        return address
    path = full_path(address, scene.inputs.working_folder)
    shown = (field.value or "") if field else ""
    is_browser = field is not None and not shown.startswith("/") and ("search" in plain(field.name) or "://" in shown)
    return f"file://{path}" if is_browser else path


def _to_place(place: str, scene: Scene) -> Move:
    number = _PAGE.fullmatch(place)
    for name in (place, number[1]) if number else (place,):
        found = find(ControlPhrase(name), [c for c in scene.controls if c.type != "Edit"], Use.PRESS)
        if isinstance(found, Found):
            return press(found.control, scene, double=found.control.type in ROWS)
    field = find(ControlPhrase("page"), scene.controls, Use.EDIT) if number else Missing()
    if number and isinstance(field, Found) and scene.has("set_edit_text"):
        fill = action("set_edit_text", field.control, text=number[1], clear_current_text=True)
        return Move(f"Go to {place}.", (fill, to_focus("{ENTER}", field.control)))
    return _by_click(place, scene)


def _by_click(what: str, scene: Scene) -> Move:
    chosen = pick(ControlPhrase(what), scene)
    return chosen if isinstance(chosen, Move) else press(chosen, scene, double=chosen.type in LIST_AND_TREE_ITEMS)


def _by_open_dialog(what: str, name: str, scene: Scene) -> Move:
    if not scene.has("keyboard_input"):
        return failed(f"{what!r} cannot be opened from here: no tool to press keys is offered")
    path = full_path(what, scene.inputs.working_folder)
    if not scene.done("keyboard_input"):
        return Move("Ask for a document to open.", (to_focus("{VK_CONTROL}o"),), ends=False)
    if not open_dialogs(scene.controls) or scene.attempts >= 2 or len(scene.done("keyboard_input")) > 3:
        return failed(f"no dialog to open {path!r} came up in {scene.inputs.window.name!r}")
    # File choosers accept a typed path whether they show a field for it or not.
    return Move(f"Open {path}.", (to_focus(literal(path)), to_focus("{ENTER}")), expect=(WindowPredicate(title=name),))


def _closer_in(what: str, scene: Scene) -> TargetInfo | None:
    """Return the Close button of a tab with that name."""
    if not what or similarity(what, scene.inputs.application) >= LIKELY:
        return None
    found = find(ControlPhrase("Close", "Button", near=what), scene.controls)
    tab = find(ControlPhrase(what, "TabItem"), scene.controls)
    return found.control if isinstance(found, Found) and isinstance(tab, Found) else None


def _title_start(scene: Scene) -> str:
    return re.split(r"\s+[-–—]\s+", scene.inputs.window.name)[0].strip("*• ")
