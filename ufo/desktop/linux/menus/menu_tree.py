"""Reads the entries of all menus below the menu bars of a window, closed ones too, from the accessibility tree.

GTK 2, GTK 3, Qt and LibreOffice list what stands in a closed menu. Nothing is opened. These questions wait until no look has
one, so that no look becomes slower.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, ACTION, PROPERTIES, refs_of, state_bits, variant
from ufo.desktop.linux.dbus.pipeline import Bodies, Line, Question, Ref, Turn, ask_all
from ufo.desktop.linux.menus.shortcut_text import shortcut_text
from ufo.desktop.linux.text import clean_name
from ufo.schema.menus import MenuEntry
from ufo.schema.roles import MENU_ENTRIES, ROW_HOLDERS, TEXT_FIELDS

_SEARCHED, _WIDEST, _DEEPEST_BAR = 600, 80, 9
"""How many objects are looked at for a menu bar; of how many children those are not holders of one; how deep it lies at most."""
_MOST, _DEEPEST = 6_000, 9
_AT_ONCE = 24
_WITHOUT_BAR = TEXT_FIELDS | ROW_HOLDERS | MENU_ENTRIES | frozenset({"Canvas"})
_OF_FILES = re.compile(r"\brecent|\bhistory\b|\bwindows?$|\bzuletzt|\bverlauf|\brécent", re.IGNORECASE)
"""Menus whose entries are files and windows of the person's."""
_NUMBERED = re.compile(r"\W{0,2}\d{1,2}(?:[.:]\s|\s)\S")
_PATH = re.compile(r"(?<!\S)~?/\S|\S/\S*\.\w{1,5}$")
_STATE = re.compile(r"(?:\s*+[:\u2013-]\s*+|\s++)[‘“„\"'«].*", re.DOTALL)
"""What an entry says of the person's last act: "Undo: Typing: ‘secret’"."""


@dataclass(slots=True)
class _Item:
    ref: Ref
    above: _Item | None
    name: str = ""
    role: str = ""
    states: int = 0
    shortcut: str = ""
    description: str = ""
    children: list[_Item] = field(default_factory=list)

    def path(self) -> tuple[str, ...]:
        up: list[str] = []
        item: _Item | None = self
        while item is not None:
            up += [item.name] if item.name and item.role != "MenuBar" else []
            item = item.above
        return tuple(reversed(up))


class MenuTree:
    """Reads one application. `deadline`: loop time after which it returns what it has. `may_ask` is awaited before each few
    questions: the application answers one after another, and whoever looks at it would have to wait for these.
    """

    def __init__(self, line: Line, deadline: float, stall_s: float, may_ask: Callable[[], Awaitable[object]]) -> None:
        self._line = line
        self._deadline = deadline
        self._stall_s = stall_s
        self._may_ask = may_ask
        self.unanswered = False
        """Whether a question had no answer: the object is gone, or the application was silent for `stall_s`."""

    async def entries(self, tops: Sequence[Ref], titles: Sequence[str]) -> tuple[MenuEntry, ...]:
        """Return the entries of the window with one of these titles, the first that has menus. Where none has, those of the one
        window of the application that does: of several, as an office has for each kind of document, nothing tells which.
        Empty where no menu bar is found.
        """
        names = [variant(body) for body in await self._ask([_property(top, "Name") for top in tops])]
        bars: list[_Item] = []
        for title in titles:
            bars = bars or await self._bars([entry for entry, name in zip(tops, names, strict=True) if name == title])
        if not bars:
            each = [await self._bars([top]) for top in tops]
            having = [found for found in each if found]
            bars = having[0] if len(having) == 1 else []
        for bar in bars:
            await self._read(bar)
        found = (menu for bar in bars for menu in _entries(bar))
        windows = {name for name in names if isinstance(name, str) and name}
        return tuple(_joined(menu for menu in found if not any(name in menu.label for name in windows)))

    async def _bars(self, tops: Sequence[Ref]) -> list[_Item]:
        found: list[_Item] = []
        level, seen = list(tops), 0
        for _ in range(_DEEPEST_BAR):
            if not level or seen > _SEARCHED or self._is_late():
                break
            seen += len(level)
            told = await self._ask([Question(entry, ACCESSIBLE, "GetRole") for entry in level])
            counts = await self._ask([_property(entry, "ChildCount") for entry in level])
            roles_of = [_role(body) for body in told]
            found += [
                _Item(ref, None, role=role) for ref, role in zip(level, roles_of, strict=True) if role == "MenuBar"
            ]
            holders = [
                ref
                for ref, role, count in zip(level, roles_of, counts, strict=True)
                if role != "MenuBar" and role not in _WITHOUT_BAR and 0 < _count(count) <= _WIDEST
            ]
            listed = await self._ask([Question(holder, ACCESSIBLE, "GetChildren") for holder in holders])
            level = [ref for body in listed for ref in refs_of(body)]
        return found

    async def _read(self, bar: _Item) -> None:
        """Fill in everything below a menu bar, level by level."""
        level, count = [bar], 0
        for _ in range(_DEEPEST):
            listed = await self._ask([Question(entry.ref, ACCESSIBLE, "GetChildren") for entry in level])
            for item, body in zip(level, listed, strict=True):
                item.children = [_Item(ref, item) for ref in refs_of(body)]
            level = [child for entry in level for child in entry.children]
            count += len(level)
            if not level or count > _MOST or self._is_late():
                return
            await self._fill(level)
            level = [entry for entry in level if entry.role in MENU_ENTRIES and not _is_of_files(entry)]

    async def _fill(self, items: Sequence[_Item]) -> None:
        asked = [
            question
            for entry in items
            for question in (
                Question(entry.ref, ACCESSIBLE, "GetRole"),
                _property(entry.ref, "Name"),
                Question(entry.ref, ACCESSIBLE, "GetState"),
                _property(entry.ref, "Description"),
                Question(entry.ref, ACTION, "GetActions"),
            )
        ]
        bodies = await self._ask(asked)
        for place, item in enumerate(items):
            role, name, states, description, actions = bodies[place * 5 : place * 5 + 5]
            item.role, item.name, item.states = _role(role), clean_name(variant(name)), state_bits(states)
            item.description, item.shortcut = clean_name(variant(description)), _shortcut(actions)

    async def _ask(self, questions: Sequence[Question]) -> Bodies:
        bodies: Bodies = []
        for at in range(0, len(questions), _AT_ONCE):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(self._deadline):
                    await self._may_ask()
            some = questions[at : at + _AT_ONCE]
            bodies += await ask_all(self._line, some, self._deadline, self._stall_s, Turn.LATER)
        self.unanswered = self.unanswered or None in bodies
        return bodies

    def _is_late(self) -> bool:
        return asyncio.get_running_loop().time() >= self._deadline


