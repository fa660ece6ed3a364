"""Stores which applications may be worked on the person's own screen without being asked about, and which never may."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from ufo.config.own_file import OwnFile, now
from ufo.platform.state_folder import state_folder

Standing = Literal["always", "never"]


class Allowed(BaseModel):
    """The person's `answer` about one application, and the time `since` when it holds, in ISO 8601."""

    model_config = ConfigDict(frozen=True)

    answer: Standing
    since: str


class AllowedApplications(OwnFile[Allowed]):
    """The answers, kept with the person's state. An application goes by its root ("gimp"). Where they cannot be read, nothing is
    allowed.
    """

    def __init__(self) -> None:
        super().__init__(state_folder().expanduser() / "allowed.json", Allowed, "answer again")

    def remember(self, application: str, answer: Standing) -> None:
        """Keep the answer. Raises ConfigError where the file cannot be read or written."""
        self.keep(application, Allowed(answer=answer, since=now()))
