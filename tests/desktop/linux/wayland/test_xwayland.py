"""A program that needs an X server, on a sway that starts one for it: its window is seen and worked beside native ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.desktop.linux.wayland.compositors import run
from tests.needs import need_scene, needs
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import TITLE, Stage
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.wayland.sway_ipc import socket_of
from ufo.desktop.private import compositor
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, InputEvent, Keys, TypeText

needs_xwayland = pytest.mark.skipif(
    not (shutil.which("Xwayland") and shutil.which("xhost")),
    reason="not installed: Xwayland, xhost; sudo apt-get install -y xwayland x11-xserver-utils",
)
pytestmark = [pytest.mark.apps, pytest.mark.matrix, needs("sway"), needs_xwayland]

_NOBODY = 65534


@pytest.fixture
def session(private_wayland: PrivateDesktop) -> Iterator[Mapping[str, str]]:
    """A sway of its own with XWayland, on the buses of the private desktop, as the variables of its programs."""
    with tempfile.TemporaryDirectory() as name:
        place = compositor.prepared(Path(name), 1280, 800)
        settings = (place / "config").read_text(encoding="utf-8")
        (place / "config").write_text(settings.replace("xwayland disable", "xwayland enable"), encoding="utf-8")
        if os.getuid() == 0:
            for made in (place, *place.iterdir()):
                # An X server lets in nobody whose user number has no name.
                os.chown(made, _NOBODY, _NOBODY)
        command, variables = compositor.started_by(place, private_wayland.environment)
        process = subprocess.Popen(command, env=variables)
        try:
            path = compositor.await_ready(place, process)
            programs = {**private_wayland.environment, "WAYLAND_DISPLAY": str(path)}
            programs["SWAYSOCK"] = str(socket_of({"WAYLAND_DISPLAY": str(path)}))
            yield programs
        finally:
            process.terminate()
            process.wait(10)


@pytest.mark.parametrize("name", ["GTK3", "Qt6"])
async def test_a_program_on_xwayland_is_seen_and_worked_beside_a_native_one(
    session: Mapping[str, str], tmp_path: Path, name: str
) -> None:
    scene, path = SCENES[name], tmp_path / "truth.json"
    need_scene(scene)
    desktop = await MeasuredDesktop.connect(session, DesktopSettings(width=1280, height=800, observe_deadline_s=10.0))
    x_server = {"DISPLAY": await _display(session), "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb"}
    command = [scene.program, *scene.command(path, TITLE)]
    program = await anyio.to_thread.run_sync(lambda: subprocess.Popen(command, env={**session, **x_server}))
    try:
        with in_time():
            while not path.exists() or not (found := [it for it in await desktop.windows() if it.title == TITLE]):
                await anyio.sleep(0.05)
            await desktop.settle(found[0].id)
            window = next(it for it in await desktop.windows() if it.id == found[0].id)
            # A program on X11 knows where it is.
            stage = Stage(desktop, window, path, scene)
            comparison = await stage.compared()
            assert comparison.shown and not comparison.faults, "\n".join(comparison.faults)
            faults = await stage.click_everything(opening=True)
            shown = stage.truth().get("surname").value
            field = next(it for it in await desktop.snapshot(window.id) if (it.role, it.value) == ("Edit", shown))
            typed: list[InputEvent] = [Click(field.rect.center), Keys(("ctrl", "a")), TypeText("Zoë 日本 😀")]
            await desktop.send(window.id, typed)
            assert await stage.until(lambda truth: truth.get("surname").value == "Zoë 日本 😀")
        assert not faults, "\n".join(faults)
    finally:
        program.kill()
        program.wait()
        await desktop.shutdown()


async def _display(session: Mapping[str, str]) -> str:
    """The name of its X server, which lets in nobody but who runs the compositor until that one says otherwise."""
    with tempfile.TemporaryDirectory() as shared, in_time():
        Path(shared).chmod(0o777)
        said = Path(shared, "display")
        run(Path(session["SWAYSOCK"]), [f"exec sh -c 'xhost + && echo $DISPLAY > {said}'"])
        while not said.exists() or not (name := said.read_text(encoding="utf-8").strip()):
            await anyio.sleep(0.05)
        return name