def _property(ref: Ref, name: str) -> Question:
    return Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, name))


def _role(body: list[object] | None) -> str:
    return roles.role_of(body[0]) if body and isinstance(body[0], int) else ""


def _count(body: list[object] | None) -> int:
    count = variant(body)
    return count if isinstance(count, int) else 0


def _shortcut(body: list[object] | None) -> str:
    """Return the shortcut in an answer a(sss): name, description and key binding of each action."""
    for item in body[0] if body and isinstance(body[0], list) else ():
        if isinstance(item, list | tuple) and len(item) == 3 and isinstance(item[2], str) and item[2]:
            return shortcut_text(item[2])
    return ""


def _is_of_files(item: _Item) -> bool:
    return item.role == "Menu" and bool(_OF_FILES.search(item.name)) and len(item.path()) > 1


def _entries(bar: _Item) -> Iterator[MenuEntry]:
    items = list(_below(bar))
    # Toolkits that do not tell which entries are hidden give none of those that are closed the state.
    tells_hidden = any(entry.states & roles.VISIBLE for entry in items if entry.above is not bar)
    for item in items:
        leads_on = any(child.role in MENU_ENTRIES for child in item.children)
        if leads_on or not item.name or item.role not in MENU_ENTRIES or (tells_hidden and not _is_visible(item, bar)):
            continue
        if _is_of_the_person(item):
            continue
        path = tuple(kept for label in item.path() if (kept := _STATE.sub("", label)))
        yield MenuEntry(path, item.shortcut, "" if item.description == item.name else item.description)


def _below(bar: _Item) -> Iterator[_Item]:
    todo = list(reversed(bar.children))
    while todo:
        item = todo.pop()
        yield item
        todo.extend(reversed(item.children))


def _is_visible(item: _Item, bar: _Item) -> bool:
    """Tell whether the entry and all menus above it are there. A menu without a name is only the frame of its entries."""
    while item is not bar and item.above is not None:
        if item.name and not item.states & roles.VISIBLE:
            return False
        item = item.above
    return True


def _is_of_the_person(item: _Item) -> bool:
    """Tell whether an entry stands for a file, a folder or a window of the person's."""
    return bool(_NUMBERED.match(item.name) or _PATH.search(item.name)) or item.name.startswith("[")


def _joined(entries: Iterable[MenuEntry]) -> Iterator[MenuEntry]:
    """Yield each entry once; some applications have two menu bars, of which one alone tells the shortcuts."""
    known: dict[tuple[str, ...], MenuEntry] = {}
    for menu in entries:
        before = known.get(menu.path)
        if before is None:
            known[menu.path] = menu
        elif menu.shortcut and not before.shortcut:
            known[menu.path] = MenuEntry(menu.path, menu.shortcut, before.description or menu.description)
    yield from known.values()
