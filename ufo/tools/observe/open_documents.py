"""What programs tell of the documents that they hold open. Extensions know one kind of program each (`ufo.documents`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from ufo.desktop.values import Window
from ufo.errors import ToolError, UfoError
from ufo.extensions import Group, find, missing, to_install

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class OfferedCommand:
    """A command of a program. `menu`: its place in the menus ("Insert > Table…"), "" where it stands in none."""

    name: str
    label: str
    menu: str
    tip: str


class DocumentProgram(Protocol):
    """A kind of program that tells of its documents. It is asked of its own windows only."""

    def is_of(self, window: Window) -> bool:
        """Tell whether a window belongs to such a program."""
        ...

    async def path(self, window: Window, *, ask_anyway: bool) -> str:
        """Return the path of the window's document, "" where there is none or it is not told. `ask_anyway`: also where the
        window's title names no file.
        """
        ...

    async def is_modified(self, window: Window) -> bool:
        """Tell whether the document was changed since it was saved. Raises UfoError."""
        ...

    async def copy(self, window: Window, folder: Path) -> Path:
        """Write a copy of the document as it stands into `folder` and return its path. Raises UfoError."""
        ...

    def listens(self, window: Window) -> bool:
        """Tell whether the program can be asked for its commands without being made to listen first."""
        ...

    async def commands(self, window: Window) -> tuple[OfferedCommand, ...]:
        """Return the commands that the program offers in that window. Raises UfoError."""
        ...

    async def close(self) -> None: ...


class OpenDocuments:
    """The documents of all programs that one of `programs` knows. Of any other window nothing is told. `missing` says what
    would tell more; `may` whether a window may be looked into.
    """

    def __init__(
        self,
        programs: Sequence[DocumentProgram] = (),
        missing: str = "",
        may: Callable[[Window], bool] = lambda window: True,
    ) -> None:
        self._programs = tuple(programs)
        self._missing = missing
        self._may = may

    async def path(self, window: Window, *, ask_anyway: bool = False) -> str:
        """Return the path of the window's document, "" where it is not told."""
        program = self._of(window)
        return "" if program is None else await program.path(window, ask_anyway=ask_anyway)

    async def is_modified(self, window: Window) -> bool | None:
        """Tell whether the document was changed since it was saved; None where its program does not tell."""
        program = self._of(window)
        try:
            return None if program is None else await program.is_modified(window)
        except UfoError:
            return None

    async def copy(self, window: Window, folder: Path) -> Path:
        """Write a copy of the document as it stands into `folder` and return its path. Raises UfoError."""
        program = self._of(window)
        if program is None:
            raise ToolError(
                f"the selected window belongs to {window.process!r}, which gives out no copy of its document; select the "
                f"window of another program, or state what must hold of the saved file{self._missing}"
            )
        return await program.copy(window, folder)

    def listens(self, window: Window) -> bool:
        program = self._of(window)
        return program is not None and program.listens(window)

    async def commands(self, window: Window) -> tuple[OfferedCommand, ...]:
        """Return the commands that the window's program offers; none where nothing tells. Raises UfoError."""
        program = self._of(window)
        return () if program is None else await program.commands(window)

    def program(self, kind: type[P]) -> P | None:
        """Return what knows that kind of program, so that tools of the same extension share its connection; None for none."""
        return next((program for program in self._programs if isinstance(program, kind)), None)

    async def close(self) -> None:
        for program in self._programs:
            await program.close()

    def _of(self, window: Window) -> DocumentProgram | None:
        return (
            next((program for program in self._programs if program.is_of(window)), None) if self._may(window) else None
        )


def open_documents(names: Sequence[str], may: Callable[[Window], bool] = lambda window: True) -> OpenDocuments:
    """Return what the parts of those names tell. Those of extensions of ours that are not installed are left out. Raises
    ConfigError.
    """
    absent = {name: extension for name in names if (extension := missing(Group.DOCUMENTS, name))}
    more = "".join(f"; the extension {item.folder!r} may read it: {to_install(item)}" for item in absent.values())
    return OpenDocuments([find(Group.DOCUMENTS, name)() for name in names if name not in absent], more, may)
