"""The folder that a save dialog stands in, read from its row of folders (GTK 3 and 4) or its field for the place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.commands.judging.own_document import own_document
from ufo.commands.judging.scene import Scene
from ufo.desktop.snapshot import Element

_MOST_ENTRIES = 5000


@dataclass(frozen=True, slots=True)
class ShownFolder:
    """`names` are those of the row, outermost first; `found` the folders that they can mean, none where that is unknown."""

    names: tuple[str, ...] = ()
    found: tuple[Path, ...] = ()


def shown_folder(scene: Scene) -> ShownFolder:
    """The names are the dialog's own: the first stands for the root or for the home, by whatever it is called there."""
    row, is_whole = _row(tuple(scene.selection.snapshot or ()))
    place = next((number for number, one in enumerate(row) if one.states & {"pressed", "checked"}), None)
    if place is None:
        return ShownFolder()
    # The innermost comes first in GTK 3's tree, beyond it are folders that were visited.
    ways = [tuple(one.name for one in part) for part in (row[place:][::-1], row[: place + 1])]
    for names in ways:
        found = _meant(scene, names, is_whole)
        if found:
            return ShownFolder(names, found)
    return ShownFolder(ways[0])


def homes(scene: Scene) -> tuple[Path, ...]:
    """The homes that an application of this desktop may have: a private desktop has its own, which its list of places tells."""
    told = [Path(one.description or "").parent for one in _places(scene)]
    return tuple(dict.fromkeys([*told, Path.home()]))


def _row(elements: Sequence[Element]) -> tuple[tuple[Element, ...], bool]:
    """The folders of the row, and whether no outer one is scrolled out of sight.

    Behind them stand the two buttons that scroll the row; what comes after these, such as "Create Folder", is no folder.
    """
    row: list[Element] = []
    for one in elements:
        if not any("path" in part.casefold() for part in one.path):
            if row:
                break
            continue
        if one.role == "ToggleButton" and one.name:
            row.append(one)
        elif one.role == "Button" and row:
            return tuple(row), "disabled" in one.states
        elif one.role == "Button":
            # GTK 4 puts one of them before the row.
            continue
    return _together(row), True


def _together(row: Sequence[Element]) -> tuple[Element, ...]:
    """Without the buttons to scroll: folders stand side by side, what is far off is another thing."""
    kept: list[Element] = []
    for one in row:
        near = not kept or min(abs(one.rect.x - it.rect.right) for it in kept) < one.rect.height * 2
        near = near or min(abs(it.rect.x - one.rect.right) for it in kept) < one.rect.height * 2
        if near:
            kept.append(one)
    return tuple(kept)


def _meant(scene: Scene, names: Sequence[str], is_whole: bool) -> tuple[Path, ...]:
    first, rest = names[0], names[1:]
    meant: list[Path] = []
    if is_whole and (len(names) > 1 or _is_root(first)):
        meant += [Path("/", *rest), Path("/", *names)]
    for home in homes(scene):
        if first in (home.name, "Home") or (is_whole and len(names) > 1):
            meant.append(home.joinpath(*rest))
    if is_whole and any(path.is_dir() for path in meant):
        return tuple(dict.fromkeys(path for path in meant if path.is_dir()))
    for base in _known_folders(scene):
        meant += [one.joinpath(*rest) for one in (base, *base.parents) if one.name == first]
    listed = _listed(scene)
    return tuple(path for path in dict.fromkeys(meant) if path.is_dir() and _holds(path, listed))


def _known_folders(scene: Scene) -> Iterable[Path]:
    """Where a scrolled row may lie: its outer folders are not shown, so what the dialog lists decides."""
    yield scene.working_folder.resolve()
    yield from homes(scene)
    yield from (Path(one.description or "") for one in _places(scene))
    document = own_document(scene)
    if document is not None and document.is_absolute():
        yield document.parent
    yield from (path.parent for path in scene.run.opened)


def _listed(scene: Scene) -> tuple[frozenset[str], ...]:
    """The texts of each row of the dialog's list of files: one of them is the name."""
    rows: dict[int, set[str]] = {}
    for one in scene.selection.snapshot or ():
        if one.role in ("Cell", "ListItem", "TreeItem") and any("file" in part.casefold() for part in one.path[-1:]):
            rows.setdefault(one.rect.y, set()).add(one.name)
    return tuple(frozenset(names - {""}) for names in rows.values() if names - {""})


def _holds(folder: Path, listed: Sequence[frozenset[str]]) -> bool:
    """Whether the dialog can be showing this folder: what it lists is in it. One that shows nothing has no folders in it."""
    try:
        entries = list(folder.iterdir())[:_MOST_ENTRIES]
        names = {one.name for one in entries}
        if listed:
            return all(names & row for row in listed)
        return not any(one.is_dir() and not one.name.startswith(".") for one in entries)
    except OSError:
        return False


def _places(scene: Scene) -> list[Element]:
    """The dialog's list of places tells of each where it lies."""
    items = [one for one in scene.selection.snapshot or () if one.role == "ListItem" and "Places" in one.path]
    return [
        one for one in items if (one.description or "").startswith("/") and Path(one.description or "").name == one.name
    ]


def _is_root(name: str) -> bool:
    return name == "/" or "root" in name.casefold()
