"""Frames of other sites and closed shadow roots: one list tells of all that stands in them, and the same verbs work it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.local_http import LocalServer, send
from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings, PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Command, Effect, Result
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.ui_collector import ui_collector

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_SHADOW = """<div id=host></div><script>
const root = document.getElementById('host').attachShadow({{mode: 'closed'}});
root.innerHTML = '<button>{0}</button><div></div>';
root.lastChild.attachShadow({{mode: 'closed'}}).innerHTML = '<input aria-label="{0} inside">';
</script>"""
_NEAR = (
    "<title>Near</title>"
    + _SHADOW.format("Shadow")
    + '<iframe title=near src="{other}/frame" width=400 height=200></iframe>'
)
_FRAME = "<title>Frame</title><button>Framed</button>" + _SHADOW.format("Framed shadow")
_FAR = """<title>Far</title><button>First</button>
<button onclick="setTimeout(() => alert('in the way'), 0)">Shout</button><div style="height:9000px"></div>
<iframe src="{other}/outer" width=700 height=160></iframe><iframe loading=lazy src="{other}/frame"></iframe>
<script>onmessage = told => document.title = told.data</script>"""
_OUTER = """<title>Outer</title><button onclick="top.postMessage('pressed outer', '*')">Press outer</button>
<div style="height:900px"></div><iframe title=deep src="{own}/inner" width=400 height=100></iframe>"""
_INNER = """<title>Inner</title><button onclick="top.postMessage('pressed inner', '*')">Press inner</button>
<input aria-label="Inner field"><select aria-label="Inner choice"><option>Aa<option>Bb</select>"""
_MOVING = """<title>Moving</title><div id=place></div><script>
const frame = () => place.querySelector('iframe');
const acts = {Add: () => place.innerHTML = '<iframe src="{other}/outer" width=500 height=200></iframe>',
  Cross: () => frame().src = '{own}/inner', Across: () => frame().src = '{other}/inner', Same: () => frame().src = '{other}/twin',
  Drop: () => frame().remove(), Beside: () => place.innerHTML = '<iframe src="{own}/inner"></iframe>',
  Hang: () => place.innerHTML = '<iframe src="{other}/hangs"></iframe><p>hangs</p>'};
