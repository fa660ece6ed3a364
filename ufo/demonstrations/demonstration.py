"""A demonstration: what a person showed once, in words that another run can learn from. One plain JSON file each.

`NAME.json` is the demonstration, and the folder `NAME` beside it the recording that it was made of.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.errors import SkillError
from ufo.secrets import files
from ufo.skills.skill import NAME

VERSION = 1
_FOLDER = "demonstrations"


class Demonstration(BaseModel):
    """A demonstration. `application` is the application root of the program that most steps were done in, `applications` are all.

    `steps` are in plain words, without secrets. `proved` says how it was proved that they do what was shown, "" where it was not.
    `skill`: the name of the skill that does the same, "" where it cannot be repeated. `summarized_by`: a model, or "rule".
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: int = VERSION
    name: str
    request: str
    application: str = ""
    applications: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    summary: str = ""
    summarized_by: str = "rule"
    variables: tuple[str, ...] = ()
    skill: str = ""
    proved: str = ""
    recorded: str = ""

    @property
    def source(self) -> str:
        """How it is cited."""
        return f"demonstration {self.name}"


class DemonstrationStore:
    """The demonstrations in a folder of what was learned, and the recordings there that are none yet."""

    def __init__(self, knowledge_folder: Path) -> None:
        self.folder = knowledge_folder.expanduser() / _FOLDER

    def place(self, name: str) -> Path:
        """Return the folder of a recording. Raises SkillError for what cannot be a name."""
        if not NAME.fullmatch(name):
            raise SkillError(f"{name!r} cannot name a demonstration; use letters, digits, '.', '_' and '-', at most 64")
        return self.folder / name

    def path(self, name: str) -> Path:
        """Return the file of a demonstration. Raises SkillError for what cannot be a name."""
        place = self.place(name)
        return place.with_name(f"{place.name}.json")

    def write(self, demonstration: Demonstration) -> Path:
        """Write a demonstration, whole or not at all. Raises SkillError."""
        path = self.path(demonstration.name)
        try:
            files.make_folder(path.parent)
            files.write(path, f"{demonstration.model_dump_json(indent=1)}\n".encode(), lasting=True)
        except OSError as error:
            raise SkillError(
                f"the demonstration cannot be written to {str(path)!r}: {error.strerror or error}"
            ) from error
        return path

    def read(self, name: str) -> Demonstration | None:
        """Read a demonstration; None where there is a recording only. Raises SkillError where there is neither."""
        path = self.path(name)
        try:
            return Demonstration.model_validate_json(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            if self.place(name).is_dir():
                return None
            known = ", ".join(self.names()) or "none"
            raise SkillError(
                f"there is no demonstration {name!r} (there are: {known}); record one with: ufo record NAME"
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise SkillError(f"the demonstration {name!r} cannot be read: {error}") from error
        except ValidationError as error:
            said = error.errors(include_url=False)[0]["msg"]
            raise SkillError(f"{str(path)!r} cannot be used: {said}; record it again") from error

    def exists(self, name: str) -> bool:
        """Tell whether there is a demonstration or a recording of that name."""
        return self.place(name).exists() or self.path(name).exists()

    def forget(self, name: str) -> None:
        """Remove a demonstration and its recording. Does nothing where there is neither. Raises SkillError."""
        try:
            self.path(name).unlink(missing_ok=True)
            if self.place(name).exists():
                shutil.rmtree(self.place(name))
        except OSError as error:
            raise SkillError(f"the demonstration {name!r} cannot be removed: {error.strerror or error}") from error

    def names(self) -> list[str]:
        """Return the names of all, those that are recordings only included."""
        found = set[str]()
        with contextlib.suppress(OSError):
            for one in self.folder.iterdir():
                name = one.name if one.is_dir() else one.stem if one.suffix == ".json" else ""
                found |= {name} if NAME.fullmatch(name) else set()
        return sorted(found)

    def all(self) -> list[Demonstration]:
        """Return all demonstrations that can be read."""
        found = []
        for name in self.names():
            with contextlib.suppress(SkillError):
                found.append(self.read(name))
        return [one for one in found if one is not None]
