"""PictureExecutor: real pictures, changed and read again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from tests.tools.bench import Bench
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.command import Effect, ResultStatus
from ufo.schema.predicate import Truth
from ufo.tools.servers.pictures import pictures

_RED, _BLUE = (200, 0, 0), (0, 0, 200)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    picture = Image.new("RGB", (400, 300), _RED)
    picture.paste(_BLUE, (0, 0, 400, 100))
    picture.save(tmp_path / "photo.png")
    item = Bench(tmp_path, pictures)
    yield item
    await item.dispatcher.close()


async def test_a_jpeg_gets_the_quality_that_is_asked_for(bench: Bench, tmp_path: Path) -> None:
    for quality in (20, 90):
        target = str(tmp_path / f"{quality}.jpg")
        await bench.run("change_picture", source="photo.png", target=target, changes=[], quality=quality)
        stated = DocumentPredicate(path=target, property="quality", value=str(quality))
        assert stated.check_now().truth is Truth.SATISFIED
    refused = await bench.run("change_picture", source="photo.png", target="new.png", changes=[], quality=20)
    assert "has no quality" in (refused.error or "") and not (tmp_path / "new.png").exists()


@pytest.mark.parametrize(
    ("changes", "size", "top_left"),
    [
        (["scale 200x150"], (200, 150), _BLUE),
        (["scale 50%"], (200, 150), _BLUE),
        (["scale 100x"], (100, 75), _BLUE),
        (["crop 100x100"], (100, 100), _RED),
        (["crop 80x60+10+90"], (80, 60), _BLUE),
        (["rotate 90"], (300, 400), _RED),
        (["rotate -90"], (300, 400), _BLUE),
        (["flip vertically"], (400, 300), _RED),
        (["scale 200x150", "rotate 90"], (150, 200), _RED),
    ],
)
async def test_the_new_picture_is_as_asked_and_the_first_stays(
    bench: Bench, tmp_path: Path, changes: list[str], size: tuple[int, int], top_left: tuple[int, int, int]
) -> None:
    before = (tmp_path / "photo.png").read_bytes()
    done = await bench.run("change_picture", source="photo.png", target="new.png", changes=changes)
    assert done.effect is Effect.CONFIRMED
    with Image.open(tmp_path / "new.png") as made:
        assert (made.size, made.getpixel((0, 0))) == (size, top_left)
    assert (tmp_path / "photo.png").read_bytes() == before


async def test_a_picture_is_greyed_and_takes_another_format(bench: Bench, tmp_path: Path) -> None:
    await bench.run("change_picture", source="photo.png", target="new.jpg", changes=["grey"])
    with Image.open(tmp_path / "new.jpg") as made:
        assert (made.format, made.mode) == ("JPEG", "L")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"source": "photo.png", "target": "photo.png", "changes": ["grey"]}, "is not replaced"),
        ({"source": "photo.png", "target": "x.png", "changes": ["crop 500x100"]}, "too few"),
        ({"source": "photo.png", "target": "x.png", "changes": ["crop 100x100+350+0"]}, "outside of the 400 by 300"),
        ({"source": "photo.png", "target": "x.png", "changes": ["scale 10x10+1+1"]}, "only a crop"),
        ({"source": "photo.png", "target": "x.png", "changes": ["scale 9000%"]}, "ask for a smaller one"),
        ({"source": "photo.png", "target": "x.png", "changes": ["scale 0%"]}, "give more"),
        ({"source": "photo.png", "target": "x.png", "changes": ["sharpen"]}, "no change of a picture"),
        ({"source": "photo.png", "target": "x.pdf", "changes": []}, "pdf_of_pages makes one of pictures"),
        ({"source": "photo.png", "target": "x.abc", "changes": []}, "could not be made"),
        ({"source": "foto.png", "target": "x.png", "changes": []}, "there are: photo.png"),
    ],
)
async def test_what_cannot_be_done_is_refused_and_leaves_nothing(
    bench: Bench, tmp_path: Path, given: dict[str, object], reason: str
) -> None:
    result = await bench.run("change_picture", **given)
    assert result.status is ResultStatus.FAILURE and reason in str(result.error)
    assert [path.name for path in tmp_path.iterdir()] == ["photo.png"]


async def test_several_pictures_are_changed_in_one_call_into_a_folder_that_is_made(
    bench: Bench, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    for number in range(3):
        Image.new("RGB", (40, 20 + number), _RED).save(tmp_path / "in" / f"{number}.png")
    done = await bench.run("change_picture", source="in/*.png", target="out/small/{name}.jpg", changes=["scale 50%"])
    assert done.effect is Effect.CONFIRMED
    made = [Image.open(tmp_path / "out" / "small" / f"{number}.jpg").size for number in range(3)]
    assert made == [(20, 10), (20, 10), (20, 11)]
    assert [item["path"] for item in done.result["pictures"]] == [
        str(tmp_path / "out" / "small" / f"{number}.jpg") for number in range(3)
    ]
    await bench.run("change_picture", source=["in/0.png", "photo.png"], target="grey/", changes=["grey"])
    assert sorted(path.name for path in (tmp_path / "grey").iterdir()) == ["0.png", "photo.png"]


async def test_where_one_of_several_pictures_cannot_be_read_the_others_are_made_and_that_is_said(
    bench: Bench, tmp_path: Path
) -> None:
    (tmp_path / "bad.png").write_text("no picture", encoding="utf-8")
    done = await bench.run("change_picture", source=["bad.png", "photo.png"], target="new/", changes=["grey"])
    assert done.effect is Effect.PARTIAL
    assert any("bad.png is not a picture" in said for said in done.evidence)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["photo.png"]


async def test_where_one_of_several_names_is_taken_nothing_is_made(bench: Bench, tmp_path: Path) -> None:
    Image.new("RGB", (4, 4), _RED).save(tmp_path / "other.png")
    refused = await bench.run("change_picture", source=["photo.png", "other.png"], target="new.png", changes=[])
    assert "put {n} into it" in str(refused.error)
    refused = await bench.run("change_picture", source=["photo.png", "other.png"], target="./", changes=[])
    assert "exists already" in str(refused.error)
