"""What pages draw is listed as a person would call it, and worked by its id: in a real browser, on pages of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.drawn.desktop import DrawnDesktop
from bench.measured_desktop import MeasuredDesktop
from bench.minds.miniwob import TASKS
from tests.bench.drawn.pages import drawn, listed, shapes, shows
from ufo.config.settings import DesktopSettings
from ufo.desktop.backends import connect
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.schema.command import Effect
from ufo.schema.geometry import Rect

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]
_MANY = "<svg width=600 height=400>" + "".join(
    f'<path d="M{at % 500} {at % 300}l3 5l4 1l-2 6z" fill="{"red" if at % 3 else "teal"}"/>' for at in range(10_000)
)
_KINDS = """<svg width=600 height=200>
<rect x=10 y=10 width=40 height=40 fill=magenta /><rect x=60 y=10 width=40 height=20 fill="#0000fe" />
<circle cx=140 cy=30 r=20 fill=aqua /><ellipse cx=200 cy=30 rx=30 ry=15 fill=none stroke=black />
<polygon points="250,50 270,10 290,50" fill=orange /><polygon points="320,10 340,25 332,48 308,48 300,25" fill=green />
<line x1=360 y1=30 x2=420 y2=30 stroke=red stroke-width=2 />
<path d="M440 10h30v30h-30z" fill=navy /><text x=490 y=40 fill=purple font-size=40>B</text>
<circle cx=30 cy=100 r=10 fill=aqua /></svg>
<div style="background:lime;width:60px;height:60px"></div>"""
_ODD = """<svg width=300 height=200 viewBox="0 0 150 100">
<defs><rect id=r width=10 height=10 fill=red /><circle id=c r=5 fill=blue /></defs>
<g transform="translate(10 10) scale(2)"><rect width=10 height=10 fill=green /></g>
<rect x=60 y=20 width=20 height=20 fill=orange transform="rotate(45 70 30)"/>
<svg x=90 y=10 width=20 height=20><rect width=100 height=100 fill=teal /></svg>
<use href=#r x=120 y=10 /><rect width=10 height=10 opacity=0 fill=red /><rect width=10 height=10 fill=red style="display:none"/>
<g opacity=0><rect width=10 height=10 fill=red /></g><rect x=500 width=10 height=10 fill=red />
<rect x=10 y=60 width=10 height=10 fill=brown visibility=hidden /><rect x=40 y=70 width=15 height=15 fill=pink />
</svg><div style="position:absolute;left:70px;top:130px;width:60px;height:60px;background:white;z-index:3">under this</div>
<button style="width:90px;height:60px"><svg width=50 height=50><rect width=50 height=50 fill=red /></svg>Stop</button>
<svg width=16 height=16><rect width=16 height=16 fill=red /></svg>
<iframe srcdoc="<body style='margin:0'><svg width=80 height=60><circle cx=30 cy=30 r=20 fill=maroon /></svg>"
width=100 height=70></iframe>
<div id=host></div><canvas width=80 height=60></canvas>"""
_SHADOW = """document.getElementById('host').attachShadow({mode: 'open'}).innerHTML =
'<svg width=60 height=60><rect x=5 y=5 width=40 height=20 fill="olive"/></svg>';"""


_BOARD = """<svg id=board width=500 height=300><rect x=200 y=20 width=150 height=150 fill=none stroke=black stroke-width=2 />
<circle id=c cx=60 cy=60 r=20 fill=green /><rect id=r x=40 y=150 width=40 height=40 fill=red /></svg>
<button id=change>Change</button><button id=cover>Cover</button>
<div id=over style="display:none;position:absolute;left:0;top:0;width:120px;height:120px;background:white">over it</div>"""
_DRAGS = """let held = null;
const board = document.getElementById('board'), at = id => document.getElementById(id);
board.onmousedown = e => { if (e.target !== board) held = [e.target, e.clientX, e.clientY, e.target.held || [0, 0]]; };
document.onmousemove = e => { if (!held) return; const [o, x, y, [a, b]] = held;
  o.held = [a + e.clientX - x, b + e.clientY - y]; o.setAttribute('transform', `translate(${o.held})`); };
