"""Sorts a full walk of a window: what can be worked, what is hidden, and what lies under something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.full_walk import Raw
from tests.owned_apps.truth import offers
from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.toolkits.known import toolkit_of
from ufo.desktop.snapshot import Element, Snapshot

_SAME_PX = 3
_SAME, _FILLED = 0.6, 0.8
_WORKED = frozenset(
    {
        "Button", "ToggleButton", "CheckBox", "RadioButton", "Menu", "MenuItem", "CheckMenuItem", "RadioMenuItem",
        "Hyperlink", "TabItem", "Edit", "Spinner", "ComboBox", "Slider", "ListItem", "TreeItem",
    }
)  # fmt: skip
_OPENERS = frozenset({"ComboBox", "Menu", "MenuItem"})
_RELATIVE = toolkit_of("GTK", "4")
_SCROLLS = frozenset({49, 68})


@dataclass(frozen=True, slots=True)
class Told:
    """`hidden` and `covered` are keys as the handles of elements name them: of what says that it is not shown, and of what has
    another window of the application over its middle."""

    worked: Sequence[Raw]
    hidden: frozenset[str]
    covered: frozenset[str]
    listed: frozenset[str]
    elements: Sequence[Element]

    @classmethod
    def of(cls, tops: Sequence[Raw], surfaces: Sequence[Surface], snapshot: Snapshot) -> Told:
        """`surfaces`: the window's and those of all that belongs to it, topmost first."""
        mine = [(top, found) for top in tops if (found := _surface_of(top, surfaces, tops)) is not None]
        everything = [node for top, _ in mine for node in top.walk()]
        # GTK 4 gives SHOWING to its frames only.
        frames_only = not any(item.states & roles.SHOWING for item in everything if item.parent and item.parent.parent)
        bit = roles.VISIBLE if frames_only else roles.SHOWING
        hidden = frozenset(key_of(item) for item in everything if not item.states & (roles.SHOWING | roles.VISIBLE))
        worked: list[Raw] = []
        covered: set[str] = set()
        for top, surface in mine:
            for raw, shown_by, shift in _placed(top, surface, surfaces, frames_only):
                if not _is_worked(raw, shown_by, shift, bit):
                    continue
                assert raw.rect is not None
                above = surfaces[: surfaces.index(shown_by)]
                centre = raw.rect.moved(*shift).center
                if any(over.visible.contains(centre) for over in above if not over.passing):
                    covered.add(key_of(raw))
                else:
                    worked.append(raw)
        return cls(
            worked, hidden, frozenset(covered), frozenset(element.handle.key for element in snapshot), snapshot.elements
        )

    @property
    def missed(self) -> list[Raw]:
        return [raw for raw in self.worked if not self.sees(raw)]

    @property
    def offered(self) -> list[Element]:
        return [element for element in self.elements if offers(element) and element.row is None]

    @property
    def wrong(self) -> list[Element]:
        """What is offered to be worked, and is hidden or lies under something else."""
        return [element for element in self.offered if element.handle.key in self.hidden | self.covered]

    def sees(self, raw: Raw) -> bool:
        """Itself, or what fills it or is filled by it, as a button in a button; LibreOffice tells of its menu bar twice."""
        if key_of(raw) in self.listed:
            return True
        around = raw.parent
        if around is not None and key_of(around) in self.listed and _fills(raw, around):
            return roles.role_of(around.role) in _WORKED
        if any(_is_twin(raw, element) for element in self.elements):
            return True
        return any(key_of(below) in self.listed and _fills(below, raw) for below in raw.walk())


def key_of(raw: Raw) -> str:
    """As the handles of elements name it."""
    return f"{raw.ref.bus}{raw.ref.path}"


def _is_twin(raw: Raw, element: Element) -> bool:
    same = roles.role_of(raw.role) == element.role and clean_name(raw.name) == element.name
    return same and raw.rect is not None and raw.rect.contains(element.rect.center)


