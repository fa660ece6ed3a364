"""Tasks with pictures, folders, a terminal, an editor and a calculator."""

from __future__ import annotations

import hashlib
import io
from datetime import date
from pathlib import Path

from PIL import Image, ImageDraw

from bench.minds.task import Place, Task, Verdict

_LICENCE = Path("/usr/share/common-licenses/GPL-3")
_QUALITY = 70


def _boat(place: Place) -> None:
    picture = Image.new("RGB", (960, 640), (120, 180, 235))
    drawing = ImageDraw.Draw(picture)
    drawing.rectangle((0, 400, 960, 640), fill=(20, 70, 160))
    drawing.polygon([(250, 400), (710, 400), (640, 480), (320, 480)], fill=(150, 60, 20))
    drawing.polygon([(480, 120), (480, 390), (680, 390)], fill=(250, 240, 220))
    drawing.ellipse((780, 60, 880, 160), fill=(255, 210, 40))
    picture.save(place.folder / "boat.png")


def _judge_boat(place: Place, answer: str) -> Verdict:
    with Image.open(place.folder / "boat-small.jpg") as picture:
        size, mode, tables = picture.size, picture.mode, picture.quantization  # type: ignore[attr-defined]
    sample = io.BytesIO()
    Image.new("L", (8, 8)).save(sample, "JPEG", quality=_QUALITY)
    with Image.open(sample) as wanted:
        right = wanted.quantization[0]  # type: ignore[attr-defined]
    if (size, mode) != ((320, 213), "L"):
        return Verdict(False, f"the picture is {size[0]} x {size[1]}, {mode}")
    return Verdict(list(tables[0]) == list(right), "its quality is not 70")


_TEXTS = {"packing.txt": "towel, hat\n", "route.txt": "Vienna to Trieste\n", "costs.txt": "hotel 300\n"}


def _photo(number: int) -> bytes:
    picture = Image.new("RGB", (640, 480), (25 * number, 200 - 20 * number, 120))
    ImageDraw.Draw(picture).text((50, 50), f"photo {number}", fill="white")
    data = io.BytesIO()
    picture.save(data, "JPEG")
    return data.getvalue()


def _holiday(place: Place) -> None:
    folder = place.folder / "holiday"
    folder.mkdir()
    for number in range(1, 9):
        (folder / f"IMG_{number}.jpeg").write_bytes(_photo(number))
    for name, text in _TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")


def _judge_holiday(place: Place, answer: str) -> Verdict:
    root = place.folder / "holiday"
    found = {str(path.relative_to(root)): _digest(path.read_bytes()) for path in root.rglob("*") if path.is_file()}
    wanted = {f"photos/holiday-{number}.jpg": _digest(_photo(number)) for number in range(1, 9)}
    wanted |= {f"texts/{name}": _digest(text.encode()) for name, text in _TEXTS.items()}
    wrong = sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))
    return Verdict(not wrong, f"missing, left over or changed: {', '.join(wrong)}")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _nothing(place: Place) -> None:
    return None


def _judge_lines(place: Place, answer: str) -> Verdict:
    lines = (place.folder / "lines.txt").read_text(encoding="utf-8").splitlines()
    wanted = _LICENCE.read_bytes().count(b"\n")
    if len(lines) < 2 or str(wanted) not in lines[0].split():
        return Verdict(False, f"the file holds {lines[:3]}")
    return Verdict(_is_today(lines[1]), f"the second line is {lines[1]!r}")


def _is_today(text: str) -> bool:
    today = date.today()
    ways = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%d-%m-%Y", "%Y/%m/%d", "%m/%d/%y")
    if any(f"{today:{way}}" in text for way in ways) or f"{today.day}.{today.month}.{today.year}" in text:
        return True
    words = text.replace(",", " ").replace(".", " ").split()
    return f"{today:%Y}" in words and str(today.day) in (word.lstrip("0") for word in words) and f"{today:%b}" in text


_LETTER = "Dear Anna,\nthe gardn is full of roses and we was very happy.\n"


def _letter(place: Place) -> None:
    (place.folder / "letter.txt").write_text(_LETTER, encoding="utf-8")


def _judge_letter(place: Place, answer: str) -> Verdict:
    said = (place.folder / "letter.txt").read_text(encoding="utf-8")
    return Verdict(said == _LETTER, "the editor has no grammar check, and the file was changed all the same")


def _judge_tax(place: Place, answer: str) -> Verdict:
    said = (place.folder / "results.txt").read_text(encoding="utf-8").replace(",", ".")
    missing = [number for number in ("465.5", "21.575") if number not in said]
    return Verdict(not missing, f"{', '.join(missing)} is not in {said[:200]!r}")


def _judge_sine(place: Place, answer: str) -> Verdict:
    said = (place.folder / "trig.json").read_text(encoding="utf-8").replace(" ", "")
    if "sin(40)" not in said:
        return Verdict(False, f"the session holds {said[:200]!r}")
    return Verdict("11.71" in said, "the angle unit is not degrees")


_SORT = (
    "Sort this folder: photos into photos/, texts into texts/, and rename the photos to holiday-1.jpg … holiday-8.jpg."
)

TASKS: tuple[Task, ...] = (
    Task(
        "boat",
        "Open boat.png, scale it to 320 pixels width, turn it to greyscale, and export it as boat-small.jpg with "
        "quality 70.",
        ("gimp",),
        _boat,
        _judge_boat,
        opens=("gimp", "{folder}/boat.png"),
        careful_calls=5,
    ),
    Task("holiday", _SORT.replace("this folder", "the folder holiday"), (), _holiday, _judge_holiday, careful_calls=2),
    Task(
        "holiday-shown",
        _SORT,
        ("pcmanfm",),
        _holiday,
        _judge_holiday,
        opens=("pcmanfm", "{folder}/holiday"),
        careful_calls=5,
    ),
    Task(
        "lines",
        f"Find out with a terminal how many lines the file {_LICENCE} has and write it into a new text file lines.txt "
        "with an editor, with today's date on the second line.",
        ("xterm", "mousepad"),
        _nothing,
        _judge_lines,
        careful_calls=4,
    ),
    Task(
        "tax",
        "In SpeedCrunch, work out 19% VAT on 2450 and then the square root of that amount, and export the session "
        "as plain text to results.txt in this folder.",
        ("speedcrunch",),
        _nothing,
        _judge_tax,
        opens=("speedcrunch",),
        careful_calls=3,
    ),
    Task(
        "sine",
        "Start SpeedCrunch, switch the angle unit to degrees and the result format to 3 decimal digits, compute "
        "sin(40)*12+4 and save the session as trig.json in this folder.",
        ("speedcrunch",),
        _nothing,
        _judge_sine,
        careful_calls=4,
    ),
    Task(
        "grammar",
        "In Mousepad, switch on the grammar check and correct the document.",
        ("mousepad",),
        _letter,
        _judge_letter,
        opens=("mousepad", "{folder}/letter.txt"),
        careful_calls=2,
    ),
)
