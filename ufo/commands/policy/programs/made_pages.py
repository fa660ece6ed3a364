"""Judges showing a document that this run wrote: what was read here may stand in it, and a page can load and send by itself.

A script can send anything anywhere, so that a page with one asks wherever it holds what was read. Without one it asks where it
loads from a host that neither the request nor the person named, or by an address that carries what was read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ufo.commands.policy.programs.addresses import Address, file_of, opened, read_address
from ufo.commands.policy.programs.page_parts import Parts, beside, parts_of
from ufo.commands.policy.scene.scene import Judged, Scene
from ufo.commands.policy.scene.shown_page import page_of
from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import path_meant

_MOST_FILES = 50
_MOST_TOLD, _SHOWN = 3, 60


def showing(scene: Scene, path: Path) -> Judged:
    """Judge showing a document, with all that it refers to on this machine. LAUNCH where this run wrote none of it, or where
    it tells nobody what was read. Blocking: reads the files.
    """
    files = _with_its_parts(path.resolve()) if scene.run.has_begun else {}
    made = [file for file in files if scene.run.wrote(file)]
    if not made:
        return Judged(ActionClass.LAUNCH)
    what = f"Open {str(path)!r}, of which this run wrote {', '.join(repr(file.name) for file in made[:_MOST_TOLD])}"
    remote = [address for part in files.values() for address in part.remote]
    pages = (opened(scene, address) for address in map(_address, remote) if address.is_page)
    sends = next((judged for judged in pages if judged.action_class is not ActionClass.LAUNCH), None)
    if sends is not None:
        return Judged(ActionClass.SEND, f"{what}: {sends.what}")
    runs = any(part.runs for part in files.values())
    strange = [host for host in map(_host_of, remote) if not _is_named(scene, host)]
    held = scene.read.held("\n".join(files[file].text for file in made)) if runs or strange else ()
    if not held:
        return Judged(ActionClass.LAUNCH)
    told = ", ".join(repr(text[:_SHOWN]) for text in held[:_MOST_TOLD])
    how = "has a script or shows another page" if runs else f"loads from {', '.join(map(repr, strange[:_MOST_TOLD]))}"
    return Judged(ActionClass.SEND, f"{what}: it holds what was read here ({told}), and {how}, which may send it")


def in_address_bar(scene: Scene, text: str) -> Judged:
    """Judge a file that an address bar is told to show."""
    address = read_address(text)
    named = text.strip()
    path = file_of(address) if address is not None and address.scheme == "file" else None
    if path is None and named.startswith(("/", "~")):
        path = path_meant(unquote(named), scene.working_folder)
    return _as_edit(showing(scene, path)) if path is not None else Judged(ActionClass.EDIT)


def shown_again(scene: Scene) -> Judged:
    """Judge showing the page anew that the browser shows: its file may have changed since."""
    place = page_of(scene.selection.snapshot) if scene.is_browser else ""
    return _as_edit(showing(scene, Path(unquote(place)))) if place.startswith("/") else Judged(ActionClass.EDIT)


def by_name(scene: Scene, names: Sequence[str]) -> Judged:
    """Judge opening files by the names that a file manager shows."""
    paths = [path for name in names if name for path in scene.run.known_as(name, (scene.working_folder,))]
    judged = [_as_edit(showing(scene, path)) for path in paths]
    return max(judged, key=lambda shown: shown.action_class.severity, default=Judged(ActionClass.EDIT))


def _as_edit(judged: Judged) -> Judged:
    return Judged(ActionClass.EDIT) if judged.action_class is ActionClass.LAUNCH else judged


def _with_its_parts(path: Path) -> Mapping[Path, Parts]:
    found: dict[Path, Parts] = {}
    waiting = [path]
    while waiting and len(found) < _MOST_FILES:
        file = waiting.pop()
        if file in found:
            continue
        try:
            found[file] = parts_of(file)
        except OSError:
            continue
        waiting += beside(file, found[file].local)
    return found


def _address(text: str) -> Address:
    """Return a whole address of what a document has, which may leave out the scheme."""
    plain = text.replace("\\", "/")
    scheme, colon, rest = plain.partition(":")
    return Address("http", plain) if plain.startswith("//") or not colon else Address(scheme.casefold(), _slashed(rest))


def _slashed(rest: str) -> str:
    return f"//{rest.lstrip('/')}"


def _host_of(text: str) -> str:
    try:
        return urlsplit(_address(text).whole).netloc.rpartition("@")[2].casefold()
    except ValueError:
        return text


def _is_named(scene: Scene, host: str) -> bool:
    """Tell whether the request or the person's settings (`network.allow`) name that host. A name without a port means each."""
    bare = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    named = (*scene.run.request.hosts, *(one for one in scene.run.reachable if one != "*"))
    return any(fnmatchcase(meant, one.casefold()) for one in named for meant in (host, bare))
