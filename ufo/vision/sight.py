"""Finds what sees windows that tell nothing of themselves: the extension `sight`, where it is installed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from ufo.config.sections import SeeingSections
from ufo.config.settings import SightSettings
from ufo.desktop.backend import Desktop
from ufo.errors import ConfigError
from ufo.extensions import Group, find, is_missing, ours, to_install
from ufo.schema.health import Check
from ufo.schema.picture import Frame
from ufo.schema.target import TREE_SOURCES
from ufo.vision.detectors import GroundingService

_NAME = "sight"


class PaintedWords(Protocol):
    """Reads the words painted on controls."""

    def begin(self) -> None:
        """Prepare reading in the background."""
        ...

    async def words(self, frame: Frame) -> str:
        """Return the words in the picture; "" where nothing can be read."""
        ...


class Wrap(Protocol):
    def __call__(
        self,
        inner: Desktop,
        settings: SeeingSections,
        grounding: Sequence[GroundingService],
        environment: Mapping[str, str] | None,
    ) -> Desktop:
        """Return a desktop that also looks at the pictures of windows, with the detectors that `control_backend` names, or with
        `grounding` in their place. `environment` is the desktop's; without it no reader is asked.
        """
        ...


@dataclass(frozen=True, slots=True)
class SightExtension:
    """What the extension brings. `check` is the check of `ufo doctor`: whether the detector sees a button."""

    wrap: Wrap
    painted_words: Callable[[SightSettings], PaintedWords]
    check: Callable[[SeeingSections], Awaitable[Check]]


def find_sight() -> SightExtension | None:
    """Return what sees windows; None where the extension is not installed. Raises ConfigError where it cannot be imported."""
    return None if is_missing(Group.SIGHT, _NAME) else cast(SightExtension, find(Group.SIGHT, _NAME))


def require_none(settings: SeeingSections) -> None:
    """Raise ConfigError, with the command that installs the extension, where the settings ask for a detector."""
    named = [name for name in settings.system.control_backend if name not in TREE_SOURCES]
    if named == ["auto"]:
        named = ["omniparser"] if settings.omniparser.endpoint else []
    extension = ours(Group.SIGHT, _NAME)
    if named and extension is not None:
        raise ConfigError(
            f"the settings ask for {', '.join(named)}, of an extension of ufo that is not installed here; to install it: "
            f"{to_install(extension)}"
        )
