"""What `ufo doctor` says of sight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.vision.omniparser.server import Behaviour, OmniParserServer
from ufo.cli.sight import sight
from ufo.config.load import load_settings


async def test_where_reading_works_a_button_was_read() -> None:
    check = await sight(load_settings())
    assert (check.name, check.ok) == ("sight (vision)", True)


@pytest.mark.parametrize(("backend", "ok"), [("auto", None), ("a11y,vision", False)])
async def test_what_is_missing_is_told_with_the_command_that_mends_it(tmp_path: Path, backend: str, ok: Any) -> None:
    settings = load_settings(sight={"tessdata": tmp_path, "languages": "eng+deu"}, system={"control_backend": backend})
    check = await sight(settings)
    assert check.ok is ok and str(tmp_path) in check.detail
    assert check.mend.endswith("sudo apt-get install -y tesseract-ocr-eng tesseract-ocr-deu")


async def test_a_service_that_sees_something_else_is_told() -> None:
    with OmniParserServer(Behaviour()) as server:
        check = await sight(load_settings(omniparser={"endpoint": server.address}))
    assert (check.name, check.ok) == ("sight (omniparser)", False)
    assert "was seen as: Invoice 12" in check.detail


async def test_the_tree_alone_needs_no_sight() -> None:
    assert (await sight(load_settings(system={"control_backend": "uia"}))).ok is None
