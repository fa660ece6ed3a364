"""What `ufo doctor` says of sight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.extensions.sight.omniparser.server import Behaviour, OmniParserServer
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.schema.health import Check
from ufo_sight.check import check


async def checked(**settings: Any) -> Check:
    return await check(SeeingSections.of(load_settings(**settings)))


async def test_where_reading_works_a_button_was_read() -> None:
    done = await checked()
    assert (done.name, done.ok) == ("sight (vision)", True)


@pytest.mark.parametrize(("backend", "ok"), [("auto", None), ("a11y,vision", False)])
async def test_what_is_missing_is_told_with_the_command_that_mends_it(tmp_path: Path, backend: str, ok: Any) -> None:
    sight = {"tessdata": tmp_path, "languages": "eng+deu"}
    done = await checked(sight=sight, system={"control_backend": backend})
    assert done.ok is ok and str(tmp_path) in done.detail
    assert done.mend.endswith("sudo apt-get install -y tesseract-ocr-eng tesseract-ocr-deu")


async def test_a_service_that_sees_something_else_is_told() -> None:
    with OmniParserServer(Behaviour()) as server:
        done = await checked(omniparser={"endpoint": server.address})
    assert (done.name, done.ok) == ("sight (omniparser)", False)
    assert "was seen as: Invoice 12" in done.detail


async def test_the_tree_alone_needs_no_sight() -> None:
    assert (await checked(system={"control_backend": "uia"})).ok is None
