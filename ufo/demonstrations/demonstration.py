"""A demonstration: what a person showed once, in words that another run can learn from. One folder each.

The folder of a recording becomes that of its demonstration: `demonstration.json` lies beside the trace and the pictures.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.errors import SkillError
from ufo.secrets import files
from ufo.skills.skill import NAME

DEMONSTRATION = "demonstration.json"
VERSION = 1


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
    """The demonstrations in a folder, and the recordings in it that are none yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser()

    def place(self, name: str) -> Path:
        """Return the folder of a recording or a demonstration. Raises SkillError for what cannot be a name."""
        if not NAME.fullmatch(name):
            raise SkillError(f"{name!r} cannot name a demonstration; use letters, digits, '.', '_' and '-', at most 64")
        return self.folder / name

    def write(self, demonstration: Demonstration) -> Path:
        """Write a demonstration, whole or not at all. Raises SkillError."""
        path = self.place(demonstration.name) / DEMONSTRATION
        try:
            files.make_folder(path.parent)
            files.write(path, f"{demonstration.model_dump_json(indent=1)}\n".encode(), lasting=True)
        except OSError as error:
            raise SkillError(
                f"the demonstration cannot be written to {str(path)!r}: {error.strerror or error}"
            ) from error
        return path

    def read(self, name: str) -> Demonstration | None:
        """Read a demonstration; None where that folder holds a recording only. Raises SkillError where there is neither."""
        place = self.place(name)
        try:
            return Demonstration.model_validate_json((place / DEMONSTRATION).read_text(encoding="utf-8"))
        except FileNotFoundError:
            if place.is_dir():
                return None
            known = ", ".join(self.names()) or "none"
            raise SkillError(
                f"there is no demonstration {name!r} (there are: {known}); record one with: ufo record NAME"
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise SkillError(f"the demonstration {name!r} cannot be read: {error}") from error
        except ValidationError as error:
            said = error.errors(include_url=False)[0]["msg"]
            raise SkillError(f"{str(place / DEMONSTRATION)!r} cannot be used: {said}; record it again") from error

    def forget(self, name: str) -> None:
        """Remove a demonstration with its recording. Raises SkillError where there is none."""
        self.read(name)
        try:
            shutil.rmtree(self.place(name))
        except OSError as error:
            raise SkillError(f"the demonstration {name!r} cannot be removed: {error.strerror or error}") from error

    def names(self) -> list[str]:
        """Return the names of all, those that are recordings only included."""
        with contextlib.suppress(OSError):
            return sorted(one.name for one in self.folder.iterdir() if one.is_dir() and NAME.fullmatch(one.name))
        return []

    def all(self) -> list[Demonstration]:
        """Return all demonstrations that can be read."""
        found = []
        for name in self.names():
            with contextlib.suppress(SkillError):
                found.append(self.read(name))
        return [one for one in found if one is not None]
