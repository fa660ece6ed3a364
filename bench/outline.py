"""Measures what a list of controls costs in a prompt, in tokens: ours, and the plain JSON list that is usually sent.

    python -m bench.outline

Tokens are estimated without the vocabulary of a model, which would have to be downloaded: a text is split as byte-pair
tokenizers split it first (words with the space before them, up to three digits, runs of punctuation, line ends), and a piece
that is longer than six letters, or has letters beyond ASCII, counts as more than one.

Needs the Debian packages xvfb, openbox, at-spi2-core, libreoffice-calc, libreoffice-writer, mousepad, gnome-calculator and
chromium; an application that is missing has no row.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import subjects
from bench.measured_desktop import MeasuredDesktop
from bench.subjects import Subject
from ufo.config.settings import DesktopSettings, SystemSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, Window
from ufo.errors import LaunchFailed
from ufo.prompts.outline import outline
from ufo.schema.target import TargetInfo
from ufo.tools.observe.observer import Observer
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.observe.targets import as_rows

_PIECE = re.compile(r" ?[^\W\d_]+|\d{1,3}| ?[^\w\s]+|_+|\s*\n|\s+")
_LETTERS = 6
_SMALL_CAP = 4000


@dataclass(frozen=True, slots=True)
class Cost:
    """A cost in tokens. `small`: under a cap of 4,000 characters, to which long lists are cut."""

    application: str
    controls: int
    usual: int
    ours: int
    small: int


def tokens(text: str) -> int:
    """Estimate the tokens of a text, well enough to compare texts of the same kind."""
    return sum(_cost(piece) for piece in _PIECE.findall(text))


def _cost(piece: str) -> int:
    word = piece.strip()
    if not word or not word[0].isalpha():
        return max(1, -(-len(word) // 3))
    foreign = sum(not char.isascii() for char in word)
    return max(1, -(-(len(word) - foreign) // _LETTERS) + -(-foreign // 2))


async def writer(desktop: MeasuredDesktop, folder: Path) -> Window:
    window = await desktop.launch(Launch("soffice", ("--writer", "--norestore", "--nologo")), 90)
    await desktop.maximize(window.id)
    await desktop.settle(window.id)
    return next(item for item in await desktop.windows() if item.id == window.id)


async def _cost_of(name: str, subject: Subject) -> list[Cost]:
    with tempfile.TemporaryDirectory() as folder:
        async with await PrivateDesktop.start(1920, 1080) as private:
            desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            try:
                window = await subject(desktop, Path(folder))
                controls = await _controls(ToolScope(desktop, Selection(window=window), Path(folder)))
            except LaunchFailed:
                return []
            finally:
                await desktop.shutdown()
    usual = json.dumps(as_rows(controls), ensure_ascii=False)
    whole = outline(controls, SystemSettings().max_control_chars)
    small = outline(controls, _SMALL_CAP)
    return [Cost(name, len(controls), tokens(usual), tokens(whole), tokens(small))]


async def _controls(scope: ToolScope) -> tuple[TargetInfo, ...]:
    """Return the controls of a window that is read to its end: a window that is still being drawn may not answer in time."""
    eyes = Observer(scope)
    async with asyncio.timeout(60):
        while True:
            controls = await eyes.controls()
            if scope.selection.snapshot and not scope.selection.snapshot.degraded:
                return controls
            await scope.desktop.settle()


async def _measure() -> list[Cost]:
    return [
        *await _cost_of("mousepad", subjects.editor),
        *await _cost_of("its dialog to find and replace", subjects.dialog),
        *await _cost_of("gnome-calculator", subjects.calculator),
        *await _cost_of("LibreOffice Writer", writer),
        *await _cost_of("Chromium, page of 5,000 elements", subjects.page),
        *await _cost_of("LibreOffice Calc, 30 rows", subjects.book),
    ]


def costs() -> list[Cost]:
    return asyncio.run(_measure())


def print_costs(found: Sequence[Cost]) -> None:
    table = Table(title="Controls in a prompt, tokens", box=None, pad_edge=False, title_justify="left")
    for heading in ("application", "controls", "JSON list", "ours", "ratio", "ours in 4,000 characters"):
        table.add_column(heading)
    for cost in found:
        ratio = f"{cost.usual / max(1, cost.ours):.1f} x"
        table.add_row(cost.application, *map(str, (cost.controls, cost.usual, cost.ours, ratio, cost.small)))
    Console(width=160).print(table)


if __name__ == "__main__":
    print_costs(costs())
