"""Tasks with archives and with a playlist: files that hold files."""

from __future__ import annotations

import io
import struct
import tarfile
import wave
import zipfile
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from PIL import Image

from bench.minds.task import Place, Task, Verdict

_PHOTOS = ("bridge", "harbour", "market")


def _photo(shade: int, size: int) -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (size, size), (shade, 120, 255 - shade)).save(held, "JPEG")
    return held.getvalue()


def _photos(place: Place) -> None:
    with zipfile.ZipFile(place.folder / "photos.zip", "w") as packed:
        for number, title in enumerate(_PHOTOS):
            packed.writestr(f"photos/{title}.jpg", _photo(60 * number, 200))
            packed.writestr(f"photos/tn_{title}.jpg", _photo(60 * number, 20))
        packed.writestr("photos/readme.txt", "taken in May\n")


def _judge_photos(place: Place, answer: str) -> Verdict:
    wanted = {f"{title}.jpg": _photo(60 * number, 200) for number, title in enumerate(_PHOTOS)}
    wanted["readme.txt"] = b"taken in May\n"
    if not (place.folder / "photos.zip").is_file():
        return Verdict(False, "photos.zip is gone")
    try:
        with tarfile.open(place.folder / "photos-clean.tar.gz", "r:gz") as packed:
            files = {
                PurePosixPath(getmember.name).name: packed.extractfile(getmember)
                for getmember in packed.getmembers()
                if getmember.isfile()
            }
            held = {name: file.read() for name, file in files.items() if file is not None}
    except (OSError, tarfile.TarError) as error:
        return Verdict(False, f"photos-clean.tar.gz cannot be read: {error}")
    return Verdict(held == wanted, f"it holds {sorted(held)}")


_LETTERS = {
    "anna.txt": "Dear Anna, the roses are planted.",
    "bert.txt": "Dear Bert, the key of the boathouse is under the third stone.",
    "cora.txt": "Dear Cora, see you in Linz.",
    "2024/dora.txt": "Dear Dora, the boat needs paint.",
}


def _letters(place: Place) -> None:
    with tarfile.open(place.folder / "letters.tar.gz", "w:gz") as packed:
        for name, text in _LETTERS.items():
            entry = tarfile.TarInfo(f"letters/{name}")
            entry.size = len(text)
            packed.addfile(entry, io.BytesIO(text.encode()))


def _judge_letters(place: Place, answer: str) -> Verdict:
    found = place.folder / "found.txt"
    if not found.is_file():
        return Verdict(False, "there is no found.txt")
    if found.read_text(encoding="utf-8", errors="replace").strip() != _LETTERS["bert.txt"]:
        return Verdict(False, "found.txt is another letter")
    others = sorted(
        path.name
        for path in place.folder.rglob("*")
        if path.is_file() and path.name in ("anna.txt", "cora.txt", "dora.txt")
    )
    return Verdict(not others, f"left lying about: {others}")


_SONGS = ("Noon", "Morning", "Night")
_PLAYLIST = ("Morning", "Noon", "Night")


def _songs(place: Place) -> None:
    for number, title in enumerate(_SONGS, 2):
        with wave.open(str(place.folder / f"{title}.wav"), "wb") as song:
            song.setnchannels(1)
            song.setsampwidth(2)
            song.setframerate(8000)
            song.writeframes(b"".join(struct.pack("<h", 4000 * (step // (5 * number) % 2)) for step in range(16000)))


def _tracks(playlist: Path) -> list[str]:
    """Return the names of a playlist's files in its order. Raises ParseError."""
    root = ElementTree.parse(playlist).getroot()
    places = [node.text or "" for node in root.iter("{http://xspf.org/ns/0/}location")]
    return [PurePosixPath(unquote(urlsplit(place).path)).stem for place in places]


def _judge_songs(place: Place, answer: str) -> Verdict:
    try:
        tracks = _tracks(place.folder / "day.xspf")
    except (OSError, ElementTree.ParseError):
        return Verdict(False, "there is no day.xspf to read")
    return Verdict(tracks == list(_PLAYLIST), f"the tracks are {tracks}")


TASKS = (
    Task(
        "archive-clean",
        "photos.zip is full of thumbnails (they begin with tn_). Pack everything else of it into "
        "photos-clean.tar.gz, and keep the zip.",
        ("xterm", "unzip", "tar"),
        _photos,
        _judge_photos,
        opens=("xterm",),
        careful_calls=3,
    ),
    Task(
        "archive-find",
        "One of the letters in letters.tar.gz says where the key of the boathouse is. Put just that letter "
        "beside the archive as "
        "found.txt and leave nothing else lying about.",
        ("xterm", "tar"),
        _letters,
        _judge_letters,
        careful_calls=3,
    ),
    Task(
        "media-playlist",
        "Make a playlist of the songs in this folder in VLC: Morning first, then Noon, then Night. Save it here "
        "as day.xspf.",
        ("vlc",),
        _songs,
        _judge_songs,
        opens=("vlc",),
        careful_calls=4,
    ),
)
