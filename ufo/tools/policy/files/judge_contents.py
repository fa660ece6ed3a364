"""Judges reading files, writing and renaming them, and making new ones of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.tool_facts import ActionKind
from ufo.tools.documents.archives import ends_of, folder_beside
from ufo.tools.mail.folders import is_mail_file
from ufo.tools.observe.read_texts import texts_in
from ufo.tools.policy.files.judge_files import (
    destination_of,
    given,
    looked_at,
    meant,
    names_in,
    of_destination,
    writing_all,
)
from ufo.tools.policy.files.reading import read_at, reading
from ufo.tools.policy.files.written_path import described
from ufo.tools.policy.scene.scene import Judged, Scene, gravest
from ufo.tools.policy.words.action_words import worst
from ufo.tools.system.file_globs import files_meant
from ufo.tools.system.rename_plan import in_order, renamed_by, replaced_in
from ufo.tools.system.trash import binned

_MOST_TOLD = 12
_SOURCES = ("source", "sources", "file", "files", "parts", "pages", "pictures", "data")


def writing_text(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge writing a text file. Adding to a file in the person's folders is an edit, since the bin keeps what was there."""
    to = destination_of(scene, given(scene, str(arguments.get("path") or "")))
    adds = arguments.get("mode") in ("append", "replace")
    if adds and to.exists and to.where is ActionClass.CREATE and not to.shared:
        return Judged(ActionClass.EDIT, f"Write into {to.said}")
    return of_destination(to, "a text")


