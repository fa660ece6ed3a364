"""The folder that a save dialog shows, read from its row of folders (GTK 3 and 4) or its field for the place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.commands.policy.files.own_document import own_document
from ufo.commands.policy.scene.scene import Scene
from ufo.desktop.snapshot import Element
from ufo.schema.roles import ROWS

_MOST_FOLDERS = 500
_OUT_OF_SIGHT = "…"


@dataclass(frozen=True, slots=True)
class ShownFolder:
    """What a dialog's row of folders shows. `names` are those of the row, outermost first; `found` the folders that they can
    mean, empty where that is unknown.
    """

    names: tuple[str, ...] = ()
    found: tuple[Path, ...] = ()


def shown_folder(scene: Scene, dialogs: Collection[str] = ()) -> ShownFolder:
    """Return the folder that the dialog shows. The first name may be any name that the dialog has for the root or the home.
    `dialogs`: the names of the dialogs; a row of buttons of the window behind them is none of folders.
    """
    elements = tuple(
        one for one in scene.selection.snapshot or () if not dialogs or set(dialogs).intersection(one.path)
    )
    ways, is_whole = _toggles(elements)
    if not ways:
        ways, is_whole = _from_root(elements)
    if not ways:
        ways, is_whole = _buttons(elements)
    for names in ways:
        found = _meant(scene, names, is_whole)
        if found:
            return ShownFolder(names, found)
    return ShownFolder(ways[0] if ways else ())


def homes(scene: Scene) -> tuple[Path, ...]:
    """Return the homes that an application of this desktop may have. A private desktop has a home of its own, which the
    dialog's list of places shows.
    """
    listed = [Path(one.description or "").parent for one in _places(scene)]
    return tuple(dict.fromkeys([*listed, Path.home()]))


def _toggles(elements: Sequence[Element]) -> tuple[list[tuple[str, ...]], bool]:
    """Read the row of GTK 3: the names down to the pressed one, in either direction, and whether no outer one is scrolled out
    of sight.

    The two buttons that scroll the row follow the folders; buttons after these, such as "Create Folder", are no folders.
    """
    row: list[Element] = []
    is_whole = True
    for one in elements:
        if not any("path" in part.casefold() for part in one.path):
            continue
        if one.role == "ToggleButton" and one.name:
            row.append(one)
        elif one.role == "Button" and row:
            is_whole = "disabled" in one.states
            break
    else:
        row = _together(row)
    place = next((number for number, one in enumerate(row) if one.states & {"pressed", "checked"}), None)
    if place is None:
        return [(*[one.name for one in row[::-1]], _OUT_OF_SIGHT)] if row else [], False
    # In one direction the innermost folder comes first in the tree. The folders beyond the pressed one were visited before.
    return [tuple(one.name for one in part) for part in (row[place:][::-1], row[: place + 1])], is_whole


def _from_root(elements: Sequence[Element]) -> tuple[list[tuple[str, ...]], bool]:
    """Read the row of GTK 4.16 and later, which tells the folders that are scrolled out of sight too, beginning with the root.

    They lie side by side, but for those at an end of what is in sight, of which only a part counts. The other buttons of the
    line stand apart.
    """
    toggles = sorted((one for one in elements if one.role == "ToggleButton" and one.name), key=lambda one: one.rect.x)
    root = next((one for one in toggles if one.name == "/"), None)
    if root is None:
        return [], False
    row = [root]
    for one in toggles:
        if one is not root and _is_beside(one, root) and _follows(one, row):
            row.append(one)
    place = next((number for number, one in enumerate(row) if "pressed" in one.states), None)
    names = tuple(one.name for one in row)
    return ([(*names, _OUT_OF_SIGHT)], False) if place is None else ([names[: place + 1]], True)


def _buttons(elements: Sequence[Element]) -> tuple[list[tuple[str, ...]], bool]:
    """Read the row of earlier ones: a nameless button that scrolls, a nameless one for the root where it is in sight, then the
    folders.
    """
    row = [one for one in elements if one.role == "Button"]
    place = next((number for number, one in enumerate(row) if "pressed" in one.states), None)
    if place is None:
        return _without_its_end(row), False
    first = place
    while first and row[first - 1].name and _is_beside(row[first - 1], row[first]):
        first -= 1
    names = [one.name for one in row[first : place + 1] if one.name]
    before = [one for one in row[max(0, first - 2) : first] if not one.name and _is_beside(one, row[first])]
    # A scrolled row has only one button before its first folder: the one that scrolls.
    has_root = len(before) == 2 or not row[place].name
    return [("/", *names) if has_root else tuple(names)], has_root


def _follows(one: Element, row: Sequence[Element]) -> bool:
    if one.rect.x == row[-1].rect.right:
        return True
    return not any(map(_is_in_sight, row)) if _is_in_sight(one) else _is_in_sight(row[-1])


def _is_in_sight(one: Element) -> bool:
    return "offscreen" not in one.states


def _without_its_end(row: Sequence[Element]) -> list[tuple[str, ...]]:
    """Return the folders between two nameless buttons, for a row whose current folder is scrolled out of sight."""
    for number, one in enumerate(row):
        line = [it for it in row[number:] if _is_beside(it, one)]
        names = [it.name for it in line[1:] if it.name]
        if not one.name and len(names) > 1 and len(line) - len(names) > 1 and not line[-1].name:
            return [(*names, _OUT_OF_SIGHT)]
    return []


def _is_beside(one: Element, other: Element) -> bool:
    return abs(one.rect.center.y - other.rect.center.y) < max(one.rect.height, other.rect.height) // 2


def _together(row: Sequence[Element]) -> list[Element]:
    """Drop buttons that are far from the others: folders stand side by side."""
    kept: list[Element] = []
    for one in row:
        near = not kept or min(abs(one.rect.x - it.rect.right) for it in kept) < one.rect.height * 2
        near = near or min(abs(it.rect.x - one.rect.right) for it in kept) < one.rect.height * 2
        if near:
            kept.append(one)
    return kept


def _meant(scene: Scene, names: Sequence[str], is_whole: bool) -> tuple[Path, ...]:
    first, rest = names[0], names[1:]
    if names[-1] == _OUT_OF_SIGHT:
        return ()
    if is_whole and (len(names) > 1 or _is_root(first)):
        meant = [Path("/", *rest), Path("/", *names), *(home.joinpath(*rest) for home in homes(scene))]
        if found := tuple(dict.fromkeys(path for path in meant if path.is_dir())):
            return found
    listed = _listed(scene)
    own = [home.joinpath(*rest) for home in homes(scene) if first in (home.name, "Home")]
    near = [one.joinpath(*rest) for base in _known_folders(scene) for one in (base, *base.parents) if one.name == first]
    near += _below(scene.working_folder.resolve(), names)
    # Where the outer folders are out of sight, only the listed files tell apart folders of the same name.
    likely = [*own, *(near if listed else [])]
    return tuple(path for path in dict.fromkeys(likely) if path.is_dir() and _holds(path, listed))


def _below(folder: Path, names: Sequence[str]) -> list[Path]:
    found, left = [], [folder]
    for _ in range(_MOST_FOLDERS):
        if not left:
            break
        here = left.pop(0)
        try:
            inside = [one for one in here.iterdir() if one.is_dir() and not one.is_symlink() and one.name[:1] != "."]
        except OSError:
            continue
        found += [one for one in inside if one.parts[-len(names) :] == tuple(names)]
        left += inside
    return found


def _known_folders(scene: Scene) -> Iterable[Path]:
    """Yield folders where a scrolled row may lie. Its outer folders are not shown, so the files that the dialog lists decide."""
    yield scene.working_folder.resolve()
    yield from (Path(one.description or "") for one in _places(scene))
    document = own_document(scene)
    if document is not None and document.is_absolute():
        yield document.parent
    yield from (path.parent for path in scene.run.opened)


def _listed(scene: Scene) -> tuple[frozenset[str], ...]:
    """Return the texts of each row of the dialog's list of files: one text of each row is the name."""
    rows: dict[int, set[str]] = {}
    for one in scene.selection.snapshot or ():
        if one.role in ROWS and any("file" in part.casefold() for part in one.path[-1:]):
            rows.setdefault(one.rect.y, set()).add(one.name)
    return tuple(frozenset(names - {""}) for names in rows.values() if names - {""})


def _holds(folder: Path, listed: Sequence[frozenset[str]]) -> bool:
    """Return whether the dialog can be showing this folder: everything that it lists is in it."""
    try:
        names = {one.name for one in folder.iterdir()}
    except OSError:
        return False
    return all(names & row for row in listed)


def _places(scene: Scene) -> list[Element]:
    """Return the entries of the dialog's list of places that show where they lie."""
    items = [one for one in scene.selection.snapshot or () if one.role == "ListItem" and "Places" in one.path]
    return [
        one for one in items if (one.description or "").startswith("/") and Path(one.description or "").name == one.name
    ]


def _is_root(name: str) -> bool:
    return name == "/" or "root" in name.casefold()
