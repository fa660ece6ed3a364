"""The steps of a path to a control: what was opened so far, and which control the next name means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.errors import AmbiguousElement
from ufo.schema.roles import (
    BUTTONS_AND_LINKS,
    CHECK_AND_RADIO_BUTTONS,
    IMAGES_AND_CUSTOM,
    MENU_ENTRIES,
    ROW_HOLDERS,
    ROWS_AND_TABS,
    SLIDERS_AND_SPINNERS,
    TEXT_FIELDS,
    TEXTS,
)
from ufo.tools.observe.control_names import called, named, narrowed, without_inner
from ufo.tools.observe.in_view import in_page
from ufo.tools.verbs.context import same

OPENERS = MENU_ENTRIES | BUTTONS_AND_LINKS | IMAGES_AND_CUSTOM | {"ComboBox"}
PAGES = ROWS_AND_TABS | {"RadioButton"}
WRITTEN = TEXT_FIELDS | SLIDERS_AND_SPINNERS
ON_THE_WAY = OPENERS | PAGES | WRITTEN | CHECK_AND_RADIO_BUTTONS | ROW_HOLDERS | {"Group"}


@dataclass
class PathSteps:
    """What was opened so far, and what was in sight before the last of it was opened; `began` is the look before the first.
    `takes`: the roles that the last may have.
    """

    path: tuple[str, ...]
    opened: list[Element] = field(default_factory=list)
    before: frozenset[str] = frozenset()
    menus: int = 0
    pressed: int = 0
    takes: frozenset[str] = ON_THE_WAY
    began: Snapshot | None = None

    def is_last(self, words: str) -> bool:
        """Tell whether the path ends with the words. What comes before has to lead somewhere, as a check box does not."""
        return words == self.path[-1]


def entry(snapshot: Snapshot, words: str, way: PathSteps) -> Element | None:
    """Return the control that is meant among those that may stand at this place of the path. Raises AmbiguousElement."""
    roles = ON_THE_WAY if way.is_last(words) else OPENERS | PAGES
    placed = at_this_place(snapshot, way)
    candidates = called([element for element in placed if element.role in roles], words) or _pressable_texts(
        snapshot, placed, words
    )
    if not candidates:
        return None
    fresh = [element for element in candidates if element.handle.key not in way.before]
    inside = below(snapshot, way.opened[-1]) if way.opened else ()
    in_front = [element for element in candidates if element.window == _front(snapshot)]
    clear = [element for element in candidates if not element.states & {"offscreen", "covered"}]
    able = [element for element in candidates if "disabled" not in element.states]
    exact = [element for element in candidates if element.name.casefold() == words.casefold()]
    if not way.opened:
        fresh, inside = [element for element in candidates if element.role in MENU_ENTRIES | PAGES], ()
    left = without_inner(narrowed(candidates, inside, fresh, in_front, clear, able, exact))
    if len(left) > 1:
        places = "; ".join(f"{named(element)} in {' > '.join(element.path) or 'the window'}" for element in left[:6])
        raise AmbiguousElement(
            f"{len(left)} controls are called {words!r}: {places}; give more of the path, or use an id"
        )
    return left[0]


def _pressable_texts(snapshot: Snapshot, placed: Iterable[Element], words: str) -> list[Element]:
    """Return the texts of a page with just these words: what looks like a button may be one only to the page's script."""
    texts = [element for element in placed if element.role in TEXTS and "editable" not in element.states]
    exact = [element for element in texts if element.name.strip().casefold() == words.strip().casefold()]
    return [element for element in exact if in_page(snapshot, element)]


def at_this_place(snapshot: Snapshot, way: PathSteps) -> Iterable[Element]:
    """Return where the next name may be: below what was opened, or new since; anywhere in the window of a page."""
    if not way.opened:
        return snapshot
    parent = way.opened[-1]
    inside = {element.handle.key for element in below(snapshot, parent)}
    if parent.role in OPENERS:
        return [element for element in snapshot if element.handle.key in inside or element.handle.key not in way.before]
    window = (same(snapshot, parent) or parent).window
    return [element for element in snapshot if element.window == window and element.handle.key != parent.handle.key]


def below(snapshot: Snapshot, parent: Element) -> tuple[Element, ...]:
    inside = descendants(snapshot, parent)
    if inside or not parent.name:
        return inside
    return tuple(element for element in snapshot if parent.name in element.path)


def _front(snapshot: Snapshot) -> str:
    """Return the window of the front dialog, or else the window that was looked at."""
    modal = [
        element.window for element in snapshot if element.role == "Dialog" and element.states & {"modal", "active"}
    ]
    return modal[-1] if modal else snapshot.window_id


def in_front(snapshot: Snapshot) -> list[Element]:
    """Return what no modal dialog blocks: the controls of the front dialog, or else all."""
    modal = {element.window for element in snapshot if element.role == "Dialog" and "modal" in element.states}
    front = _front(snapshot)
    return [element for element in snapshot if element.window == front] if front in modal else [*snapshot]
