"""MediaExecutor: a player of the test's own on a real bus, everywhere; a real VLC, where it is installed."""

from __future__ import annotations

import asyncio
import io
import math
import os
import shutil
import struct
import wave
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from mcp.server import MCPServer
from PIL import Image

from tests.extensions.media.avi import write_avi
from tests.needs import needs
from tests.tools.bench import Bench
from tests.tools.policy.test_policy import Judge
from tests.tools.servers.test_session_bus_tools import own_bus
from tests.waiting import in_time
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.tools.observe.selection import ToolScope
from ufo_media.player_tools import media

with_vlc = needs("vlc")
_PLAYER, _TRACKS = "org.mpris.MediaPlayer2.Player", "org.mpris.MediaPlayer2.TrackList"


def _told(name: str, value: object) -> Variant:
    kind = {bool: "b", float: "d", int: "x", str: "s"}[type(value)]
    return Variant({"Tracks": "ao", "Metadata": "a{sv}"}.get(name, kind), value)


class OwnPlayer:
    """Plays what it is given on no loudspeaker. Its volume ends at 100 %, and it sends no signals."""

    def __init__(self, bus: MessageBus) -> None:
        self.tracks = {f"/t/{number}": f"file:///{name}.ogg" for number, name in enumerate("abc")}
        self.now, self.position, self.count, self.artist = "/t/0", 0, 3, "Ada"
        self.properties: dict[str, object] = {
            "PlaybackStatus": "Stopped", "LoopStatus": "None", "Shuffle": False, "Rate": 1.0, "Volume": 0.5,
        }  # fmt: skip
        bus.add_message_handler(self.answer)

    def _metadata(self, track: str) -> dict[str, Variant]:
        return {
            "mpris:trackid": Variant("o", track),
            "mpris:length": Variant("x", 60_000_000),
            "xesam:url": Variant("s", self.tracks[track]),
            "xesam:artist": Variant("as", [self.artist]),
        }

    def _all(self, interface: str) -> dict[str, Variant]:
        if interface == _PLAYER:
            rest = {"Metadata": Variant("a{sv}", self._metadata(self.now)), "Position": Variant("x", self.position)}
            return {name: _told(name, value) for name, value in self.properties.items()} | rest
        if interface == _TRACKS:
            return {"Tracks": Variant("ao", list(self.tracks)), "CanEditTracks": Variant("b", True)}
        return {"Identity": Variant("s", "Own player"), "CanSetFullscreen": Variant("b", False)}

    def answer(self, message: Message) -> Message | bool:
        if message.message_type is not MessageType.METHOD_CALL or message.path != "/org/mpris/MediaPlayer2":
            return False
        body = message.body
        if message.member == "GetAll":
            return Message.new_method_return(message, "a{sv}", [self._all(body[0])])
        if message.member == "GetTracksMetadata":
            return Message.new_method_return(message, "aa{sv}", [[self._metadata(item) for item in body[0]]])
        self._do(message.member or "", body)
        return Message.new_method_return(message)

    def _do(self, member: str, body: list[Any]) -> None:
        match member:
            case "Set":
                self.properties[body[1]] = min(1.0, body[2].value) if body[1] == "Volume" else body[2].value
            case "Play" | "Pause" | "Stop":
                self.properties["PlaybackStatus"] = {"Play": "Playing", "Pause": "Paused", "Stop": "Stopped"}[member]
            case "Next":
                self.now = list(self.tracks)[list(self.tracks).index(self.now) + 1]
            case "GoTo":
                self.now = body[0]
            case "SetPosition":
                self.position = body[1]
            case "AddTrack":
                self.count += 1
                self.tracks[f"/t/{self.count}"] = body[0]
            case "RemoveTrack":
                del self.tracks[body[0]]


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with own_bus() as address:
        bus = await MessageBus(bus_address=address).connect()
        OwnPlayer(bus)
        await bus.request_name("org.mpris.MediaPlayer2.own")
        await bus.request_name("org.mpris.MediaPlayer2.own.instance7")
        item = Bench(tmp_path, lambda scope: media(replace(scope, environment={"DBUS_SESSION_BUS_ADDRESS": address})))
        yield item
        await item.dispatcher.close()
        bus.disconnect()


