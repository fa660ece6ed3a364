"""Slides are written, arranged and formatted through LibreOffice itself: each call one undo step, proved from the files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from PIL import Image
from pptx import Presentation
from pypdf import PdfReader

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo.tools.observe.selection import ToolScope
from ufo_libreoffice.servers.drawings import drawings_uno
from ufo_libreoffice.servers.office import office_uno

pytestmark = [pytest.mark.apps, pytest.mark.timeout(240)]


@dataclass(frozen=True, slots=True)
class Open:
    office: Office
    folder: Path

    def scope(self, name: str) -> ToolScope:
        return scope_on(self.office.window(f"{name}."), self.folder)


@pytest.fixture(scope="module")
def slides(private_desktop: PrivateDesktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """Documents in one LibreOffice, each for one test."""
    folder = tmp_path_factory.mktemp("slides")
    Image.new("RGB", (400, 200), "navy").save(folder / "boat.png")
    for name in ("talk", "words", "order", "looks", "objects", "exported", "sized", "shapes"):
        (folder / f"{name}.fodp").write_text(_EMPTY, encoding="utf-8")
    with Office(private_desktop.environment, folder, *map(str, sorted(folder.glob("*.fodp")))) as office:
        yield Open(office, folder)


async def saved(client: Client, name: str, *endings: str) -> None:
    for ending in endings:
        done = await call(client, "save_as", file_name=name, file_ext=ending)
        assert done["effect"] == Effect.CONFIRMED, done


def holds(path: Path, **stated: Any) -> None:
    found = DocumentPredicate(path=str(path), **stated).check_now()
    assert found.truth is Truth.SATISFIED, (path.suffix, stated, found.evidence)


def of_slide(path: Path, page: int, **values: str) -> None:
    for name, value in values.items():
        holds(path, page=page, property=name.replace("_", " "), value=value)


async def undo(scope: ToolScope) -> None:
    async with Client(office_uno(scope)) as office:
        assert (await call(office, "run_command", command="Undo"))["effect"] == Effect.CONFIRMED


_TALK = [
    {"title": "Harbour", "subtitle": "A plan", "notes": "Say hello\nand smile"},
    {"title": "Why", "bullets": ["Old quay", "\tworn stones", "New ships"]},
    {"title": "Two ways", "bullets": ["Repair"], "right": ["Rebuild", "Sell"]},
]


@pytest.mark.matrix
async def test_a_presentation_is_written_in_one_call_and_both_formats_prove_it(slides: Open) -> None:
    scope = slides.scope("talk")
    async with Client(drawings_uno(scope)) as impress:
        done = await call(impress, "write_slides", slides=_TALK)
        assert done["effect"] == Effect.CONFIRMED, done
        assert done["value"]["count"] == 3
        read = await call(impress, "read_slides")
        assert [item["layout"] for item in read] == ["title", "title and content", "two content"]
        assert read[1]["bullets"] == ["Old quay", "\tworn stones", "New ships"]
        assert read[0]["notes"] == "Say hello\nand smile"
        await saved(impress, "talk", ".odp", ".pptx")
        for path in (slides.folder / "talk.odp", slides.folder / "talk.pptx"):
            holds(path, pages=3)
            of_slide(path, 1, layout="title", slide_title="Harbour", notes="Say hello")
            of_slide(path, 2, layout="title and content", slide_title="Why", bullets="3")
            of_slide(path, 3, layout="two content", bullets="3")
        deck = Presentation(str(slides.folder / "talk.pptx"))
        first = deck.slides[0]
        assert first.slide_layout.name == "Title Slide" and 'type="title"' in _xml(first.slide_layout)
        assert {placeholder.placeholder_format.type.name for placeholder in first.placeholders} == {
            "CENTER_TITLE",
            "SUBTITLE",
        }
        # Saving on, LibreOffice takes the corrected file for its own.
        assert (await call(impress, "save"))["effect"] == Effect.CONFIRMED
        changed = await call(
            impress, "write_slides", slides=[{"slide": 2, "title": "Why now"}, {"title": "End"}], before=3
        )
        assert changed["effect"] == Effect.CONFIRMED, changed
        assert [item.get("title") for item in changed["value"]["slides"]] == ["Harbour", "Why now", "End", "Two ways"]
        await undo(scope)
        assert [item["title"] for item in await call(impress, "read_slides")] == ["Harbour", "Why", "Two ways"]
        await undo(scope)
        assert [item.get("title", "") for item in await call(impress, "read_slides")] == [""]


async def test_a_text_is_replaced_wherever_slides_have_it_and_keeps_its_looks(slides: Open) -> None:
    scope = slides.scope("words")
    async with Client(drawings_uno(scope)) as impress:
        talk = [
            {
                "title": "Gala on 14 June \U0001f389",
                "bullets": ["Doors: 14 June, 14 June at noon"],
                "notes": "say 14 June",
            },
            {"title": "Rehearsal"},
        ]
        await call(impress, "write_slides", slides=talk)
        await call(impress, "add_to_slide", kind="table", slide=2, rows=[["Day", "14 June"]])
        await call(impress, "set_property", properties={"bold": True}, texts=["14 June at noon"])
        assert "not contain" in await refusal(impress, "replace_text", old="Gala", new="x", slides=[2])
        done = await call(impress, "replace_text", old="14 June", new="21 June")
        assert done["effect"] == Effect.CONFIRMED and done["value"]["replaced"] == 5, done
        first, second = await call(impress, "read_slides")
        assert (first["title"], first["notes"]) == ("Gala on 21 June \U0001f389", "say 21 June")
        assert first["bullets"] == ["Doors: 21 June, 21 June at noon"]
        assert second["others"][0]["rows"] == [["Day", "21 June"]]
        await saved(impress, "words", ".pptx")
        (body,) = [shape for shape in Presentation(str(slides.folder / "words.pptx")).slides[0].placeholders
            if "Doors" in shape.text_frame.text]  # fmt: skip
        bold = "".join(run.text for run in body.text_frame.paragraphs[0].runs if run.font.bold)
        assert bold == "21 June at noon"
        assert "not contain" in await refusal(impress, "replace_text", old="14 June", new="x")
        await undo(scope)
        assert (await call(impress, "read_slides"))[0]["title"] == "Gala on 14 June \U0001f389"


@pytest.mark.matrix
async def test_what_does_not_fit_the_slides_is_refused_and_changes_nothing(slides: Open) -> None:
    scope = slides.scope("talk")
    async with Client(drawings_uno(scope)) as impress:
        before = await call(impress, "read_slides")
        assert "no slide 99" in await refusal(impress, "write_slides", slides=[{"slide": 99, "title": "x"}])
        told = await refusal(impress, "write_slides", slides=[{"title": "a", "bullets": ["b"], "layout": "title only"}])
        assert "no place for 'b'" in told
        assert "do not fit" in await refusal(impress, "write_slides", slides=[{"titel": "x"}])
        every = list(range(1, len(before) + 1))
        assert "needs one slide" in await refusal(impress, "arrange_slides", action="delete", slides=every)
        assert "no picture" in await refusal(impress, "add_to_slide", kind="image", file="nothing.png")
        (slides.folder / "text.png").write_text("no picture", encoding="utf-8")
        assert "picture" in await refusal(impress, "add_to_slide", kind="image", file="text.png")
        assert "no number" in await refusal(impress, "add_to_slide", kind="chart", rows=[["", "a"], ["x", "y"]])
        assert "not contain" in await refusal(impress, "format_text", look="bold", value="on", texts=["zebra"])
        assert "no colour" in await refusal(impress, "set_background_color", color="sky")
        assert await call(impress, "read_slides") == before


@pytest.mark.matrix
async def test_slides_are_moved_duplicated_hidden_and_deleted_each_as_one_step(slides: Open) -> None:
    scope = slides.scope("order")
    async with Client(drawings_uno(scope)) as impress:
        await call(impress, "write_slides", slides=[{"title": text} for text in "abcde"])

        async def titles() -> str:
            return "".join(item["title"] for item in await call(impress, "read_slides"))

        steps: list[tuple[dict[str, Any], str]] = [
            ({"action": "move", "slides": [1, 4], "before": 3}, "badce"),
            ({"action": "move", "slides": [4, 5], "before": 1}, "deabc"),
            ({"action": "move", "slides": [1, 2]}, "cdeab"),
            ({"action": "duplicate", "slides": [2]}, "abbcde"),
            ({"action": "delete", "slides": [1, 3]}, "bde"),
        ]
        for arguments, wanted in steps:
            done = await call(impress, "arrange_slides", **arguments)
            assert (done["effect"], await titles()) == (Effect.CONFIRMED, wanted), (arguments, done)
            await undo(scope)
            assert await titles() == "abcde"
        assert (await call(impress, "arrange_slides", action="move", slides=[5], before=1))[
            "effect"
        ] == Effect.CONFIRMED
        assert await titles() == "eabcd"
        assert (await call(impress, "arrange_slides", action="hide", slides=[2]))["effect"] == Effect.CONFIRMED
        shaped = await call(impress, "arrange_slides", action="layout", slides=[3], layout="title")
        assert shaped["effect"] == Effect.CONFIRMED, shaped
        await saved(impress, "order", ".odp", ".pptx")
    for path in (slides.folder / "order.odp", slides.folder / "order.pptx"):
        for number, title in enumerate("eabcd", 1):
            of_slide(path, number, slide_title=title, hidden_slide="on" if number == 2 else "off")
        of_slide(path, 3, layout="title")


@pytest.mark.matrix
async def test_texts_backgrounds_transitions_and_masters_look_as_asked_in_the_files(slides: Open) -> None:
    scope = slides.scope("looks")
    async with Client(drawings_uno(scope)) as impress:
        await call(
            impress, "write_slides", slides=[{"title": "CO2 rises", "bullets": ["The red line", "x"]}, {"title": "End"}]
        )
        before = await call(impress, "read_slides")
        looks = (
            ("bold", "on", ["red line"]), ("colour", "red", ["red"]), ("size", "31", ["End"]), ("subscript", "on", ["2"]),
            ("align", "right", ["End"]),
        )  # fmt: skip
        for look, value, texts in looks:
            done = await call(impress, "format_text", look=look, value=value, texts=texts)
            assert done["effect"] == Effect.CONFIRMED, done
        back = await call(impress, "set_background_color", color="E0F0FF", slide_index=[2])
        moved = await call(impress, "set_transition", kind="fade", slides=[1], seconds=1.5)
        master = await call(impress, "set_master", part="title", font="DejaVu Serif", size=40, color="navy")
        for item in (back, moved, master):
            assert item["effect"] == Effect.CONFIRMED, item
        await saved(impress, "looks", ".odp", ".pptx")
        assert await call(impress, "read_slides") == before
        for _ in range(8):
            await undo(scope)
        await saved(impress, "plain", ".odp")
    for path in (slides.folder / "looks.odp", slides.folder / "looks.pptx"):
        holds(path, paragraph="red line", property="bold", value="on")
        holds(path, paragraph="red", property="colour", value="red")
        of_slide(path, 2, slide_background="#e0f0ff", transition="none")
        of_slide(path, 1, slide_background="none", transition="fade")
        for look, value in (("font", "DejaVu Serif"), ("size", "40"), ("colour", "navy")):
            holds(path, property=f"master {look}", key="title", value=value)
    of_slide(slides.folder / "plain.odp", 2, slide_background="none")
    of_slide(slides.folder / "plain.odp", 1, transition="none")
    holds(slides.folder / "plain.odp", paragraph="red line", property="bold", value="off")


@pytest.mark.matrix
async def test_objects_stand_on_a_slide_with_the_size_and_the_data_that_were_given(slides: Open) -> None:
    scope = slides.scope("objects")
    async with Client(drawings_uno(scope)) as impress:
        await call(impress, "write_slides", slides=[{"title": "Boats"}])
        image = await call(impress, "add_to_slide", kind="image", file="boat.png", left=2, top=5, width=8)
        assert (image["effect"], image["value"]["height"]) == (Effect.CONFIRMED, 4)
        rows = [["Year", "Boats", "Crew"], ["2025", 3, 9], ["2026", 4, 12.5]]
        for arguments in (
            {"kind": "table", "rows": rows, "left": 12, "top": 5, "width": 10},
            {
                "kind": "chart",
                "rows": rows,
                "chart_type": "line",
                "text": "Fleet",
                "left": 12,
                "top": 9,
                "width": 10,
                "height": 6,
            },
            {"kind": "text", "text": "Seen from\nthe quay", "left": 2, "top": 12, "width": 8},
            {"kind": "rectangle", "text": "box", "left": 2, "top": 14, "width": 4, "height": 1},
        ):
            done = await call(impress, "add_to_slide", slide=1, **arguments)
            assert done["effect"] == Effect.CONFIRMED, done
        new = [[None, None, "Crew size"], ["2025"], ["2026", "5"], ["2027", "6", "14"]]
        done = await call(impress, "write_slides", slides=[{"slide": 1, "table": new}])
        assert done["effect"] == Effect.CONFIRMED, done
        missing = await refusal(impress, "write_slides", slides=[{"slide": 1, "table": new, "table_number": 2}])
        assert "the slide has 1 tables" in missing
        await saved(impress, "objects", ".odp", ".pptx")
        for path in (slides.folder / "objects.odp", slides.folder / "objects.pptx"):
            of_slide(path, 1, image_width="8 cm", image_height="4 cm", charts="1")
            holds(path, property="tables", value="1")
            holds(path, paragraph="the quay", page=1)
        kinds = [item["kind"] for item in (await call(impress, "read_slides"))[0]["others"]]
        assert len(kinds) == 5
        await undo(scope)
        await undo(scope)
        assert [item["kind"] for item in (await call(impress, "read_slides"))[0]["others"]] == kinds[:4]
    shapes = Presentation(str(slides.folder / "objects.pptx")).slides[0].shapes
    table = next(shape.table for shape in shapes if shape.has_table)
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Year", "Boats", "Crew size"], ["2025", "3", "9"], ["2026", "5", "12.5"], ["2027", "6", "14"],
    ]  # fmt: skip
    chart = next(
        shape.chart for shape in Presentation(str(slides.folder / "objects.pptx")).slides[0].shapes if shape.has_chart
    )
    assert [(line.name, list(line.values)) for line in chart.plots[0].series] == [
        ("Boats", [3, 4]),
        ("Crew", [9, 12.5]),
    ]


@pytest.mark.matrix
async def test_a_shape_is_filled_and_both_formats_show_the_colour_of_that_shape_alone(slides: Open) -> None:
    scope = slides.scope("shapes")
    async with Client(drawings_uno(scope)) as impress:
        await call(impress, "add_to_slide", kind="ellipse", text="Open day", left=2, top=2, width=5, height=3)
        await call(impress, "add_to_slide", kind="rectangle", left=9, top=2, width=5, height=3)
        await call(impress, "add_to_slide", kind="line", left=2, top=9, width=5, height=1)
        done = await call(impress, "format_shape", shape="circle", fill="red", line="none")
        assert done["effect"] == Effect.CONFIRMED, done
        stated = [DocumentPredicate(path="", **item) for item in done["value"]["holds"]]
        assert [(document_predicate.property, document_predicate.value) for document_predicate in stated] == [
            ("shape fill", "#ff0000"),
            ("shape line", "none"),
        ]
        await call(impress, "format_shape", shape="line", line="#00ff00", line_width=3)
        assert "no fill" in await refusal(impress, "format_shape", fill="blue")
        assert "no shape is 'star'" in await refusal(impress, "format_shape", shape="star", fill="blue")
        assert "say what to set" in await refusal(impress, "format_shape", shape="circle")
        await saved(impress, "shapes", ".odp", ".pptx")
        for path in (slides.folder / "shapes.odp", slides.folder / "shapes.pptx"):
            for key in ("Open day", "oval", stated[0].key):
                holds(path, page=1, property="shape fill", key=key, value="red")
            holds(path, page=1, property="shape line", key="line", value="#00ff00")
            for key in ("rectangle", "star"):
                other = DocumentPredicate(path=str(path), page=1, property="shape fill", key=key, value="red")
                assert other.check_now().truth is Truth.UNSATISFIED
        await undo(scope)
        drawn = (await call(impress, "read_slides"))[0]["others"]
        assert [(item["kind"], item.get("fill")) for item in drawn][0] == ("Ellipse", "#ff0000")


@pytest.mark.matrix
async def test_slides_are_exported_by_number_as_a_pdf_or_as_pictures(slides: Open) -> None:
    async with Client(drawings_uno(slides.scope("exported"))) as impress:
        await call(impress, "write_slides", slides=[{"title": item} for item in ("one", "two", "three")])
        some = await call(impress, "export_slides", file_name="some.pdf", slides=[1, 3], quality=60)
        assert some["effect"] == Effect.CONFIRMED
        notes = await call(impress, "export_slides", file_name="notes.pdf", notes_pages=True)
        assert notes["effect"] == Effect.CONFIRMED
        pictures = await call(impress, "export_slides", file_name="shot.png", slides=[1, 2], width=640)
        assert pictures["effect"] == Effect.CONFIRMED
        assert "exists already" in await refusal(impress, "export_slides", file_name="shot.png", slides=[1, 2])
        assert not any("unsaved" in picture for picture in pictures["evidence"]), pictures
        assert "writes no video" in await refusal(impress, "export_slides", file_name="talk.mp4")
        unnamed = await call(impress, "export_slides", file_name="bare")
        assert str(unnamed["value"]).endswith("bare.pdf"), unnamed
        alone = await call(impress, "save_as", file_name="alone", file_ext="png", current_slide_only=True)
        assert alone["effect"] == Effect.CONFIRMED
        assert "cannot be written" in await refusal(impress, "export_slides", file_name="x.odt")
    assert [page.extract_text().strip() for page in PdfReader(slides.folder / "some.pdf").pages] == ["one", "three"]
    assert len(PdfReader(slides.folder / "notes.pdf").pages) == 6
    for number in (1, 2):
        with Image.open(slides.folder / f"shot-{number}.png") as shot:
            assert shot.size == (640, 360)
    assert (slides.folder / "alone.png").is_file()


@pytest.mark.matrix
async def test_the_size_of_slides_changes_and_comes_back_in_one_step(slides: Open) -> None:
    scope = slides.scope("sized")
    async with Client(drawings_uno(scope)) as impress:
        done = await call(impress, "set_slide_size", size="4:3")
        assert done["effect"] == Effect.CONFIRMED, done
        await saved(impress, "old", ".odp", ".pptx")
        await undo(scope)
        await saved(impress, "wide", ".odp")
        upright = await call(impress, "set_slide_size", size="A4", orientation="portrait")
        assert upright["effect"] == Effect.CONFIRMED, upright
        await saved(impress, "upright", ".odp")
        assert "no size of slides" in await refusal(impress, "set_slide_size", size="huge")
        await call(impress, "set_slide_size", size="16:9")
        await call(impress, "add_to_slide", kind="image", slide=1, file="boat.png", left=2, top=3, width=8)
        narrow = await call(impress, "set_slide_size", size="4:3")
        assert narrow["evidence"] == [
            "one slide read back as 28 x 21 cm; one picture kept the proportions, a second step to undo"
        ]
        await saved(impress, "kept", ".pptx")
        await undo(scope)
        await undo(scope)
        await saved(impress, "back", ".pptx")
    for name, size, lies in (
        ("old.odp", "280 x 210 mm", "landscape"), ("old.pptx", "280 x 210 mm", "landscape"),
        ("wide.odp", "280 x 157.5 mm", "landscape"), ("upright.odp", "A4", "portrait"),
    ):  # fmt: skip
        holds(slides.folder / name, property="page size", value=size)
        holds(slides.folder / name, property="page orientation", value=lies)
    for name in ("kept.pptx", "back.pptx"):
        (picture,) = [
            shape for shape in Presentation(str(slides.folder / name)).slides[0].shapes if shape.shape_type == 13
        ]
        assert (round(picture.width / 360_000, 1), round(picture.height / 360_000, 1)) == (8.0, 4.0), name


def _xml(part: Any) -> str:
    return str(part.part.blob[:3000])


_EMPTY = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:automatic-styles><style:page-layout style:name="PM0"><style:page-layout-properties fo:page-width="28cm"
 fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Default" style:page-layout-name="PM0"/></office:master-styles>
<office:body><office:presentation><draw:page draw:name="page1" draw:master-page-name="Default"/>
</office:presentation></office:body></office:document>"""
