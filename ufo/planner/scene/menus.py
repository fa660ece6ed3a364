"""Opens menus one level a turn: an item can be clicked only once its menu is open and in the list of controls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.planner.intents import ChooseMenu, ControlPhrase
from ufo.planner.scene.geometry import is_within
from ufo.planner.scene.match import Ambiguous, Found, find
from ufo.planner.scene.pick import named
from ufo.planner.scene.press import by_place
from ufo.planner.scene.scene import Move, Scene, action, asked, failed
from ufo.planner.text.roles import MENU_ROLES, is_disabled
from ufo.planner.text.similarity import LIKELY, POSSIBLE, plain, similarity
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect
from ufo.schema.roles import BUTTONS, CHECK_AND_RADIO_BUTTONS, MENU_ENTRIES, MENUS_AND_PLAIN_ITEMS
from ufo.schema.target import TargetInfo

_ESCAPE = "{ESC}"
_MENU_BUTTON_NAMES = (
    "menu", "main menu", "open menu", "application menu", "primary menu", "hamburger menu", "more options", "more",
    "show menu", "options menu", "settings and more",
)  # fmt: skip
_ROLES_FOUND_IN_MENUS = MENU_ENTRIES | BUTTONS | {"CheckBox", None}
_BUTTON_ROLES = BUTTONS | MENUS_AND_PLAIN_ITEMS


def choose_menu(intent: ChooseMenu, scene: Scene) -> Move:
    """Click the deepest name of the path that is in sight, or look for a way in where none is."""
    path = intent.path
    for depth in range(len(path) - 1, -1, -1):
        item = _entry(path[depth], path[:depth], scene)
        if item is not None and (depth == len(path) - 1 or depth > 0):
            return _click_entry(item, path, depth, scene)
        if item is not None:
            return visit_menu((item.name, *path[1:]), scene) or _click_entry(item, path, depth, scene)
    return (visit_menu(path, scene) if len(path) > 1 else None) or _open_menu_button(path, scene)


def visit_menu(path: Sequence[str], scene: Scene) -> Move | None:
    """Choose the whole path in one turn, where there is a tool for it that this step has not used before."""
    if not scene.has("visit") or any(one.function == "visit" for one in scene.own):
        return None
    return Move(f"Choose {' > '.join(path)}.", (action("visit", path=list(path)),))


def open_main_menu(scene: Scene) -> Move:
    """Open "the menu" of a window that has only one, behind a button. Ask which, where it has a menu bar instead."""
    move = _open_menu_button(("the menu",), scene)
    tops = [c for c in scene.controls if _is_top_menu(c, scene)]
    if not move.failure:
        return replace(move, thought="Open the menu.", ends=True)
    return asked(f"Which menu is meant? There are {', '.join(repr(c.name) for c in tops)}.") if tops else move


def search_menus(phrase: ControlPhrase, scene: Scene) -> Move | None:
    """Open one more menu to look for the control, or return None where no menu is left. Opening changes nothing."""
    if phrase.near or phrase.ordinal or not phrase.name or phrase.role not in _ROLES_FOUND_IN_MENUS:
        return None
    if not scene.has("click_input"):
        return None
    tops = [c for c in scene.controls if _is_top_menu(c, scene) and not is_disabled(c)]
    if phrase.inside:
        tops = [c for c in tops if similarity(phrase.inside, c.name) >= POSSIBLE] or tops
    unseen = [c for c in tops if not scene.clicks_on(c.name)]
    if unseen:
        close = closing(scene) if _is_open(scene) else ()
        opening = action("click_input", unseen[0])
        return Move(
            f"{named(phrase)} is not in sight; look in the {unseen[0].name!r} menu.", (*close, opening), ends=False
        )
    return None


def within_opened_menu(phrase: ControlPhrase, scene: Scene) -> ControlPhrase:
    """Drop the menu from the phrase where it is open: in many toolkits the items do not say which menu they are in."""
    opened = [str(one.arguments.get("name", "")) for one in scene.done("click_input")]
    is_open = phrase.inside and opened and similarity(phrase.inside, opened[-1]) >= LIKELY and _is_open(scene)
    return replace(phrase, inside=None) if is_open else phrase


def _entry(name: str, parents: Sequence[str], scene: Scene) -> TargetInfo | None:
    phrase = ControlPhrase(name)
    in_menus = [c for c in scene.controls if c.type in MENU_ROLES or ((parents or scene.own) and _in_popup(c))]
    if parents:
        below = [c for c in in_menus if any(similarity(parents[-1], part) >= LIKELY for part in c.path)]
        in_menus = below or [c for c in in_menus if not _is_top_menu(c, scene)]
    finding = find(phrase, in_menus)
    if isinstance(finding, Ambiguous):
        return finding.candidates[0] if parents else None
    if isinstance(finding, Found):
        return finding.control
    return None


def _click_entry(item: TargetInfo, path: Sequence[str], depth: int, scene: Scene) -> Move:
    is_last = depth == len(path) - 1
    if is_disabled(item):
        return failed(f"the menu item {item.name!r} is disabled now", closing(scene))
    if not is_last and scene.clicks_on(item.name) >= 2:
        return failed(_lacks(path[depth], path[depth + 1], scene), closing(scene))
    if scene.attempts >= 2:
        return failed(f"choosing {' > '.join(path)} did not work: {scene.last_error}", closing(scene))
    thought = f"Choose {item.name!r}." if is_last else f"Open {item.name!r} on the way to {path[-1]!r}."
    if not is_last and _opened_nothing(item, scene):
        placed = by_place(item, scene, thought)
        if placed is not None and not scene.done("click_on_coordinates"):
            return replace(placed, ends=False)
    return Move(thought, (action("click_input", item),), ends=is_last)


def _opened_nothing(item: TargetInfo, scene: Scene) -> bool:
    """Tell whether a click opened no menu. Some menus react to the pointer only, and ignore the AT-SPI action silently."""
    return bool(scene.own) and scene.clicks_on(item.name) > 0 and scene.own[-1].result.effect is Effect.SUSPECTED_NOOP


def _lacks(menu: str, wanted: str, scene: Scene) -> str:
    shown = [c.name for c in scene.controls if c.type in MENU_ROLES and c.name and not _is_top_menu(c, scene)]
    what = f"; it has {', '.join(map(repr, shown[:20]))}" if shown else ""
    return f"the menu {menu!r} has no item {wanted!r}{what}"


def _open_menu_button(path: Sequence[str], scene: Scene) -> Move:
    if not scene.has("click_input"):
        return failed(f"the menu {' > '.join(path)} cannot be reached: no tool to click is offered")
    opened = [(one.target.name, one.target.rect) for one in scene.done("click_input") if one.target]
    buttons = [c for c in scene.controls if _is_menu_button(c) and not is_disabled(c)]
    # A plain "Menu" is more likely the window's own than one that is described as the menu of something.
    for button in sorted(buttons, key=lambda c: bool(c.description) and plain(c.description) not in _MENU_BUTTON_NAMES):
        if (button.name, button.rect) not in opened:
            close = closing(scene) if opened else ()
            thought = f"{path[0]!r} is not in sight; look in {button.name!r}."
            return Move(thought, (*close, action("click_input", button)), ends=False)
    tops = [c.name for c in scene.controls if _is_top_menu(c, scene)]
    have = f"; there are {', '.join(map(repr, tops))}" if tops else "; it has no menu bar"
    return failed(f"{scene.inputs.window.name!r} shows no menu {path[0]!r}{have}", closing(scene) if scene.own else ())


def _is_menu_button(control: TargetInfo) -> bool:
    said = (plain(control.name), plain(control.description))
    if control.type not in _BUTTON_ROLES:
        return False
    return any(text in _MENU_BUTTON_NAMES or text.startswith("customize and control") for text in said)


def _is_top_menu(control: TargetInfo, scene: Scene) -> bool:
    """Tell whether a control is a menu of the menu bar, so that it is not inside another menu."""
    menus = {plain(c.name) for c in scene.controls if c.type in MENU_ROLES and c.name}
    return (
        control.type in MENUS_AND_PLAIN_ITEMS
        and _in_bar(control, scene)
        and not menus & {plain(p) for p in control.path}
    )


def _in_bar(control: TargetInfo, scene: Scene) -> bool:
    """Tell whether a control is in a menu bar one row high. Some toolkits report a whole open menu as a bar."""
    spot = control.bounds
    bars = [c.bounds for c in scene.controls if c.type == "MenuBar" and c.bounds]
    low = [bar for bar in bars if spot and bar.height < 2 * spot.height + 10]
    return any(is_within(bar, spot) for bar in low if spot) if bars else control.type == "Menu"


def _in_popup(control: TargetInfo) -> bool:
    return "new" in control.states and control.type in _BUTTON_ROLES | CHECK_AND_RADIO_BUTTONS | {"ListItem"}


def _is_open(scene: Scene) -> bool:
    return any(c.type in MENU_ROLES and not _is_top_menu(c, scene) for c in scene.controls)


def closing(scene: Scene) -> tuple[ActionCommandInfo, ...]:
    if not scene.has("keyboard_input"):
        return ()
    return (action("keyboard_input", id="", name="", keys=_ESCAPE, control_focus=False),)
