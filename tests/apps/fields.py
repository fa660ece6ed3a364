"""A page with a field of every kind that browsers have: what is written into each, and what it has to say about it then."""

from __future__ import annotations

from pathlib import Path

import anyio

from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.schema.command import Effect, Result

PAGE = Path(__file__).parents[1] / "owned_apps" / "fields_page.html"
_STORY = "0123456789 ünö\n" * 6_667
_TOLD_OTHERWISE = {"Secret", "Phone", "Upper"}
"""A password shows how long it is, a field with room for six signs holds six, and one writes large what is typed."""
_WANTED: dict[str, object] = {
    "Day": "2026-12-24", "Hour": "00:00", "Exact hour": "2:35:07 pm", "Meeting": "2026-12-24T09:05",
    "Billing month": "2026-11", "Delivery week": "2026-W07", "Level": 0.35, "Amount": 12.75, "Mail": "a@b.example",
    "Secret": "s3cr3t-Ü", "Find": "needle", "Phone": "123456789", "Upper": "abc", "Town": "Graz",
    "Several": ["Two", "Four"], "Country": "Denmark", "Story": _STORY, "Gift": True, "Body": "two\n\nlines",
    "Fruit": "Plum", "Rooms": "South", "Wifi": True, "Bright": 7, "Tabs": "Second", "Files": "b.txt", "Seats": "B2",
}  # fmt: skip
_HEARD = frozenset(
    f"day=2026-12-24 hour=00:00 exact=14:35:07 meeting=2026-12-24T09:05 month=2026-11 week=2026-W07 level=0.35 amount=12.75 "
    f"mail=a@b.example secret=8 find=needle phone=123456 upper=ABC town=Graz several=Two,Four country=Denmark "
    f"story={len(_STORY)} gift=true fruit=Plum rooms=South wifi=true bright=7 tabs=Second files=b.txt seats=B2".split()
)


async def require_every_kind_of_field_is_filled(bench: Bench) -> None:
    """The bench shows the page. By one `fill`, twice: the second time finds all as it should be."""
    with in_time():
        while not any(target.name == "Wifi" for target in (await bench.look()).values()):
            await anyio.sleep(0.1)
    for attempt in range(2):
        filled = await _fill(bench, _WANTED)
        effects = {item["field"]: item["effect"] for item in filled.result}
        others = {name for name, effect in effects.items() if effect != "confirmed"}
        assert effects.keys() == _WANTED.keys() and others == _TOLD_OTHERWISE, filled
        done = sum("nothing was" not in said for said in filled.evidence)
        assert done == (len(_TOLD_OTHERWISE) if attempt else len(_WANTED)), filled
        assert "s3cr3t" not in repr(filled)
    await bench.look()
    await bench.on("click_input", "Tell", button="left", double=False)
    with in_time():
        while not _told(bench) >= _HEARD:
            await bench.look()
    for name in ("Fixed", "Off"):
        refused = await _fill(bench, {name: "x"})
        assert not refused.ok and ("read only" in str(refused.error) or "disabled" in str(refused.error)), refused
    for name, value in (("Day", "24.12.2026"), ("Hour", "25:00"), ("Meeting", "2026-12-24"), ("Day", "2026-02-30")):
        refused = await _fill(bench, {name: value})
        assert not refused.ok and "write it as" in str(refused.error), refused


async def require_a_file_and_a_colour_are_given(bench: Bench, folder: Path) -> None:
    """The bench shows the page, whose fields for them are told as buttons. The names of both say what they hold or had."""
    for name in ("first one.txt", "second.csv"):
        (folder / name).write_text("words", encoding="utf-8")
        filled = await _fill(bench, {"Photo": str(folder / name), "Paint": "#12ab9f"})
        assert filled.effect is Effect.CONFIRMED, filled
        await bench.look()
        await bench.on("click_input", "Tell", button="left", double=False)
        with in_time():
            while not {f"photo=C:\\fakepath\\{name}", "paint=#12ab9f"} <= _told(bench):
                await bench.look()
    for name, value in (("Photo", str(folder / "none.txt")), ("Paint", "red"), ("Tell", "#12ab9")):
        refused = await _fill(bench, {name: value})
        assert not refused.ok, refused


async def _fill(bench: Bench, wanted: dict[str, object]) -> Result:
    await bench.look()
    return await bench.run("fill", fields=[{"name": name, "value": value} for name, value in wanted.items()])


def _told(bench: Bench) -> set[str]:
    return {text for control in bench.selection.controls.values() for text in (control.name, control.value) if text}
