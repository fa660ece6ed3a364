"""Keeps recipes, each kind in a folder, each in a JSON file. The files are the truth; the index is made of them."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from re import Pattern
from typing import ClassVar, Generic, TypeVar

from pydantic import ValidationError

from ufo.errors import KnowledgeError, SkillError
from ufo.platform.locks import lock_folder
from ufo.recipes.recipe import KEY, NAME, Demonstration, Experience, Recipe, Skill
from ufo.recipes.tidy import merged, same_as
from ufo.secrets import files

R = TypeVar("R", bound=Recipe)
EXPERIENCE_FOLDER, DEMONSTRATIONS_FOLDER = "experience", "demonstrations"
_MAX_BYTES = 100_000
_LOCK_S, _PAUSE_S = 5.0, 0.02


class RecipeStore(Generic[R]):
    """The recipes of one kind. All of it blocks. What goes wrong raises `Error` with the next move."""

    Kind: type[R]
    Error: ClassVar[type[SkillError | KnowledgeError]] = SkillError
    noun: ClassVar[str]
    names_are: ClassVar[Pattern[str]] = NAME
    again: ClassVar[str]
    """What mends a file that cannot be used."""
    make: ClassVar[str] = ""
    """What makes one, without its name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser()

    def names(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.json") if self.names_are.fullmatch(path.stem))

    def by_name(self) -> dict[str, R]:
        """Return all that can be read. A file that cannot be read is passed over; `broken` names it."""
        return self._read_all()[0]

    def all(self) -> list[R]:
        return list(self.by_name().values())

    def broken(self) -> list[str]:
        """Return what cannot be read, a line each."""
        return self._read_all()[1]

    def _read_all(self) -> tuple[dict[str, R], list[str]]:
        found, broken = {}, []
        for name in self.names():
            try:
                found[name] = self.read(name)
            except self.Error as error:
                broken.append(str(error))
        return found, broken

    def path(self, name: str) -> Path:
        """Return the file of a recipe. Raises `Error` for what cannot be a name."""
        if not self.names_are.fullmatch(name):
            raise self.Error(self._unnamed(name))
        return self.folder / f"{name}.json"

    def read(self, name: str) -> R:
        """Raises `Error` where there is none, or where it cannot be used."""
        path = self.path(name)
        try:
            data = self._data(path)
        except FileNotFoundError:
            raise self.Error(self._missing(name)) from None
        except OSError as error:
            raise self.Error(f"the {self.noun} {name!r} cannot be read: {error.strerror or error}") from error
        try:
            return self.Kind.model_validate_json(data)
        except ValidationError as error:
            raise self.Error(f"{str(path)!r} cannot be used: {first_fault(error)}; {self.again}") from error

    def put(self, name: str, recipe: R) -> Path:
        """Write a recipe, whole or not at all, in the place of the one of that name."""
        path = self.path(name)
        try:
            files.make_folder(self.folder)
            files.write(path, f"{recipe.model_dump_json(indent=1)}\n".encode("utf-8", "replace"), lasting=True)
        except OSError as error:
            raise self.Error(
                f"the {self.noun} cannot be written to {str(path)!r}: {error.strerror or error}"
            ) from error
        return path

    def forget(self, name: str) -> bool:
        """Remove a recipe, and return whether it was there. Raises `Error` where it cannot be removed."""
        try:
            self.path(name).unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise self._not_removed(name, error) from error
        return True

    def _data(self, path: Path) -> bytes:
        return path.read_bytes()

    def _unnamed(self, name: str) -> str:
        return f"{name!r} cannot name a {self.noun}; use letters, digits, '.', '_' and '-', at most 64"

    def _missing(self, name: str) -> str:
        known = ", ".join(self.names()) or "none"
        return f"there is no {self.noun} {name!r} (there are: {known}); {self.make} {name}"

    def _not_removed(self, name: str, error: OSError) -> SkillError | KnowledgeError:
        return self.Error(f"the {self.noun} {name!r} cannot be removed: {error.strerror or error}")


class SkillStore(RecipeStore[Skill]):
    Kind = Skill
    noun, again, make = "skill", "save it again", "save one with: ufo skill save RUN"

    def write(self, skill: Skill, *, replace: bool = False) -> Path:
        """Write a skill. Raises SkillError where one of that name exists, and where it cannot be written."""
        if self.path(skill.name).exists() and not replace:
            raise SkillError(f"a skill {skill.name!r} exists already; choose another name, or add --force")
        return self.put(skill.name, skill)

    def remove(self, name: str) -> None:
        """Remove a skill. Raises SkillError where there is none, or where it cannot be removed."""
        if not self.forget(name):
            raise SkillError(self._missing(name))


class DemonstrationStore(RecipeStore[Demonstration]):
    """The demonstrations in a knowledge folder. `NAME.json` is one, and the folder `NAME` beside it the recording that it was
    made of. There are recordings that are no demonstrations yet.
    """

    Kind = Demonstration
    noun, again, make = "demonstration", "record it again", "record one with: ufo record"

    def __init__(self, knowledge_folder: Path) -> None:
        super().__init__(knowledge_folder / DEMONSTRATIONS_FOLDER)

    def place(self, name: str) -> Path:
        """Return the folder of a recording. Raises SkillError for what cannot be a name."""
        return self.path(name).with_name(name)

    def names(self) -> list[str]:
        """Return the names of all, those that are recordings only included."""
        folders = (path.name for path in self.folder.glob("*/"))
        return sorted({*super().names(), *(name for name in folders if NAME.fullmatch(name))})

    def kept(self, name: str) -> Demonstration | None:
        """Read a demonstration; None where there is a recording only. Raises SkillError where there is neither."""
        is_recording_only = self.place(name).is_dir() and not self.path(name).exists()
        return None if is_recording_only else self.read(name)

    def exists(self, name: str) -> bool:
        """Tell whether there is a demonstration or a recording of that name."""
        return self.place(name).exists() or self.path(name).exists()

    def forget(self, name: str) -> bool:
        """Remove a demonstration and its recording, and return whether there was a demonstration. Raises SkillError."""
        was_there = super().forget(name)
        try:
            if self.place(name).exists():
                shutil.rmtree(self.place(name))
        except OSError as error:
            raise self._not_removed(name, error) from error
        return was_there


class ExperienceStore(RecipeStore[Experience]):
    """The experience in a knowledge folder, by key. It is safe for several processes at once."""

    Kind = Experience
    Error = KnowledgeError
    noun, again, names_are = "experience", "remove it", KEY

    def __init__(self, knowledge_folder: Path) -> None:
        super().__init__(knowledge_folder / EXPERIENCE_FOLDER)

    def keep(self, new: Experience) -> tuple[str, Experience]:
        """Keep an experience, merged with what is known of the same request in the same application. Return its key and what is
        kept now.
        """
        with self._alone():
            known = self.by_name()
            key = same_as(new, known)
            kept = merged(known[key], new) if key in known else new
            self.put(key, kept)
        return key, kept

    def change(self, key: str, change: Callable[[Experience], Experience]) -> Experience | None:
        """Change one in place and return it; None where it is gone."""
        with self._alone():
            try:
                known = self.read(key)
            except KnowledgeError:
                return None
            changed = change(known)
            if changed != known:
                self.put(key, changed)
        return changed

    def _data(self, path: Path) -> bytes:
        return read_plain(path, _MAX_BYTES)

    def _unnamed(self, name: str) -> str:
        return f"{name!r} is no key of experience; see: ufo knowledge list"

    def _missing(self, name: str) -> str:
        return f"there is no experience {name!r}; see: ufo knowledge list"

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the folder, so that two processes do not lose each other's changes. Raises KnowledgeError."""
        try:
            files.make_folder(self.folder)
            lock = _locked(self.folder)
        except OSError as error:
            raise KnowledgeError(
                f"the experience in {str(self.folder)!r} cannot be changed: {error.strerror or error}"
            ) from error
        try:
            yield
        finally:
            os.close(lock)


def first_fault(error: ValidationError) -> str:
    """Return what is wrong first in a file, and where."""
    said = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, said['loc'])) or 'the file'}: {said['msg']}"


def read_plain(path: Path, most: int) -> bytes:
    """Read a plain file of at most so many bytes. No link is followed and nothing else is opened. Raises OSError where there is
    no such file, and KnowledgeError for another one.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise KnowledgeError(f"{str(path)!r} is no plain file")
    with os.fdopen(handle, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise KnowledgeError(f"{str(path)!r} has more than {most:,} bytes; no file of this kind is that long")
    return data


def _locked(folder: Path) -> int:
    """Return a lock on the folder; another process holds it no longer than it takes to write a file. Raises OSError."""
    until = time.monotonic() + _LOCK_S
    while True:
        try:
            return lock_folder(folder)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(_PAUSE_S)