def _surface_of(top: Raw, surfaces: Sequence[Surface], tops: Sequence[Raw]) -> Surface | None:
    """The window that shows a top-level object; None where it is another one's."""
    if len(tops) == 1:
        return next(surface for surface in reversed(surfaces) if not surface.popup)
    others = {other.name for other in tops if other.name != top.name}
    fitting = [
        (top.rect.iou(surface.client) if top.rect else 0.0, place)
        for place, surface in enumerate(surfaces)
        if _called_alike(top, surface) and not (surface.window.title and surface.window.title in others)
    ]
    overlap, place = max(fitting, default=(0.0, 0))
    is_named = bool(fitting) and bool(top.name) and top.name == surfaces[place].window.title
    return surfaces[place] if is_named or overlap > _SAME else None


def _called_alike(top: Raw, surface: Surface) -> bool:
    title = clean_name(surface.window.title)
    return not title or not top.name or top.name in title or title in top.name


def _placed(
    top: Raw, surface: Surface, surfaces: Sequence[Surface], relative: bool
) -> Iterator[tuple[Raw, Surface, tuple[int, int]]]:
    """Each object with the window that shows it, and what brings its place to screen pixels. Menus and lists of combo boxes hang
    in the window that they belong to and are shown in one of their own."""
    corner = _RELATIVE.placing.origin(surface, top.rect) if relative else (0, 0)
    todo = [(top, surface, corner)]
    while todo:
        raw, shown_by, shift = todo.pop()
        opened = _own_window(raw, shown_by, surfaces, relative)
        if opened is not None and raw.rect is not None:
            shown_by = opened
            if relative:
                shift = (opened.client.x - raw.rect.x, opened.client.bottom - raw.rect.bottom)
        yield raw, shown_by, shift
        todo.extend((child, shown_by, shift) for child in reversed(raw.children))


def _own_window(raw: Raw, shown_by: Surface, surfaces: Sequence[Surface], relative: bool) -> Surface | None:
    if raw.rect is None or raw.rect.is_empty or raw.parent is None:
        return None
    popups = [surface for surface in surfaces if surface.popup and not surface.passing]
    if relative:
        is_popover = roles.role_of(raw.role) == "Menu" or raw.name.startswith("GtkPopover")
        same = (surface for surface in popups if surface.client.width == raw.rect.width)
        return next(same, None) if is_popover else None
    filled = next((surface for surface in popups if raw.rect.iou(surface.client) > _FILLED), None)
    if filled is not None:
        return filled
    if roles.role_of(raw.parent.role) not in _OPENERS and shown_by.client.contains(raw.rect.center):
        return None
    return next((surface for surface in popups if surface.client.contains(raw.rect.center)), None)


def _is_worked(raw: Raw, shown_by: Surface, shift: tuple[int, int], bit: int) -> bool:
    role = roles.role_of(roles.meant(raw.role, raw.states))
    if role not in _WORKED or raw.rect is None or not raw.states & bit:
        return False
    if role == "Menu" and (not clean_name(raw.name) or raw.name.startswith("GtkPopover")):
        # What holds the entries of an open menu; nobody works it.
        return False
    if min(raw.rect.width, raw.rect.height) <= 2 or not shown_by.in_sight.contains(raw.rect.moved(*shift).center):
        return False
    return _is_in_sight(raw, bit)


def _is_in_sight(raw: Raw, bit: int) -> bool:
    """Of what is in a container that is not shown, or that shows another part of itself, nothing is to be seen."""
    above = raw.parent
    # The window itself is shown; Swing tells no place of it.
    while above is not None and above.parent is not None and above.parent.parent is not None:
        # LibreOffice keeps a second menu bar without height.
        if not above.states & bit or (above.rect is not None and above.rect.is_empty):
            return False
        scrolls = above.role in _SCROLLS and above.rect is not None and not above.rect.is_empty
        if scrolls and above.rect and raw.rect and not above.rect.contains(raw.rect.center):
            return False
        above = above.parent
    return True


def _fills(inner: Raw, outer: Raw) -> bool:
    """A button in the middle of a button is the one that is pressed; GTK 4 tells it without its padding."""
    if inner.rect is None or outer.rect is None:
        return False
    middle, other = inner.rect.center, outer.rect.center
    if inner.role == outer.role and max(abs(middle.x - other.x), abs(middle.y - other.y)) <= _SAME_PX:
        return True
    return inner.rect.intersection(outer.rect).area * 2 >= outer.rect.area
