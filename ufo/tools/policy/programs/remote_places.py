"""Judges what is read from other hosts and changed there. Reading from a host that the request or the settings name is free;
whatever reaches a host otherwise asks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from ufo.dotted import load
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.tool_facts import ActionKind
from ufo.tools.policy.files.judge_files import destination_of, given, writing_all
from ufo.tools.policy.files.reading import read_at, reading
from ufo.tools.policy.files.written_path import described
from ufo.tools.policy.programs.addresses import opened, read_address
from ufo.tools.policy.programs.made_pages import is_named
from ufo.tools.policy.scene.scene import Judged, Scene, gravest

_SHOWN = 300
_READ_AT_MOST, _READ_BOOK = 5_000_000, "ufo.tools.data.records:read_book"


def reading_records(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    place = str(arguments.get("place") or "")
    return reaching(scene, place) if _is_web(place) else read_at(scene, given(scene, place))


def changing_records(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge changing a calendar or an address book, with each change in the question. Of a file the bin keeps what was there, so
    that only what is taken out asks; a server keeps nothing.
    """
    place = str(arguments.get("place") or "")
    removed = [_id_of(item) for item in _rows(arguments, "remove")]
    named = {} if _is_web(place) else _names(given(scene, place))
    deeds = [f"add {_brief(row)}" for row in _rows(arguments, "add")]
    deeds += [f"change {_brief(row)}{named.get(_id_of(row), '')}" for row in _rows(arguments, "change")]
    deeds += [f"remove {item!r}{named.get(item, '')}" for item in removed]
    if _is_web(place):
        what = f"Change the records at {place[:_SHOWN]!r}: {'; '.join(deeds)}"
        return Judged(ActionClass.DELETE if removed else ActionClass.SEND, what)
    to = destination_of(scene, given(scene, place))
    what = (
        f"Change the records in {to.said} ({described(to.path)}{f', {to.why}' if to.why else ''}): {'; '.join(deeds)}"
    )
    keeps = to.exists and to.where is ActionClass.CREATE and not to.shared and not removed
    return Judged(ActionClass.EDIT if keeps else to.action_class, what, (to.path,))


def _id_of(row: Any) -> str:
    return str(row.get("id") if isinstance(row, Mapping) else row)


def _names(path: Path) -> dict[str, str]:
    """Return what a person knows the records of a file by, for each id: its title or name, and when it is."""
    try:
        if path.stat().st_size > _READ_AT_MOST:
            return {}
        # The libraries of calendars are large, and few runs have one.
        records = load(_READ_BOOK)(path).records
    except (ToolError, OSError):
        return {}
    known: dict[str, str] = {}
    for record in records:
        told = [record.fields.get(name) for name in ("title", "name", "start", "due")]
        known.setdefault(record.id, f" ({_brief(', '.join(str(text) for text in told if text))})")
    return known


def asking_api(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge asking a service: its document is read, and its host gets what the call carries."""
    api, server = (str(arguments.get(name) or "") for name in ("api", "server"))
    read = reaching(scene, api) if _is_web(api) else read_at(scene, given(scene, api))
    if "operation" not in arguments or not (server or _is_web(api)):
        # A call without an address to ask is refused by the tool.
        return read
    carried = json.dumps(arguments.get("arguments") or {}, ensure_ascii=False, default=str)
    base = server or f"{urlsplit(api).scheme}://{host_of(api)}/"
    return gravest((read, reaching(scene, f"{base}?{arguments.get('operation')} {carried}")))


def calling_api(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge an operation that changes something: it always asks, with all that is sent."""
    where = str(arguments.get("server") or arguments.get("api") or "")
    sent = {key: arguments[key] for key in ("arguments", "body") if arguments.get(key) not in (None, {})}
    with_ = f" with {_brief(sent)}" if sent else ""
    called = Judged(
        ActionClass.SEND, f"Call {arguments.get('operation')!r} of the service at {where[:_SHOWN]!r}{with_}"
    )
    return gravest((asking_api(scene, {"api": arguments.get("api")}), called))


def listing_remote(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge looking at another machine with the person's own ssh: free where the request names it, by its host or its alias."""
    host = str(arguments.get("host") or "")
    bare = host.rpartition("@")[2].casefold()
    if is_named(scene, bare) or any(
        scene.run.request.says(name) for name in (host, bare, bare.partition(":")[0]) if name
    ):
        return Judged(ActionClass.OBSERVE)
    return Judged(ActionClass.OUTSIDE, f"Connect to {host[:_SHOWN]!r} with your ssh; the request does not name it")


def fetching_files(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    folder = given(scene, str(arguments.get("target") or "."))
    ends = [folder / PurePosixPath(str(source)).name for source in _rows(arguments, "sources")]
    return gravest((listing_remote(scene, arguments), writing_all(scene, "Fetch files", folder, ends)))


def sending_files(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge sending files to another machine: it asks, with all of them, and each is read."""
    host, target = (str(arguments.get(name) or "")[:_SHOWN] for name in ("host", "target"))
    named = ", ".join(map(repr, _rows(arguments, "sources")))
    over = ", in the place of files of these names there" if arguments.get("over") else ""
    sent = Judged(ActionClass.SEND, f"Send {named} to {target or 'the home'!r} on {host!r} with your ssh{over}")
    return gravest((reading(scene, {"path": _rows(arguments, "sources")}), sent))


def reaching(scene: Scene, address: str) -> Judged:
    """Judge asking a host for something: what the address gives away, and whether anybody named the host."""
    read = read_address(address)
    if read is None or not read.is_page:
        return Judged(ActionClass.UNKNOWN, f"Ask {address[:_SHOWN]!r}, which is no http(s) address")
    judged = opened(scene, read)
    if judged.action_class is not ActionClass.LAUNCH:
        return judged
    host = host_of(address)
    if is_named(scene, host):
        return Judged(ActionClass.OBSERVE)
    return Judged(
        ActionClass.OUTSIDE, f"Ask {address[:_SHOWN]!r}; neither the request nor network.allow names {host!r}"
    )


def host_of(address: str) -> str:
    """Return the host of an address, with its port where it has one."""
    try:
        return urlsplit(address.replace("\\", "/")).netloc.rpartition("@")[2].casefold()
    except ValueError:
        return address


def _is_web(place: str) -> bool:
    return "://" in place


def _rows(arguments: Mapping[str, Any], name: str) -> list[Any]:
    rows = arguments.get(name)
    return rows if isinstance(rows, list) else []


def _brief(row: Any) -> str:
    text = ", ".join(f"{key} {value!r}" for key, value in row.items()) if isinstance(row, Mapping) else repr(row)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


BY_PLACE: Mapping[ActionKind, Callable[[Scene, Mapping[str, Any]], Judged]] = MappingProxyType(
    {
        ActionKind.READ_RECORDS: reading_records,
        ActionKind.CHANGE_RECORDS: changing_records,
        ActionKind.READ_API: asking_api,
        ActionKind.CALL_API: calling_api,
        ActionKind.LIST_REMOTE: listing_remote,
        ActionKind.FETCH_FILES: fetching_files,
        ActionKind.SEND_FILES: sending_files,
    }
)
