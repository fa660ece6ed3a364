"""A text of several lines is written into a slide once, and read back over the paragraphs that it makes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import needs
from tests.office_profiles import own_profile
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(150),
    needs("soffice"),
]
_SPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{whole}:1.0"'
    for short, whole in (("office", "office"), ("draw", "drawing"), ("text", "text"), ("svg", "svg-compatible"))
)
_DECK = (
    f'<?xml version="1.0"?><office:document {_SPACES} office:version="1.3" '
    'office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>'
    '<draw:page draw:name="p1"><draw:frame draw:name="Box" svg:width="15cm" svg:height="8cm" svg:x="3cm" svg:y="3cm">'
    "<draw:text-box><text:p>old words</text:p><text:p>kept words</text:p></draw:text-box></draw:frame></draw:page>"
    "</office:presentation></office:body></office:document>"
)


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    (tmp_path / "deck.fodp").write_text(_DECK, encoding="utf-8")
    item = Bench(tmp_path, app_ui, desktop=desktop)
    command = ("--impress", "--norestore", own_profile(tmp_path), str(tmp_path / "deck.fodp"))
    item.selection.window = await desktop.launch(Launch("soffice", command), timeout_s=90)
    with in_time():
        while "old words" not in await _paragraphs(item):
            await anyio.sleep(0.2)
    yield item
    await item.dispatcher.close()


async def _paragraphs(bench: Bench) -> list[str]:
    return [str(target.value) for target in (await bench.look()).values() if target.type == "Paragraph"]


@pytest.mark.matrix
async def test_lines_are_written_once_into_a_slide_and_read_back(bench: Bench, tmp_path: Path) -> None:
    await bench.look()
    place = next(key for key, element in bench.selection.controls.items() if element.value == "old words")
    lines = "line one\nline two\nline three"
    done = await bench.run("set_edit_text", id=place, name="", text=lines, clear_current_text=True)
    # The box lists the paragraphs that were added only once it is edited, so the file tells that they were written once.
    assert done.effect in (Effect.CONFIRMED, Effect.UNVERIFIABLE), done
    assert lines.startswith(str(done.result))
    saved = await bench.run("keyboard_input", keys="{VK_CONTROL}s")
    assert saved.ok, saved
    with in_time():
        while "line three" not in (tmp_path / "deck.fodp").read_text(encoding="utf-8"):
            await anyio.sleep(0.2)
    written = (tmp_path / "deck.fodp").read_text(encoding="utf-8")
    assert [written.count(part) for part in (*lines.split("\n"), "kept words", "old words")] == [1, 1, 1, 1, 0]
