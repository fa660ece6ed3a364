"""The rule of reading for what comes to be read without a command that names it: what windows show, and conditions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from ufo.tools.observe.selection import ToolScope
from ufo.tools.policy.consent.mandate import Mandate
from ufo.tools.policy.files.own_document import shown_file, stood_there
from ufo.tools.policy.files.reading import may_be_read
from ufo.tools.policy.files.written_path import Location
from ufo.tools.policy.scene.scene import Scene
from ufo.tools.system.judged_places import not_told

_MOST_CHECKED = 10
_SETTINGS = (".config", ".local")
"""Where in the home applications keep their settings."""


@dataclass(frozen=True, slots=True)
class ReadingRule:
    """Implements `ufo.tools.system.judged_places.Reading`. `scene`: looks at the selected window as it is now."""

    scope: ToolScope
    mandate: Mandate
    scene: Callable[[], Awaitable[Scene]]

    def may_read(self, path: Path) -> bool:
        return may_be_read(Location(self.scope.working_folder, self.mandate.record), path)

    def may_show(self, path: Path) -> bool:
        return not self.mandate.acted or self.may_read(path)

    def may_check(self, path: Path, stated: str) -> str:
        """Let settings be checked that an application wrote in this run, a few conditions of each file."""
        record = self.mandate.record
        keeps_settings = any(path.resolve().is_relative_to(Path.home() / setting) for setting in _SETTINGS)
        if not (keeps_settings and record.has_begun and record.request.is_given and record.wrote(path)):
            return not_told(path)
        checked = record.checked.setdefault(path, set())
        if len(checked) < _MOST_CHECKED:
            checked.add(stated)
        return "" if stated in checked else f"too many different conditions on {path.name!r}: {not_told(path)}"

    async def withheld(self) -> str:
        if not self.mandate.acted:
            return ""
        scene = await self.scene()
        path = None if stood_there(scene) else shown_file(scene)
        return self.scope.judged.why_not_shown(path) if path is not None else ""