for (const name in acts) { const b = document.createElement('button'); b.textContent = name; b.onclick = acts[name];
  document.body.append(b); }</script>"""
_TWIN = _INNER.replace("Press inner", "Press twin").replace(">Press twin<", " aria-label='Press twin'>Press inner<")
_PAGES = {
    "near": _NEAR,
    "frame": _FRAME,
    "far": _FAR,
    "outer": _OUTER,
    "inner": _INNER,
    "moving": _MOVING,
    "twin": _TWIN,
}


class _Sites(LocalServer):
    """The same server under two names, which are two sites to a browser."""

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        other = self.address.replace("127.0.0.1", "localhost")
        if handler.path == "/hangs":
            self.closing.wait()
        page = _PAGES.get(handler.path.strip("/"), "").replace("{other}", other).replace("{own}", self.address)
        send(handler, 200, {"Content-Type": "text/html; charset=utf-8"}, page.encode())


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, ui_collector, desktop=desktop)
    yield item
    await item.dispatcher.close()


async def _open(bench: Bench, address: str, name: str) -> None:
    """Open the page, and look until a control of that name is there."""
    bench.selection.window = await bench.scope.desktop.launch(Launch("chromium", (address,)), timeout_s=60)
    with in_time():
        while not any(target.name == name for target in (await bench.look()).values()):
            await anyio.sleep(0.05)


async def _found(bench: Bench, name: str) -> str:
    """Search for the control, and return its id in the next look, in which it is listed once."""
    await bench.run("find_controls", text=name)
    (text,) = [key for key, target in (await bench.look()).items() if target.name == name]
    return text


async def _work(bench: Bench, tool: str, name: str, **parameters: object) -> Result:
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    given = {"id": await _found(bench, name), "name": name, **parameters}
    (result,) = await guarded.execute_commands([Command(tool_name=tool, parameters=given)])
    return result


@pytest.mark.matrix
async def test_closed_shadow_roots_and_frames_of_other_sites_in_sight_are_listed_once_as_the_rest_of_the_page_is(
    bench: Bench,
) -> None:
    with _Sites() as sites:
        await _open(bench, f"{sites.address}/near", "Framed shadow inside")
        names = [target.name for target in (await bench.look()).values()]
    for name in ("Shadow", "Shadow inside", "Framed", "Framed shadow", "Framed shadow inside"):
        assert names.count(name) == 1, (name, names)


@pytest.mark.matrix
async def test_frames_of_other_sites_that_were_never_in_sight_are_found_and_worked_like_the_rest_of_the_page(
    bench: Bench,
) -> None:
    with _Sites() as sites:
        await _open(bench, f"{sites.address}/far", "First")
        first = await _found(bench, "Press inner")
        known = bench.selection.controls[first].handle.key
        again = await _found(bench, "Press inner")
        assert (again, bench.selection.controls[again].handle.key) == (first, known)
        assert "offscreen" in bench.selection.controls[again].states
        pressed = await _work(bench, "click_input", "Press inner")
        assert pressed.ok and await bench.titled("pressed inner - Chromium"), pressed
        written = await _work(bench, "set_edit_text", "Inner field", text="Ghent")
        assert written.effect is Effect.CONFIRMED, written
        chosen = await _work(bench, "select", "Inner choice", items=["Bb"])
        assert chosen.effect is Effect.CONFIRMED, chosen
        outer = await _work(bench, "click_input", "Press outer")
        assert outer.ok and await bench.titled("pressed outer - Chromium"), outer


async def test_nothing_is_taken_for_absent_that_stands_in_a_frame_that_was_never_in_sight(bench: Bench) -> None:
    expect = [
        {"on": "element", "name": "Press inner", "exists": False},
        {"on": "element", "name": "Press outer", "role": "Button"},
        {"on": "element", "name": "Press nowhere", "exists": False},
    ]
    with _Sites() as sites:
        await _open(bench, f"{sites.address}/far", "First")
        found = (await bench.run("verify_expectations", expect=expect, timeout_s=0)).result
    assert [item["truth"] for item in found] == ["unsatisfied", "satisfied", "satisfied"], found


@pytest.fixture
async def witness(private_desktop: PrivateDesktop, look_deadline_s: float) -> AsyncIterator[MeasuredDesktop]:
    """A desktop that asks everything anew at each look."""
    settings = DesktopSettings(width=1280, height=800, observe_deadline_s=look_deadline_s)
    measured_desktop = await MeasuredDesktop.connect(private_desktop.environment, settings)
    yield measured_desktop
    await measured_desktop.shutdown()


@pytest.mark.parametrize(
    "steps",
    [
        [("Add", "Press outer"), ("Cross", "Press inner")],
        pytest.param(
            [("Add", "Press outer"), ("Across", "Inner choice"), ("Same", "Press twin")], marks=pytest.mark.matrix
        ),
        pytest.param([("Beside", "Press inner"), ("Across", "Press inner")], marks=pytest.mark.matrix),
    ],
)
async def test_a_frame_that_comes_or_goes_elsewhere_is_told_as_soon_as_its_browser_tells_it(
    bench: Bench, witness: MeasuredDesktop, steps: list[tuple[str, str]]
) -> None:
    with _Sites() as sites:
        await _open(bench, f"{sites.address}/moving", "Drop")
        for press, comes in steps:
            await bench.on("click_input", press)
            with in_time():
                while comes not in await _told(witness, bench):
                    pass
            assert comes in {target.name for target in (await bench.look()).values()}


async def _told(witness: MeasuredDesktop, bench: Bench) -> set[str]:
    witness.expect_change()
    return {element.name for element in await witness.snapshot(bench.selection.require_window().id)}


@pytest.mark.matrix
async def test_a_frame_that_goes_away_or_never_answers_ends_no_look(bench: Bench) -> None:
    with _Sites() as sites:
        await _open(bench, f"{sites.address}/moving", "Drop")
        for press in ("Add", "Drop", "Hang"):
            assert (await bench.on("click_input", press)).ok
            listed = {target.name for target in (await bench.look()).values()}
            assert "Drop" in listed and bench.selection.snapshot is not None
            assert not bench.selection.snapshot.degraded


@pytest.mark.matrix
async def test_a_page_is_read_with_the_frames_that_were_never_in_sight(bench: Bench) -> None:
    with _Sites() as sites:
        await _open(bench, f"{sites.address}/far", "First")
        read = await bench.run("read", id=bench.id_of("Far", "Document"), what="text")
    assert "Press inner" in read.result["text"] and "Press outer" in read.result["text"], read


@pytest.mark.matrix
async def test_a_message_box_over_a_page_with_silent_frames_is_found_soon(bench: Bench) -> None:
    with _Sites() as sites:
        await _open(bench, f"{sites.address}/far", "First")
        await bench.on("click_input", "Shout")
        with in_time():
            found = (await bench.run("find_controls", text="OK")).result
    assert [item["name"] for item in found] == ["OK"], found
