"""Stores skills in one folder, each in a JSON file."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from ufo.errors import SkillError
from ufo.secrets import files
from ufo.skills.skill import NAME, Skill


class SkillStore:
    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser()

    def write(self, skill: Skill, *, replace: bool = False) -> Path:
        """Write a skill, whole or not at all. Raises SkillError where one of that name exists, and where it cannot be written."""
        path = self._path(skill.name)
        if path.exists() and not replace:
            raise SkillError(f"a skill {skill.name!r} exists already; choose another name, or add --force")
        try:
            files.make_folder(self.folder)
            files.write(path, f"{skill.model_dump_json(indent=1)}\n".encode())
        except OSError as error:
            raise SkillError(f"the skill cannot be written to {str(path)!r}: {error.strerror or error}") from error
        return path

    def read(self, name: str) -> Skill:
        """Read a skill. Raises SkillError where there is none, or where it cannot be read."""
        path = self._path(name)
        try:
            return Skill.model_validate_json(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise self._missing(name) from None
        except (OSError, UnicodeDecodeError) as error:
            raise SkillError(f"the skill {name!r} cannot be read: {error}") from error
        except ValidationError as error:
            said = error.errors(include_url=False)[0]["msg"]
            raise SkillError(f"the skill file {str(path)!r} cannot be used: {said}; save it again") from error

    def remove(self, name: str) -> None:
        """Remove a skill. Raises SkillError where there is none, or where it cannot be removed."""
        try:
            self._path(name).unlink()
        except FileNotFoundError:
            raise self._missing(name) from None
        except OSError as error:
            raise SkillError(f"the skill {name!r} cannot be removed: {error.strerror or error}") from error

    def _missing(self, name: str) -> SkillError:
        known = ", ".join(self.names()) or "none"
        return SkillError(f"there is no skill {name!r} (there are: {known}); save one with: ufo skill save RUN {name}")

    def names(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.json") if NAME.fullmatch(path.stem))

    def all(self) -> list[Skill]:
        """Return all skills that can be read. A broken file is skipped."""
        found = []
        for name in self.names():
            try:
                found.append(self.read(name))
            except SkillError:
                continue
        return found

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise SkillError(f"{name!r} cannot name a skill; use letters, digits, '.', '_' and '-', at most 64")
        return self.folder / f"{name}.json"
