"""A picture or a page of a PDF file is laid before the agent that asks for it, and hostile files are refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image
from PIL.ExifTags import GPS, IFD, Base

from tests.tools.bench import Bench
from tests.tools.policy.test_policy import Judge
from ufo.schema.picture import Picture
from ufo.tools.documents.read_pages import read_part
from ufo.tools.servers.shown_pictures import shown

_RED, _BLUE = (200, 0, 0), (0, 0, 200)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    picture = Image.new("RGB", (400, 300), _RED)
    picture.paste(_BLUE, (200, 0, 400, 150))
    picture.save(tmp_path / "photo.png")
    picture.save(tmp_path / "two.pdf", save_all=True, append_images=[Image.new("RGB", (300, 400), _BLUE)])
    item = Bench(tmp_path, shown)
    yield item
    await item.dispatcher.close()


def _taken(bench: Bench) -> list[tuple[tuple[int, int], str]]:
    laid = [(Picture.from_data_url(picture.url).rect, picture.caption) for picture in bench.scope.tray.laid()]
    return [((rect.width, rect.height), caption) for rect, caption in laid]


async def test_a_picture_is_laid_before_the_agent_until_its_model_has_answered(bench: Bench) -> None:
    told = (await bench.run("show", path="photo.png")).result
    assert (told["pixels"], told["pages"]) == ("400 x 300", 1)
    ((size, caption),) = _taken(bench)
    assert size == (400, 300) and "photo.png" in caption
    bench.scope.tray.clear()
    assert not _taken(bench)


async def test_a_page_and_a_part_of_it_are_shown_larger(bench: Bench) -> None:
    assert (await bench.run("show", path="two.pdf", page=2)).result["pages"] == 2
    await bench.run("show", path="two.pdf", page=1, region=[0.5, 0, 1, 0.5])
    whole, part = _taken(bench)
    assert whole[0] == (1200, 1600) and "page 2 of 2" in whole[1]
    assert part[0][0] == 1600 and "its part [0.5, 0.0, 1.0, 0.5]" in part[1]


async def test_a_turn_takes_a_few_pictures_alone(bench: Bench) -> None:
    results = [await bench.run("show", path="photo.png") for _ in range(5)]
    assert [bool(result.error) for result in results] == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("name", "content", "arguments", "said"),
    [
        ("notes.txt", b"no picture", {}, "neither a picture nor a PDF file"),
        ("torn.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, {}, "torn.png"),
        ("torn.pdf", b"%PDF-1.4 nothing follows", {}, "torn.pdf"),
        ("page.eps", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(x) run", {}, "neither a picture"),
        ("photo.png", None, {"page": 2}, "there is no 2"),
        ("two.pdf", None, {"page": 3}, "no page 3"),
        ("photo.png", None, {"region": [0.5, 0, 0.2, 1]}, "parts from 0 to 1"),
        ("photo.png", None, {"region": [0, 0, 0.001, 1]}, "too small"),
        ("missing.png", None, {}, "missing.png"),
    ],
)
async def test_what_cannot_be_shown_is_refused_with_the_reason(
    bench: Bench, tmp_path: Path, name: str, content: bytes | None, arguments: dict[str, object], said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    result = await bench.run("show", path=name, **arguments)
    assert said in (result.error or "") and not _taken(bench)


async def test_when_and_where_a_photo_was_taken_is_told_and_read(bench: Bench, tmp_path: Path) -> None:
    image = Image.new("RGB", (40, 30), _RED)
    exif = image.getexif()
    exif[Base.Make], exif[Base.Orientation] = "Canon", 6
    exif.get_ifd(IFD.Exif)[Base.DateTimeOriginal] = "2026:11:03 10:20:30"
    exif.get_ifd(IFD.GPSInfo).update(
        {
            GPS.GPSLatitude: (52.0, 30.0, 0.0),
            GPS.GPSLatitudeRef: "N",
            GPS.GPSLongitude: (13.0, 15.0, 0.0),
            GPS.GPSLongitudeRef: "W",
        }
    )
    image.save(tmp_path / "taken.jpg", exif=exif)
    told = (await bench.run("show", path="taken.jpg")).result
    assert (told["Make"], told["DateTimeOriginal"]) == ("Canon", "2026:11:03 10:20:30")
    assert told["place"] == "latitude 52.500000, longitude -13.250000"
    assert _taken(bench)[0][0] == (30, 40), "the picture is upright"
    assert "DateTimeOriginal: 2026:11:03 10:20:30" in read_part(tmp_path / "taken.jpg", 1, 300).text


async def test_showing_is_reading(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    assert (await judge.of("show", path="photo.png")).decision == "allow"
    assert (await judge.of("show", path="~/.config/secret.png")).decision == "ask"
