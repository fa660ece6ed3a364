"""Pictures of real windows that a person works from: every number stands free, at its control, and hides no text."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Keys, Launch
from ufo.schema.geometry import Point
from ufo.tools.observe.observer import Observer
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.vision.labels.annotate import labels_of
from ufo.vision.labels.placement import InkMap

pytestmark = pytest.mark.apps

_MUCH = 40.0
"""Per cent of a label's ground with something drawn on it."""
_FEW = 0.05
"""Some icons leave no room at all."""

_PAGE = "<!doctype html><title>Dense</title><style>body{{font:12px sans-serif}}td{{padding:4px}}</style><table>{}</table>".format(
    "".join(
        "<tr>" + "".join(f"<td><a href='#'>row {row} {column}</a></td>" for column in range(9)) + "</tr>"
        for row in range(22)
    )
)


@pytest.mark.parametrize(
    ("launch", "keys", "least"),
    [
        (Launch("mousepad"), ("alt", "f"), 15),
        pytest.param(Launch("mousepad"), ("ctrl", "o"), 12, marks=pytest.mark.matrix),
        pytest.param(Launch("gnome-calculator"), None, 20, marks=pytest.mark.matrix),
        pytest.param(Launch("chromium", ("PAGE",)), None, 190, marks=pytest.mark.matrix),
    ],
    ids=["a menu", "a file dialog", "a calculator", "a dense page"],
)
async def test_every_control_has_its_number_where_it_can_be_read(
    desktop: LinuxDesktop, tmp_path: Path, launch: Launch, keys: tuple[str, ...] | None, least: int
) -> None:
    page = tmp_path / "dense.html"
    page.write_text(_PAGE, encoding="utf-8")
    arguments = tuple(page.as_uri() if argument == "PAGE" else argument for argument in launch.arguments)
    window = await desktop.launch(Launch(launch.program, arguments), 60)
    await desktop.settle(window.id)
    if keys:
        await desktop.focus(window.id)
        await desktop.send(None, [Keys(keys)])
        await desktop.settle(window.id)
    window = next(item for item in await desktop.windows() if item.id == window.id)
    observer = Observer(ToolScope(desktop, Selection(window=window), tmp_path))
    with in_time():
        while len(targets := await observer.controls()) < least:
            await desktop.settle(window.id)
    frame = await desktop.capture(window.id)
    image = Image.frombytes("RGB", (frame.rect.width, frame.rect.height), frame.pixels, "raw", "BGRX")
    ink = InkMap(image)
    labels = labels_of(image, ink, Point(frame.rect.x, frame.rect.y), targets)
    places = [label.place for label in labels if label.place]
    assert len(places) == len(labels) >= least
    assert sum(ink.under(place) > _MUCH for place in places) <= len(places) * _FEW
    for combination, other in combinations(places, 2):
        assert (
            combination[2] <= other[0]
            or other[2] <= combination[0]
            or combination[3] <= other[1]
            or other[3] <= combination[1]
        )
