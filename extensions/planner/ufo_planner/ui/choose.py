"""Clicks controls, chooses in menus, selects one of several, and switches on or off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.conditions.kinds.element import ElementPredicate
from ufo.schema import roles
from ufo.schema.target import TargetInfo
from ufo_planner.intents import ChooseMenu, ClickControl, ControlPhrase, SelectItem, SetChecked
from ufo_planner.scene.match import Found, Missing, find
from ufo_planner.scene.pick import parts_of, pick
from ufo_planner.scene.press import disabled, press
from ufo_planner.scene.results import in_state, still_shown
from ufo_planner.scene.scene import Move, Scene, action, first_way_left
from ufo_planner.text.roles import Use, is_disabled, is_on
from ufo_planner.text.similarity import EXACT, similarity


def set_checked(intent: SetChecked, scene: Scene) -> Move:
    parts = parts_of(intent.control, scene.controls, Use.CHECK)
    if parts:
        return _together([set_checked(replace(intent, control=part), scene) for part in parts])
    control = pick(intent.control, scene, Use.CHECK)
    if isinstance(control, Move):
        return control
    word = "checked" if intent.checked else "unchecked"
    if is_on(control) == intent.checked and "mixed" not in control.states:
        proof = in_state(control, word, scene.controls) if word in control.states else ()
        return Move(f"{control.name!r} is {word} already.", steady=True, expect=proof)
    if is_disabled(control):
        return disabled(control, scene)
    setting = Move(f"Make {control.name!r} {word}.", (action("set_checked", control, checked=intent.checked),))
    move = first_way_left(
        scene,
        f"making {control.name!r} {word}",
        (lambda: setting if scene.has("set_checked") else None, lambda: press(control, scene)),
    )
    shows = {"checked", "unchecked"} & set(control.states)
    steady = control.type in roles.CHECK_AND_RADIO_BUTTONS
    return replace(move, expect=in_state(control, word, scene.controls) if shows else (), steady=steady)


def _together(moves: Sequence[Move]) -> Move:
    """Join several moves of one kind into one. What stops one of them stops all."""
    stopped = next((move for move in moves if move.failure or move.question or not move.ends), None)
    if stopped is not None:
        return stopped
    return Move(
        " ".join(move.thought for move in moves),
        tuple(action_command for move in moves for action_command in move.actions),
        steady=all(move.steady for move in moves),
        expect=tuple(condition for move in moves for condition in move.expect),
    )


def select_item(intent: SelectItem, scene: Scene) -> Move:
    holder = pick(intent.control, scene, Use.HOLD) if intent.control else None
    if isinstance(holder, Move):
        return holder
    if holder is not None:
        return _choose(intent.item, holder, scene)
    phrase = ControlPhrase(intent.item)
    is_item = not isinstance(find(phrase, scene.controls, Use.ITEM), Missing)
    if not is_item and isinstance(find(phrase, scene.controls, Use.CHECK), Found):
        return set_checked(SetChecked(intent.text, intent.app, phrase, checked=True), scene)
    item = pick(phrase, scene, Use.ITEM)
    if isinstance(item, Move):
        return item
    if is_disabled(item):
        return disabled(item, scene)
    state = "selected" if item.type == "TabItem" else "checked"
    shows = item.type in roles.TABS_AND_RADIO_BUTTONS | {"CheckBox"}
    expect = in_state(item, state, scene.controls) if shows else ()
    if shows and is_on(item):
        return Move(f"{item.name!r} is selected already.", steady=True, expect=expect)
    return replace(press(item, scene), expect=expect)


def _choose(item: str, holder: TargetInfo, scene: Scene) -> Move:
    """Choose with the tool for it, which opens what must be opened."""
    name = holder.name or holder.label or ""
    if similarity(item, holder.value) == EXACT:
        return Move(f"{item!r} is chosen in {name!r} already.", steady=True, expect=still_shown(holder))
    is_told = holder.type == "ComboBox" and bool(name and holder.value)
    expect = (ElementPredicate(name=name, role="ComboBox", value=item),) if is_told else ()
    choosing = Move(
        f"Choose {item!r} in {name!r}.", (action("select", holder, items=[item]),), steady=True, expect=expect
    )
    return first_way_left(scene, f"choosing {item!r} in {name!r}", (lambda: choosing if scene.has("select") else None,))


def click(intent: ClickControl, scene: Scene) -> Move:
    chosen = pick(intent.control, scene, Use.PRESS if intent.button == "left" else Use.ANY)
    if isinstance(chosen, Move):
        return chosen
    if is_disabled(chosen):
        return disabled(chosen, scene)
    return press(chosen, scene, intent.button, intent.double)


def choose_menu(intent: ChooseMenu, scene: Scene) -> Move:
    """Follow the whole path with the tool for it, which opens what is on the way."""
    said = " > ".join(intent.path)
    visit = Move(f"Choose {said}.", (action("visit", path=list(intent.path)),))
    return first_way_left(scene, f"choosing {said}", (lambda: visit if scene.has("visit") else None,))
