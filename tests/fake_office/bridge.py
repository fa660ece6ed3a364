"""The operations on a fake Office in this process, behind the seam where the child process stands otherwise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tests.fake_office.things import Thing
from ufo.desktop.values import Window
from ufo.errors import ToolError, WindowGone
from ufo.schema.geometry import Rect
from ufo_libreoffice.microsoft.operations import run
from ufo_libreoffice.microsoft.shown import PROGRAMS, Documents
from ufo_libreoffice.microsoft.values import OfficeError
from ufo_libreoffice.microsoft_documents import MicrosoftBridge
from ufo_libreoffice.office.refusals import Gone, Refused


class DirectBridge(MicrosoftBridge):
    """`running`: the applications by their names in the registry."""

    needs = "openpyxl"

    def __init__(self, running: Mapping[str, Thing]) -> None:
        super().__init__()
        self._documents = Documents(running.get)

    async def call(self, window: Window, operation: str, timeout_s: float = 20.0, **arguments: Any) -> Any:
        try:
            shown = self._documents.shown(window.app_root, window.id, window.title)
            # Across the seam goes what JSON has.
            return json.loads(json.dumps(run(shown, operation, json.loads(json.dumps(arguments)))))
        except Refused as error:
            raise ToolError(str(error)) from error
        except Gone as error:
            raise WindowGone(str(error)) from error
        except OfficeError as error:
            raise ToolError(f"{PROGRAMS[window.app_root].name} reported: {error}") from error

    async def warm(self, window: Window) -> None:
        """There is nothing to start."""


def window_of(root: str, title: str, handle: int = 77) -> Window:
    return Window(
        id=str(handle), title=title, rect=Rect(0, 0, 800, 600), pid=4, process=f"{root.upper()}.EXE", app_root=root
    )
