"""Slides and drawings of a real LibreOffice are saved under a name and exported, proved by the files."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp import Client
from pptx import Presentation

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.schema.command import Effect
from ufo_libreoffice.servers.drawings import drawings_uno

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]


@pytest.mark.matrix
async def test_slides_and_drawings_are_saved_under_a_name_and_exported(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    deck = Presentation()
    deck.slides.add_slide(deck.slide_layouts[0]).shapes.title.text = "Harbour"
    deck.save(str(tmp_path / "talk.pptx"))
    (tmp_path / "plan.fodg").write_text(_DRAWING, encoding="utf-8")
    with Office(
        private_desktop.environment, tmp_path, str(tmp_path / "talk.pptx"), str(tmp_path / "plan.fodg")
    ) as office:
        async with Client(drawings_uno(scope_on(office.window("talk."), tmp_path))) as slides:
            for ending in (".pdf", ".odp", ".pptx"):
                done = await call(slides, "save_as", file_name="said", file_ext=ending)
                assert done["effect"] == Effect.CONFIRMED, done
            assert "cannot be written" in await refusal(slides, "save_as", file_name="said", file_ext=".odt")
        async with Client(drawings_uno(scope_on(office.window("plan."), tmp_path))) as drawing:
            done = await call(drawing, "save_as", file_name="plan", file_ext=".odg")
            assert done["effect"] == Effect.CONFIRMED, done
            await call(drawing, "save")
    assert Presentation(str(tmp_path / "said.pptx")).slides[0].shapes.title.text == "Harbour"
    assert (tmp_path / "said.pdf").read_bytes().startswith(b"%PDF")
    assert b"opendocument.graphics" in (tmp_path / "plan.odg").read_bytes()[:200]
    assert b"opendocument.presentation" in (tmp_path / "said.odp").read_bytes()[:200]


_DRAWING = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.graphics">
<office:body><office:drawing><draw:page draw:name="one"/></office:drawing></office:body></office:document>"""