async def test_a_player_is_brought_to_what_is_wanted_and_each_is_read_back(bench: Bench) -> None:
    done = await bench.run("control_player", action="play", item=2, to_s=12.5, volume=80, repeat="all", shuffle=True)
    assert done.effect is Effect.CONFIRMED, done
    assert done.result == {
        "player": "Own player", "status": "playing", "item": "b.ogg - Ada", "address": "file:///b.ogg", "length_s": 60.0,
        "position_s": 12.5, "volume": 80, "speed": 1.0, "repeat": "all", "shuffle": True,
        "playlist": ["1 a.ogg - Ada", "2 (now) b.ogg - Ada", "3 c.ogg - Ada"],
    }  # fmt: skip
    assert (await bench.run("control_player", action="next")).result["item"] == "c.ogg - Ada"
    assert (await bench.run("player_state", player="OWN")).result["item"] == "c.ogg - Ada"


async def test_what_a_player_does_not_take_is_told_as_not_done(bench: Bench) -> None:
    loud = await bench.run("control_player", volume=150, repeat="one")
    assert loud.effect is Effect.PARTIAL and loud.result["volume"] == 100


async def test_files_and_addresses_go_into_the_playlist_and_out_again(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "ü #1.ogg").touch()
    added = await bench.run("change_playlist", add=["ü #1.ogg", "http://127.0.0.1/radio"])
    assert added.effect is Effect.CONFIRMED
    assert [item.split(" - ")[0] for item in added.result["playlist"][3:]] == ["4 ü #1.ogg", "5 radio"]
    removed = await bench.run("change_playlist", remove=[4, 2])
    assert removed.effect is Effect.CONFIRMED and len(removed.result["playlist"]) == 3


async def test_what_a_player_takes_up_in_silence_is_not_told_as_done(tmp_path: Path) -> None:
    class Deaf(OwnPlayer):
        """Adds nothing, goes to no next item, and learns the artist of the present one late."""

        def _do(self, member: str, body: list[Any]) -> None:
            self.artist = "Eva" if member == "Next" else self.artist

    async with own_bus() as address:
        bus = await MessageBus(bus_address=address).connect()
        Deaf(bus)
        await bus.request_name("org.mpris.MediaPlayer2.deaf")
        item = Bench(tmp_path, lambda scope: media(replace(scope, environment={"DBUS_SESSION_BUS_ADDRESS": address})))
        assert (await item.run("control_player", action="next")).effect is Effect.SUSPECTED_NOOP
        # This very address is in the playlist already.
        assert (await item.run("change_playlist", add=["file:///a.ogg"])).effect is Effect.SUSPECTED_NOOP
        await item.dispatcher.close()
        bus.disconnect()


async def test_the_same_address_goes_into_the_playlist_twice(bench: Bench) -> None:
    added = await bench.run("change_playlist", add=["file:///a.ogg", "file:///a.ogg"])
    assert added.effect is Effect.CONFIRMED and len(added.result["playlist"]) == 5


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("control_player", {}, "say what"),
        ("control_player", {"item": 9}, "no item 9; it has 3"),
        ("control_player", {"action": "play", "to_s": 61}, "60 s long"),
        ("control_player", {"to_s": 1}, "plays nothing now"),
        ("control_player", {"action": "explode"}, "do not fit"),
        ("control_player", {"fullscreen": True}, "shows no video"),
        ("player_state", {"player": "totem"}, "there are: own"),
        ("change_playlist", {"add": ["nothing.ogg"]}, "there is no document"),
        ("change_playlist", {}, "say what"),
        ("change_playlist", {"remove": [0]}, "no item 0"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_the_reason(
    bench: Bench, tool: str, arguments: dict[str, object], reason: str
) -> None:
    assert reason in str((await bench.run(tool, **arguments)).error)


async def test_without_a_player_the_next_move_is_told(tmp_path: Path) -> None:
    async with own_bus() as address:
        item = Bench(tmp_path, lambda scope: media(replace(scope, environment={"DBUS_SESSION_BUS_ADDRESS": address})))
        assert "open the file or a player first" in str((await item.run("player_state")).error)
        await item.dispatcher.close()


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("control_player", {"action": "play"}, ActionClass.EDIT),
        ("change_playlist", {"add": ["a.ogg"]}, ActionClass.EDIT),
        ("change_playlist", {"add": ["/var/lib/a.ogg"]}, ActionClass.OUTSIDE),
        ("set_vlc_option", {"option": "one-instance", "value": "1"}, ActionClass.EDIT),
        ("set_vlc_option", {"option": "snapshot-path", "value": "/tmp"}, ActionClass.EDIT),
        ("set_vlc_option", {"option": "extraintf", "value": "http"}, ActionClass.SYSTEM),
        ("set_vlc_option", {"option": "http-password", "value": "x"}, ActionClass.SYSTEM),
        ("set_vlc_option", {"option": "--sout", "value": "#std{access=file,dst=/x}"}, ActionClass.SYSTEM),
    ],
)
async def test_players_are_judged_by_what_goes_in_and_what_is_opened(
    tmp_path: Path, tool: str, arguments: dict[str, object], expected: ActionClass
) -> None:
    assert (await Judge(tmp_path).of(tool, **arguments)).action_class is expected


