"""A media player over MPRIS, the interface that VLC and other players have on the session bus.

Source: the MPRIS D-Bus Interface Specification, version 2.2. VLC tells wrong types of some properties when it is introspected, so
the types are those of the specification.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from dbus_fast import Variant

from ufo.errors import ToolError
from ufo.tools.services.session_bus import BusCall, SessionBus

_PREFIX, _PATH = "org.mpris.MediaPlayer2.", "/org/mpris/MediaPlayer2"
_ROOT, _PLAYER, _TRACKS = "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player", "org.mpris.MediaPlayer2.TrackList"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_ANSWER_S, _REACHED_S, _TICK_S = 3.0, 2.5, 0.05
_MICRO = 1_000_000
_MOST_TRACKS = 100
_NEAR_S, _NEAR_SHARE = 2.0, 0.02
_NO_TRACK = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

Deed = Literal["play", "pause", "stop", "next", "previous"]
Repeat = Literal["none", "one", "all"]
_DEEDS: Mapping[Deed, str] = {
    "play": "Play", "pause": "Pause", "stop": "Stop", "next": "Next", "previous": "Previous",
}  # fmt: skip
_REPEATS: Mapping[Repeat, str] = {"none": "None", "one": "Track", "all": "Playlist"}
_STATUS = {"play": "Playing", "pause": "Paused", "stop": "Stopped"}


@dataclass(frozen=True, slots=True)
class Track:
    """An item of a player. `id` is the player's own; `length_s` is 0 where the player does not know it."""

    id: str
    title: str
    artist: str
    album: str
    address: str
    length_s: float

    @property
    def called(self) -> str:
        """Return what a person calls it: its title, or the name of its file."""
        name = self.title or Path(unquote(urlsplit(self.address).path)).name or self.address
        return f"{name} - {self.artist}" if self.artist else name


