"""Stores which folders' settings the person trusts, each with the digest of its file: a changed file is no longer trusted."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ufo.config.files import SettingsFile, own_folder
from ufo.config.own_file import OwnFile, now


class Trusted(BaseModel):
    """A trusted file: the `sha256` of its content, and the time `since` when, in ISO 8601."""

    model_config = ConfigDict(frozen=True)

    sha256: str
    since: str


class TrustStore(OwnFile[Trusted]):
    """The trusted files by folder, kept in the person's own configuration."""

    def __init__(self) -> None:
        super().__init__(own_folder() / "trusted.json", Trusted, "trust your folders again")

    def trusts(self, file: SettingsFile) -> bool:
        found = self.all().get(_folder_of(file))
        return found is not None and found.sha256 == file.digest

    def knows(self, file: SettingsFile) -> bool:
        """Tell whether the folder was trusted, with this content or another one."""
        return _folder_of(file) in self.all()

    def trust(self, file: SettingsFile) -> None:
        """Trust the folder with this content. Raises ConfigError where the store cannot be read or written."""
        self.keep(_folder_of(file), Trusted(sha256=file.digest, since=now()))


def _folder_of(file: SettingsFile) -> str:
    """Return the folder that the file lies in: a link is trusted in its own folder, not in the one that it leads to."""
    return str(file.path.parent.resolve())
