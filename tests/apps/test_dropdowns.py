"""The open lists of a page's combo boxes: what is in sight of them, where it stands, and that it can be chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import anyio
import pytest
from PIL import Image, ImageChops

from tests.needs import BOTH_SCREENS, need, need_scene
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.owned_apps.truth import NEAR_PX, Truth
from tests.tools.bench import Bench
from tests.waiting import for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Click, Keys, Launch, Scroll
from ufo.schema.command import Effect
from ufo.schema.geometry import Point, Rect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]

_AROUND = 12
_MANY = """<!doctype html><meta charset=utf-8><title>Many</title>
<label>Many <select onchange="document.title=value"></select></label>
<script>for(let n=1;n<=380;n++)document.querySelector('select').add(new Option('Number '+n))</script>"""


@pytest.fixture(params=["Chromium", pytest.param("Firefox", marks=pytest.mark.matrix)])
async def stage(
    request: pytest.FixtureRequest, desktop: LinuxDesktop, screen: str, tmp_path: Path
) -> AsyncIterator[Stage]:
    scene = SCENES[request.param]
    need_scene(scene, screen)
    with in_time():
        item = await Stage.open(scene, desktop, tmp_path, screen)
    yield item


@pytest.mark.matrix
@BOTH_SCREENS
async def test_each_entry_of_an_open_list_is_seen_where_it_lights_up_and_chosen_by_a_click(
    stage: Stage, screen: str
) -> None:
    for name in ("Blue", "Red", "Cyan", "Green"):
        listing = await _opened(stage, "Colour", "Red")
        shown = {element.name: element for element in listing}
        assert list(shown) == ["Red", "Green", "Grey", "Blue", "Cyan"]
        assert "disabled" in shown["Grey"].states
        chosen = [element.name for element in listing if "selected" in element.states]
        assert chosen == [stage.truth().get("colour").value]
        # The pictures of a sway without a screen show the pointer.
        if name == "Blue" and screen == "X11":
            for pair in (("Red", "Green"), ("Blue", "Cyan")):
                await _lights_up(stage, [shown[item].rect for item in pair])
        await _choose(stage, "colour", shown[name])


@pytest.mark.matrix
async def test_of_a_scrolled_list_the_part_in_sight_is_told_and_no_other_is_offered(stage: Stage) -> None:
    years = [str(year) for year in range(1900, 2020)]
    for key, first in ((None, None), ("home", "1900"), ("end", None)):
        listing = await _opened(stage, "Year", "1900")
        if key is not None:
            await stage.desktop.send(stage.window.id, [Keys((key,))])
            listing = await _opened(stage, "Year", "1900")
        assert [element.name for element in listing] == years
        seen = [element for element in listing if "offscreen" not in element.states]
        assert [element.name for element in seen] == years[years.index(seen[0].name) :][: len(seen)]
        assert 5 < len(seen) < 60
        assert first in (None, seen[0].name)
        assert seen[-1].name == "2019" or key != "end"
        await _lights_up(stage, [seen[2].rect, seen[3].rect])
        await _choose(stage, "year", next(element for element in seen[-2:0:-1] if "selected" not in element.states))
        await _choose(stage, "year", (await _opened_at(stage, "Year", "1900"))[1])


@pytest.mark.matrix
async def test_of_hundreds_of_entries_the_part_in_sight_is_told_and_clicked(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    need("chromium")
    page = tmp_path / "many.html"
    page.write_text(_MANY, encoding="utf-8")
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("chromium", (page.as_uri(),)), timeout_s=60)
    try:
        for keys, first in (("{END}", 361), ("{HOME}", 1), ("{PGDN}{PGDN}{PGDN}", None)):
            with in_time():
                while not any(target.name == "Many" for target in (await bench.look()).values()):
                    await anyio.sleep(0.05)
            opened = await bench.run("expand", id=bench.id_of("Many", "ComboBox"))
            assert opened.effect is Effect.CONFIRMED, opened
            await bench.run("keyboard_input", keys=keys)
            await bench.look()
            entries = [control for control in bench.selection.controls.values() if control.role == "MenuItem"]
            seen = [int(element.name.split()[1]) for element in entries if "offscreen" not in element.states]
            assert len(entries) == 380 and seen == list(range(seen[0], seen[0] + 20)) and first in (None, seen[0]), seen
            wanted = f"Number {seen[7]}"
            clicked = await bench.on("click_input", wanted, button="left", double=False)
            assert clicked.ok, clicked
            assert await bench.titled(f"{wanted} - Chromium")
    finally:
        await bench.dispatcher.close()


@pytest.mark.parametrize("stage", ["Chromium"], indirect=True)
async def test_the_suggestions_of_a_field_are_listed_once_each(stage: Stage) -> None:
    _, snapshot = await stage.look()
    await stage.desktop.send(stage.window.id, [Click(_named(snapshot, "Town", "ComboBox").rect.center)])
    with in_time():
        while stage.truth().get("town").value != "Genoa":
            _, snapshot = await stage.look()
            entries = [
                element for element in snapshot if element.role == "ListItem" and element.path[:1] == ("Autofill",)
            ]
            assert [element.name for element in entries] in ([], ["Graz", "Genoa"])
            # A suggestion takes no click in its first half second.
            if entries:
                await stage.desktop.send(stage.window.id, [Click(entries[1].rect.center)])


async def _opened(stage: Stage, box: str, first: str) -> list[Element]:
    """All entries, from `first` on, as soon as it is known which are in sight; the list is opened where it is shut."""
    with in_time():
        while True:
            _, snapshot = await stage.look()
            listing = [element for element in snapshot if element.role == "MenuItem"]
            if listing and listing[0].name == first and any("offscreen" not in element.states for element in listing):
                return listing
            if "expanded" not in _named(snapshot, box, "ComboBox").states:
                await stage.desktop.send(stage.window.id, [Click(_named(snapshot, box, "ComboBox").rect.center)])


async def _opened_at(stage: Stage, box: str, first: str) -> list[Element]:
    return [element for element in await _opened(stage, box, first) if "offscreen" not in element.states]


async def _choose(stage: Stage, key: str, entry: Element) -> None:
    before = len(stage.events())
    target = await stage.desktop.target(stage.window.id, entry.handle)
    await stage.desktop.send(target, [Click(entry.rect.center)])

    def is_chosen(truth: Truth) -> bool:
        return truth.get(key).value == entry.name and (key, "chosen") in stage.events()[before:]

    assert await stage.until(is_chosen), (entry, stage.truth().get(key))


async def _lights_up(stage: Stage, pair: Sequence[Rect]) -> None:
    """What changes when the pointer goes from one of two neighbours to the other are these two."""
    both = pair[0].union(pair[1])
    lit: Rect | None = None
    with for_a_while():
        while lit is None or not _near(lit, both):
            lit = await _lit(stage, pair, both)
    assert lit is not None
    assert _near(lit, both), (lit, both)


async def _lit(stage: Stage, pair: Sequence[Rect], both: Rect) -> Rect | None:
    # Around the list the browser's own frame changes when it likes to.
    part = Rect(both.x - _AROUND, both.y - _AROUND, both.width + 2 * _AROUND, both.height + 2 * _AROUND)
    frames = []
    for rect in pair:
        await stage.desktop.send(stage.window.id, [Scroll(_left(rect))])
        await stage.desktop.settle(stage.window.id)
        frames.append((await stage.desktop.capture(stage.window.id)).cropped(part))
    sizes = (frames[0].rect.width, frames[0].rect.height)
    changed = ImageChops.difference(
        *[Image.frombytes("RGB", sizes, frame.pixels, "raw", "BGRX") for frame in frames]
    ).getbbox()
    return Rect.from_ltrb(*changed).moved(frames[0].rect.x, frames[0].rect.y) if changed else None


def _near(rect: Rect, other: Rect) -> bool:
    return all(abs(a - b) <= NEAR_PX for a, b in zip(rect.as_ltrb(), other.as_ltrb(), strict=True))


def _left(rect: Rect) -> Point:
    return Point(rect.x + 5, rect.center.y)


def _named(snapshot: Snapshot, name: str, role: str) -> Element:
    return next(element for element in snapshot if (element.name, element.role) == (name, role))
