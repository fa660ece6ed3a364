"""MediaExecutor: media players over the session bus, VLC's options, and sound and video files made of others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing, new_file
from ufo.tools.servers.server import ToolServer
from ufo.tools.services.session_bus import session_bus
from ufo.tools.system.application_match import is_address
from ufo_media.conversion import MAKES, Cut, media_made
from ufo_media.player import Deed, Repeat, Wanted, player_of
from ufo_media.vlc_options import VlcOptions

_PLAYER_WORDS = (
    "media player", "player", "music", "song", "video", "playback", "play", "pause", "volume", "track", "louder", "vlc",
    "playlist", "mute", "playing",
)  # fmt: skip
_OPTION_WORDS = ("option of VLC", "vlc", "player setting", "player preference", "player instance", "recordings folder")
_MAKE_WORDS = (
    "convert sound or video", "mp3", "mp4", "webm", "wav", "ogg", "audio file", "video file", "frame of video", "extract sound",
    "extract audio", "transcode", "cut video", "cut song",
)  # fmt: skip
_SHOWN = 8
Player = Annotated[str, Field(description="its name; only needed where several run")]


def media(scope: ToolScope) -> MCPServer:
    server = ToolServer("MediaExecutor", "Media players, VLC's options, sound and video files.")
    _add_player(server, scope)
    _add_playlist(server, scope)
    _add_options(server, scope)
    _add_files(server, scope)
    return server


def _add_player(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.LOOK, keeps=Keeps.ALL, words=_PLAYER_WORDS))
    async def player_state(player: Player = "") -> dict[str, Any]:
        """Tell what a media player plays, where it is, its volume, and its playlist by number."""
        async with session_bus(scope.environment) as bus:
            return (await (await player_of(bus, player)).state()).told()

    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_PLAYER_WORDS))
    async def control_player(  # noqa: PLR0913 the tool's parameters are what models know
        action: Deed | None = None,
        item: Annotated[int | None, Field(ge=1, description="number in the playlist to go to")] = None,
        to_s: Annotated[float | None, Field(ge=0, description="second to go to")] = None,
        volume: Annotated[float | None, Field(ge=0, le=200, description="percent")] = None,
        speed: Annotated[float | None, Field(gt=0, le=32)] = None,
        repeat: Repeat | None = None,
        shuffle: bool | None = None,
        fullscreen: bool | None = None,
        player: Player = "",
    ) -> ActionReport:
        """Play, pause or stop a media player, go to an item or second, set volume, speed, repeat, shuffle or fullscreen."""
        wanted = Wanted(action, item, to_s, volume, speed, repeat, shuffle, fullscreen)
        if wanted == Wanted():
            raise ToolError("say what the player shall do: an action, an item, a second, a volume or another setting")
        async with session_bus(scope.environment) as bus:
            media_player = await player_of(bus, player)
            return _reported((await media_player.change(wanted)), (await media_player.state()).told())


def _add_playlist(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.PLAY_MEDIA, keeps=Keeps.ALL, words=_PLAYER_WORDS))
    async def change_playlist(
        add: Annotated[list[str] | None, Field(max_length=100, description="files or addresses, in order")] = None,
        remove: Annotated[list[int] | None, Field(max_length=100, description="their numbers")] = None,
        play: Annotated[bool, Field(description="play the first one added at once")] = False,
        player: Player = "",
    ) -> ActionReport:
        """Add files or addresses to the playlist of the media player that runs, or take items out of it."""
        if not add and not remove:
            raise ToolError("say what to add to the playlist, or which numbers to remove")
        addresses = [text if is_address(text) else existing(scope, text).as_uri() for text in add or ()]
        async with session_bus(scope.environment) as bus:
            media_player = await player_of(bus, player)
            told = await media_player.remove(remove) if remove else []
            told += await media_player.add(addresses, play=play) if addresses else []
            return _reported(told, (await media_player.state()).told())


def _add_options(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.LOOK, keeps=Keeps.ALL, words=_OPTION_WORDS, program="vlc"))
    async def find_vlc_options(words: Annotated[str, Field(min_length=1)]) -> dict[str, Any]:
        """Find options of VLC by words, with their values and what they take."""
        found = await _options(scope).find(words)
        return {"count": len(found), "options": [option.told for option in found[:_SHOWN]]}

    @server.acts(
        ToolFacts(
            kind=ActionKind.PLAYER_OPTION, ends=("value",), keeps=Keeps.ALL,
            words=_OPTION_WORDS,
            program="vlc",
        )
    )  # fmt: skip
    async def set_vlc_option(option: Annotated[str, Field(min_length=1)], value: str) -> ActionReport:
        """Set an option of VLC in its configuration, from its next start on; tells what it was before."""
        options = _options(scope)
        before, now = await options.change(option, value)
        name = option.strip().removeprefix("--")
        noted = {"path": str(options.file), "noted": {name: now}, "before": before, "after": now}
        said = f"{name} was {before!r} and is {now!r} in {options.file}; a VLC that runs takes it up when it is started again"
        return ActionReport(value=noted, effect=Effect.CONFIRMED, route=Route.NATIVE, evidence=(said,))


def _add_files(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.MAKE_FILE, words=_MAKE_WORDS))
    async def convert_media(
        source: Annotated[str, Field(min_length=1, description="a sound or video file")],
        target: Annotated[str, Field(min_length=1, description=f"new file, one of {' '.join(MAKES)}")],
        start_s: Annotated[float | None, Field(ge=0)] = None,
        end_s: Annotated[float | None, Field(gt=0)] = None,
        kbps: Annotated[int, Field(ge=0, le=512, description="of the sound")] = 0,
    ) -> ActionReport:
        """Make a sound or video file of another, sound from `start_s` to `end_s` too, or a picture of a video at `start_s`."""
        start, end = existing(scope, source), new_file(scope, target)
        await media_made(start, end, Cut(start_s, end_s, kbps), scope.environment)
        size = (await asyncio.to_thread(end.stat)).st_size
        said = named(f"{end} is there, {size:,} bytes")
        return ActionReport(
            value={"path": named(end), "bytes": size}, effect=Effect.CONFIRMED, route=Route.NATIVE, evidence=(said,)
        )


def _options(scope: ToolScope) -> VlcOptions:
    given = scope.environment.get("XDG_CONFIG_HOME")
    is_own = scope.home is None or scope.home == Path.home()
    folder = Path(given) if given and is_own else (scope.home or Path.home()) / ".config"
    return VlcOptions(folder, scope.environment)


def _reported(told: list[tuple[str, bool]], state: dict[str, Any]) -> ActionReport:
    reached = [is_so for _, is_so in told]
    effect = Effect.CONFIRMED if all(reached) else Effect.PARTIAL if any(reached) else Effect.SUSPECTED_NOOP
    evidence = tuple(said if is_so else f"not as wanted: {said}" for said, is_so in told)
    return ActionReport(value=state, effect=effect, route=Route.NATIVE, evidence=evidence)
