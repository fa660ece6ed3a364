"""What held when the person was done, as conditions that another run can be checked by: files, controls, the window's title.

A condition is kept only where it is a change: what was so before the person began proves nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.kinds.window import WindowPredicate
from ufo.desktop.matching.find_again import Found, find
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.file_names import path_meant
from ufo.schema.patterns import regex
from ufo.schema.predicate import Predicate, Truth
from ufo.schema.roles import EDITS_AND_DOCUMENTS, ONE_LINE_FIELDS, TEXTS, TOGGLES
from ufo_recording.recorded import ProgramSeen, Step
from ufo_recording.scenes import Look, Scene
from ufo_recording.secret_fields import SecretFields

_FILE = regex(r"[^\n]{1,200}\.[A-Za-z]\w{0,7}|[\w .-]{1,60}")
_TITLED = regex(r"[^\n—|]*?([~/][^\n—|]*\.\w{1,8}|[^\s—|/][^\n—|/]*\.[A-Za-z]\w{0,7})(?:$|\s+[-–—|]\s.*)")
_LONGEST, _MOST_SHOWN = 200, 3
_OFFICE = "libreoffice"
"""Its cells are asked for over a channel of their own."""
_OWN_FOLDERS = ("", "Documents", "Desktop", "Downloads")


def places_of(programs: Iterable[ProgramSeen], home: str, folder: str) -> tuple[Path, ...]:
    """Return the folders where a program saves a file without being told where, the likeliest first."""
    worked_in = [program.folder for program in programs if program.folder]
    own = [str(Path(home, name)) for name in _OWN_FOLDERS] if home else []
    return tuple(map(Path, dict.fromkeys((*worked_in, *own, folder))))


def conditions(
    steps: Sequence[Step],
    first: Mapping[str, Look],
    last: Scene,
    places: Sequence[Path],
    since: float,
    secrets: SecretFields,
) -> tuple[Predicate, ...]:
    """Return what holds now. `first` are the first looks at the windows. `places`: the folders where a file without one may have
    been saved. `since`: seconds since 1970 when the person began. Blocking: it reads files.
    """
    files = list(dict.fromkeys(_files(steps, last, places, since)))
    found: list[Predicate] = [predicate for path in files for predicate in _of_file(path, steps)]
    found += _of_window(first, last, files)
    found += dict.fromkeys(_of_controls(steps, last, secrets))
    # What a window came to show by itself may also be a place or a count, so it counts only where nothing else does.
    return tuple(found or dict.fromkeys(_of_display(first, last, secrets)))


def _files(steps: Sequence[Step], last: Scene, places: Sequence[Path], since: float) -> Iterator[Path]:
    """Yield the files that were written meanwhile, of those whose names were typed or stand in a title."""
    typed = [step.text.strip() for step in steps if step.kind == "type" and step.text and "\n" not in step.text]
    titled = [
        match[1].strip(" *●•") for window in last.windows if (match := _TITLED.fullmatch(window.title.strip(" *●•")))
    ]
    for name in dict.fromkeys((*typed, *titled)):
        if not _FILE.fullmatch(name):
            continue
        for place in dict.fromkeys(places):
            for path in _named(Path(os.path.normpath(path_meant(name, place)))):
                if _written_since(path, since):
                    yield path
                    break


def _named(path: Path) -> Iterator[Path]:
    """Yield the file of that name, and those whose application added the ending."""
    yield path
    if not path.suffix:
        try:
            yield from path.parent.glob(f"{path.name}.*")
        except (OSError, ValueError):
            return


def _written_since(path: Path, since: float) -> bool:
    try:
        return path.is_file() and path.stat().st_mtime >= since
    except OSError:
        return False


def _of_file(path: Path, steps: Sequence[Step]) -> Iterator[Predicate]:
    cells = [DocumentPredicate(path=str(path), start=name, cells=((text,),)) for name, text in _cells(steps).items()]
    holding: list[Predicate] = [cell for cell in cells if cell.check_now().truth is Truth.SATISFIED]
    for text in dict.fromkeys(step.text.strip() for step in steps if step.kind == "type" and step.text.strip()):
        if PurePath(text).name != path.name and text != path.stem:
            predicate = FilePredicate(path=str(path), contains=text, typed=True)
            if predicate.check_now().truth is Truth.SATISFIED:
                holding.append(predicate)
    yield from holding or [FilePredicate(path=str(path))]


def _cells(steps: Sequence[Step]) -> dict[str, str]:
    """Return what was last typed into each cell, by its name."""
    typed = [step for step in steps if step.kind == "type" and step.control is not None and step.control.role == "Cell"]
    return {
        step.control.words: step.text for step in typed if step.control is not None and step.text and not step.hidden
    }


def _of_window(first: Mapping[str, Look], last: Scene, files: Sequence[Path]) -> Iterator[Predicate]:
    active = last.active
    if active is None:
        return
    titles = {look.window.title for look in first.values()}
    # That the title names a file tells no more than the file itself, and its name is another one the next time.
    names_a_file = any(file.name in active.title for file in files)
    if active.title not in titles and active.title.strip() and not active.title.startswith("*") and not names_a_file:
        yield WindowPredicate(title=active.title)


def _of_controls(steps: Sequence[Step], last: Scene, secrets: SecretFields) -> Iterator[Predicate]:
    """Yield what the controls show that the person set."""
    active = last.active
    look = last.looks.get(active.id) if active is not None else None
    if look is None:
        return
    snapshot = secrets.without(look.snapshot)
    for step in steps:
        if step.control is None or step.hidden or not step.control.words or step.kind not in ("type", "click"):
            continue
        found = find(step.control, snapshot)
        if not isinstance(found, Found) or secrets.keeps(found.element):
            continue
        element = found.element
        name = element.name or element.label or ""
        if element.role == "Cell" and step.kind == "type" and step.control.app_root.startswith(_OFFICE):
            yield DocumentPredicate(path="", open=True, start=name, cells=((step.text,),))
        elif step.kind == "type" and step.whole and name and element.value == step.text and len(step.text) <= _LONGEST:
            yield ElementPredicate(name=name, role=element.role, value=step.text)
        elif step.kind == "click" and name and element.role in TOGGLES and step.state in element.states:
            yield ElementPredicate(name=name, role=element.role, state=step.state)


def _of_display(first: Mapping[str, Look], last: Scene, secrets: SecretFields) -> Iterator[Predicate]:
    """Yield what the window came to show by itself, such as a result: fields that nobody typed into, and new texts."""
    active = last.active
    now = last.looks.get(active.id) if active is not None else None
    then = first.get(active.id) if active is not None else None
    if now is None or then is None:
        return
    shown = 0
    for element in now.snapshot:
        if (
            shown < _MOST_SHOWN
            and _is_display(element)
            and not secrets.keeps(element)
            and _is_new(element, then.snapshot)
        ):
            shown += 1
            yield ElementPredicate(name=element.name or element.label or "", role=element.role, value=element.value)


def _is_display(element: Element) -> bool:
    value = element.value or ""
    is_shown = element.role in EDITS_AND_DOCUMENTS | TEXTS | ONE_LINE_FIELDS and "offscreen" not in element.states
    return is_shown and 0 < len(value.strip()) <= _LONGEST and "\n" not in value.strip() and element.row is None


def _is_new(element: Element, then: Snapshot) -> bool:
    before = then.same(element)
    return before is not None and before.value != element.value