def _sound(path: Path, seconds: int = 20) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"".join(struct.pack("<h", int(9000 * math.sin(at / 3))) for at in range(8000 * seconds)))
    return path


@asynccontextmanager
async def _vlc(tmp_path: Path) -> AsyncIterator[tuple[Bench, dict[str, str]]]:
    """A bus, a home and the program VLC; where root runs the tests, a copy that does not ask who runs it."""
    program = tmp_path / "bin/vlc"
    program.parent.mkdir()
    program.write_bytes(Path(shutil.which("vlc") or "").read_bytes().replace(b"geteuid", b"getppid"))
    program.chmod(0o755)
    (tmp_path / "work").mkdir()
    async with own_bus() as address:
        environment = {
            "DBUS_SESSION_BUS_ADDRESS": address, "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path / ".config"), "LC_ALL": "C.UTF-8",
        }  # fmt: skip

        def on_it(scope: ToolScope) -> MCPServer:
            return media(replace(scope, environment=environment, home=tmp_path))

        item = Bench(tmp_path / "work", on_it)
        try:
            yield item, environment
        finally:
            await item.dispatcher.close()


@asynccontextmanager
async def _playing(environment: dict[str, str], *arguments: str) -> AsyncIterator[None]:
    sound = ("--aout", "alsa", "--alsa-audio-device", "null")
    player = await asyncio.create_subprocess_exec(
        "vlc", "-I", "dummy", *sound, *arguments, env=environment,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield
    finally:
        player.terminate()
        await player.wait()


async def _comes_to(bench: Bench, status: str) -> None:
    with in_time():
        while status not in str((await bench.run("player_state")).result):
            await anyio.sleep(0.1)


@with_vlc
@pytest.mark.matrix
async def test_a_real_vlc_is_worked_over_the_bus(tmp_path: Path) -> None:
    async with _vlc(tmp_path) as (bench, environment):
        for name in ("one.wav", "two.wav", "ü #3.wav"):
            _sound(tmp_path / "work" / name)
        async with _playing(environment, str(tmp_path / "work/one.wav")):
            await _comes_to(bench, "playing")
            added = await bench.run("change_playlist", add=["two.wav", "ü #3.wav"])
            assert added.effect is Effect.CONFIRMED, added
            done = await bench.run("control_player", action="pause", to_s=10, volume=40, repeat="all", shuffle=False)
            assert done.effect is Effect.CONFIRMED, done
            assert (done.result["status"], done.result["volume"], done.result["position_s"]) == ("paused", 40, 10.0)
            after = await bench.run("control_player", action="next")
            assert after.effect is Effect.CONFIRMED and after.result["item"] != "one.wav", after
            three = [item for item in after.result["playlist"] if "ü #3.wav" in item]
            went = await bench.run("control_player", item=int(three[0].split()[0]), action="play")
            assert went.effect is Effect.CONFIRMED and went.result["item"] == "ü #3.wav", went
            left = await bench.run("change_playlist", remove=[1])
            assert left.effect is Effect.CONFIRMED and len(left.result["playlist"]) == 2, left


@with_vlc
@pytest.mark.matrix
async def test_other_lines_of_the_options_file_stay_as_they_are(tmp_path: Path) -> None:
    async with _vlc(tmp_path) as (bench, _):
        kept, settings = tmp_path / "dotfiles", tmp_path / ".config/vlc"
        settings.mkdir(parents=True)
        before = b"snapshot-path=/home/b\xf6hm\nmeta-title=a\xe2\x80\xa8extraintf=http\n"
        kept.write_bytes(before)
        (settings / "vlcrc").symlink_to(kept)
        assert (await bench.run("set_vlc_option", option="start-paused", value="on")).effect is Effect.CONFIRMED
        assert kept.read_bytes() == before + b"start-paused=1\n" and (settings / "vlcrc").is_symlink()
        told = (await bench.run("find_vlc_options", words="snapshot folder")).result["options"]
        assert "/home/b\N{REPLACEMENT CHARACTER}hm" in [item["value"] for item in told]


def _frame(at: int) -> bytes:
    """A picture of a yellow box that is two points further on in each."""
    picture, data = Image.new("RGB", (320, 240), (30, 90, 200)), io.BytesIO()
    picture.paste((250, 200, 0), (at * 2, 50, at * 2 + 60, 150))
    picture.save(data, "JPEG")
    return data.getvalue()


def _left_edge(path: Path) -> int:
    """Where the box begins in a picture of the video."""
    with Image.open(path) as picture:
        assert picture.size == (320, 240)
        row: bytes = picture.convert("L").crop((0, 100, 320, 101)).tobytes()
    return next(at for at, light in enumerate(row) if light > 150)


@with_vlc
@pytest.mark.matrix
async def test_sound_and_video_files_are_made_of_others(tmp_path: Path) -> None:
    async with _vlc(tmp_path) as (bench, _):
        work = tmp_path / "work"
        _sound(work / "a.wav")
        heads = {"a.mp3": (b"ID3", b"\xff"), "a.ogg": (b"OggS",), "a.flac": (b"fLaC",), "a.m4a": (b"\0\0\0",)}
        for name, begins in heads.items():
            made = await bench.run("convert_media", source="a.wav", target=name, start_s=2, end_s=5)
            assert made.effect is Effect.CONFIRMED, made
            assert (work / name).read_bytes().startswith(begins)
        with_end = await bench.run("convert_media", source="a.wav", target="b.wav", start_s=10, end_s=15)
        with wave.open(with_end.result["path"]) as file:
            assert 4.5 < file.getnframes() / file.getframerate() < 5.5
        write_avi(work / "v.avi", [_frame(at) for at in range(100)], 25)
        for name in ("v.webm", "v.ogv", "v.mp4", "v.mpg"):
            assert (await bench.run("convert_media", source="v.avi", target=name)).effect is Effect.CONFIRMED, name
        for source, second in (("v.avi", 0), ("v.avi", 2), ("v.webm", 2), ("v.ogv", 2), ("v.mp4", 0)):
            target = f"{source}-{second}.png"
            shot = await bench.run("convert_media", source=source, target=target, start_s=second)
            left = _left_edge(Path(shot.result["path"]))
            assert second - 0.3 < left / 50 < second + 0.6, (source, second, left)
        # The mp4 file that VLC made itself does not tell well where whole pictures begin.
        late = await bench.run("convert_media", source="v.mp4", target="late.png", start_s=2)
        assert late.ok or "only grey" in str(late.error), late
        (work / "list.mp4").write_text("#EXTM3U\nfile:///etc/passwd\n")
        (work / "noise.mp4").write_bytes(os.urandom(5000) + b"\0")
        for source, target, reason in (
            ("list.mp4", "x.mp3", "playlist"),
            ("noise.mp4", "x.mp3", "could not make"),
            ("a.wav", "x.png", "could not make"),
            ("a.wav", "x.exe", "it makes .mp3"),
            ("v.webm", "x.mp3", "could not make"),
            ("a.wav", "a.mp3", "exists already"),
        ):
            assert reason in str((await bench.run("convert_media", source=source, target=target)).error), source
            assert not (work / "x.mp3").exists()
