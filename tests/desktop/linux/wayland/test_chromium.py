"""Chromium on a Wayland compositor: it draws a shadow that is wider below than above, and goes by real keyboards."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.needs import needs
from ufo.desktop.values import Click, Launch, TypeText
from ufo.vision.encode import image_of

pytestmark = [pytest.mark.apps, needs("chromium", "sway")]

_PAGE = """<title>Shade</title><body style="margin:0;background:#fff">
<input aria-label=Box style="position:absolute;left:100px;top:90px;width:300px;height:30px">
<div style="position:absolute;left:0;top:200px;width:90px;height:40px;background:#f00" role=img aria-label=Red></div>"""
_TEXT = "Đỗ Thị Hạnh, phố Lụa, Hà Đông: ă2â3ơ4ư5 Zoë 😀 日本 € Привет"


async def test_places_are_those_of_the_picture_and_text_of_any_script_arrives(
    wayland_desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "shade.html"
    page.write_text(_PAGE, encoding="utf-8")
    window = await wayland_desktop.launch(Launch("chromium", (page.as_uri(),)), timeout_s=90)
    look = await wayland_desktop.snapshot(window.id)
    red = next(element.rect for element in look if element.name == "Red")
    picture = image_of(await wayland_desktop.capture()).convert("RGB")
    around = [picture.getpixel((red.center.x, y)) for y in (red.y - 2, red.y + 1, red.bottom - 2, red.bottom + 1)]
    assert around == [(255, 255, 255), (255, 0, 0), (255, 0, 0), (255, 255, 255)]
    box = next(element for element in look if element.name == "Box")
    await wayland_desktop.send(window.id, [Click(box.rect.center), TypeText(_TEXT)])
    await wayland_desktop.settle(window.id)
    shown = next(element for element in await wayland_desktop.snapshot(window.id) if element.name == "Box")
    assert shown.value == _TEXT
