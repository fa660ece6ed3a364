"""Judges the writing of files by what is at the path already and by where it lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import on_disk, path_meant
from ufo.schema.patterns import regex
from ufo.schema.tool_facts import ActionKind
from ufo.tools.policy.files.written_path import Destination, Location, described, writing_to
from ufo.tools.policy.scene.scene import Judged, Scene
from ufo.tools.policy.words.action_words import worst
from ufo.tools.system.file_globs import files_meant, is_pattern, matching
from ufo.tools.system.rename_plan import copies_of

_DEEDS = {
    ActionKind.MOVE_FILE: "Move",
    ActionKind.COPY_FILE: "Copy",
    ActionKind.MAKE_FOLDER: "Make the folder",
    ActionKind.REMOVE_FILE: "Put in the bin",
    ActionKind.MOVE_FILES: "Move or copy",
    ActionKind.LINK_FILE: "Make a link to",
    ActionKind.CHANGE_MODE: "Change who may use",
    ActionKind.MAKE_PICTURE: "Make another picture of",
}
ARRANGES = frozenset(_DEEDS)
_MOST_NAMED = 8
_TITLE_PARTS = regex(r"\s+[-\u2013\u2014|]\s+")


def saving(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge save_as(file_dir, file_name, file_ext), each of which may be left out."""
    own = own_name(scene.title)
    asked = [str(arguments.get(key) or "").strip() for key in ("file_dir", "file_name", "file_ext")]
    path, is_sure = _target(scene, own, *asked)
    judged = writing(scene, path, "the current document")
    if not is_sure and judged.action_class is ActionClass.CREATE:
        what = f"Save {scene.title!r} as {path.name!r} in its own folder, where a file of that name would be replaced"
        return Judged(ActionClass.OVERWRITE, what)
    return judged


def with_ending(arguments: Mapping[str, Any], ending: str) -> Mapping[str, Any]:
    """Return the arguments of a tool that writes files of this ending where neither its name nor its ending is given."""
    name = str(arguments.get("file_name") or "")
    if not ending or arguments.get("file_ext") or Path(name).suffix:
        return arguments
    return {**arguments, "file_ext": ending}


def writing(scene: Scene, path: Path, content: str) -> Judged:
    """Judge writing `content` at an absolute path."""
    return of_destination(destination_of(scene, path), content)


def of_destination(to: Destination, content: str) -> Judged:
    if to.action_class is ActionClass.OVERWRITE:
        why = f", {to.why}" if to.why else ""
        return Judged(to.action_class, f"Overwrite {to.said} ({described(to.path)}{why}) with {content}", (to.path,))
    why = f", {to.why}" if to.why else ""
    return Judged(to.action_class, f"Write {content} to {to.said}{why}", (to.path,))


def destination_of(scene: Scene, path: Path) -> Destination:
    """Return where a path leads, and note that this was judged: nothing else is written to."""
    found = writing_to(Location(scene.working_folder, scene.run), path)
    scene.reached.paths.update(found.ends)
    return found


def names_in(value: object) -> list[str]:
    """Return the names that an argument gives: one, or several."""
    return [str(name) for name in value] if isinstance(value, list) else [str(value or "")]


def meant(scene: Scene, name: str) -> list[Path]:
    """Return the files that a name or a pattern means."""
    if is_pattern(name, scene.working_folder):
        try:
            return files_meant(name, scene.working_folder)
        except ToolError:
            return []
    return [given(scene, name)] if name else []


def looked_at(scene: Scene, path: Path) -> Destination:
    """Return where a path leads that is only read, and note that this was judged: nothing else is read."""
    found = writing_to(Location(scene.working_folder, scene.run), path)
    scene.reached.reads.update(found.ends)
    return found


