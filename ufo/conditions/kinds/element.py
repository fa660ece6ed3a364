"""A control of the selected window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import model_validator

from ufo.conditions.before import Before, WorldBefore
from ufo.conditions.condition import Condition, ControlNamed, Shown
from ufo.conditions.kinds.page import PagePredicate
from ufo.conditions.kinds.window import WindowPredicate
from ufo.conditions.readers.numbers import number_in
from ufo.conditions.world import World
from ufo.desktop.masked.hidden_text import is_hidden, told_value
from ufo.desktop.matching.labels_beside import with_labels_beside
from ufo.desktop.matching.surroundings import Surroundings
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import DesktopError, WindowGone
from ufo.schema.fact import Channel
from ufo.schema.predicate import Finding, Truth
from ufo.schema.roles import ROWS, TEXTS, TOGGLES
from ufo.schema.target import LETTER_BY_LETTER
from ufo.text.fold import one_line
from ufo.text.labels import trimmed

_TEXTS = frozenset({"", "text", "terminal", "document", "edit"})
_OF_ITS_OWN = frozenset({"dialog", "window", "alert"})
_ENTRIES = frozenset(map(str.casefold, ROWS))
_ABLE = frozenset({"enabled", "disabled"})


class ElementPredicate(Condition):
    """A control of the selected window, found by name and, where given, role; `value` and `state` are what it must show. Without
    a name any control of the role may be meant, or any at all that shows the value.
    """

    LINE: ClassVar[str] = (
        '{"on": "element", name, role?, value?, state?}: a control; role "Dialog": a dialog; name "Terminal" with value: a '
        "terminal's line"
    )
    SILENT: ClassVar[frozenset[str]] = frozenset({"role"})
    LOOKS_AT_WINDOW: ClassVar[bool] = True

    on: Literal["element"] = "element"
    name: str = ""
    role: str | None = None
    exists: bool = True
    value: Shown | None = None
    state: str | None = None

    @model_validator(mode="after")
    def _says_which(self) -> ElementPredicate:
        if not (self.name or self.role or self.value):
            raise ValueError("say which control: its name, its role or what it shows")
        return self

    async def check(self, world: World) -> Finding:
        return await _check(self, world)

    async def held(self, before: Before) -> bool:
        return (await self.check(WorldBefore(before))).truth is Truth.SATISFIED

    def channel(self) -> Channel:
        return Channel.ACCESSIBILITY

    def place(self) -> str:
        return self.name

    def in_words(self) -> str:
        what = f"{self.role or 'control'} {self.name!r}".replace(" ''", "")
        if self.value or self.state:
            return f"{what} shows {self.value!r}" if self.value else f"{what} is {self.state}"
        return f"{what} is {'there' if self.exists else 'not there'}"

    def shown_control(self) -> ControlNamed | None:
        shows = self.exists and (self.value is not None or self.state is not None)
        return ControlNamed(self.name, self.role) if shows else None

    def switches_a_control(self) -> bool:
        return self.state is not None and self.role in TOGGLES

    def control_is_there(self) -> Condition | None:
        return ElementPredicate(name=self.name, role=self.role)

    def on_page(self, page: str) -> Condition | None:
        return None if not self.name else PagePredicate(page=page, field=self.name, value=self.value or self.state)


async def _check(predicate: ElementPredicate, world: World) -> Finding:
    try:
        look = await world.elements()
    except WindowGone:
        return predicate.finding(Truth.UNKNOWN, "the selected window is closed", "accessibility")
    except DesktopError as error:
        return predicate.finding(Truth.UNKNOWN, f"the window could not be read: {error}", "accessibility")
    if look is None:
        return predicate.finding(Truth.UNKNOWN, "no window is selected", "accessibility")
    is_dialog = bool(predicate.name) and (predicate.role or "").casefold() in _OF_ITS_OWN
    if is_dialog and predicate.value is None and predicate.state is None:
        return await _check_dialog(predicate, look, world)
    reported = _as_listed(replace(look, elements=tuple(element for element in look if not element.by_sight)))
    truth, evidence = _judge(predicate, reported)
    if (truth is Truth.SATISFIED) is not predicate.exists and truth is not Truth.UNKNOWN:
        truth, evidence = await _with_beyond(predicate, reported, world) or (truth, evidence)
    if truth is not Truth.SATISFIED or not predicate.exists:
        seen = _by_letters(predicate, look) or _by_sight(predicate, look)
        if seen is not None:
            return predicate.finding(*seen, "vision")
    return predicate.finding(truth, evidence, "accessibility")


async def _with_beyond(predicate: ElementPredicate, look: Snapshot, world: World) -> tuple[Truth, str] | None:
    """Judge again with what is scrolled out of sight, which is as much there as the rest; None where that changes nothing."""
    what = f"{predicate.role or 'control'} {predicate.name!r}"
    try:
        beyond = await world.beyond(look, entries=(predicate.role or "").casefold() in _ENTRIES)
    except DesktopError as error:
        return Truth.UNKNOWN, f"{what} is not in sight, and what is out of sight could not be read: {error}"
    if beyond is None:
        return Truth.UNKNOWN, f"{what} is not in sight, and what is out of sight is not told"
    named = [element for element in beyond if _answers(predicate, element)]
    if not named:
        return None
    if predicate.value is not None:
        # What a field shows is read only where it is in sight.
        return Truth.UNKNOWN, f"{what} is out of sight, so that what it shows is not known; scroll to it"
    return _judge(predicate, replace(look, elements=(*look.elements, *named)))


def _as_listed(look: Snapshot) -> Snapshot:
    """Return the look with its fields called as a list of controls calls them: those without a name by the words beside them."""
    return replace(look, elements=tuple(with_labels_beside(look.elements, Surroundings(look))))


async def _check_dialog(predicate: ElementPredicate, look: Snapshot, world: World) -> Finding:
    """Check a dialog. It may be a window of its own, or a part of the selected one; one that is in neither is not there."""
    found = await WindowPredicate(title=predicate.name).check(world)
    inside = any(_answers(predicate, element) for element in look if not element.by_sight)
    if found.truth is Truth.UNKNOWN and not inside:
        return predicate.finding(found.truth, found.evidence, found.channel)
    is_there = inside or found.truth is Truth.SATISFIED
    said = f"{predicate.role} {predicate.name!r} is {'there' if is_there else 'not there'}"
    return predicate.finding(Truth.of(is_there is predicate.exists), said, "accessibility" if inside else "windows")


def _by_letters(predicate: ElementPredicate, look: Snapshot) -> tuple[Truth, str] | None:
    """Judge a text in a terminal that was compared letter by letter with its font: what it shows and what it does not show are
    both known.

    Return None where the predicate is not about a text, and where the line that shows it has doubtful letters.
    """
    text = next(
        (element for element in look if element.source == LETTER_BY_LETTER and element.role == "Terminal"), None
    )
    role, wanted = (predicate.role or "").casefold(), predicate.value
    if wanted is None and role != "terminal":
        wanted = predicate.name
    if text is None or not wanted or predicate.state is not None or role not in _TEXTS:
        return None
    # As for controls: a name is compared in any case, a value as it was written.
    alike = str.casefold if predicate.value is None else str
    line = _line_with(wanted, text.value or "", alike)
    if line is not None:
        unsure = [
            element.name
            for element in look
            if element.source == LETTER_BY_LETTER and element.role == "Text" and element.doubt
        ]
        said = f"the terminal reads {line!r}, compared letter by letter with its font"
        return None if any(part in line for part in unsure) else (Truth.of(predicate.exists), said)
    if text.doubt or look.cut or alike(_unspaced(wanted)) in alike(_unspaced(text.value or "")):
        why = text.doubt or look.cut or "it may be what goes on in the next line"
        return Truth.UNKNOWN, f"no line of the terminal reads {wanted!r} for sure: {why}"
    said = f"no line of the terminal reads {wanted!r}; all letters were compared with its font"
    return Truth.of(not predicate.exists), said


def _line_with(wanted: str, text: str, alike: Callable[[str], str]) -> str | None:
    """Return the first line that shows the wanted text, or the whole text where several lines are wanted. None where nothing
    shows it.
    """
    plain = alike(one_line(wanted))
    parts = [text] if "\n" in wanted.strip() else text.split("\n")
    return next((part.strip() for part in parts if plain in alike(one_line(part))), None)


def _unspaced(text: str) -> str:
    return "".join(text.split())


def _by_sight(predicate: ElementPredicate, look: Snapshot) -> tuple[Truth, str] | None:
    """Judge by text recognised in the picture. Recognised text proves that it is shown. Missing text proves nothing, because
    letters are misread; the result is then unknown.
    """
    named = [item for item in look if item.by_sight and _answers(predicate, item)]
    fitting = [item for item in named if _shows(predicate, item)]
    if not named or not (fitting or predicate.exists):
        return None
    element = (fitting or named)[0]
    said = f"{_described(f'{element.role} {element.name!r}', element)}, as read from the picture"
    return (Truth.of(predicate.exists), said) if fitting else (Truth.UNKNOWN, said)


def _judge(predicate: ElementPredicate, look: Snapshot) -> tuple[Truth, str]:
    """Judge by the elements that the application reports. An element that is missing from a degraded or cut snapshot may still
    exist.
    """
    named = [element for element in look if _answers(predicate, element)]
    what = f"{predicate.role or 'control'} {predicate.name!r}"
    if predicate.value and named and all(map(is_hidden, named)):
        return _hidden(what, predicate, named)
    fitting = [element for element in named if _shows(predicate, element)]
    if not named and (poor := look.degraded or look.cut):
        return Truth.UNKNOWN, f"no {what} was seen, but the look was poor: {poor}"
    if named and (predicate.state or "").casefold() in _ABLE and not any(_ABLE & element.states for element in named):
        return Truth.UNKNOWN, f"{what} does not tell whether it is enabled"
    if not predicate.exists:
        return Truth.of(not fitting), f"{what} is there" if fitting else f"there is no such {what}"
    if not named:
        return Truth.UNSATISFIED, f"there is no {what}"
    if fitting:
        doubt = fitting[0].doubt
        return (
            (Truth.UNKNOWN, f"{what} is in doubt: {doubt}")
            if doubt
            else (Truth.SATISFIED, _described(what, fitting[0]))
        )
    wanted = " and ".join(part for part in (predicate.value and repr(predicate.value), predicate.state) if part)
    return Truth.UNSATISFIED, f"{_described(what, named[0])}; not {wanted}"


def _hidden(what: str, predicate: ElementPredicate, named: Sequence[Element]) -> tuple[Truth, str]:
    """Judge a value that its control hides, such as a password. Only the length can be compared, and the evidence does not
    reveal it.
    """
    if any(len(element.value or "") == len(predicate.value or "") for element in named):
        return Truth.UNKNOWN, f"{what} hides what it holds; it is as long as it should be"
    if any(element.value is None for element in named):
        return Truth.UNKNOWN, f"{what} hides what it holds"
    return Truth.of(not predicate.exists), f"{what} hides what it holds, which has another length than the wanted value"


def _answers(predicate: ElementPredicate, element: Element) -> bool:
    role_fits = predicate.role is None or predicate.role.casefold() == element.role.casefold()
    if element.role == "Terminal" and _in_terminal(predicate):
        # A terminal has no name, or its window's title, which changes with each command.
        return True
    if not predicate.name:
        return role_fits
    wanted = trimmed(predicate.name)
    called = [element.name, element.label or ""]
    if not element.name and element.role in TEXTS and "editable" not in element.states:
        # A text without a name is listed by what it says.
        called.append(told_value(element) or "")
    return role_fits and wanted in map(trimmed, called)


def _in_terminal(predicate: ElementPredicate) -> bool:
    return (predicate.role or predicate.name).casefold() == "terminal" and bool(predicate.value)


def _shows(predicate: ElementPredicate, element: Element) -> bool:
    if element.role == "Terminal" and _in_terminal(predicate):
        return _line_with(predicate.value or "", element.value or "", str) is not None
    state_fits = predicate.state is None or predicate.state.casefold() in element.states
    return state_fits and (predicate.value is None or _same_value(predicate.value, element.value))


def _same_value(wanted: str, shown: str | None) -> bool:
    if shown is None:
        return False
    numbers = number_in(wanted), number_in(shown)
    return one_line(wanted) == one_line(shown) or (numbers[0] is not None and numbers[0] == numbers[1])


def _described(what: str, element: Element) -> str:
    shown = told_value(element)
    value = "" if shown is None else f", shows {shown!r}"
    states = ", ".join(sorted(element.states))
    return f"{what} is there{value}{f', {states}' if states else ''}"
