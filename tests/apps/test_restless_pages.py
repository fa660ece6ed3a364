"""Pages that move by themselves, were scrolled a moment ago, or change their title all the time, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]

_ROWS = "".join(f"<p><button>Row {number}</button>" for number in range(200))
_TELLS = "<script>addEventListener('scroll', () => document.title = `Rows ${scrollY}`)</script>"
_RESTLESS = """<style>@keyframes a{50%{background:blue}}i{position:fixed;top:0;right:0;width:80px;height:80px;
background:red;animation:a 1s infinite}</style><i></i>"""


@pytest.mark.matrix
@pytest.mark.parametrize("more", [pytest.param("", marks=pytest.mark.matrix), _RESTLESS], ids=["still", "restless"])
async def test_a_page_is_scrolled_again_and_again_by_one_look_though_it_looks_other_each_time(
    desktop: MeasuredDesktop, tmp_path: Path, more: str
) -> None:
    page = tmp_path / "rows.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><title>Rows</title>{_ROWS}{_TELLS}{more}", encoding="utf-8")
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("chromium", (page.as_uri(),)))
    with in_time():
        while not any(control.name == "Row 3" for control in bench.selection.controls.values()):
            await bench.look()
    window = bench.selection.require_window().id
    document = bench.id_of("Rows", "Document")
    start = _height(await desktop.snapshot(window), "Row 14")
    for _ in range(3):
        turned = await bench.run("wheel_mouse_input", id=document, name="Rows", wheel_dist=-1)
        assert turned.effect is Effect.CONFIRMED, turned
        (title,) = [item.title for item in await desktop.windows() if item.id == window]
        scrolled = int(title.split()[1])
        assert scrolled > 0 and start - _height(await desktop.snapshot(window), "Row 14") == scrolled
    await bench.dispatcher.close()


@pytest.mark.matrix
async def test_a_look_never_tells_where_a_script_scrolled_from_once_another_has_told_where_to(
    private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    """Chromium tells it late and by no event; the other reads everything anew each time."""
    steps = "[...Array(16).keys()].forEach(n => setTimeout(() => window.scrollTo(0, 20 * n + 20), 180 * n))"
    go = f"<button style='position:fixed;left:600px;top:0' onclick='{steps}'>Go</button>"
    page = tmp_path / "rows.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><title>Rows</title>{go}{_ROWS}", encoding="utf-8")
    window = (await desktop.launch(Launch("chromium", (page.as_uri(),)))).id
    other = await MeasuredDesktop.connect(private_desktop.environment, DesktopSettings(observe_deadline_s=10))
    try:
        start = now = _height(look := await desktop.snapshot(window), "Row 14")
        await desktop.act(next(element.handle for element in look if element.name == "Go"), "press")
        with in_time():
            while start - now < 320:
                other.expect_change()
                now = _height(await other.snapshot(window), "Row 14")
                assert _height(await desktop.snapshot(window), "Row 14") <= now
    finally:
        await other.shutdown()


@pytest.mark.matrix
async def test_a_page_that_changes_its_title_all_the_time_is_seen_all_the_time(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "news.html"
    script = "let n = 0; setInterval(() => document.title = `${++n} new ${n % 2 ? 'letter' : 'mails'}`, 50)"
    page.write_text(f"<!doctype html><title>No mail</title><button>Read</button><script>{script}</script>")
    window = await desktop.launch(Launch("chromium", (page.as_uri(),)))
    for _ in range(40):
        assert not (look := await desktop.snapshot(window.id)).degraded
        assert any(element.name == "Read" for element in look)


def _height(look: Snapshot, name: str) -> int:
    return next(element.rect.y for element in look if element.name == name)
