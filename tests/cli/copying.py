"""Copies a document for ever by one of our ways to do so: `python -m tests.cli.copying WAY FOLDER`. Somebody ends it in the
middle of one. FOLDER holds `letter.odt`, `letter.pdf`, `user.db` and `profile/History`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.world import World
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.proof.difference.stores.program_settings import dconf_values
from ufo.tools.documents.change_pdf import PdfPages, make_pdfs
from ufo.tools.documents.make_document import make_document
from ufo.tools.policy.files.own_document import words_as_open
from ufo_browser.profile import visits


class Opened(World):
    """An application that shows the letter, and writes a copy of it where it is told to."""

    def __init__(self, letter: Path) -> None:
        self._letter = letter

    async def windows(self) -> tuple[Window, ...]:
        return ()

    async def elements(self) -> Snapshot | None:
        return None

    async def copy(self, _name: str, folder: Path) -> Path:
        return await self.copy_of_document("", folder)

    async def path(self, window: Window) -> str:
        return window.title

    async def copy_of_document(self, name: str, folder: Path) -> Path:
        return Path(shutil.copy(self._letter, folder / "copy.odt"))


async def _words(folder: Path) -> None:
    await words_as_open(Opened(folder / "letter.odt"), "letter.odt")


async def _condition(folder: Path) -> None:
    stated = DocumentPredicate(on="document", path="", open=True, paragraph="the plan")
    await stated.check(Opened(folder / "letter.odt"))


async def _history(folder: Path) -> None:
    visits(folder / "profile", "", 5)


async def _settings(folder: Path) -> None:
    dconf_values(folder / "user.db")


async def _pages(folder: Path) -> None:
    made = folder / "made.pdf"
    make_pdfs([[PdfPages(folder / "letter.pdf", (1,))]], [made], {})
    made.unlink()


async def _document(folder: Path) -> None:
    await make_document(folder / "made.docx", "the plan", {}, os.environ)


WAYS: dict[str, Callable[[Path], Coroutine[Any, Any, None]]] = {
    "the words of an open document": _words,
    "a condition about an open document": _condition,
    "the history of a browser": _history,
    "the settings of programs": _settings,
    "pages of a PDF file": _pages,
    "a text that becomes another document": _document,
}


def main() -> None:
    way, folder = WAYS[sys.argv[1]], Path(sys.argv[2])
    while True:
        with suppress(CalledProcessError):
            asyncio.run(way(folder))


if __name__ == "__main__":
    main()
