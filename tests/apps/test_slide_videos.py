"""Videos of slides of a real LibreOffice, judged by the file alone."""

from __future__ import annotations

import dataclasses
import io
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from PIL import Image

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.needs import needs
from tests.tool_calls import call, refusal
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo.tools.observe.selection import ToolScope
from ufo_libreoffice.servers.drawings import drawings_uno
from ufo_libreoffice.video_facts import VideoFacts, video_facts

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]
_needs_ffmpeg = needs("ffmpeg")


@pytest.fixture(scope="module")
def window(private_desktop: PrivateDesktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    with Office(private_desktop.environment, tmp_path_factory.mktemp("videos"), "--impress") as office:
        yield office.window("Untitled 1")


@pytest.fixture
async def scope(window: Window, tmp_path: Path) -> AsyncIterator[ToolScope]:
    scope = scope_on(window, tmp_path)
    async with Client(drawings_uno(scope)) as tools:
        if len(await call(tools, "read_slides")) < 3:
            await call(tools, "write_slides", slides=[{"title": f"Slide {number}"} for number in (1, 2, 3)])
            await call(tools, "set_background_color", color="red", slide_index=[2])
            await call(tools, "arrange_slides", action="hide", slides=[3])
        yield scope


def _only(scope: ToolScope, program: str | None, folder: Path) -> ToolScope:
    """The scope with a PATH on which that program is the only encoder."""
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    if program:
        (bin_folder / program).symlink_to(shutil.which(program) or "")
    return dataclasses.replace(scope, environment={**scope.environment, "PATH": str(bin_folder)})


async def _made(scope: ToolScope, **arguments: Any) -> str:
    async with Client(drawings_uno(scope)) as tools:
        report = await call(tools, "export_video", **arguments)
    assert report["effect"] == "confirmed", report
    return str(report["evidence"])


@_needs_ffmpeg
async def test_an_avi_leaves_out_hidden_slides_and_shows_each_for_its_time(scope: ToolScope, tmp_path: Path) -> None:
    said = await _made(_only(scope, "ffmpeg", tmp_path), file_name="talk.avi", seconds=2.5, width=640)
    assert "640 x 360" in said and "5 s" in said
    path = tmp_path / "talk.avi"
    assert video_facts(path) == VideoFacts("avi MJPG", 640, 360, 5.0)
    frames = [piece[4:] for piece in path.read_bytes().split(b"00dc") if piece[4:6] == b"\xff\xd8"]
    greens = [Image.open(io.BytesIO(frame)).convert("RGB").getchannel("G").tobytes()[5 * 640 + 5] for frame in frames]
    assert [green > 200 for green in greens] == [True] * 5 + [False] * 5


@_needs_ffmpeg
async def test_an_mp4_has_the_slides_that_are_named(scope: ToolScope, tmp_path: Path) -> None:
    await _made(_only(scope, "ffmpeg", tmp_path), file_name="talk", seconds=2, slides=[2, 1, 3], width=320)
    found = video_facts(tmp_path / "talk.mp4")
    assert found is not None and found.kind.startswith("mp4 avc") and (found.width, found.height) == (320, 180), found
    assert abs(found.seconds - 6) < 1, found


async def test_without_an_encoder_or_for_another_kind_the_next_move_is_told_and_nothing_is_written(
    scope: ToolScope, tmp_path: Path
) -> None:
    async with Client(drawings_uno(_only(scope, None, tmp_path))) as tools:
        said = await refusal(tools, "export_video", file_name="talk.mp4")
        assert "apt-get install -y ffmpeg" in said and ".mp4, .avi" in said
        assert ".mp4, .avi" in await refusal(tools, "export_video", file_name="talk.wmv")
        assert "without seconds" in await refusal(tools, "export_slides", file_name="talk.mp4")
        (tmp_path / "there.avi").write_bytes(b"x")
        assert "not replaced" in await refusal(tools, "export_video", file_name="there.avi")
    assert not list(tmp_path.glob("talk*")) and (tmp_path / "there.avi").read_bytes() == b"x"
