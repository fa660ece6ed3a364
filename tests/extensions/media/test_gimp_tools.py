"""GimpExecutor: a real GIMP without a window, where it is installed; and what its steps become, everywhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image

from tests.needs import needs
from tests.tools.bench import Bench
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.errors import ToolError
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo_media.gimp_steps import STEPS, calls_of
from ufo_media.gimp_tools import gimp

with_gimp = needs("gimp")


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    picture = Image.new("RGB", (60, 40), (255, 255, 255))
    picture.paste((200, 30, 30), (0, 0, 30, 40))
    picture.save(tmp_path / "a.png")
    item = Bench(tmp_path, gimp)
    yield item
    await item.dispatcher.close()


def test_each_step_that_is_told_is_understood() -> None:
    for step in STEPS.replace("[#ffcc00]", "#ffcc00").split(" | "):
        assert calls_of(step), step


@pytest.mark.parametrize(("step", "size"), [("scale 30x", "30 (max 1"), ("scale X20 (in proportion)", " 20)")])
def test_a_side_that_is_left_out_follows_in_proportion(step: str, size: str) -> None:
    assert size in calls_of(step)[-1].text


@pytest.mark.parametrize(
    "step",
    ["scale 0x10", "scale 0x", "scale x", "scale 99999x1", "explode", "blur -1", "mode 3d", "text 1,1 9 nocolour x",
     "posterize 1", "(gimp-quit 0)", "opacity 101", "rotate 90) (gimp-quit 0", ""],
)  # fmt: skip
def test_what_is_no_step_is_refused(step: str) -> None:
    with pytest.raises(ToolError):
        calls_of(step)


@pytest.mark.parametrize("text", ['") (gimp-quit 0) ("', '\\") (x) (\\"', "a\nb", "日本", "'(1 2)", "\x00\x1b"])
@pytest.mark.parametrize("step", ["new layer {}", "layer name {}", "text 1,2 12 red {}"])
def test_a_text_stays_one_text_whatever_it_holds(step: str, text: str) -> None:
    try:
        calls = calls_of(step.format(text))
    except ToolError:
        return
    depth, inside, escaped = 0, False, False
    ended = []
    for sign in calls[-1].text if "text" in step else calls[0].text:
        if inside:
            inside, escaped = (escaped or sign != '"'), (not escaped and sign == "\\")
            continue
        inside = sign == '"'
        depth += (sign == "(") - (sign == ")")
        ended.append(depth)
    assert not inside and depth == 0 and ended.index(0) == len(ended) - 1


async def test_what_gimp_cannot_do_is_refused_before_it_starts(bench: Bench, tmp_path: Path) -> None:
    refused = await bench.run("edit_with_gimp", source="a.png", target="b.png", steps=["explode"])
    assert "there are: scale" in str(refused.error) or "not installed" in str(refused.error)
    assert not (await bench.run("edit_with_gimp", source="a.png", target="b.exe", steps=[])).ok
    assert "exists already" in str((await bench.run("edit_with_gimp", source="a.png", target="a.png", steps=[])).error)


def _is_so(path: Path, name: str, value: str) -> None:
    found = DocumentPredicate(path=str(path), property=name, value=value).check_now()
    assert found.truth is Truth.SATISFIED, found


@with_gimp
@pytest.mark.matrix
async def test_a_picture_is_scaled_turned_and_exported_with_its_quality(bench: Bench, tmp_path: Path) -> None:
    steps = [
        "scale 30x",
        "rotate 90",
        "brightness 10",
        "contrast 10",
        "blur 1",
        "sharpen 0.5",
        'text 1,1 8 #00ff00 ") hi',
    ]
    done = await bench.run("edit_with_gimp", source="a.png", target="b.jpg", steps=steps, quality=60)
    assert done.effect is Effect.CONFIRMED, done.error
    assert (done.result["width"], done.result["height"]) == (20, 30)
    _is_so(tmp_path / "b.jpg", "quality", "60")
    assert Image.open(tmp_path / "a.png").size == (60, 40)


@with_gimp
@pytest.mark.matrix
async def test_layers_transparency_and_modes_are_kept_in_the_file(bench: Bench, tmp_path: Path) -> None:
    layered = ["new layer Shade #000000", "opacity 50", "layer name Half shade"]
    first = await bench.run("edit_with_gimp", source="a.png", target="b.xcf", steps=layered)
    assert first.effect is Effect.CONFIRMED, first.error
    again = await bench.run("edit_with_gimp", source="b.xcf", target="c.png", steps=["merge layers"])
    assert again.effect is Effect.CONFIRMED, again.error
    red, green, blue = Image.open(tmp_path / "c.png").convert("RGB").getpixel((50, 20))  # type: ignore[misc]
    assert 100 < red < 200 and red == green == blue
    clear = await bench.run("edit_with_gimp", source="a.png", target="d.png", steps=["make white transparent"])
    assert clear.effect is Effect.CONFIRMED, clear.error
    _is_so(tmp_path / "d.png", "transparent", "on")


@with_gimp
@pytest.mark.matrix
async def test_every_step_is_done_by_a_real_gimp(bench: Bench, tmp_path: Path) -> None:
    told = STEPS.replace("[#ffcc00]", "#ffcc00").split(" | ")
    steps = ["scale 900x700", *(text for text in told if "indexed" not in text and "autocrop" not in text)]
    done = await bench.run("edit_with_gimp", source="a.png", target="b.png", steps=steps)
    assert done.effect is Effect.CONFIRMED, done.error


@with_gimp
@pytest.mark.matrix
async def test_a_picture_of_few_colours_and_a_broken_one(bench: Bench, tmp_path: Path) -> None:
    steps = ["autocrop", "mode indexed 4"]
    assert (await bench.run("edit_with_gimp", source="a.png", target="b.gif", steps=steps)).effect is Effect.CONFIRMED
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    refused = await bench.run("edit_with_gimp", source="broken.png", target="x.png", steps=[])
    assert "GIMP did not make the picture" in str(refused.error)
    assert not (tmp_path / "x.png").exists()


@with_gimp
@pytest.mark.matrix
async def test_pictures_of_many_kinds_keep_what_they_are(bench: Bench, tmp_path: Path) -> None:
    frames = [Image.new("RGB", (40, 30), (40 * at, 0, 0)) for at in range(5)]
    frames[0].save(tmp_path / "moving.gif", save_all=True, append_images=frames[1:], duration=80)
    Image.new("L", (50, 40), 90).save(tmp_path / "grey.png")
    Image.new("CMYK", (60, 40), (10, 200, 30, 0)).save(tmp_path / "inks.jpg")
    turned = Image.new("RGB", (80, 40), (0, 0, 255))
    tags = turned.getexif()
    tags[0x0112] = 6
    turned.save(tmp_path / 'a (1) "q".jpg', exif=tags)
    for source, target, steps, size, mode in (
        ("a.png", "b.png", ["blur 2"], (60, 40), "RGB"),
        ("a.png", "wide.png", ["canvas 80x60"], (80, 60), "RGB"),
        ("grey.png", "c.png", ["scale 50%"], (25, 20), "L"),
        ("inks.jpg", "d.png", [], (60, 40), "RGB"),
        ('a (1) "q".jpg', "e.jpg", [], (40, 80), "RGB"),
    ):
        done = await bench.run("edit_with_gimp", source=source, target=target, steps=steps)
        assert done.effect is Effect.CONFIRMED, done.error
        with Image.open(tmp_path / target) as picture:
            assert (picture.size, picture.mode) == (size, mode), target
    moved = await bench.run("edit_with_gimp", source="moving.gif", target="small.gif", steps=["scale 50%"])
    assert moved.effect is Effect.CONFIRMED, moved.error
    with Image.open(tmp_path / "small.gif") as picture:
        assert (picture.size, getattr(picture, "n_frames", 1)) == ((20, 15), 5)
    result = await bench.run("edit_with_gimp", source="moving.gif", target="x.gif", steps=["scale 50%", "blur 2"])
    assert "only one of its pictures" in str(result.error)
    large = await bench.run("edit_with_gimp", source="a.png", target="x.png", steps=["crop 500x500"])
    assert "gimp-image-crop failed" in str(large.error)
