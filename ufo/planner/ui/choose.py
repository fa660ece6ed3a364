"""Selects one of several, and switches on or off: lists, combo boxes, tabs, radio buttons, check boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.planner.intents import ControlPhrase, SelectItem, SetChecked
from ufo.planner.scene.geometry import inside, is_within
from ufo.planner.scene.match import Ambiguous, Found, Missing, find
from ufo.planner.scene.menus import closing, search_menus, within_opened_menu
from ufo.planner.scene.pick import named, parts_of, pick
from ufo.planner.scene.press import press, wait_until_enabled
from ufo.planner.scene.press_keys import to_focus
from ufo.planner.scene.scene import Move, Scene, action, failed
from ufo.planner.scene.still_shown import in_state, still_shown
from ufo.planner.text.key_notation import literal
from ufo.planner.text.roles import Use, is_disabled, is_on, serves
from ufo.planner.text.similarity import EXACT, similarity
from ufo.schema import roles
from ufo.schema.predicate import ElementPredicate
from ufo.schema.target import TargetInfo

_PRESSED_TO_SELECT = roles.CHOICES_UNCALLED | {"CheckBox"}


def set_checked(intent: SetChecked, scene: Scene) -> Move:
    parts = parts_of(intent.control, scene.controls, Use.CHECK)
    if parts:
        return _together([set_checked(replace(intent, control=part), scene) for part in parts])
    phrase = within_opened_menu(intent.control, scene)
    if isinstance(find(phrase, scene.controls, Use.CHECK), Missing):
        silent = find(phrase, [c for c in scene.controls if c.type == "MenuItem"])
        if isinstance(silent, Found):
            name = silent.control.name
            return failed(
                f"the menu item {name!r} does not show whether it is on; ask to choose it, which toggles it",
                closing(scene),
            )
        searching = search_menus(phrase, scene)
        if searching is not None:
            return searching
    control = pick(phrase, scene, Use.CHECK)
    if isinstance(control, Move):
        return control
    word = "checked" if intent.checked else "unchecked"
    if is_on(control) == intent.checked and "mixed" not in control.states:
        proof = in_state(control, word, scene.controls) if word in control.states else ()
        return Move(f"{control.name!r} is {word} already.", steady=True, expect=proof)
    if control.type in roles.RADIOS and not intent.checked:
        return failed(f"the radio button {control.name!r} can only be switched off by choosing another one")
    if is_disabled(control):
        return wait_until_enabled(control, scene)
    move = _set_by_state(control, intent.checked, scene) or press(control, scene)
    told = {"checked", "unchecked"} & set(control.states) and control.name
    alone = sum(c.name == control.name and c.type == control.type for c in scene.controls) == 1
    expect = (ElementPredicate(name=control.name, role=control.type, state=word),) if told and alone else ()
    steady = control.type in roles.CHECK_AND_RADIO_BUTTONS
    return move if move.failure else replace(move, expect=expect, steady=steady)


def _together(moves: Sequence[Move]) -> Move:
    """Join several moves of one kind into one. What stops one of them stops all."""
    stopped = next((move for move in moves if move.failure or move.question or not move.ends), None)
    if stopped is not None:
        return stopped
    return Move(
        " ".join(move.thought for move in moves),
        tuple(one for move in moves for one in move.actions),
        steady=all(move.steady for move in moves),
        expect=tuple(one for move in moves for one in move.expect),
    )


def _set_by_state(control: TargetInfo, checked: bool, scene: Scene) -> Move | None:
    """Set the wanted state with the tool for it, or return None where the step has used that before."""
    if not scene.has("set_checked") or any(one.function == "set_checked" for one in scene.own):
        return None
    if control.type not in roles.TOGGLES:
        return None
    word = "on" if checked else "off"
    return Move(f"Switch {control.name!r} {word}.", (action("set_checked", control, checked=checked),))


def select_item(intent: SelectItem, scene: Scene) -> Move:
    intent, scene = _in_named_group(*_in_its_group(intent, scene))
    holder = _holder(intent, scene)
    if isinstance(holder, Move):
        return holder
    if holder is not None and similarity(intent.item, holder.value) == EXACT:
        told = still_shown(holder)
        return Move(f"{intent.item!r} is chosen in {holder.name or holder.label!r} already.", steady=True, expect=told)
    item = _item(intent, holder, scene)
    if isinstance(item, Move):
        return item
    if item is not None:
        if is_disabled(item):
            return wait_until_enabled(item, scene)
        if _is_chosen(item):
            told = in_state(item, "selected" if item.type == "TabItem" else "checked", scene.controls)
            return Move(f"{item.name!r} is selected already.", steady=True, expect=told)
        return _proved(press(item, scene), item, holder, scene)
    return _open_holder(intent, holder, scene)


def _proved(move: Move, item: TargetInfo, holder: TargetInfo | None, scene: Scene) -> Move:
    """Add the proof that the item is chosen: its own state, or the combo box that shows it."""
    if move.failure or scene.unmet:
        return move
    if holder is not None and holder.type == "ComboBox":
        told = ElementPredicate(name=holder.name or holder.label or "", role="ComboBox", value=item.name)
        return replace(move, expect=(told,)) if told.name and holder.value else move
    if item.type in roles.CHECK_AND_RADIO_BUTTONS:
        return replace(move, expect=in_state(item, "checked", scene.controls))
    return replace(move, expect=in_state(item, "selected", scene.controls)) if item.type == "TabItem" else move


def _in_its_group(intent: SelectItem, scene: Scene) -> tuple[SelectItem, Scene]:
    """Read "Size Large" as Large in the group Size, where no item has the whole name."""
    said = intent.item.split()
    if intent.control is not None or len(said) < 2 or _matching(intent, scene.controls):
        return intent, scene
    for place in range(1, len(said)):
        group, item = " ".join(said[:place]), " ".join(said[place:])
        if isinstance(find(ControlPhrase(group), scene.controls, Use.HOLD), Found):
            return replace(intent, item=item, control=ControlPhrase(group)), scene
        members = [c for c in scene.controls if any(similarity(group, part) == EXACT for part in c.path)]
        if isinstance(find(ControlPhrase(item), members, Use.ITEM), Found):
            return replace(intent, item=item), _only(scene, members)
    return intent, scene


def _in_named_group(intent: SelectItem, scene: Scene) -> tuple[SelectItem, Scene]:
    """Limit "Small in the Box group" to the items in that group, where it is no list that opens."""
    phrase = intent.control
    if phrase is None or not phrase.name or phrase.role not in roles.PANES_AND_GROUPS | {"RadioButton", None}:
        return intent, scene
    if isinstance(find(replace(phrase, role=None), scene.controls, Use.HOLD), Found):
        return replace(intent, control=replace(phrase, role=None)), scene
    members = inside(phrase.name, [c for c in scene.controls if serves(Use.ITEM, c)], scene.controls)
    if not isinstance(find(ControlPhrase(intent.item), members, Use.ITEM), Found):
        return intent, scene
    return replace(intent, control=None), _only(scene, members)


def _holder(intent: SelectItem, scene: Scene) -> TargetInfo | Move | None:
    if intent.control is not None:
        if isinstance(find(intent.control, scene.controls, Use.HOLD), Missing) and _popup_items(scene):
            # An open list may cover the box that it belongs to.
            return None
        return pick(intent.control, scene, Use.HOLD)
    with_value = [c for c in scene.controls if c.type == "ComboBox" and similarity(intent.item, c.value) == EXACT]
    return with_value[0] if len(with_value) == 1 and not _matching(intent, scene.controls) else None


def _item(intent: SelectItem, holder: TargetInfo | None, scene: Scene) -> TargetInfo | Move | None:
    offered = scene.controls if holder is None else _members(holder, scene)
    phrase = ControlPhrase(intent.item)
    # Where a combo box offers choices, a cell of a table on the page is not one of them.
    has_box = holder is None and any(c.type == "ComboBox" and not is_disabled(c) for c in scene.controls)
    if has_box:
        offered = tuple(c for c in offered if c.type != "Cell" or "selectable" in c.states)
    finding = find(phrase, offered, Use.ITEM)
    if isinstance(finding, Missing) and holder is None and not has_box:
        finding = find(phrase, [c for c in offered if c.type in _PRESSED_TO_SELECT], Use.PRESS)
    if isinstance(finding, Found):
        return finding.control
    return pick(phrase, _only(scene, finding.candidates), Use.ITEM) if isinstance(finding, Ambiguous) else None


def _open_holder(intent: SelectItem, holder: TargetInfo | None, scene: Scene) -> Move:
    boxes = [holder] if holder else [c for c in scene.controls if c.type == "ComboBox" and not is_disabled(c)]
    chosen = sum(one.function == "select" for one in scene.own)
    if len(boxes) == 1 and boxes[0].type == "ComboBox" and scene.has("select") and not chosen:
        return _choose(intent.item, boxes[0])
    unopened = [c for c in boxes if not scene.clicks_on(c.name)]
    if len(boxes) == 1 and unopened and scene.has("click_input") and scene.attempts <= chosen:
        return Move(
            f"Open {boxes[0].name or boxes[0].label!r} to choose {intent.item!r}.",
            (action("click_input", boxes[0]),),
            ends=False,
        )
    if (
        len(boxes) == 1
        and boxes[0].type == "ComboBox"
        and scene.has("keyboard_input")
        and not scene.done("keyboard_input")
    ):
        # A list that is missing from the AT-SPI tree still reacts to typing.
        keys = (to_focus(literal(intent.item), boxes[0]), to_focus("{ENTER}"))
        expect = (ElementPredicate(name=boxes[0].name, role="ComboBox", value=intent.item),) if boxes[0].name else ()
        return Move(f"Type {intent.item!r} in the open list.", keys, expect=expect)
    within = f" in {boxes[0].name or boxes[0].label!r}" if len(boxes) == 1 else ""
    missing = find(ControlPhrase(intent.item), boxes and _members(boxes[0], scene) or scene.controls, Use.ITEM)
    nearest = missing.nearest if isinstance(missing, Missing) else ()
    hint = f"; there are {', '.join(map(repr, nearest))}" if nearest else ""
    found = pick(ControlPhrase(intent.item), scene, Use.ITEM) if not within else None
    if isinstance(found, Move) and not found.failure:
        return found
    return failed(f"{scene.inputs.window.name!r} shows no {named(ControlPhrase(intent.item))} to select{within}{hint}")


def _choose(item: str, box: TargetInfo) -> Move:
    """Choose in a combo box without opening it for a look, so that the same controls remain."""
    name = box.name or box.label or ""
    expect = (ElementPredicate(name=name, role="ComboBox", value=item),) if name and box.value else ()
    return Move(f"Choose {item!r} in {name!r}.", (action("select", box, items=[item]),), steady=True, expect=expect)


def _members(holder: TargetInfo, scene: Scene) -> list[TargetInfo]:
    names = {holder.name, holder.label} - {None, ""}
    inside = [c for c in scene.controls if c is not holder and names & set(c.path)]
    if inside:
        return inside
    if holder.type == "ComboBox":
        return _popup_items(scene)
    return [
        c
        for c in scene.controls
        if c is not holder and holder.bounds and c.bounds and is_within(holder.bounds, c.bounds)
    ]


def _popup_items(scene: Scene) -> list[TargetInfo]:
    """Return the items of a list that has opened since the last look."""
    opened = scene.done("click_input")
    return [c for c in scene.controls if serves(Use.ITEM, c) and ("new" in c.states or opened)] if opened else []


def _matching(intent: SelectItem, controls: Sequence[TargetInfo]) -> bool:
    return not isinstance(find(ControlPhrase(intent.item), controls, Use.ITEM), Missing)


def _is_chosen(item: TargetInfo) -> bool:
    return item.type in roles.TABS_AND_RADIO_BUTTONS | {"CheckBox"} and is_on(item)


def _only(scene: Scene, controls: Sequence[TargetInfo]) -> Scene:
    return replace(scene, inputs=replace(scene.inputs, controls=tuple(controls)))
