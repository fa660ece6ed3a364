"""The process that answers requests for documents of Office."""

from __future__ import annotations

import sys
from typing import Any

from ufo_libreoffice.microsoft.com import running
from ufo_libreoffice.microsoft.operations import run
from ufo_libreoffice.microsoft.shown import Documents
from ufo_libreoffice.office.answer_requests import serve


class Offices:
    """Implements `office.answer_requests.Office` over COM."""

    def __init__(self) -> None:
        self._documents = Documents(running)

    def run(self, operation: str, arguments: dict[str, Any], where: dict[str, Any]) -> Any:
        shown = self._documents.shown(where["application"], where["window"], where["title"])
        return run(shown, operation, arguments)

    def told(self, error: Exception) -> tuple[str, str]:
        return "failed", str(error) or type(error).__name__


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout, Offices())
