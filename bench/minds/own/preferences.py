"""Tasks in the settings of applications: what each keeps in its own file of settings afterwards."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from bench.minds.local_server import Answer, LocalServer
from bench.minds.task import Place, Task, Verdict

_GSETTINGS_S = 10
_OOR = "{http://openoffice.org/2001/registry}"


def config_folder(place: Place) -> Path:
    return Path(place.environment.get("XDG_CONFIG_HOME") or Path(place.environment["HOME"]) / ".config")


_NOTE = "call the harbour master\n"


def _note(place: Place) -> None:
    (place.folder / "note.txt").write_text(_NOTE, encoding="utf-8")


OFFICE_REGISTRY = "libreoffice/4/user/registrymodifications.xcu"
_NAME = {"UserProfile/Data givenname": "Ida", "UserProfile/Data sn": "Berg"}
# Versions of the office write the same two settings to one place or to the other.
_RECOVERY = (
    {"Office.Recovery/AutoSave TimeIntervall": "7", "Office.Recovery/AutoSave Enabled": "true"},
    {"Office.Common/Save/Document AutoSaveTimeIntervall": "7", "Office.Common/Save/Document AutoSave": "true"},
)


def office_settings(place: Place) -> dict[str, str]:
    """Return the person's settings of LibreOffice by "Path name", {} where there are none to read."""
    try:
        root = ElementTree.parse(config_folder(place) / OFFICE_REGISTRY).getroot()
    except (OSError, ElementTree.ParseError):
        return {}
    found = {}
    for item in root.iter("item"):
        path = item.get(f"{_OOR}path", "").removeprefix("/org.openoffice.")
        for setting in item.iter("prop"):
            found[f"{path} {setting.get(f'{_OOR}name')}"] = "".join(setting.itertext()).strip()
    return found


def _judge_office(place: Place, answer: str) -> Verdict:
    found = office_settings(place)
    told = {key: found.get(key, "") for key in (*_NAME, *_RECOVERY[0], *_RECOVERY[1])}
    solved = told.items() >= _NAME.items() and any(told.items() >= record.items() for record in _RECOVERY)
    return Verdict(solved, f"LibreOffice keeps {told}")


_LIBFM = {"single_click": "1", "confirm_del": "0", "confirm_trash": "0"}
LIBFM = "libfm/libfm.conf"


def _judge_file_manager(place: Place, answer: str) -> Verdict:
    file = config_folder(place) / LIBFM
    text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    told = dict(re.findall(r"(?m)^(\w+)=(.*)$", text))
    return Verdict(
        all(told.get(key) == value for key, value in _LIBFM.items()), f"{ {key: told.get(key) for key in _LIBFM} }"
    )


MOUSEPAD_VIEW = "org.xfce.mousepad.preferences.view"
MOUSEPAD = {"show-line-numbers": "true", "insert-spaces": "true", "tab-width": "uint32 4"}


def _setting(environment: Mapping[str, str], schema: str, key: str) -> str:
    """Return what GSettings keeps, "" where it tells nothing."""
    asked = subprocess.run(
        ("gsettings", "get", schema, key),
        env=dict(environment),
        capture_output=True,
        text=True,
        timeout=_GSETTINGS_S,
        check=False,
    )
    return asked.stdout.strip()


def _judge_editor(place: Place, answer: str) -> Verdict:
    told = {key: _setting(place.environment, MOUSEPAD_VIEW, key) for key in MOUSEPAD}
    if (place.folder / "note.txt").read_text(encoding="utf-8") != _NOTE:
        return Verdict(False, "the note was changed")
    return Verdict(told == MOUSEPAD, f"Mousepad keeps {told}")


_TIMETABLE = b"""<!doctype html><meta charset=utf-8><title>Line 7, departures</title><h1>Line 7</h1>
<table border=1><tr><th>Stop<th>First<th>Last<tr><td>Harbour<td>05:12<td>23:40<tr><td>Market<td>05:21<td>23:49</table>"""


def _timetable(path: str) -> Answer | None:
    return ("text/html; charset=utf-8", _TIMETABLE) if path == "/" else None


def _serve(folder: Path) -> LocalServer:
    return LocalServer(folder, _timetable)


def _nothing(place: Place) -> None:
    return None


def _bookmarks(node: object) -> Iterator[tuple[str, str]]:
    """Yield name and address of every bookmark below a node of Chromium's file."""
    if isinstance(node, dict):
        if node.get("type") == "url":
            yield str(node.get("name")), str(node.get("url"))
        for value in node.values():
            yield from _bookmarks(value)
    elif isinstance(node, list):
        for value in node:
            yield from _bookmarks(value)


def _judge_bookmark(place: Place, answer: str) -> Verdict:
    address = f"http://127.0.0.1:{place.port}/"
    found: list[tuple[str, str]] = []
    for file in sorted(config_folder(place).glob("chromium*/Default/Bookmarks")):
        found += list(_bookmarks(json.loads(file.read_text(encoding="utf-8"))))
    mine = [pair for pair in found if pair[1] == address]
    return Verdict(mine == [("Timetable", address)], f"bookmarks: {found}")


TASKS = (
    Task(
        "settings-office",
        "Tell LibreOffice that my name is Ida Berg (for the letters), and let it save what is needed for "
        "recovery every 7 minutes.",
        ("soffice",),
        _nothing,
        _judge_office,
        opens=("libreoffice", "--writer"),
        careful_calls=4,
    ),
    Task(
        "settings-file-manager",
        "I want to open things in the file manager with a single click, and it should ask no more before it deletes a file or "
        "moves it into the trash can.",
        ("pcmanfm",),
        _nothing,
        _judge_file_manager,
        opens=("pcmanfm", "{folder}"),
        careful_calls=3,
    ),
    Task(
        "settings-editor",
        "In Mousepad show the line numbers, make a tab 4 wide, and let the Tab key insert spaces. Do not change "
        "the note.",
        ("mousepad", "gsettings"),
        _note,
        _judge_editor,
        opens=("mousepad", "{folder}/note.txt"),
        careful_calls=3,
    ),
    Task(
        "browser-bookmark",
        "Bookmark the page that is open in Chromium under the name Timetable.",
        ("chromium",),
        _nothing,
        _judge_bookmark,
        opens=("chromium", "http://127.0.0.1:{port}/"),
        careful_calls=2,
        serve=_serve,
    ),
)