@dataclass(frozen=True, slots=True)
class PlayerState:
    """`volume` is in percent, `speed` a factor. `tracks`: the playlist, () where the player does not tell it."""

    name: str
    status: str
    track: Track | None
    position_s: float
    volume: float
    speed: float
    repeat: str
    shuffle: bool
    fullscreen: bool | None
    tracks: tuple[Track, ...]

    def told(self) -> dict[str, Any]:
        playing = self.track
        told: dict[str, Any] = {"player": self.name, "status": self.status.casefold()}
        if playing is not None:
            told |= {"item": playing.called, "address": playing.address, "length_s": round(playing.length_s, 1)}
            told |= {"album": playing.album} if playing.album else {}
            told |= {} if self.status == "Stopped" else {"position_s": round(self.position_s, 1)}
        told |= {"volume": round(self.volume), "speed": self.speed, "repeat": self.repeat, "shuffle": self.shuffle}
        told |= {} if self.fullscreen is None else {"fullscreen": self.fullscreen}
        listed = [
            f"{at}{' (now)' if playing is not None and track.id == playing.id else ''} {track.called}"
            for at, track in enumerate(self.tracks, start=1)
        ]
        return told | ({"playlist": listed} if listed else {})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a player shall come to; None is left as it is. `volume` in percent, `item` a number of the playlist from 1."""

    deed: Deed | None = None
    item: int | None = None
    to_s: float | None = None
    volume: float | None = None
    speed: float | None = None
    repeat: Repeat | None = None
    shuffle: bool | None = None
    fullscreen: bool | None = None


class MediaPlayer:
    """One player. Every method raises ToolError with the next move."""

    def __init__(self, bus: SessionBus, service: str) -> None:
        self._bus, self._service = bus, service

    async def state(self) -> PlayerState:
        root, player = await self._all(_ROOT), await self._all(_PLAYER)
        tracks = await self._playlist()
        metadata = player.get("Metadata")
        track = _track(metadata) if isinstance(metadata, Mapping) and metadata.get("mpris:trackid") else None
        loops = {value: key for key, value in _REPEATS.items()}
        fullscreen = root.get("Fullscreen") if root.get("CanSetFullscreen") else None
        return PlayerState(
            name=str(root.get("Identity") or self._service.removeprefix(_PREFIX)),
            status=str(player.get("PlaybackStatus") or "Stopped"),
            track=track,
            position_s=_number(player.get("Position")) / _MICRO,
            volume=_number(player.get("Volume")) * 100,
            speed=_number(player.get("Rate")) or 1.0,
            repeat=loops.get(str(player.get("LoopStatus")), "none"),
            shuffle=bool(player.get("Shuffle")),
            fullscreen=fullscreen if isinstance(fullscreen, bool) else None,
            tracks=tracks,
        )

    async def change(self, wanted: Wanted) -> list[tuple[str, bool]]:
        """Bring the player to what is wanted, and return what it then tells of each, with whether it is so."""
        told: list[tuple[str, bool]] = []
        if wanted.item is not None:
            told.append(await self._go_to(wanted.item))
        if wanted.deed is not None:
            told.append(await self._do(wanted.deed))
        if wanted.to_s is not None:
            told.append(await self._seek(wanted.to_s))
        for setting in _settings(wanted):
            if setting.name == "fullscreen":
                await self._require_video()
            await self._set(setting.interface, setting.property, setting.value)
            told.append(await self._reached(setting))
        return told

    async def add(self, addresses: Sequence[str], *, play: bool) -> list[tuple[str, bool]]:
        """Put addresses behind the playlist, in their order. With `play` the first of them is played at once."""
        before = await self.state()
        if not (await self._all(_TRACKS)).get("CanEditTracks"):
            raise ToolError(f"{before.name} lets nobody change its playlist; open the file in it by launch_application")
        last, told = before.tracks[-1].id if before.tracks else _NO_TRACK, list[tuple[str, bool]]()
        known = {track.id for track in before.tracks}
        async with self._bus.hearing(self._service, "TrackAdded") as heard:
            for at, address in enumerate(addresses):
                await self._call(_TRACKS, "AddTrack", "sob", address, last, play and at == 0)
                added = await self._added(heard, address, known)
                known |= {added.id} if added is not None else set()
                last = added.id if added is not None else last
                told.append((f"{unquote(address)} is in the playlist", added is not None))
        return told

    async def _added(self, heard: Sequence[Sequence[Any]], address: str, known: Set[str]) -> Track | None:
        """Return the new item, none of those known, once the player tells of it: VLC by a signal, and in its list later."""
        over = asyncio.get_running_loop().time() + _REACHED_S
        while asyncio.get_running_loop().time() < over:
            tracks = list(_tracks_in(heard)) or (await self.state()).tracks
            new = [track for track in tracks if track.id not in known and unquote(track.address) == unquote(address)]
            if new:
                return new[-1]
            await asyncio.sleep(_TICK_S)
        return None

    async def remove(self, items: Sequence[int]) -> list[tuple[str, bool]]:
        """Take items out of the playlist by their numbers."""
        tracks = (await self.state()).tracks
        chosen = [self._item(tracks, number) for number in items]
        for track in chosen:
            await self._call(_TRACKS, "RemoveTrack", "o", track.id)
        ids = {item.id for item in chosen}
        now = await self._state_once(lambda now: ids.isdisjoint(item.id for item in now.tracks))
        left = {item.id for item in now.tracks}
        return [(f"{item.called!r} is out of the playlist", item.id not in left) for item in chosen]

    async def _go_to(self, item: int) -> tuple[str, bool]:
        track = self._item((await self.state()).tracks, item)
        await self._call(_TRACKS, "GoTo", "o", track.id)
        now = await self._state_once(lambda now: now.track is not None and now.track.id == track.id)
        return f"item {item}, {track.called!r}, is the present one", now.track is not None and now.track.id == track.id

    async def _do(self, deed: Deed) -> tuple[str, bool]:
        before = await self.state()
        await self._call(_PLAYER, _DEEDS[deed], "")
        status = _STATUS.get(deed)
        if status is not None:
            now = await self._state_once(lambda now: now.status == status)
            return f"{now.name} is {now.status.casefold()}", now.status == status
        # Its title and length may become known at the same time, so only its id tells that it is another one.
        now = await self._state_once(lambda now: _id(now) != _id(before))
        shown = now.track.called if now.track is not None else "nothing"
        return f"the present item is {shown!r}", _id(now) != _id(before)

    async def _seek(self, seconds: float) -> tuple[str, bool]:
        now = await self._state_once(lambda now: now.track is not None and now.status != "Stopped")
        if now.track is None or now.status == "Stopped":
            raise ToolError(f"{now.name} plays nothing now; play an item first")
        if now.track.length_s and not 0 <= seconds <= now.track.length_s:
            raise ToolError(f"{now.track.called!r} is {now.track.length_s:g} s long, so there is no second {seconds:g}")
        await self._call(_PLAYER, "SetPosition", "ox", now.track.id, int(seconds * _MICRO))
        now = await self._state_once(lambda now: abs(now.position_s - seconds) <= _NEAR_S)
        return f"the position is {now.position_s:.1f} s", abs(now.position_s - seconds) <= _NEAR_S

    async def _reached(self, setting: _Setting) -> tuple[str, bool]:
        now = await self._state_once(setting.holds_in)
        return f"{setting.name} is {setting.read(now)}", setting.holds_in(now)

    async def _require_video(self) -> None:
        # VLC can show its whole screen only once a video's window is there.
        now = await self._state_once(lambda now: now.fullscreen is not None)
        if now.fullscreen is None:
            raise ToolError(
                f"{now.name} cannot be shown on the full screen now, because it shows no video; play one first"
            )

    async def _state_once(self, holds: Callable[[PlayerState], bool]) -> PlayerState:
        """Return the state once it is as said, or the last one. A player tells of a change some moments after it."""
        over = asyncio.get_running_loop().time() + _REACHED_S
        while not holds(now := await self.state()):
            if asyncio.get_running_loop().time() > over:
                break
            await asyncio.sleep(_TICK_S)
        return now

    def _item(self, tracks: Sequence[Track], number: int) -> Track:
        if not 1 <= number <= len(tracks):
            raise ToolError(f"the playlist has no item {number}; it has {len(tracks)}")
        return tracks[number - 1]

    async def _playlist(self) -> tuple[Track, ...]:
        # VLC denies in HasTrackList that it has one.
        try:
            ids = (await self._all(_TRACKS)).get("Tracks") or []
        except ToolError:
            ids = []
        if not ids:
            return ()
        (told,) = await self._call(_TRACKS, "GetTracksMetadata", "ao", list(ids)[:_MOST_TRACKS])
        tracks = {track.id: track for track in map(_track, told)}
        # VLC tells an item that is being taken out without saying which.
        return tuple(tracks[item] for item in ids if item in tracks)

    async def _all(self, interface: str) -> Mapping[str, Any]:
        (told,) = await self._bus.ask(
            BusCall(self._service, _PATH, _PROPERTIES, "GetAll", (interface,)), "s", _ANSWER_S
        )
        return told if isinstance(told, Mapping) else {}

    async def _set(self, interface: str, name: str, value: Variant) -> None:
        call = BusCall(self._service, _PATH, _PROPERTIES, "Set", (interface, name, value))
        await self._bus.ask(call, "ssv", _ANSWER_S)

    def _call(self, interface: str, member: str, signature: str, *values: Any) -> Awaitable[list[Any]]:
        return self._bus.ask(BusCall(self._service, _PATH, interface, member, values), signature, _ANSWER_S)


async def player_of(bus: SessionBus, words: str) -> MediaPlayer:
    """Return the one player that runs, or the one with these words in its name. Raises ToolError where none or several fit."""
    services = await bus.names(_PREFIX)
    fitting = [service for service in services if words.casefold() in service.removeprefix(_PREFIX).casefold()]
    if len(fitting) == 1:
        return MediaPlayer(bus, fitting[0])
    if not services:
        raise ToolError("no media player runs that can be worked this way; open the file or a player first")
    names = ", ".join(service.removeprefix(_PREFIX) for service in services)
    raise ToolError(f"{'several players run' if fitting else f'no player is called {words!r}'}; there are: {names}")


@dataclass(frozen=True, slots=True)
class _Setting:
    """A property to be set. `name` is what a person calls it, `read` how the state tells it, `told` what it tells then."""

    name: str
    interface: str
    property: str
    value: Variant
    told: Any
    read: Callable[[PlayerState], Any]

    def holds_in(self, state: PlayerState) -> bool:
        now = self.read(state)
        if isinstance(self.told, float):
            return isinstance(now, int | float) and abs(now - self.told) <= _NEAR_SHARE * max(1.0, abs(self.told))
        return bool(now == self.told)


def _settings(wanted: Wanted) -> list[_Setting]:
    found: list[_Setting] = []
    if wanted.volume is not None:
        share, percent = Variant("d", wanted.volume / 100), float(wanted.volume)
        found.append(_Setting("volume", _PLAYER, "Volume", share, percent, lambda now: round(now.volume, 1)))
    if wanted.speed is not None:
        speed = float(wanted.speed)
        found.append(_Setting("speed", _PLAYER, "Rate", Variant("d", speed), speed, lambda now: now.speed))
    if wanted.repeat is not None:
        loop = Variant("s", _REPEATS[wanted.repeat])
        found.append(_Setting("repeat", _PLAYER, "LoopStatus", loop, wanted.repeat, lambda now: now.repeat))
    if wanted.shuffle is not None:
        on = Variant("b", wanted.shuffle)
        found.append(_Setting("shuffle", _PLAYER, "Shuffle", on, wanted.shuffle, lambda now: now.shuffle))
    if wanted.fullscreen is not None:
        on = Variant("b", wanted.fullscreen)
        found.append(_Setting("fullscreen", _ROOT, "Fullscreen", on, wanted.fullscreen, lambda now: now.fullscreen))
    return found


def _id(state: PlayerState) -> str:
    return state.track.id if state.track is not None else ""


def _tracks_in(heard: Sequence[Sequence[Any]]) -> Iterator[Track]:
    """Yield the items that signals tell of. VLC sends each as a list of one."""
    for body in heard:
        first = body[0] if body else None
        yield from map(_track, first if isinstance(first, list) else [first])


def _track(told: Any) -> Track:
    told = told if isinstance(told, Mapping) else {}
    artists = told.get("xesam:artist") or ()
    return Track(
        id=str(told.get("mpris:trackid") or ""),
        title=str(told.get("xesam:title") or ""),
        artist=", ".join(map(str, artists)) if isinstance(artists, list | tuple) else str(artists),
        album=str(told.get("xesam:album") or ""),
        address=str(told.get("xesam:url") or ""),
        length_s=_number(told.get("mpris:length")) / _MICRO,
    )


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
