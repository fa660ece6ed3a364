"""Exports experience, demonstrations and skills as plain JSON files, and takes in those of others.

What is imported lies in a folder of its own that nothing reads but `pending`: it acts only after `accept`. Its names are made
anew from its content, so that no name from outside leads anywhere.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from ufo.demonstrations.demonstration import VERSION as DEMONSTRATION_VERSION
from ufo.demonstrations.demonstration import Demonstration, DemonstrationStore
from ufo.errors import KnowledgeError, SkillError
from ufo.experience.experience import Experience
from ufo.experience.indexed import IndexedExperience
from ufo.experience.store import read_plain
from ufo.secrets import files
from ufo.skills.skill import NAME, Skill
from ufo.skills.store import SkillStore

EXPERIENCE, DEMONSTRATIONS, SKILLS = "experience", "demonstrations", "skills"
Content = Experience | Demonstration | Skill
_IMPORTED = "imported"
_KINDS: Mapping[str, type[BaseModel]] = {
    EXPERIENCE: Experience,
    DEMONSTRATIONS: Demonstration,
    SKILLS: Skill,
}
_VERSION = 1
_MOST_FILES, _MOST_BYTES, _MOST_IN_ONE = 1_000, 500_000, 20_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """What is shared. `kind`: "experience", "demonstrations" or "skills"."""

    kind: str
    content: Content

    @property
    def name(self) -> str:
        return self.content.key if isinstance(self.content, Experience) else self.content.name


@dataclass(slots=True)
class Taken:
    """What an import took in, and what it refused, each with its reason."""

    entries: list[Entry] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def export(entries: list[Entry], target: Path) -> None:
    """Write entries to a folder, each as a file, or to one file where the target ends in `.json`. A file that is there already
    is replaced. Raises KnowledgeError.
    """
    try:
        if target.suffix == ".json":
            whole: dict[str, Any] = {"version": _VERSION, **{kind: [] for kind in _KINDS}}
            for one in entries:
                whole[one.kind].append(one.content.model_dump(mode="json"))
            files.write(target, f"{json.dumps(whole, ensure_ascii=False, indent=1)}\n".encode("utf-8", "replace"))
            return
        for one in entries:
            folder = target / one.kind
            files.make_folder(folder)
            files.write(folder / f"{one.name}.json", _text(one.content))
    except OSError as error:
        raise KnowledgeError(f"{str(target)!r} cannot be written: {error.strerror or error}") from error


def own(
    experience: IndexedExperience, demonstrations: DemonstrationStore, skills: SkillStore | None = None
) -> list[Entry]:
    """Return what can be shared: experience and demonstrations without what they tell of this person's runs and recordings, and
    skills where they are wanted.
    """
    found = [
        Entry(EXPERIENCE, one.model_copy(update={"saved_from": "", "uses": 0, "verified_uses": 0}))
        for one in experience.files.all().values()
        if not one.set_aside
    ]
    found += [Entry(DEMONSTRATIONS, _bare(one)) for one in demonstrations.all()]
    return found + [Entry(SKILLS, one) for one in (skills.all() if skills is not None else ())]


def _bare(demonstration: Demonstration) -> Demonstration:
    """Return it without what is so only where it was recorded: its skill, its proof and its day."""
    return demonstration.model_copy(update={"skill": "", "proved": "", "recorded": ""})


def take(source: Path, knowledge_folder: Path) -> Taken:
    """Take in a folder or a file of `export`, to wait for the person. Raises KnowledgeError where there is nothing to read, or
    where it cannot be written.
    """
    taken = Taken()
    names: set[tuple[str, str]] = set()
    for kind, where, data in _offered(source, taken):
        try:
            entry = Entry(kind, _read(kind, data))
            if (kind, entry.name) in names:
                raise KnowledgeError(f"another one before it is called {entry.name!r} too")
            names.add((kind, entry.name))
            _put(entry, knowledge_folder)
        except (KnowledgeError, ValueError) as error:
            taken.refused.append(f"{where}: {error}")
        else:
            taken.entries.append(entry)
    return taken


def pending(knowledge_folder: Path) -> list[Entry]:
    """Return what was imported and is not accepted yet."""
    found = []
    for kind in _KINDS:
        for path in sorted(_waiting(knowledge_folder, kind).glob("*.json")):
            try:
                found.append(Entry(kind, _read(kind, read_plain(path, _MOST_BYTES))))
            except (KnowledgeError, ValueError):
                continue
    return found


def accept(entry: Entry, experience: IndexedExperience, skills: SkillStore, knowledge_folder: Path) -> None:
    """Let an imported entry act from now on. Raises KnowledgeError and, where the name of a skill or of a demonstration is taken,
    SkillError.
    """
    if isinstance(entry.content, Skill):
        skills.write(entry.content)
    elif isinstance(entry.content, Demonstration):
        shown = DemonstrationStore(knowledge_folder)
        if shown.exists(entry.name):
            raise SkillError(
                f"a demonstration {entry.name!r} exists already; forget it first: ufo demo forget {entry.name}"
            )
        shown.write(entry.content)
    else:
        experience.keep([entry.content])
    drop(entry, knowledge_folder)


def drop(entry: Entry, knowledge_folder: Path) -> None:
    """Remove an imported entry that waits. Raises KnowledgeError."""
    try:
        (_waiting(knowledge_folder, entry.kind) / f"{entry.name}.json").unlink(missing_ok=True)
    except OSError as error:
        raise KnowledgeError(f"{entry.name!r} cannot be removed: {error.strerror or error}") from error


def _offered(source: Path, taken: Taken) -> Iterator[tuple[str, str, bytes]]:
    """Yield kind, place and content of what lies there. What cannot be read is refused."""
    if source.is_dir():
        yield from _in_folder(source, taken)
        return
    try:
        whole = json.loads(read_plain(source, _MOST_IN_ONE))
    except (ValueError, RecursionError) as error:
        raise KnowledgeError(f"{str(source)!r} is no JSON: {error}") from error
    if not isinstance(whole, dict) or whole.get("version") != _VERSION:
        raise KnowledgeError(f"{str(source)!r} is no file of `ufo knowledge export`, or of another version")
    for kind in _KINDS:
        listed = whole.get(kind) or []
        if not isinstance(listed, list) or len(listed) > _MOST_FILES:
            taken.refused.append(f"{kind}: no list of at most {_MOST_FILES:,}")
            continue
        for number, one in enumerate(listed, start=1):
            yield kind, f"{kind} {number}", json.dumps(one).encode()


def _in_folder(source: Path, taken: Taken) -> Iterator[tuple[str, str, bytes]]:
    known = False
    for kind in _KINDS:
        folder = source / kind
        if folder.is_symlink() or not folder.is_dir():
            continue
        known = True
        names = sorted(one.name for one in os.scandir(folder) if one.name.endswith(".json"))
        if len(names) > _MOST_FILES:
            taken.refused.append(f"{kind}: more than {_MOST_FILES:,} files")
            continue
        for name in names:
            try:
                yield kind, f"{kind}/{name}", read_plain(folder / name, _MOST_BYTES)
            except KnowledgeError as error:
                taken.refused.append(str(error))
    if not known:
        raise KnowledgeError(
            f"{str(source)!r} holds no folder {' or '.join(map(repr, _KINDS))}; name what `ufo knowledge export` wrote"
        )


def _read(kind: str, data: bytes) -> Content:
    """Raises KnowledgeError where it does not fit."""
    if len(data) > _MOST_BYTES:
        raise KnowledgeError(f"it has more than {_MOST_BYTES:,} bytes")
    try:
        content = _KINDS[kind].model_validate_json(data)
    except ValidationError as error:
        said = error.errors(include_url=False)[0]
        raise KnowledgeError(f"{'.'.join(map(str, said['loc'])) or 'the file'}: {said['msg']}") from error
    if isinstance(content, Skill | Demonstration):
        if not NAME.fullmatch(content.name):
            raise KnowledgeError(f"{content.name[:80]!r} cannot be a name here")
        if isinstance(content, Demonstration):
            if content.version != DEMONSTRATION_VERSION:
                raise KnowledgeError(f"it has version {content.version}, and only {DEMONSTRATION_VERSION} can be read")
            return _bare(content)
        return content
    assert isinstance(content, Experience)
    # What it was worth to others is not what it is worth here.
    return content.model_copy(update={"saved_from": "", "uses": 0, "verified_uses": 0, "times": 1, "set_aside": False})


def _put(entry: Entry, knowledge_folder: Path) -> None:
    folder = _waiting(knowledge_folder, entry.kind)
    try:
        files.make_folder(folder)
        files.write(folder / f"{entry.name}.json", _text(entry.content))
    except OSError as error:
        raise KnowledgeError(f"{str(folder)!r} cannot be written: {error.strerror or error}") from error


def _waiting(knowledge_folder: Path, kind: str) -> Path:
    return knowledge_folder.expanduser() / _IMPORTED / kind


def _text(content: BaseModel) -> bytes:
    return f"{content.model_dump_json(indent=1)}\n".encode("utf-8", "replace")
