"""The folder that a save dialog shows, read from its row of folders (GTK 3 and 4).

Only the dialog's own controls count. Where the row can be read in two ways, or where a name can mean several folders, all of them
are told, and whoever judges takes the gravest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.snapshot import Element
from ufo.schema.roles import ROWS
from ufo.text.fold import literal
from ufo.tools.policy.files.own_document import own_document
from ufo.tools.policy.scene.scene import Scene

_MOST_FOLDERS = 500
_OUT_OF_SIGHT = "…"


@dataclass(frozen=True, slots=True)
class ShownFolder:
    """What a dialog's row of folders shows. `names` are those of the row, outermost first; `found` the folders that they can
    mean, empty where that is unknown.
    """

    names: tuple[str, ...] = ()
    found: tuple[Path, ...] = ()


def shown_folder(scene: Scene, dialogs: Sequence[str] = ()) -> ShownFolder:
    """Return the folder that the dialog shows. The first name may be any name that the dialog has for the root or the home.
    `dialogs`: the names of the dialogs; what stands in the window behind them, or in a document, is none of their rows.
    """
    parts = parts_of_dialogs(scene, dialogs)
    ways, is_whole = _toggles(parts, {scene.title, *dialogs})
    if not ways:
        ways, is_whole = _from_root(parts)
    if not ways:
        ways, is_whole = _buttons(parts)
    homes_of = _Homes(_places(parts))
    begun = [names for names in ways if _is_root(names[0]) or names[0] in homes_of.names]
    ways = begun or ways
    found = [path for names in ways for path in _Meaning(scene, parts, homes_of, is_whole).of(names)]
    return ShownFolder(ways[0] if ways else (), tuple(dict.fromkeys(found)))


def homes(scene: Scene, dialogs: Sequence[str] = ()) -> tuple[Path, ...]:
    """Return the homes that an application of this desktop may have. A private desktop has a home of its own, which the
    dialog's list of places shows.
    """
    return _Homes(_places(parts_of_dialogs(scene, dialogs))).folders


class _Homes:
    """`folders`: the homes that there may be; `names`: what a row calls them."""

    def __init__(self, places: Iterable[Path]) -> None:
        self.folders = tuple(dict.fromkeys([*(place.parent for place in places), Path.home()]))
        self.names = frozenset(("Home", *(folder.name for folder in self.folders)))


def _toggles(elements: Sequence[Element], titles: set[str]) -> tuple[list[tuple[str, ...]], bool]:
    """Read the row of GTK 3: the names down to the pressed one, in either direction, and whether no outer one is scrolled out
    of sight.

    The two buttons that scroll the row follow the folders; buttons after these, such as "Create Folder", are no folders. `titles`
    are of windows: what a document is called says nothing of a row.
    """
    row: list[Element] = []
    is_whole = True
    for element in elements:
        if not any("path" in part.casefold() for part in element.path if part not in titles):
            continue
        if element.role == "ToggleButton" and element.name:
            row.append(element)
        elif element.role == "Button" and row:
            is_whole = "disabled" in element.states
            break
    else:
        row = _together(row)
    pressed = [number for number, element in enumerate(row) if element.states & {"pressed", "checked"}]
    place = pressed[0] if len(pressed) == 1 else None
    if place is None:
        return [(*[element.name for element in row[::-1]], _OUT_OF_SIGHT)] if row else [], False
    # In one direction the innermost folder comes first in the tree. The folders beyond the pressed one were visited before.
    return [tuple(element.name for element in part) for part in (row[place:][::-1], row[: place + 1])], is_whole


def _from_root(elements: Sequence[Element]) -> tuple[list[tuple[str, ...]], bool]:
    """Read the row of GTK 4.16 and later, which tells the folders that are scrolled out of sight too, beginning with the root.

    They lie side by side, but for those at an end of what is in sight, of which only a part counts. The other buttons of the
    line stand apart.
    """
    toggles = sorted(
        (element for element in elements if element.role == "ToggleButton" and element.name),
        key=lambda element: element.rect.x,
    )
    roots = [element for element in toggles if element.name == "/"]
    if len(roots) != 1:
        return ([("/", _OUT_OF_SIGHT)] if roots else []), False
    (root,) = row = roots
    for toggle in toggles:
        if toggle is not root and _is_beside(toggle, root) and _follows(toggle, row):
            row.append(toggle)
    place = next((number for number, element in enumerate(row) if "pressed" in element.states), None)
    names = tuple(element.name for element in row)
    return ([(*names, _OUT_OF_SIGHT)], False) if place is None else ([names[: place + 1]], True)


def _buttons(elements: Sequence[Element]) -> tuple[list[tuple[str, ...]], bool]:
    """Read the row of earlier ones: a nameless button that scrolls, a nameless one for the root where it is in sight, then the
    folders.
    """
    row = [element for element in elements if element.role == "Button"]
    place = next((number for number, element in enumerate(row) if "pressed" in element.states), None)
    if place is None:
        return _without_its_end(row), False
    first = place
    while first and row[first - 1].name and _is_beside(row[first - 1], row[first]):
        first -= 1
    names = [element.name for element in row[first : place + 1] if element.name]
    before = [
        element for element in row[max(0, first - 2) : first] if not element.name and _is_beside(element, row[first])
    ]
    # A scrolled row has only one button before its first folder: the one that scrolls.
    has_root = len(before) == 2 or not row[place].name
    return [("/", *names) if has_root else tuple(names)], has_root


def _follows(element: Element, row: Sequence[Element]) -> bool:
    if element.rect.x == row[-1].rect.right:
        return True
    return not any(map(_is_in_sight, row)) if _is_in_sight(element) else _is_in_sight(row[-1])


def _is_in_sight(element: Element) -> bool:
    return "offscreen" not in element.states


def _without_its_end(row: Sequence[Element]) -> list[tuple[str, ...]]:
    """Return the folders between two nameless buttons, for a row whose current folder is scrolled out of sight."""
    for number, element in enumerate(row):
        line = [it for it in row[number:] if _is_beside(it, element)]
        names = [it.name for it in line[1:] if it.name]
        if not element.name and len(names) > 1 and len(line) - len(names) > 1 and not line[-1].name:
            return [(*names, _OUT_OF_SIGHT)]
    return []


def _is_beside(element: Element, other: Element) -> bool:
    return abs(element.rect.center.y - other.rect.center.y) < max(element.rect.height, other.rect.height) // 2


def _together(row: Sequence[Element]) -> list[Element]:
    """Drop buttons that are far from the others: folders stand side by side."""
    kept: list[Element] = []
    for element in row:
        near = not kept or min(abs(element.rect.x - it.rect.right) for it in kept) < element.rect.height * 2
        near = near or min(abs(it.rect.x - element.rect.right) for it in kept) < element.rect.height * 2
        if near:
            kept.append(element)
    return kept


@dataclass(frozen=True)
class _Meaning:
    """Which folders the names of a row can mean."""

    scene: Scene
    parts: Sequence[Element]
    homes: _Homes
    is_whole: bool

    def of(self, names: Sequence[str]) -> tuple[Path, ...]:
        first, rest = names[0], names[1:]
        if names[-1] == _OUT_OF_SIGHT:
            return ()
        if self.is_whole and (len(names) > 1 or _is_root(first)):
            whole = [(Path("/"), rest), (Path("/"), names), *((home, rest) for home in self.homes.folders)]
            if found := tuple(path for base, below in whole for path in _called(base, below)):
                return found
        listed = _listed(self.parts)
        own = [path for home in self.homes.folders if first in (home.name, "Home") for path in _called(home, rest)]
        # Where the outer folders are out of sight, only the listed files tell apart folders of the same name.
        likely = [*own, *(self._near(names) if listed else [])]
        return tuple(path for path in dict.fromkeys(likely) if _holds(path, listed))

    def _near(self, names: Sequence[str]) -> Iterable[Path]:
        known = [folder for base in self._known() for folder in (base, *base.parents) if folder.name == names[0]]
        yield from (path for folder in known for path in _called(folder, names[1:]))
        yield from _below(self.scene.working_folder.resolve(), names)

    def _known(self) -> Iterable[Path]:
        """Yield where a scrolled row may lie. Its outer folders are not shown, so the files that the dialog lists decide."""
        yield self.scene.working_folder.resolve()
        yield from _places(self.parts)
        document = own_document(self.scene)
        if document is not None and document.is_absolute():
            yield document.parent
        yield from (path.parent for path in self.scene.run.opened)


def _called(base: Path, names: Sequence[str]) -> list[Path]:
    """Return the folders below the base that a dialog shows by these names. What cannot be seen in a name, and how many spaces it
    has, is shown of none, so that several folders may have one name.
    """
    found = [base]
    for name in names:
        found = [folder / each for folder in found for each in _alike(folder, name) if (folder / each).is_dir()]
    return [path for path in found if path.is_dir()]


def _alike(folder: Path, name: str) -> list[str]:
    try:
        return [each.name for each in folder.iterdir() if each.name == name or literal(each.name) == literal(name)]
    except OSError:
        return [name]


def _below(folder: Path, names: Sequence[str]) -> list[Path]:
    found, left = [], [folder]
    for _ in range(_MOST_FOLDERS):
        if not left:
            break
        here = left.pop(0)
        try:
            inside = [
                path for path in here.iterdir() if path.is_dir() and not path.is_symlink() and path.name[:1] != "."
            ]
        except OSError:
            continue
        found += [path for path in inside if path.parts[-len(names) :] == tuple(names)]
        left += inside
    return found


def _listed(parts: Iterable[Element]) -> tuple[frozenset[str], ...]:
    """Return the texts of each row of the dialog's list of files: one text of each row is the name."""
    rows: dict[int, set[str]] = {}
    for element in parts:
        if element.role in ROWS and any("file" in part.casefold() for part in element.path[-1:]):
            rows.setdefault(element.rect.y, set()).add(element.name)
    return tuple(frozenset(names - {""}) for names in rows.values() if names - {""})