document.onmouseup = () => { held = null; };
board.onclick = e => tell('clicked ' + e.target.id);
at('change').onclick = () => { at('r').setAttribute('fill', 'blue'); tell('changed'); };
at('cover').onclick = () => { at('over').style.display = 'block'; tell('covered'); };"""


async def test_shapes_are_called_by_size_colour_and_kind(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    async with drawn(desktop, tmp_path, _KINDS) as bench:
        assert listed(bench) == [
            "large magenta square",
            "small cyan circle",
            "large blue rectangle",
            "large cyan circle",
            "large outlined black ellipse",
            "large orange triangle",
            "large green pentagon",
            "large navy square",
            "large purple text 'B'",
            "large lime square",
            "red line",
        ]
        assert str(shapes(bench)[2].value).startswith("#0000fe 40x20 at ")
        assert shapes(bench)[0].rect.width == 40


@pytest.mark.matrix
async def test_only_what_a_person_sees_is_listed_where_it_stands(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    async with drawn(desktop, tmp_path, _ODD, _SHADOW) as bench:
        seen = shapes(bench)
        assert listed(bench) == [
            "large green square", "large orange square", "large teal square", "small red square", "large maroon circle",
            "large olive rectangle",
        ]  # fmt: skip
        page = next(control.rect for control in bench.selection.controls.values() if control.role == "Document")
        places = [element.rect.moved(-page.x, -page.y) for element in seen]
        assert places[:4] == [Rect(20, 20, 40, 40), Rect(112, 32, 57, 57), Rect(180, 20, 40, 40), Rect(240, 20, 20, 20)]
        (canvas,) = [control for control in bench.selection.controls.values() if control.role == "Canvas"]
        assert canvas.doubt is not None
        assert "only seen in the picture" in canvas.doubt


@pytest.mark.matrix
async def test_thousands_of_shapes_are_counted_and_not_listed(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    async with drawn(desktop, tmp_path, _MANY) as bench:
        assert listed(bench) == []
        assert bench.selection.snapshot is not None
        (said,) = [text for text in bench.selection.snapshot.more if "draws" in text]
        assert "red figures" in said
        assert "teal figures" in said


async def test_shapes_are_clicked_and_dragged_by_their_ids(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    async with drawn(desktop, tmp_path, _BOARD, _DRAGS) as bench:
        done = await bench.on("click_input", "small green circle")
        assert done.ok, done
        await shows(bench, "clicked c")
        done = await bench.run(
            "drag_control", id=bench.id_of("small green circle"), to={"id": bench.id_of("large outlined black square")}
        )
        assert done.ok, done
        assert done.effect is not None
        await bench.look()
        now = {shape.name: shape.rect for shape in shapes(bench)}
        assert now["large outlined black square"].covers(now["small green circle"])


@pytest.mark.matrix
async def test_what_a_press_does_to_a_shape_alone_is_its_effect(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    marks = "document.querySelector('div').onclick = e => { e.target.style.border = '2px solid black'; };"
    async with drawn(desktop, tmp_path, '<div style="background:lime;width:60px;height:60px"></div>', marks) as bench:
        done = await bench.on("click_input", "lime square")
        assert done.effect is Effect.PARTIAL
        assert "Shape 'lime square'" in done.evidence[0]


@pytest.mark.matrix
async def test_a_shape_under_other_shapes_is_told_as_covered(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    pile = "<svg width=200 height=100><circle cx=50 cy=50 r=20 fill=red /><circle cx=50 cy=50 r=22 fill=blue /></svg>"
    async with drawn(desktop, tmp_path, pile) as bench:
        assert [(shape.name, "covered" in shape.states) for shape in shapes(bench)] == [
            ("blue circle", False),
            ("red circle", True),
        ]
        refused = await bench.on("click_input", "red circle")
        assert not refused.ok


@pytest.mark.matrix
async def test_a_shape_that_is_covered_gone_or_another_one_is_not_clicked(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    async with drawn(desktop, tmp_path, _BOARD, _DRAGS) as bench:
        red, circle = bench.id_of("small red square"), bench.id_of("small green circle")
        await bench.run("click_input", id=bench.id_of("Change"), name="Change")
        changed = await bench.run("click_input", id=red, name="small red square")
        assert "blue square" in (changed.error or "")
        await bench.run("click_input", id=bench.id_of("Cover"), name="Cover")
        refused = await bench.run("click_input", id=circle, name="small green circle")
        assert not refused.ok


async def test_the_setting_of_the_backend_loads_it(private_desktop: PrivateDesktop) -> None:
    connected = await connect(private_desktop.environment, DesktopSettings(backend=TASKS[0].backend))
    try:
        assert isinstance(connected, DrawnDesktop)
    finally:
        await connected.shutdown()
