"""Tasks that are like ones done before, with other values: what worked then is known (source: experience)."""

from __future__ import annotations

import json
from functools import partial
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from bench.minds.learning.handbook import paragraphs, write_sheet
from bench.minds.learning.hidden_commands import office, random_numbers, seamless, sloping_picture, small_capitals
from bench.minds.own.odf_file import write_odf
from bench.minds.own.preferences import config_folder
from bench.minds.task import Place, Task, Verdict

BEFORE = {
    "again-capitals": "hidden-capitals",
    "again-random": "hidden-random",
    "again-tile": "hidden-tile",
    "again-playlist": "media-playlist",
    "again-browser": "house-browser",
}
"""Each task here, with the one whose verified run is its experience."""


def _invitation(place: Place) -> None:
    write_odf(place.folder / "invitation.odt", paragraphs("We launch the Marie on Sunday.", "Come all.", "Ida Berg"))


def _lots(place: Place) -> None:
    write_sheet(place.folder / "lots.ods", (("Lot",),))


_SONGS = ("dawn.ogg", "drift.ogg", "home.ogg")


def _songs(place: Place) -> None:
    for song in _SONGS:
        (place.folder / song).write_bytes(b"OggS" + bytes(64))


def _judge_playlist(place: Place, answer: str) -> Verdict:
    try:
        root = ElementTree.parse(place.folder / "voyage.xspf").getroot()
    except (OSError, ElementTree.ParseError):
        return Verdict(False, "there is no voyage.xspf")
    places = [one.text or "" for one in root.iter("{http://xspf.org/ns/0/}location")]
    found = [unquote(urlsplit(one).path).rsplit("/", 1)[-1] for one in places]
    return Verdict(found == ["home.ogg", "dawn.ogg", "drift.ogg"], f"it holds {found}")


def _nothing(place: Place) -> None:
    return None


def _judge_browser(place: Place, answer: str) -> Verdict:
    told = {}
    for file in sorted(config_folder(place).glob("chromium*/Default/Preferences")):
        told = json.loads(file.read_text(encoding="utf-8"))
    found = told.get("homepage"), told.get("browser", {}).get("show_home_button")
    return Verdict(found == ("https://tides.example/", True), f"home page and button: {found}")


TASKS = (
    Task(
        "again-capitals",
        "Set all of invitation.odt in small capitals and save.",
        ("soffice",),
        _invitation,
        small_capitals("invitation.odt"),
        opens=office("invitation.odt"),
    ),
    Task(
        "again-random",
        "Fill the 20 cells below Lot in lots.ods with random whole numbers from 1 to 49, as fixed values that never change, "
        "and save.",
        ("soffice",),
        _lots,
        random_numbers("lots.ods", 20, 1, 49),
        opens=office("lots.ods"),
    ),
    Task(
        "again-tile",
        "Make a tile of sand.png whose edges fit one another without a seam, and export it as sand-tile.png.",
        ("gimp",),
        partial(sloping_picture, "sand.png"),
        seamless("sand-tile.png"),
        opens=("gimp", "{folder}/sand.png"),
    ),
    Task(
        "again-playlist",
        "Make a playlist of the songs in this folder in VLC: home first, then dawn, then drift. Save it here as voyage.xspf.",
        ("vlc",),
        _songs,
        _judge_playlist,
    ),
    Task(
        "again-browser",
        "Let Chromium show its home button, and let it lead to https://tides.example/.",
        ("chromium",),
        _nothing,
        _judge_browser,
        opens=("chromium",),
    ),
)
