"""A look is repeated without reading only where nothing changed: a real LibreOffice Calc, changed behind our back."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.office import Office
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Click, Keys, TypeText
from ufo.errors import ApplicationHung

_NAMES = " ".join(
    f'xmlns:{item}="urn:oasis:names:tc:opendocument:xmlns:{item}:1.0"' for item in ("office", "table", "text")
)
_BOOK = (
    f'<?xml version="1.0"?><office:document {_NAMES} office:version="1.3" '
    'office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>'
    '<table:table table:name="One"><table:table-row><table:table-cell office:value-type="string"><text:p>one</text:p>'
    "</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>"
)
_NOWHERE = "not in sight"

pytestmark = pytest.mark.apps


def _value(snapshot: Snapshot, name: str) -> str | None:
    return next((element.value for element in snapshot if element.role == "Cell" and element.name == name), _NOWHERE)


async def _opened(desktop: MeasuredDesktop, window_id: str) -> None:
    """While it opens a document LibreOffice answers nobody, on a busy computer for seconds."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(ApplicationHung):
                if _value(await desktop.snapshot(window_id), "A1") == "one":
                    return
            await desktop.settle(window_id)


async def _seen(other: MeasuredDesktop, window_id: str, value: str) -> None:
    """Waits until one who reads everything each time sees it."""
    async with asyncio.timeout(20):
        while True:
            other.expect_change()
            if _value(await other.snapshot(window_id), "A1") == value:
                return


@pytest.mark.matrix
async def test_a_sheet_changed_by_somebody_else_is_never_told_as_it_was(
    private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    book = tmp_path / "book.fods"
    book.write_text(_BOOK)
    with Office(private_desktop.environment, tmp_path, "--calc", str(book)) as office:
        await asyncio.to_thread(office.window, "book")
        window = next(window for window in await desktop.windows() if window.title.startswith("book"))
        await _opened(desktop, window.id)
        await desktop.focus(window.id)
        cell = next(
            element for element in await desktop.snapshot(window.id) if element.role == "Cell" and element.name == "A1"
        )
        await desktop.send(None, [Click(cell.rect.center)])
        await desktop.settle(window.id)
        other = await MeasuredDesktop.connect(private_desktop.environment, DesktopSettings(observe_deadline_s=10))
        repeated = 0
        try:
            for word in ("alpha", "beta", "gamma", "delta"):
                before = await desktop.snapshot(window.id)
                repeated += await desktop.snapshot(window.id) is before
                # LibreOffice moves the cursor after it has gone on reading keys: a word struck at once lands below.
                await other.send(None, [Keys(("ctrl", "home"))])
                await other.settle(window.id)
                await other.send(None, [TypeText(word), Keys(("enter",))])
                await _seen(other, window.id, word)
                assert _value(await desktop.snapshot(window.id), "A1") == word
            await desktop.snapshot(window.id)
            await other.send(None, [Keys(("pagedown",))])
            await _seen(other, window.id, _NOWHERE)
            assert _value(await desktop.snapshot(window.id), "A1") == _NOWHERE
        finally:
            await other.shutdown()
        assert repeated
