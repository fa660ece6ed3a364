"""What comes over the control socket of a run is bounded and harmless: garbage, half-open, slow and many clients."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import stat
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.runs.control.told import until
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.fake.apps import form
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.values import Window
from ufo.errors import ControlError
from ufo.runs.control.control_client import ControlClient
from ufo.runs.control.frames import framed
from ufo.runs.control.messages import (
    FROM_SERVER,
    HEAD,
    MOST_FROM_CLIENT,
    Answered,
    Hello,
    PictureUpdate,
    TellState,
    Watch,
    Welcome,
)
from ufo.runs.control.opened import RunControl
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import NobodyUser
from ufo.schema.picture import Frame
from ufo.secrets.masks import Masks

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]


class Moving(FakeDesktop):
    """A screen without a window, on which something moves: no picture is like the one before."""

    shade = 0

    async def windows(self) -> tuple[Window, ...]:
        return ()

    async def capture(self, window_id: str | None = None) -> Frame:
        frame = await super().capture(window_id)
        self.shade = (self.shade + 1) % 256
        return replace(frame, pixels=bytes([self.shade]) * 4 + frame.pixels[4:])


@asynccontextmanager
async def served(
    folder: Path, told: list[str] | None = None, desktop_class: type[FakeDesktop] = FakeDesktop
) -> AsyncIterator[RunControl]:
    desktop = desktop_class([form()])
    desktop.start("form")
    control = RunControl(
        f"20261129-180000-{os.getpid():06x}", DesktopInUse(desktop, "fake", {}), DesktopSettings(), Masks()
    )
    person = control.person(NobodyUser(), 1.0, lambda _text: None, lambda attend: attend)
    async with control.opened(person, folder, (told if told is not None else []).append):
        yield control


async def connection(folder: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_unix_connection(json.loads((folder / "control.json").read_text())["socket"])


async def ends(reader: asyncio.StreamReader) -> bytes:
    """Return all that still comes until the connection ends."""
    with in_time():
        try:
            return await reader.read()
        except ConnectionError:
            return b""


async def message(reader: asyncio.StreamReader) -> tuple[object, int]:
    with in_time():
        json_size, data_size = HEAD.unpack(await reader.readexactly(HEAD.size))
        body = FROM_SERVER.validate_json(await reader.readexactly(json_size))
        return body, len(await reader.readexactly(data_size))


async def test_a_screen_that_does_not_tell_is_looked_at_often_while_something_moves(tmp_path: Path) -> None:
    async with served(tmp_path, desktop_class=Moving), await ControlClient.connect(tmp_path) as client:
        loop = asyncio.get_running_loop()
        async with contextlib.aclosing(client.pictures()) as pictures:
            with in_time():
                times = [(await anext(pictures), loop.time())[1] for _ in range(10)]
    gaps = sorted(later - earlier for earlier, later in pairwise(times))
    assert gaps[len(gaps) // 2] < 0.3


async def test_only_the_user_can_reach_the_socket(tmp_path: Path) -> None:
    async with served(tmp_path):
        told = json.loads((tmp_path / "control.json").read_text())
        assert stat.S_IMODE(Path(told["socket"]).stat().st_mode) == 0o600
        assert stat.S_IMODE(Path(told["socket"]).parent.stat().st_mode) == 0o700
        assert told["pid"] == os.getpid()
    assert not Path(told["socket"]).exists() and not (tmp_path / "control.json").exists()


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        HEAD.pack(2, 0) + b"{}",
        HEAD.pack(4, 0) + b"\xff\xfe\x00\x00",
        HEAD.pack(MOST_FROM_CLIENT + 1, 0),
        HEAD.pack(2, 1) + b"{}x",
        framed(TellState(number=1)),
        framed(Hello(name="x")) + HEAD.pack(5, 0) + b"[1,2]",
        framed(Hello(name="x")) + framed(Hello(name="again")),
        framed(Hello(name="x")) + HEAD.pack(40, 0) + b'{"kind":"watch","number":1,"width":99999}',
        framed(Hello(name="x")) + HEAD.pack(2**32 - 1, 2**32 - 1),
    ],
)
async def test_a_client_that_sends_what_is_no_message_is_left_and_the_next_is_served(
    tmp_path: Path, sent: bytes
) -> None:
    async with served(tmp_path):
        reader, writer = await connection(tmp_path)
        writer.write(sent)
        await ends(reader)
        writer.close()
        async with await ControlClient.connect(tmp_path) as client:
            assert (await client.state()).phase == "idle"


async def test_a_client_of_another_version_is_told_so(tmp_path: Path) -> None:
    async with served(tmp_path):
        reader, writer = await connection(tmp_path)
        writer.write(framed(Hello(protocol=99)))
        answer, _ = await message(reader)
        assert isinstance(answer, Answered) and "update the older" in answer.why
        assert await ends(reader) == b""
        writer.close()


async def test_a_half_open_client_is_left_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ufo.runs.control.served_client._HELLO_S", 0.1)
    async with served(tmp_path):
        reader, writer = await connection(tmp_path)
        writer.write(HEAD.pack(100, 0) + b"{")
        assert await ends(reader) == b""
        writer.close()


async def test_a_client_that_reads_nothing_is_left_and_holds_nobody_up(tmp_path: Path) -> None:
    async with served(tmp_path):
        _, writer = await connection(tmp_path)
        writer.write(framed(Hello(name="deaf")))
        async with await ControlClient.connect(tmp_path, "page") as client:
            await until(client, lambda state: state.clients == 2)
            asking = framed(TellState(number=1)) * 50_000
            writer.write(asking)
            await until(client, lambda state: state.clients == 1)
        writer.transport.abort()


async def test_twenty_clients_are_served_at_once(tmp_path: Path) -> None:
    async with served(tmp_path), AsyncExitStack() as closing:
        clients = [await ControlClient.connect(tmp_path, f"page {number}") for number in range(20)]
        for client in clients:
            closing.push_async_callback(client.close)
        states = await asyncio.gather(*(client.state() for client in clients))
        assert {state.clients for state in states} == {20}
        seen = await asyncio.gather(*(_first(client) for client in clients))
        assert all(update.whole for update in seen)


async def _first(client: ControlClient) -> PictureUpdate:
    with in_time():
        async for shown in client.pictures(320):
            return shown.update
    raise AssertionError("no picture came")


@requirement("control:bounded")
async def test_more_clients_than_there_is_room_for_are_turned_away(tmp_path: Path) -> None:
    async with served(tmp_path), AsyncExitStack() as closing:
        for number in range(32):
            closing.push_async_callback((await ControlClient.connect(tmp_path, f"page {number}")).close)
        with pytest.raises(ControlError):
            await ControlClient.connect(tmp_path, "one too many")


async def test_a_watcher_that_does_not_tell_that_a_picture_arrived_gets_no_other(tmp_path: Path) -> None:
    async with served(tmp_path):
        reader, writer = await connection(tmp_path)
        writer.write(framed(Hello(name="slow")) + framed(Watch(number=1, width=320)))
        pictures = 0
        while pictures == 0:
            pictures += isinstance((await message(reader))[0], PictureUpdate)
        async with await ControlClient.connect(tmp_path, "page") as quick:
            assert (await _first(quick)).whole
        writer.write(framed(TellState(number=2)))
        kinds: list[object] = []
        while not kinds or not isinstance(kinds[-1], Answered):
            kinds.append((await message(reader))[0])
        assert not any(isinstance(kind, PictureUpdate | Welcome) for kind in kinds)
        writer.close()


async def test_a_run_goes_on_where_no_socket_can_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "ufo").write_text("no folder")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(taken))
    told: list[str] = []
    async with served(tmp_path, told):
        assert not (tmp_path / "control.json").exists()
    assert len(told) == 1 and "nobody can watch or steer this run" in told[0]


async def test_a_run_that_was_killed_cannot_be_reached(tmp_path: Path) -> None:
    file = {"protocol": 1, "socket": str(tmp_path / "gone.sock"), "pid": 1, "run_id": "x"}
    (tmp_path / "control.json").write_text(json.dumps(file))
    with pytest.raises(ControlError, match="ended or was killed"):
        await ControlClient.connect(tmp_path)


async def test_secrets_in_messages_have_no_representation(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.DEBUG)
    async with served(tmp_path), await ControlClient.connect(tmp_path) as client:
        with pytest.raises(ControlError):
            await client.answer("q1", "text", "hunter2")
    assert "hunter2" not in caplog.text
