"""Pages in which something moves beside the place that is worked, in a real browser: a right act goes through."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.apps.pages import drag, opened, page_tells, place_in_page
from tests.needs import needs

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]

_BARE = """let from = null; addEventListener("mousedown", (e) => {{ from = e; }});
addEventListener("mouseup", (e) => tell(Math.abs(e.x - from.x) > 9 ? "dragged" : "clicked"));""".replace(
    "{{", "{"
).replace("}}", "}")

RESTLESS = {
    "clock": (
        '<div class=at style="left:500px;top:20px" id=clock>0</div>',
        "let n = 0; setInterval(() => { clock.textContent = `12:00:${n++}`; }, 90);",
    ),
    "spinner": (
        "<style>@keyframes t{to{transform:rotate(1turn)}}#s{left:330px;top:120px;width:40px;height:40px;border:6px solid #aaa;"
        "border-top-color:blue;border-radius:50%;animation:t .7s linear infinite}</style><div class=at id=s></div>",
        "",
    ),
    "video": (
        '<canvas class=at id=film width=320 height=180 style="left:440px;top:60px"></canvas>',
        "const ink = film.getContext('2d'); let f = 0; const draw = () => { ink.fillStyle = `hsl(${f++ % 360} 90% 50%)`;"
        "ink.fillRect(0, 0, 320, 180); requestAnimationFrame(draw); }; draw();",
    ),
    "caret": ('<input class=at style="left:300px;top:20px" aria-label=Elsewhere autofocus>', ""),
    "advertisement": (
        '<a class=at href="#x" id=ad style="left:360px;top:60px;width:300px;height:60px">Buy!</a>',
        "let k = 0; setInterval(() => { ad.style.background = k++ % 2 ? 'gold' : 'tomato'; ad.textContent = "
        "['Buy!', 'Now!', 'Cheap!'][k % 3]; }, 120);",
    ),
}


_ACTS = ("click", "drag", "canvas", "button", "check")
_ONCE = (("click", "clock"),)
"""One act beside one thing that moves; `make test-apps` tries all of them with one another."""


@pytest.mark.parametrize(
    ("act", "beside"),
    [
        pytest.param(act, beside, marks=() if (act, beside) in _ONCE else pytest.mark.matrix)
        for act, beside in product(_ACTS, RESTLESS)
    ],
)
async def test_a_right_act_goes_through_beside_what_moves(
    desktop: MeasuredDesktop, tmp_path: Path, beside: str, act: str
) -> None:
    body, script = RESTLESS[beside]
    more = {
        "canvas": '<canvas class=at style="left:100px;top:200px" width=300 height=200 id=pad></canvas>',
        "button": '<button class=at style="left:200px;top:130px;width:120px" onclick="tell(\'pressed\')">Go</button>',
        "check": '<label class=at style="left:200px;top:130px"><input type=checkbox onchange="tell(\'ticked\')"> Yes</label>',
    }.get(act, "")
    bench = await opened(desktop, tmp_path, body + more, script + (_BARE if act in ("click", "drag", "canvas") else ""))
    x, y = place_in_page(bench, 210, 280)
    if act == "click":
        done, word = await bench.run("click_on_coordinates", x=x, y=y), "clicked"
    elif act in ("drag", "canvas"):
        done, word = await drag(bench, (150, 250), (260, 330)), "dragged"
    elif act == "button":
        done, word = await bench.run("click_input", id=bench.id_of("Go"), name="Go", double=True), "pressed"
    else:
        x, y = place_in_page(bench, 210, 140)
        done, word = await bench.run("click_on_coordinates", x=x, y=y), "ticked"
    assert done.ok, done.error
    assert await page_tells(bench, word), done
    await bench.dispatcher.close()