def writing_all(scene: Scene, act: str, folder: Path, paths: Sequence[Path]) -> Judged:
    """Judge writing many new files into a folder, each as a write to its place. All are named that are graver than the folder."""
    to = destination_of(scene, folder)
    ends = [destination_of(scene, path) for path in paths]
    graver = [end for end in ends if end.where.severity > to.where.severity]
    said = f"{act} into {to.said}{f' ({to.why})' if to.why else ''}"
    if not graver:
        own = tuple(end.path for end in ends) if to.where is ActionClass.CREATE else ()
        return Judged(to.where, said, (to.path, *own))
    named = ", ".join(f"{end.said} ({end.why})" for end in graver[:_MOST_NAMED])
    more = f" and {len(graver) - _MOST_NAMED} more such files" if len(graver) > _MOST_NAMED else ""
    asked = (*((to.path,) if to.where is not ActionClass.CREATE else ()), *(end.path for end in graver))
    return Judged(worst(end.where for end in graver), f"{said}, which writes {named}{more}", asked)


def arranging(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> Judged:
    """Judge the tools that move, copy or remove whole files and never replace one, by where they take from and where they put."""
    if kind is ActionKind.MOVE_FILES:
        return _arranging_many(scene, arguments)
    if kind is ActionKind.REMOVE_FILE:
        return _removing(scene, arguments)
    if kind is ActionKind.MAKE_PICTURE:
        return _making_pictures(scene, arguments)
    return _arranging(scene, kind, arguments)


def _arranging(scene: Scene, kind: ActionKind, arguments: Mapping[str, Any]) -> Judged:
    source = [given(scene, arguments[key]) for key in ("path", "source") if arguments.get(key)]
    ends = [destination_of(scene, path) for path in [*source, *_ends(scene, source, arguments)]]
    what = f"{_DEEDS[kind]} {' to '.join(end.said for end in ends)}"
    why = next((end.why for end in ends if end.where is not ActionClass.CREATE), "")
    what += f" ({why})" if why else ""
    where = worst(end.where for end in ends)
    made = tuple(end.path for end in ends[len(source) :] or ends if not end.exists)
    moves = ((ends[0].path, ends[1].path),) if kind is ActionKind.MOVE_FILE and len(ends) > 1 else ()
    return Judged(where, what, made, moves)


def _removing(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge putting files in the bin: one question names all of them."""
    many = arguments.get("paths")
    listed = [arguments.get("path"), *(many if isinstance(many, list) else [])]
    ends = [destination_of(scene, given(scene, item)) for item in listed if item]
    strange = {end.path: scene.run.strange(end.path) for end in ends}
    told = (f"{end.said} ({_content(end.path, strange[end.path])})" if end.exists else end.said for end in ends)
    why = next((end.why for end in ends if end.where is not ActionClass.CREATE), "")
    what = f"{_DEEDS[ActionKind.REMOVE_FILE]} {', '.join(told)}{f' ({why})' if why else ''}"
    where = worst(end.where for end in ends)
    if ends and where is ActionClass.CREATE and not any(strange.values()):
        return Judged(where, f"{what}, which this run made itself")
    asked = tuple(path for end in ends for path in strange[end.path] or (end.path,))
    return Judged(worst((ActionClass.DELETE, where)), what, asked)


def _content(path: Path, strange: Sequence[Path]) -> str:
    """Say what would be put in the bin. `strange`: what of it is not this run's own."""
    if path in strange or not path.is_dir():
        return described(path)
    named = ", ".join(repr(str(each.relative_to(path))) for each in strange[:_MOST_NAMED])
    more = f" and {len(strange) - _MOST_NAMED} more" if len(strange) > _MOST_NAMED else ""
    return f"a folder that this run made{f'; it holds {named}{more}, which it did not make' if strange else ''}"


def _arranging_many(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge many moves by the gravest of them; a pattern stands for all that it matches now."""
    rows = arguments.get("files")
    pairs = [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    judged = [
        arranging(scene, ActionKind.MOVE_FILE, {"source": str(source), "target": pair.get("target")})
        for pair in pairs
        for source in _meant(scene, str(pair.get("source") or ""))
    ]
    together = _together(judged)
    if arguments.get("copy"):
        return replace(together, question=f"Copy{together.question.removeprefix('Move')}", moves=())
    return together


def _making_pictures(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge making changed copies of pictures, each by where it is taken from and where it goes."""
    given_as, target = arguments.get("source"), str(arguments.get("target") or "")
    try:
        files = files_meant(given_as if isinstance(given_as, list) else str(given_as or ""), scene.working_folder)
        copies = copies_of(files, target, given(scene, target))
    except (ToolError, OSError):
        # The tool refuses it for the same reason.
        return _arranging(scene, ActionKind.MAKE_PICTURE, {"target": target})
    ends = [{"source": str(copy.start), "target": str(copy.end)} for copy in copies]
    return _together([_arranging(scene, ActionKind.MAKE_PICTURE, end) for end in ends])


def _together(judged: Sequence[Judged]) -> Judged:
    """Judge many by the gravest of them. All that needs a question has to be named by the request, and not only the gravest."""
    gravest = max(
        judged, key=lambda judgement: judgement.action_class.severity, default=Judged(ActionClass.CREATE, "Move")
    )
    asked = [judgement for judgement in judged if judgement.action_class is not ActionClass.CREATE] or judged
    rest = f", and {len(judged) - 1} more" if len(judged) > 1 else ""
    paths = tuple(path for item in asked for path in item.paths)
    return Judged(
        gravest.action_class,
        f"{gravest.question}{rest}",
        paths,
        tuple(move for judgement in judged for move in judgement.moves),
    )


def _meant(scene: Scene, name: str) -> tuple[Path, ...]:
    if is_pattern(name, scene.working_folder):
        try:
            return matching(name, scene.working_folder)
        except ToolError:
            return ()
    return (given(scene, name),)


def attaching(scene: Scene, values: Iterable[object]) -> Judged:
    """Judge giving files to a page, by their paths."""
    for value in values:
        if isinstance(value, str) and ("/" in value or value.strip().startswith("~")):
            to = destination_of(scene, given(scene, value.strip()))
            if to.where is not ActionClass.CREATE:
                return Judged(
                    to.where, f"Give away the file {to.said}, which is no ordinary file of your home or working folder"
                )
    return Judged(ActionClass.EDIT)


def place(scene: Scene, path: Path) -> ActionClass:
    """Return where a path lies: CREATE in the working folder or home, SYSTEM for files that programs read when they start and
    for folders of the system, else OUTSIDE.
    """
    return destination_of(scene, path).where


def given(scene: Scene, name: object) -> Path:
    """Return the path that a tool finds by that name, absolute from the working folder. Links are not followed."""
    return on_disk(path_meant(str(name), scene.working_folder.resolve()))


def expanded(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError:
        # No user of that name is known here; the path is somewhere in another home.
        return Path("/home", name.removeprefix("~"))


def _ends(scene: Scene, source: list[Path], arguments: Mapping[str, Any]) -> list[Path]:
    """Return where the thing goes: into a folder that exists, under its own name."""
    if not arguments.get("target"):
        return []
    end = given(scene, arguments["target"])
    # A name that ends in a stroke is that of a folder, and of one to be made where it is not there.
    into = end.is_dir() or str(arguments["target"]).endswith("/")
    return [end / source[0].name if source and into and end != source[0] else end]


def _target(scene: Scene, own: str, folder: str, name: str, ending: str) -> tuple[Path, bool]:
    """Return where the document goes, and whether that is sure: a document saved elsewhere before keeps its own folder."""
    stem = name or Path(own).stem or "document"
    ending = ending.lstrip(".")
    if ending and not stem.lower().endswith(f".{ending.lower()}"):
        known = Path(stem).suffix if name and Path(stem).suffix.lstrip(".").isalpha() else ""
        stem = f"{stem.removesuffix(known)}.{ending}"
    elif not ending and not Path(stem).suffix:
        stem = f"{stem}{Path(own).suffix}"
    if folder:
        return given(scene, folder) / Path(stem).name, True
    in_working_folder = not Path(own).suffix or (scene.working_folder / own).exists()
    return scene.working_folder / Path(stem).name, in_working_folder


def own_name(title: str) -> str:
    """Return the document that a title names: "*report.odt - LibreOffice Writer"."""
    return _TITLE_PARTS.split(title.strip().lstrip("*• ").strip(), maxsplit=1)[0].strip()
