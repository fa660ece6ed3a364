"""Whoever chooses a bare point of a page means what the picture shows there, whatever else is listed at that place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import drag, opened, page_tells, place_in_page
from tests.tools.bench import Bench
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.desktop.values import Launch
from ufo.runs.desktops import with_sight
from ufo.schema.command import Result
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]

_FACES = """<style>.face{width:200px;height:200px;left:60px;top:60px;font-size:160px;text-align:center;line-height:200px}</style>
<div id=cube class=at style="left:0;top:0;width:400px;height:400px">
<div class="at face" style="font-size:60px">6</div><div class="at face">4</div></div>
"""
_TURNED = """const cube = document.getElementById('cube'); let from = 0;
cube.onmousedown = e => { from = e.clientX; e.preventDefault(); };
document.onmouseup = e => { if (from) tell('turned ' + Math.sign(e.clientX - from)); from = 0; };
"""
_COVERS = """cube.insertAdjacentHTML('beforeend', '<div class="at face" style="background:#eee">QJX</div>');"""


@pytest.mark.matrix
async def test_a_drag_begins_at_the_listed_text_that_lies_on_top(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    bench = await opened(desktop, tmp_path, _FACES, _TURNED)
    try:
        done = await drag(bench, (160, 160), (260, 160))
        assert done.ok, done
        assert await page_tells(bench, "turned 1")
    finally:
        await bench.dispatcher.close()


@pytest.mark.matrix
async def test_what_came_over_the_point_since_the_look_is_not_dragged(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    late = f"{_TURNED} setTimeout(() => {{ {_COVERS} }}, 2500);"
    bench = await opened(desktop, tmp_path, _FACES, late)
    look, controls = bench.selection.snapshot, dict(bench.selection.controls)
    try:
        assert await page_tells(bench, "QJX")
        bench.selection.snapshot, bench.selection.controls = look, controls
        done = await drag(bench, (160, 160), (260, 160))
        assert not done.ok
        assert await page_tells(bench, "nothing yet")
    finally:
        await bench.dispatcher.close()


_TILES = """<!doctype html><meta charset=utf-8><title>Tiles</title><style>body{margin:0}</style>
<canvas id=c width=900 height=420></canvas><p id=log>nothing yet</p><script>
const c=document.getElementById('c'),x=c.getContext('2d'),said=[];
const paint=(n,how)=>{x.fillStyle=how;x.fillRect(40+120*n,40,60,60)};x.strokeRect(20.5,160.5,860,240);
[0,1,2].forEach(n=>paint(n,'#36c'));
c.onmousedown=e=>{const n=Math.floor((e.offsetX-40)/120);paint(n,'#123');if(n==0&&location.hash)paint(1,'#c00');
said.push('tile'+n);document.getElementById('log').textContent=said.join(' ')};
</script>"""


class _WakesUp:
    """Makes out nothing at first, and the second tile as a picture once it is told where that is."""

    def __init__(self) -> None:
        self.tile = Rect(0, 0, 0, 0)

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        if self.tile.is_empty:
            return ()
        return [TargetInfo(kind=TargetKind.CONTROL, type="Image", name="icon", rect=self.tile.as_ltrb())]


async def _clicked(bench: Bench, x: int, y: int) -> Result:
    across, down = place_in_page(bench, x, y)
    return await bench.run("click_on_coordinates", x=across, y=down)


@pytest.mark.parametrize(("where", "is_same"), [("", True), pytest.param("#other", False, marks=pytest.mark.matrix)])
async def test_a_point_that_sight_makes_out_only_after_the_look_is_clicked_where_no_pixel_there_changed(
    desktop: MeasuredDesktop, tmp_path: Path, where: str, is_same: bool
) -> None:
    page = tmp_path / "tiles.html"
    page.write_text(_TILES, encoding="utf-8")
    eye = _WakesUp()
    sighted = with_sight(desktop, SeeingSections.of(load_settings(system={"control_backend": ("hybrid",)})), (eye,))
    bench = Bench(tmp_path, app_ui, desktop=sighted)
    bench.selection.window = await desktop.launch(Launch("chromium", (page.as_uri() + where,)))
    try:
        assert await page_tells(bench, "nothing yet")
        await bench.look()
        assert not any(element.by_sight for element in bench.selection.snapshot or ())
        ground = next(control.rect for control in bench.selection.controls.values() if control.role == "Document")
        eye.tile = Rect(ground.x + 160, ground.y + 40, 60, 60)
        assert (await _clicked(bench, 70, 70)).ok
        done = await _clicked(bench, 190, 70)
        assert done.ok is is_same, done
        assert await page_tells(bench, "tile0 tile1" if is_same else "tile0")
    finally:
        await bench.dispatcher.close()
