"""A reader that asks for a place is shown what stands there: within a bound, and nothing but what is watched."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image

from bench.corpus.opendocument import write_odt
from bench.corpus.plain_pdf import write_pdf
from tests.proof.difference.made_world import MadeWorld
from ufo.proof.difference import Watched, WorldBefore
from ufo.proof.difference.showing.asked import areas, asked, spans
from ufo.proof.difference.told import Places
from ufo.schema.fact import Fact, FactKind


def _lines(made: MadeWorld, *places: str) -> list[str]:
    return [fact.line for fact in made.world.shown(places).facts]


def test_spaces_that_set_something_in_columns_are_shown(made: MadeWorld) -> None:
    made.write("song.txt", "   Do      Mi7\nMi sol, mi sol\n")
    made.world.take()
    assert any('1 "   Do      Mi7"; 2 "Mi sol, mi sol"' in line for line in _lines(made, "song.txt"))


def _holding(facts: tuple[Fact, ...], text: str) -> Fact:
    return next(fact for fact in facts if text in fact.texts)


def _report(path: Path, *, price: str = "4") -> None:
    document = docx.Document()
    document.add_heading("Report", 1)
    document.add_paragraph("First words.")
    table = document.add_table(3, 2)
    for cell, text in zip(
        (cell for row in table.rows for cell in row.cells), ("Item", "Price", "Tea", price, "Milk", "1"), strict=True
    ):
        cell.text = text
    document.add_paragraph("Some plain ").add_run("and bold").bold = True
    document.save(str(path))


def test_a_text_document_is_shown_by_its_paragraphs_their_looks_and_the_rows_of_its_tables(made: MadeWorld) -> None:
    _report(made.folder / "report.docx")
    made.world.take()
    facts = made.world.shown(["report.docx"]).facts
    lines = [fact.line for fact in facts]
    assert lines[0].endswith("bytes, 9 paragraphs, as before the run")
    assert "page size 215.9 x 279.4 mm" in lines[1]
    assert lines[2].startswith("report.docx now: most paragraphs have ") and "style Normal" in lines[2]
    assert lines[3].startswith('report.docx, paragraphs 1 to 2 now: 1 "Report" (style Heading 1')
    assert lines[4] == "report.docx, table 1, rows 1 to 3 now: 1: Item | Price; 2: Tea | 4; 3: Milk | 1"
    assert lines[5] == 'report.docx, paragraph 9 now: 9 "Some plain and bold" (bold on "and bold")'
    assert {"Item", "Tea", "4"} <= set(facts[4].texts)
    assert facts[4].place == "report.docx, table 1, rows 1 to 3"
    assert all(fact.kind is FactKind.READ and not fact.news for fact in facts)


def test_an_opendocument_text_is_shown_by_its_paragraphs_and_tables(made: MadeWorld) -> None:
    path = made.folder / "report.odt"
    write_odt(path, [{"text": "Report", "style": "Heading 1"}, "Words.", {"table": [["Item", "Price"], ["Tea", "4"]]}])
    made.world.take()
    write_odt(
        path, [{"text": "Report", "style": "Heading 1"}, "Words.", {"table": [["Item", "Price"], ["Tea", "4"]]}, "End."]
    )
    made.facts()
    lines = _lines(made, "report.odt")
    assert lines[0].endswith("other than before the run")
    assert any(line.startswith('report.odt, paragraphs 1 to 2 now: 1 "Report" (style Heading 1') for line in lines)
    assert "report.odt, table 1, rows 1 to 2 now: 1: Item | Price; 2: Tea | 4" in lines
    assert [fact.line for fact in made.world.shown(["report.odt"]).facts if fact.news] == [
        'report.odt, paragraph 7 now: 7 "End."'
    ]


def test_only_what_is_other_than_before_the_run_is_news(made: MadeWorld) -> None:
    path = made.folder / "report.docx"
    _report(path)
    made.world.take()
    _report(path, price="5")
    made.facts()
    (fresh,) = [fact for fact in made.world.shown(["report.docx"]).facts if fact.news]
    assert fresh.line == "report.docx, table 1, row 2 now: 2: Tea | 5"
    assert "5" in fresh.texts
    assert "Tea" not in fresh.texts


def test_a_document_is_shown_as_it_was_where_that_is_asked_for(made: MadeWorld) -> None:
    path = made.folder / "report.docx"
    _report(path)
    made.world.take()
    _report(path, price="5")
    made.facts()
    facts = made.world.shown(["before: report.docx, table 1"]).facts
    row = facts[-1]
    assert row.line == "report.docx, table 1, rows 1 to 3 before the run: 1: Item | Price; 2: Tea | 4; 3: Milk | 1"
    assert row.gone == ("4",)
    assert "4" not in row.texts and "Tea" in row.texts
    assert not any(fact.news for fact in facts)


def test_a_file_that_is_gone_can_be_shown_as_it_was(made: MadeWorld) -> None:
    path = made.write("list.txt", "milk\nbread\n")
    made.world.take()
    path.unlink()
    made.facts()
    assert _lines(made, "list.txt") == ["list.txt now: it is not there"]
    fact = made.world.shown(["before: list.txt"]).facts[-1]
    assert fact.line == 'list.txt, lines 1 to 2 before the run: 1 "milk"; 2 "bread"'
    assert fact.gone == ("milk", "bread")


def test_a_sheet_is_shown_by_rows_with_formulas_values_and_looks(made: MadeWorld) -> None:
    path = made.book("prices.xlsx")

    def finish(_: openpyxl.Workbook, sheet: Worksheet) -> None:
        sheet["A1"].font = Font(bold=True)
        sheet["D2"] = "=B2*C2"
        sheet["B3"].number_format = "0.00"
        sheet["A8"], sheet["B8"] = "Code", "17"
        sheet.freeze_panes = "A2"

    made.edit(path, finish)
    made.world.take()
    facts = made.world.shown(["prices.xlsx"]).facts
    lines = [fact.line for fact in facts]
    assert lines[1].startswith("prices.xlsx, Sheet1 now: frozen rows 1")
    assert lines[2] == "prices.xlsx, Sheet1 now: bold A1; format number 2 B3"
    assert lines[3].startswith("prices.xlsx, Sheet1!1:8 now: 1: Item | Price | Qty; 2: Tea | 4 | 10 | =B2*C2; ")
    assert '8: Code | "17" stored as text' in lines[3]
    assert "=B2*C2" in facts[3].texts and "4.5" in facts[3].numbers
    assert facts[3].mistyped == ("17",)


def test_a_range_is_shown_alone_with_its_place_as_a_range(made: MadeWorld) -> None:
    made.book("prices.xlsx")
    made.world.take()
    fact = made.world.shown(["prices.xlsx, Sheet1!B3"]).facts[-1]
    assert fact.line == "prices.xlsx, Sheet1!B3 now: 3: 4.5"
    assert fact.place == "prices.xlsx, Sheet1!B3"
    assert _lines(made, "prices.xlsx, A2:B3")[-1] == "prices.xlsx, Sheet1!A2:B3 now: 2: Tea | 4; 3: Coffee | 4.5"
    assert _lines(made, "prices.xlsx, Sheet1!F1:G9")[-1] == "prices.xlsx, Sheet1!F1:G9 now: nothing stands there"


def test_a_long_table_says_from_where_on_it_is_not_shown(made: MadeWorld) -> None:
    made.book("long.xlsx", [("Item", "Price"), *((f"Item {number}", number) for number in range(2, 901))])
    made.world.take()
    facts = made.world.shown(["long.xlsx"]).facts
    assert len(facts) <= 80
    assert sum(len(fact.line.encode()) for fact in facts) <= 9_000
    assert all(len(fact.line) <= 300 for fact in facts)
    assert "61: Item 61 | 61;" in " ".join(fact.line for fact in facts)
    assert facts[-1].line.endswith(": this and what follows is not shown, since there is no room")
    assert facts[-1].texts == ()
    assert _lines(made, "long.xlsx, rows 880-881")[-1] == (
        "long.xlsx, Sheet1!A880:B881 now: 880: Item 880 | 880; 881: Item 881 | 881"
    )


def test_each_place_gets_its_share_of_the_room(made: MadeWorld) -> None:
    made.book("long.xlsx", [("Item", "Price"), *((f"Item {number}", number) for number in range(2, 901))])
    made.write("notes.txt", "milk\n")
    made.world.take()
    assert _lines(made, "long.xlsx", "notes.txt")[-1] == 'notes.txt, line 1 now: 1 "milk"'


def test_a_row_that_is_too_wide_for_a_line_is_shown_in_pieces(made: MadeWorld) -> None:
    words = [f"column number {number}" for number in range(40)]
    made.book("wide.xlsx", [words])
    made.world.take()
    facts = made.world.shown(["wide.xlsx"]).facts
    shown = [text for fact in facts for text in fact.texts if text.startswith("column")]
    assert shown == words
    assert not any("…" in fact.line for fact in facts)


def test_a_table_of_commas_is_shown_by_its_rows(made: MadeWorld) -> None:
    made.write("prices.csv", "Item,Price\nTea,4.50\n")
    made.world.take()
    assert _lines(made, "prices.csv")[-1] == "prices.csv, prices!1:2 now: 1: Item | Price; 2: Tea | 4.50"


def test_what_a_run_wrote_into_cells_is_no_news_by_being_shown(made: MadeWorld) -> None:
    path = made.book("prices.xlsx")
    made.world.take()
    made.edit(path, lambda _, sheet: sheet.__setitem__("B2", 77))
    made.facts()
    assert not _holding(made.world.shown(["prices.xlsx"]).facts, "77").news


def test_lines_of_a_text_are_numbered_and_a_long_one_is_shown_whole_in_pieces(made: MadeWorld) -> None:
    long = " ".join(f"word{number}" for number in range(60))
    made.write("notes.txt", f"one\ntwo\n{long}\nfour\n")
    made.world.take()
    assert _lines(made, "notes.txt, lines 1-2")[-1] == 'notes.txt, lines 1 to 2 now: 1 "one"; 2 "two"'
    facts = made.world.shown(["notes.txt, line 3"]).facts
    assert facts[1].line.startswith('notes.txt, line 3 now: 3 "word0 word1')
    assert facts[2].line.startswith('notes.txt, line 3 now: 3 goes on "')
    assert all(long in fact.texts for fact in facts[1:])


@pytest.mark.parametrize("part", ["lines 400-500", "the beginning", "lines 0", "xyz", "paragraph", "line 99999999999"])
def test_of_a_part_that_is_not_there_the_whole_is_shown(made: MadeWorld, part: str) -> None:
    made.write("notes.txt", "one\ntwo\n")
    made.world.take()
    assert _lines(made, f"notes.txt, {part}")[-1] == 'notes.txt, lines 1 to 2 now: 1 "one"; 2 "two"'


def test_a_slide_is_shown_with_its_layout_its_lines_and_its_table(made: MadeWorld) -> None:
    deck = pptx.Presentation()
    for title in ("Hello", "Prices"):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "one\ntwo"
    table = deck.slides[1].shapes.add_table(2, 2, 0, 0, 900_000, 900_000).table
    for cell, text in zip(table.iter_cells(), ("Item", "Price", "Tea", "4"), strict=True):
        cell.text = text
    deck.save(str(made.folder / "deck.pptx"))
    made.world.take()
    assert _lines(made, "deck.pptx, slide 2")[1:] == [
        "deck.pptx, slide 2 of 2 now: layout title and content; advance after click",
        'deck.pptx, slide 2 of 2, lines 1 to 3 now: 1 "Prices"; 2 "one"; 3 "two"',
        "deck.pptx, slide 2 of 2, table 1, rows 1 to 2 now: 1: Item | Price; 2: Tea | 4",
    ]


def test_a_picture_is_shown_with_its_properties_now_and_before(made: MadeWorld) -> None:
    path = made.folder / "photo.jpg"
    tags = Image.Exif()
    tags[274] = 6
    Image.new("RGB", (640, 480)).save(path, exif=tags, dpi=(72, 72), quality=80)
    Image.new("L", (30, 20)).save(made.folder / "dot.png", dpi=(300, 300))
    made.world.take()
    Image.new("L", (320, 240)).save(path, dpi=(300, 300), quality=80)
    made.facts()
    assert _lines(made, "photo.jpg")[1:] == [
        "photo.jpg now: size 320 x 240; mode greyscale; dpi 300",
        "photo.jpg now: picture format jpeg; quality 80",
        "photo.jpg now: before the run size 640 x 480, orientation tag 6, mode rgb, dpi 72",
    ]
    news = {fact.line.partition(": ")[2]: fact.news for fact in made.world.shown(["photo.jpg"]).facts[1:]}
    assert list(news.values()) == [True, False, False]
    (dot,) = _lines(made, "dot.png")[1:]
    assert dot.startswith("dot.png now: size 30 x 20; mode greyscale; picture format png; dpi 300")


def test_a_pdf_is_shown_by_its_pages(made: MadeWorld) -> None:
    write_pdf(made.folder / "letter.pdf", ["Dear Ann", "Yours, Ben"])
    made.world.take()
    lines = _lines(made, "letter.pdf")
    assert "pages 2; page size " in lines[1]
    assert lines[-1] == 'letter.pdf, pages 1 to 2 now: 1 "Dear Ann"; 2 "Yours, Ben"'
    assert _lines(made, "letter.pdf, page 2")[-1] == 'letter.pdf, page 2 now: 2 "Yours, Ben"'


def test_an_archive_is_shown_by_its_members_with_their_sizes(made: MadeWorld) -> None:
    with zipfile.ZipFile(made.folder / "all.zip", "w") as archive:
        archive.writestr("a.txt", "milk")
        archive.writestr("in/b.txt", "m" * 2000)
    made.world.take()
    fact = made.world.shown(["all.zip"]).facts[-1]
    assert fact.line == "all.zip now: a.txt (4 bytes); in/b.txt (2,000 bytes)"
    assert {"a.txt", "in/b.txt", "b.txt"} <= set(fact.texts)


def test_settings_are_shown_by_their_keys(made: MadeWorld) -> None:
    made.write("app.json", '{"zoom": 2, "recent": ["a.txt"]}')
    made.world.take()
    assert _lines(made, "app.json")[-1] == 'app.json now: zoom: "2"; recent[0]: "a.txt"'


def test_a_folder_is_shown_by_its_entries_and_what_is_new_in_it(made: MadeWorld) -> None:
    made.write("photos/a.txt", "a")
    made.write("photos/b.txt", "bb")
    made.write("photos/more/c.csv", "c")
    made.world.take()
    made.write("photos/new.csv", "1,2\n")
    made.facts()
    facts = made.world.shown(["photos"]).facts
    assert [fact.line for fact in facts] == [
        "photos now: 4 entries: 2 .txt, 1 .csv, 1 other entry",
        "photos now: a.txt (1 byte); b.txt (2 bytes); more (folder)",
        "photos now: new.csv (4 bytes)",
    ]
    assert [fact.news for fact in facts] == [False, False, True]
    assert _lines(made, "before: photos")[0] == "photos before the run: 3 entries: 2 .txt, 1 other entry"


def test_of_a_new_file_all_is_news(made: MadeWorld) -> None:
    made.world.take()
    made.write("notes.txt", "milk\n")
    made.facts()
    facts = made.world.shown(["notes.txt"]).facts
    assert facts[0].line == "notes.txt now: 5 bytes, 1 line, new"
    assert all(fact.news for fact in facts)
    assert _lines(made, "before: notes.txt") == ["notes.txt before the run: it was not there"]


def test_of_one_name_the_file_of_the_working_folder_is_meant_and_a_longer_name_means_its_own(made: MadeWorld) -> None:
    made.write("notes.txt", "here")
    made.write("old/notes.txt", "there")
    made.write("a, b.txt", "comma")
    made.world.take()
    assert _lines(made, "notes.txt")[1:] == ['notes.txt, line 1 now: 1 "here"']
    assert _lines(made, "old/notes.txt")[1:] == ['old/notes.txt, line 1 now: 1 "there"']
    assert _lines(made, str(made.folder / "old" / "notes.txt"))[1:] == ['old/notes.txt, line 1 now: 1 "there"']
    assert _lines(made, '"A, B.TXT, line 1"')[1:] == ['a, b.txt, line 1 now: 1 "comma"']


def test_nothing_outside_of_what_is_watched_is_shown_and_no_link_is_followed(made: MadeWorld, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    (made.folder / "link.txt").symlink_to(secret)
    made.write("sub/notes.txt", "milk")
    made.world.take()
    assert _lines(made, str(secret), "../../secret.txt", "/etc/passwd", "secret.txt", "~", "/") == []
    assert _lines(made, "link.txt") == [f'link.txt now: link to "{secret}"']
    # A folder that was put aside for a link, after it was looked at.
    (made.folder / "sub").rename(made.folder / "aside")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "notes.txt").write_text("the secret")
    (made.folder / "sub").symlink_to(tmp_path / "elsewhere")
    assert _lines(made, "sub/notes.txt") == ["sub/notes.txt now: it is not there"]


def test_of_a_folder_that_was_not_looked_through_that_is_said(made: MadeWorld) -> None:
    (made.home / ".config" / "app").mkdir(parents=True)
    world = WorldBefore(Watched(made.home, made.home), made.images)
    world.take()
    assert [fact.line for fact in world.shown([".config"]).facts] == [
        ".config now: folder; what lies in it was not looked at"
    ]
    assert world.shown([".config/app"]).facts == ()


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(500_000_000)


def _broken(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04 no archive")


def _no_letters(path: Path) -> None:
    path.write_bytes(os.urandom(5000))


@pytest.mark.parametrize("write", [_large, _broken, _no_letters])
@pytest.mark.parametrize(
    "name", ["a.docx", "a.xlsx", "a.odt", "a.pdf", "a.jpg", "a.zip", "a.pptx", "a.json", "a.sqlite", "a"]
)
def test_of_a_file_that_cannot_be_read_the_reason_is_shown(
    made: MadeWorld, name: str, write: Callable[[Path], None]
) -> None:
    write(made.folder / name)
    made.world.take()
    lines = _lines(made, name)
    assert lines[0].startswith(f"{name} now: ")
    assert all(len(line) <= 300 for line in lines)


def test_a_place_of_100_kb_means_nothing_and_more_than_six_are_not_read(made: MadeWorld) -> None:
    for number in range(8):
        made.write(f"n{number}.txt", "milk")
    made.world.take()
    assert _lines(made, "n1.txt, " + "x" * 100_000, "", "before: ", ", ", "\x00") == []
    assert {fact.place.partition(",")[0] for fact in made.world.shown([f"n{n}.txt" for n in range(8)]).facts} == {
        f"n{number}.txt" for number in range(6)
    }


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_no_name_of_a_place_is_an_error(start: str, end: str) -> None:
    folder = Path("/home/ann/work")
    known = [folder / "a.txt", folder / "b, c.xlsx", folder]
    names = Places(folder, Path("/home/ann"))
    for place in (f"{start}a.txt{end}", f"a.txt, {start}", start, f"before: b, c.xlsx, {end}"):
        for found in asked([place], known, names):
            assert found.path in known
    spans(f"{start} {end}")
    list(areas(end, []))
