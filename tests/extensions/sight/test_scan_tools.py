"""Words of pictures and scanned pages, with their places, by the real Tesseract."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.tools.bench import Bench
from ufo_sight.scan_tools import scans


def _receipt(path: Path) -> None:
    page = Image.new("L", (800, 1000), 250)
    pen = ImageDraw.Draw(page)
    for row, line in enumerate(("Corner Shop", "Coffee 3.20", "Bread 2.40", "Total 5.60")):
        pen.text((80, 100 + row * 220), line, 10, font_size=56)
    page.rotate(0.6, fillcolor=250).save(path)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    _receipt(tmp_path / "receipt.pdf")
    item = Bench(tmp_path, scans)
    yield item
    await item.dispatcher.close()


async def test_a_scanned_receipt_is_read_line_by_line_with_places(bench: Bench) -> None:
    told = (await bench.run("read_scan", path="receipt.pdf")).result
    assert told["page"] == "1 of 1"
    assert [line["text"] for line in told["lines"]] == ["Corner Shop", "Coffee 3.20", "Bread 2.40", "Total 5.60"]
    left, top, right, bottom = told["lines"][-1]["place"]
    assert 0.05 < left < 0.15 < right < 0.6 and 0.7 < top < bottom < 0.9
    part = (await bench.run("read_scan", path="receipt.pdf", region=[0, 0.7, 0.6, 0.9])).result["lines"]
    (line,) = part
    assert line["text"] == "Total 5.60" and abs(line["place"][1] - top) < 0.03


async def test_a_language_without_data_and_a_broken_file_are_refused(bench: Bench, tmp_path: Path) -> None:
    refused = await bench.run("read_scan", path="receipt.pdf", languages="xyz")
    assert "tesseract-ocr-xyz" in (refused.error or "")
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8\xff\xe0 torn")
    assert "torn.jpg" in ((await bench.run("read_scan", path="torn.jpg")).error or "")