def _holds(folder: Path, listed: Sequence[frozenset[str]]) -> bool:
    """Return whether the dialog can be showing this folder: everything that it lists is in it."""
    try:
        names = {each.name for each in folder.iterdir()}
    except OSError:
        return False
    return all(names & row for row in listed)


def _places(parts: Iterable[Element]) -> list[Path]:
    """Return the entries of the dialog's list of places that show where they lie."""
    shown = [element for element in parts if element.role == "ListItem" and "Places" in element.path]
    places = [(element.name, Path(element.description or "")) for element in shown]
    return [place for name, place in places if place.is_absolute() and place.name == name]


def _is_root(name: str) -> bool:
    return name == "/" or "root" in name.casefold()


def parts_of_dialogs(scene: Scene, dialogs: Sequence[str]) -> tuple[Element, ...]:
    """Return what stands in the dialogs of these names, and in no document; without such a dialog all that is in no document:
    the window is the dialog.
    """
    outside = tuple(_outside_of_documents(scene))
    inside = tuple(_within(outside, dialogs))
    return inside or outside


def _outside_of_documents(scene: Scene) -> Iterator[Element]:
    document = None
    for element in scene.elements:
        if document is not None and element.depth <= document:
            document = None
        if document is None and element.role == "Document":
            document = element.depth
        if document is None:
            yield element


def _within(elements: Sequence[Element], dialogs: Sequence[str]) -> Iterator[Element]:
    dialog = None
    for element in elements:
        if dialog is not None and element.depth <= dialog:
            dialog = None
        if dialog is not None:
            yield element
        elif element.role == "Dialog" and element.name in dialogs:
            dialog = element.depth
