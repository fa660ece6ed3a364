"""What belongs to a control, wraps it or is painted by it is not in its way, in a real browser."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import drag, opened, page_tells
from tests.needs import needs

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]

_FACED = {
    "face beside a hidden select": (
        """<div style="position:relative;width:200px;height:30px"><select aria-label=Fruit
        style="position:absolute;inset:0;width:200px;height:30px"><option>Apple<option>Pear</select><span
        style="position:absolute;inset:0;background:#eee" onclick="tell('opened')">Apple</span></div>""",
        "Fruit",
    ),
    "face above a combo box": (
        """<div class=drop style="position:relative;width:200px;height:30px"><input role=combobox aria-label=Fruit value=Apple
        style="position:absolute;inset:0"><div style="position:absolute;inset:0;background:#eee" onclick="tell('opened')"
        ><span>Apple</span></div></div>""",
        "Fruit",
    ),
    "face inside of a combo box": (
        """<div role=combobox aria-label=Fruit tabindex=0 style="width:200px;height:30px" onclick="tell('opened')"><div
        style="width:200px;height:30px;background:#eee"><span>Apple</span></div></div>""",
        "Fruit",
    ),
    "button in a label": (
        """<label style="display:block;width:220px;height:40px;background:#eee"><button type=button
        aria-label=Fruit onclick="tell('opened')">Fruit</button> of the day</label>""",
        "Fruit",
    ),
    "tick in a label that paints it": (
        """<style>.t{position:relative;display:block;width:200px;height:30px}.t input{position:absolute;opacity:0;width:20px;
        height:20px}.t i{position:absolute;left:0;width:22px;height:22px;background:gold}</style><label class=t><input
        type=checkbox onchange="tell('opened')"><i></i><b style="margin-left:30px">Fruit</b></label>""",
        "Fruit",
    ),
    "spinner of a number": (
        """<span style="position:relative;display:inline-block"><input role=spinbutton aria-label=Fruit value=3
        style="width:120px;height:30px" onclick="tell('opened')"><a role=button tabindex=-1 aria-label=Up
        style="position:absolute;right:0;top:0;width:18px;height:15px;background:#ccc"></a></span>""",
        "Fruit",
    ),
    "handle of a slider": (
        """<div role=slider aria-label=Fruit aria-valuenow=50 tabindex=0 style="position:relative;width:200px;height:12px;
        background:#ccc" onclick="tell('opened')"><span style="position:absolute;left:50%;margin-left:-10px;top:-4px;
        width:20px;height:20px;background:#36c"></span></div>""",
        "Fruit",
    ),
    "handle that is the slider": (
        """<div class=bar style="position:relative;width:200px;height:12px;background:#ccc"><span role=slider
        aria-label=Fruit aria-valuenow=50 tabindex=0 style="position:absolute;left:50%;margin-left:-10px;top:-4px;width:20px;
        height:20px;background:#36c" onclick="tell('opened')"><i style="position:absolute;inset:0"></i></span></div>""",
        "Fruit",
    ),
}


def _some(cases: Iterable[str], *named: str) -> list[Any]:
    """Return all cases; of them `make test` tries those that are named."""
    return [pytest.param(case, marks=() if case in named else pytest.mark.matrix) for case in cases]


@pytest.mark.parametrize("case", _some(_FACED, "face inside of a combo box"))
async def test_the_face_and_the_wrapping_of_a_control_are_not_in_its_way(
    desktop: MeasuredDesktop, tmp_path: Path, case: str
) -> None:
    body, name = _FACED[case]
    bench = await opened(desktop, tmp_path, f"<div class=at style='left:100px;top:100px'>{body}</div>", "")
    done = await bench.run("click_input", id=bench.id_of(name), name=name, button="left", double=True)
    assert done.ok, done.error
    assert await page_tells(bench, "opened"), done
    await bench.dispatcher.close()


_GRIPS = {
    "corner of a text": (
        """<textarea aria-label=Notes class=at style="left:100px;top:100px;width:200px;height:100px"
        onmouseup="tell(this.offsetWidth > 220 ? 'moved' : 'not')"></textarea>""",
        "",
        (295, 195),
    ),
    "thumb of a range": (
        """<input type=range aria-label=Size value=0 class=at style="left:100px;top:100px;width:200px" 
        onchange="tell('moved')">""",
        "",
        (110, 108),
    ),
    "splitter": (
        """<div class=at style="left:60px;top:60px;width:300px;height:200px;display:flex"><div role=group aria-label=Left
        style="width:140px;background:#eee">left</div><div role=separator id=grip style="width:8px;background:#888;
        cursor:col-resize"></div><div role=group aria-label=Right style="flex:1;background:#ddd">right</div></div>""",
        "grip.onmousedown = () => { onmouseup = () => tell('moved'); };",
        (204, 150),
    ),
    "handle over a pane": (
        """<div role=group aria-label=Box class=at style="left:100px;top:100px;width:200px;height:120px;background:#def"><p>Some
        text in the box</p><div id=grip style="position:absolute;right:0;bottom:0;width:14px;height:14px;background:#888"></div>
        </div>""",
        "grip.onmousedown = () => { onmouseup = () => tell('moved'); };",
        (293, 213),
    ),
    "item with a cover": (
        """<ul class=at style="left:100px;top:100px;width:200px;list-style:none;padding:0"><li id=one style="position:relative;
        height:30px;background:#def">One<span id=grip style="position:absolute;inset:0"></span></li><li
        style="height:30px">Two</li></ul>""",
        "grip.onmousedown = () => { onmouseup = () => tell('moved'); };",
        (120, 130),
    ),
}


@pytest.mark.parametrize("case", _some(_GRIPS))
async def test_a_control_is_dragged_by_its_own_grip(desktop: MeasuredDesktop, tmp_path: Path, case: str) -> None:
    body, script, (x, y) = _GRIPS[case]
    bench = await opened(desktop, tmp_path, body, script)
    done = await drag(bench, (x, y), (x + 60, y + 30))
    assert done.ok, done.error
    assert await page_tells(bench, "moved"), done
    await bench.dispatcher.close()


@pytest.mark.parametrize("button", ["left", pytest.param("right", marks=pytest.mark.matrix)])
async def test_an_entry_that_its_list_shows_in_part_is_clicked_inside_of_the_list(
    desktop: MeasuredDesktop, tmp_path: Path, button: str
) -> None:
    rows = "".join(f"<li role=option style='height:40px'>Row {number}</li>" for number in range(9))
    body = f"""<ul role=listbox aria-label=Rows class=at style="left:100px;top:100px;width:200px;height:92px;overflow:hidden;
    margin:0;padding:0;list-style:none">{rows}</ul><button class=at style="left:100px;top:196px;width:200px;height:60px"
    onmousedown="tell('wrong')">Below</button>"""
    script = """for (const row of document.querySelectorAll("li")) row.onmousedown = () => tell(row.textContent);
    oncontextmenu = (event) => event.preventDefault();"""
    bench = await opened(desktop, tmp_path, body, script)
    done = await bench.run("click_input", id=bench.id_of("Row 2"), name="Row 2", button=button, double=button == "left")
    assert done.ok, done.error
    assert await page_tells(bench, "Row 2"), done
    await bench.dispatcher.close()
