"""Shapes of a drawing that touch are made out as one thing by sight: once one was dragged away, the other is dragged too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import drag, page_tells
from tests.tools.bench import Bench
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.desktop.values import Launch
from ufo.runs.desktops import with_sight
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_PAGE = """<!doctype html><meta charset=utf-8><title>Shapes</title><style>body{margin:0}</style>
<canvas id=c width=900 height=420></canvas><p id=log>nothing yet</p><script>
const c=document.getElementById('c'),x=c.getContext('2d');let held=-1;const said=[];
const at=[[60,60],[84,60],[60,200],[300,200]];
const paint=()=>{x.fillStyle='#fff';x.fillRect(0,0,900,420);x.strokeStyle='#222';
x.strokeRect(500.5,40.5,300,300);
at.forEach(([l,t])=>{x.strokeRect(l+.5,t+.5,24,24)})};paint();
c.onmousedown=e=>{held=at.findIndex(([l,t])=>e.offsetX>l&&e.offsetX<l+24&&e.offsetY>t&&e.offsetY<t+24)};
c.onmousemove=e=>{if(held>=0){at[held]=[e.offsetX-12,e.offsetY-12];paint()}};
c.onmouseup=e=>{if(held>=0){said.push('dropped'+held);document.getElementById('log').textContent=said.join(' ');held=-1}};
</script>"""


class _Eye:
    """Takes both squares for one field, as long as they stand where the picture had them first."""

    def __init__(self) -> None:
        self.first: bytes | None = None

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        self.first = self.first or picture.data
        if picture.data != self.first:
            return ()
        page = picture.rect
        return [
            TargetInfo(
                kind=TargetKind.CONTROL, type="Edit", name="field", rect=Rect(page.x, page.y + 60, 400, 400).as_ltrb()
            )
        ]


@pytest.mark.matrix
async def test_a_second_drag_from_what_was_seen_as_one_with_the_first_is_done(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "shapes.html"
    page.write_text(_PAGE, encoding="utf-8")
    sighted = with_sight(desktop, SeeingSections.of(load_settings(system={"control_backend": ("hybrid",)})), (_Eye(),))
    bench = Bench(tmp_path, app_ui, desktop=sighted)
    bench.selection.window = await desktop.launch(Launch("chromium", (page.as_uri(),)))
    try:
        assert await page_tells(bench, "nothing yet")
        await bench.look()
        assert any(element.by_sight for element in bench.selection.snapshot or ())
        for start, end in (((72, 72), (600, 100)), ((96, 72), (700, 100)), ((72, 212), (600, 200))):
            done = await drag(bench, start, end)
            assert done.ok, done
        assert await page_tells(bench, "dropped0 dropped1 dropped2")
    finally:
        await bench.dispatcher.close()