def renaming(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge renaming by the gravest of all old and new names."""
    try:
        files = files_meant(names_in(arguments.get("files")), scene.working_folder)
        moves = _moves(files, arguments)
    except (ToolError, ValueError, OSError, TypeError):
        # The tool refuses it for the same reason.
        return Judged(ActionClass.EDIT)
    pairs = [(destination_of(scene, move.start), destination_of(scene, move.end)) for move in moves]
    ends = [end for pair in pairs for end in pair]
    grave = [end for end in ends if end.where is not ActionClass.CREATE]
    what = f"Rename {len(moves)} files, such as {moves[0].start.name!r} to {moves[0].end.name!r}" if moves else "Rename"
    said = f" ({grave[0].said}: {grave[0].why})" if grave else ""
    made = tuple(destination.path for destination in grave) or tuple(move.end for move in moves)
    renamed = tuple((start.path, end.path) for start, end in pairs)
    return Judged(worst(end.where for end in ends), what + said, made, renamed)


def taking_back(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge taking a file out of the bin by where it goes."""
    found = binned(str(arguments.get("name") or ""))
    end = given(scene, arguments.get("target") or (found[0].origin if found else "."))
    into = found and arguments.get("target") and end.is_dir()
    judged = _made(scene, "Take back", end / found[0].origin.name if into else end, [])
    return replace(judged, moves=tuple((found[0].kept, path) for path in judged.paths) if found else ())


def making(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge making a new file or folder of others: those are read, and the new one is written."""
    sources = [path for name in _source_names(arguments) for path in meant(scene, name)]
    target = given(scene, str(arguments.get("target") or ""))
    if arguments.get("each") or arguments.get("data"):
        scene.reached.folders.add(looked_at(scene, _chosen_in(target)).path)
    made = _made(scene, "Make", target, sources)
    if not arguments.get("over"):
        return made
    over = of_destination(destination_of(scene, target), "a new document")
    return gravest((made, over))


def packing(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge packing: an archive that is there is changed, and what would become of it is said."""
    made = making(scene, arguments)
    to = destination_of(scene, given(scene, str(arguments.get("target") or "")))
    if not to.exists:
        # Both count: a folder may have been swapped for a link between the two looks.
        return gravest((made, of_destination(to, "an archive")))
    sources, without = arguments.get("sources"), arguments.get("without")
    rows = sources if isinstance(sources, list) else []
    puts = [
        f"{row.get('path')!r} as {str(row.get('name'))!r}" if isinstance(row, Mapping) else repr(row) for row in rows
    ]
    leaves = [repr(item) for item in without] if isinstance(without, list) else []
    told = [f"put in {_some(puts)}"] if puts else []
    told += [f"leave out {_some(leaves)}"] if leaves else []
    where = f"{described(to.path)}, {to.why}" if to.why else described(to.path)
    change = Judged(
        to.action_class,
        f"Change the archive {to.said} ({where}): {'; '.join(told)}; all else in it stays, and the bin keeps it",
        (to.path,),
    )
    return gravest((made, change))


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_TOLD} more" if len(names) > _MOST_TOLD else ""
    return f"{', '.join(names[:_MOST_TOLD])}{more}"


def unpacking(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge unpacking by every member's place. Blocking: the archive is read."""
    source = given(scene, str(arguments.get("source") or ""))
    archive, read = source.resolve(), read_at(scene, source)
    folder = given(scene, arguments["target"]) if arguments.get("target") else folder_beside(archive)
    try:
        only = names_in(arguments.get("only") or [])
        is_read = read.action_class is ActionClass.OBSERVE
        ends = ends_of(archive, folder, only, flat=bool(arguments.get("flat"))) if is_read else []
    except (ToolError, OSError):
        # The tool refuses it for the same reason; where the archive is another one by then, its members were not judged.
        ends = []
    into = writing_all(scene, f"Unpack {archive.name!r}", folder, ends)
    return gravest((read, into))


def changing_database(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge changing a SQLite file by its place, with the statements in the question: the bin does not keep what was there."""
    to = destination_of(scene, given(scene, str(arguments.get("path") or "")))
    said = "; ".join(_statement(row) for row in arguments.get("statements") or ())
    what = f"Change the database {to.said} ({described(to.path)}{f', {to.why}' if to.why else ''}): {said}"
    return Judged(to.action_class, what, (to.path,))


def _statement(row: Any) -> str:
    if not isinstance(row, Mapping):
        return str(row)
    values = row.get("values")
    return f"{row.get('sql')}{f' with {values!r}' if values else ''}"


def reading_mail(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge reading mail: a file that is named, as any file; the person's own mail as what lies outside the task's folders."""
    named = str(arguments.get("folder") or "")
    if not named.strip():
        return Judged(ActionClass.OBSERVE)
    path = given(scene, named)
    if is_mail_file(path):
        return read_at(scene, path)
    return Judged(ActionClass.OUTSIDE, f"Read the person's mail in {named!r}")


def saving_attached(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge saving what is attached to a mail: the mail is read, and new files are written into a folder that is there."""
    folder = given(scene, str(arguments.get("target") or "."))
    named = arguments.get("only")
    # Without names, those in the mail may be ordinary ones alone: the mail was not read yet.
    ends = [folder / str(name) for name in named] if isinstance(named, list) else []
    into = writing_all(scene, "Save attachments", folder, ends)
    if not ends:
        scene.reached.folders.add(looked_at(scene, folder).path)
    return gravest((reading_mail(scene, arguments), into))


def composing_mail(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge laying a new mail before the person by the files that go with it, and by the mail that it answers and quotes. Sending
    it is another step.
    """
    files = [reading(scene, {"path": name}) for name in names_in(arguments.get("attachments") or [])]
    return gravest([Judged(ActionClass.LAUNCH), *files, reading_mail(scene, arguments)])


def _chosen_in(target: Path) -> Path:
    """Return the folder in which each file gets a name of its own, such as {n}.pdf."""
    return Path(*takewhile(lambda part: "{" not in part, target.parent.parts))


def _made(scene: Scene, act: str, target: Path, sources: list[Path]) -> Judged:
    end = destination_of(scene, target)
    read = gravest((read_at(scene, path) for path in sources), ActionClass.OBSERVE)
    if read.action_class.severity > end.where.severity:
        return read
    return Judged(end.where, f"{act} {end.said}{f' ({end.why})' if end.why else ''}", (end.path,))


def _moves(files: list[Path], arguments: Mapping[str, Any]) -> list[Any]:
    ordered = in_order(files, arguments.get("order") or "name")
    to, old = str(arguments.get("to") or ""), str(arguments.get("instead_of") or "")
    return replaced_in(ordered, old, to) if old else renamed_by(ordered, to, int(arguments.get("first", 1)))


def _source_names(arguments: Mapping[str, Any]) -> Iterator[str]:
    for key in _SOURCES:
        value = arguments.get(key)
        for item in value if isinstance(value, list) else [value]:
            yield from texts_in(
                (item.get("file") or item.get("path") or "") if isinstance(item, Mapping) else item or ""
            )


BY_CONTENTS: Mapping[ActionKind, Callable[[Scene, Mapping[str, Any]], Judged]] = MappingProxyType(
    {
        ActionKind.READ_FILE: reading,
        ActionKind.READ_MAIL: reading_mail,
        ActionKind.SAVE_ATTACHED: saving_attached,
        ActionKind.COMPOSE_MAIL: composing_mail,
        ActionKind.WRITE_FILE: writing_text,
        ActionKind.CHANGE_DATABASE: changing_database,
        ActionKind.PACK: packing,
        ActionKind.UNPACK: unpacking,
        ActionKind.RENAME_FILES: renaming,
        ActionKind.TAKE_BACK: taking_back,
    }
)
