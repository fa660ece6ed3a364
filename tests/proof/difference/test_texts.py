"""Changes of texts, slides, settings and archives are told as a person sees them."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import docx
import openpyxl
import pptx
import pptx.dml.color
import pytest
from docx.enum.text import WD_BREAK
from docx.shared import Pt
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image

from tests.needs import need, needs
from tests.office_conversions import convert
from tests.proof.difference.made_world import MadeWorld, style, text_with_styles
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.proof.difference.comparing.paragraphs import replacements
from ufo.schema.fact import FactKind
from ufo.schema.predicate import Truth

_PARAGRAPHS = (
    "Introduction",
    "The cat sat. The cat ran.",
    "Results",
    "Costs rose by 12 percent.",
    "A cat is a cat.",
    "Total: 42",
)


def _report(folder: Path, name: str = "report.docx") -> Path:
    document = docx.Document()
    for text in _PARAGRAPHS:
        document.add_paragraph(text)
    document.save(str(folder / name))
    return folder / name


def test_what_is_left_of_a_list_and_what_is_gone_are_both_told(made: MadeWorld) -> None:
    file = made.write("list.txt", "eggs\nbread\n")
    made.world.take()
    file.write_text("Milk\n", encoding="utf-8")
    gone, new = made.facts()
    assert gone.line == 'list.txt: 2 lines gone, "eggs", "bread"; 1 line left'
    assert set(gone.gone) == {"eggs", "bread"}
    assert gone.loss
    assert new.line == 'list.txt, line 1: 1 new line "Milk", and nothing else is in it'
    assert "Milk" in new.texts


def test_a_line_added_at_the_end_is_the_only_difference(made: MadeWorld) -> None:
    file = made.write("list.txt", "eggs\nbread\n")
    made.world.take()
    file.write_text("eggs\nbread\nMilk\n", encoding="utf-8")
    assert made.lines() == ['list.txt, line 3: 1 new line "Milk", as the last of 3, after "bread"']


def test_lines_in_another_order_are_one_fact(made: MadeWorld) -> None:
    file = made.write("list.txt", "pear\napple\nfig\n")
    made.world.take()
    file.write_text("apple\nfig\npear\n", encoding="utf-8")
    assert made.lines() == ['list.txt: the same 3 lines in another order, ascending now: "apple", "fig", "pear"']


def test_a_word_that_was_replaced_in_one_of_two_paragraphs_says_how_often_it_is_left(made: MadeWorld) -> None:
    report = _report(made.folder)
    made.world.take()
    document = docx.Document(str(report))
    document.paragraphs[1].text = document.paragraphs[1].text.replace("cat", "dog")
    document.save(str(report))
    (fact,) = made.facts()
    assert fact.line.startswith('report.docx, paragraph 2: "cat" → "dog", 2 times; "cat" is left 2 times')
    assert "dog" in fact.texts
    assert "cat" in fact.gone


def test_styles_are_told_with_the_paragraphs_that_have_them(made: MadeWorld) -> None:
    report = _report(made.folder)
    made.world.take()
    document = docx.Document(str(report))
    for place in (0, 2):
        document.paragraphs[place].style = document.styles["Heading 1"]
    document.save(str(report))
    (fact,) = made.facts()
    assert fact.line.startswith(
        'report.docx, paragraphs 1, 3: style Heading 1, was Normal, on the whole of "Introduction", "Results", 2 of 6 paragraphs'
    )


def test_a_page_break_before_a_heading_leaves_it_the_style_that_people_know(made: MadeWorld) -> None:
    file = made.folder / "thesis.fodt"
    names = "xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' " + " ".join(
        f"xmlns:{name}='urn:oasis:names:tc:opendocument:xmlns:{name}:1.0'" for name in ("text", "style")
    )
    fo = "xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'"

    def write(style: str) -> None:
        file.write_text(
            f"<office:document {names} {fo}><office:styles><style:style style:name='Heading_20_1' style:family='paragraph' "
            "style:display-name='Heading 1'/></office:styles><office:automatic-styles><style:style style:name='Break1' "
            "style:family='paragraph' style:parent-style-name='Heading_20_1'><style:paragraph-properties "
            "fo:break-before='page'/></style:style></office:automatic-styles><office:body><office:text>"
            f"<text:h text:style-name='{style}' text:outline-level='1'>Results</text:h></office:text></office:body>"
            "</office:document>",
            encoding="utf-8",
        )

    write("Heading_20_1")
    made.world.take()
    write("Break1")
    assert made.lines() == [
        'thesis.fodt, paragraph 1: page break on the whole of "Results", 1 of 1 paragraph with text'
    ]


def test_formatting_of_a_part_of_a_paragraph_names_the_part(made: MadeWorld) -> None:
    report = _report(made.folder)
    made.world.take()
    document = docx.Document(str(report))
    paragraph = document.paragraphs[3]
    paragraph.text = ""
    paragraph.add_run("Costs rose by ")
    paragraph.add_run("12 percent").bold = True
    paragraph.add_run(".")
    document.save(str(report))
    assert made.lines() == ['report.docx, paragraph 4: bold on "12 percent", 1 of 6 paragraphs with text']


def test_headers_and_the_page_are_properties_of_the_document(made: MadeWorld) -> None:
    report = _report(made.folder)
    made.world.take()
    document = docx.Document(str(report))
    section = document.sections[0]
    section.header.paragraphs[0].text = "Draft"
    section.page_width, section.page_height = section.page_height, section.page_width
    document.save(str(report))
    lines = made.lines()
    assert "report.docx: header none → Draft" in lines
    assert "report.docx: page orientation portrait → landscape" in lines


def _deck(folder: Path) -> Path:
    deck = pptx.Presentation()
    for title in ("One", "Two", "Three"):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = f"about {title}"
    deck.save(str(folder / "deck.pptx"))
    return folder / "deck.pptx"


def test_a_new_slide_and_a_changed_title_are_told_by_their_slide(made: MadeWorld) -> None:
    path = _deck(made.folder)
    made.world.take()
    deck = pptx.Presentation(str(path))
    deck.slides[1].shapes.title.text = "Second"
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "Thanks"
    deck.save(str(path))
    new, changed = made.facts()
    assert new.line == 'deck.pptx, slide 4: new slide, number 4 of 4, layout title only: "Thanks"'
    assert "4" in new.numbers
    assert changed.line.startswith('deck.pptx, slide 2 of 4, line 1: "Two" → "Second"')


@pytest.mark.parametrize("ending", ["pptx", "odp"])
def test_a_line_of_a_slide_that_goes_one_level_deeper_is_told(made: MadeWorld, ending: str, tmp_path: Path) -> None:
    if ending == "odp":
        need("soffice")
    deck = pptx.Presentation()
    body = deck.slides.add_slide(deck.slide_layouts[1]).placeholders[1]
    body.text = "Fruit\nApples\nBread"
    deck.save(str(tmp_path / "before.pptx"))
    body.text_frame.paragraphs[1].level = 1
    deck.save(str(tmp_path / "after.pptx"))
    if ending == "odp":
        convert(tmp_path, ("before.pptx", "before.odp"), ("after.pptx", "after.odp"))
    file = Path(shutil.copy(tmp_path / f"before.{ending}", made.folder / f"deck.{ending}"))
    made.world.take()
    shutil.copy(tmp_path / f"after.{ending}", file)
    told = [fact for fact in made.facts() if "list level" in fact.line]
    assert [fact.line.partition(": ")[2] for fact in told] == [
        'list level 2, was 1, on the whole of "Apples", 1 of 3 lines with text'
    ]
    for text, level in (("Fruit", "1"), ("Apples", "2"), ("Bread", "1")):
        stated = DocumentPredicate(path=str(file), paragraph=text, property="list level", value=level)
        assert stated.check_now().truth is Truth.SATISFIED
    wrong = DocumentPredicate(path=str(file), paragraph="Apples", property="list level", value="1")
    assert wrong.check_now().truth is Truth.UNSATISFIED


def test_slides_in_another_order_are_one_fact(made: MadeWorld) -> None:
    path = _deck(made.folder)
    made.world.take()
    deck = pptx.Presentation(str(path))
    slides = deck.slides._sldIdLst  # noqa: SLF001 python-pptx has no other way to move a slide
    first = slides[0]
    slides.remove(first)
    slides.append(first)
    deck.save(str(path))
    assert made.lines() == [
        'deck.pptx: the same 3 slides in another order (1 → 3, 2 → 1, 3 → 2): "Two", "Three", "One"'
    ]
    deck.slides[0]._element.set("show", "0")  # noqa: SLF001 python-pptx has no other way to hide a slide
    deck.save(str(path))
    assert made.lines()[1:] == ["deck.pptx, slide 1 of 3: hidden slide off → on"]


@needs("soffice")
def test_documents_that_libreoffice_saves_again_have_no_difference_that_somebody_must_ask_for(made: MadeWorld) -> None:
    report, deck = _report(made.folder), _deck(made.folder)
    convert(
        made.home,
        ("work/report.docx", "work/report.odt"),
        ("work/report.docx", "out/report.docx"),
        ("work/deck.pptx", "out/deck.pptx"),
        ("work/report.odt", "out/report.odt"),
    )
    made.world.take()
    for path in (report, deck, made.folder / "report.odt"):
        path.write_bytes((made.home / "out" / path.name).read_bytes())
    assert all("all that can be read in it is as it was" in line for line in made.lines())


@needs("soffice")
def test_what_one_text_had_of_its_layout_is_a_by_product_when_libreoffice_writes_it_out(made: MadeWorld) -> None:
    deck = pptx.Presentation(str(_deck(made.folder)))
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text, first.placeholders[1].text = "Pitch", "Spring 2025"
    path = made.folder / "deck.pptx"
    deck.save(str(path))
    convert(made.home, ("work/deck.pptx", "out/deck.pptx"))
    made.world.take()
    path.write_bytes((made.home / "out" / "deck.pptx").read_bytes())
    grey = [fact for fact in made.facts() if "colour #8b8b8b" in fact.line]
    # LibreOffice 25.2 does not write it out.
    assert all(fact.by_product for fact in grey)
    assert made.lines() == []

    saved = pptx.Presentation(str(path))
    run = list(saved.slides[3].placeholders)[1].text_frame.paragraphs[0].runs[0]
    run.font.color.rgb = pptx.dml.color.RGBColor(0xC0, 0, 0)
    saved.save(str(path))
    assert made.lines() == [
        'deck.pptx, slide 4 of 4, line 2: colour #c00000 on the whole of "Spring 2025", 1 of 2 lines with text'
    ]


def test_settings_are_told_by_their_keys(made: MadeWorld) -> None:
    file = made.write("conf.json", json.dumps({"people": [{"name": "Ann"}], "size": 3}))
    made.world.take()
    file.write_text(json.dumps({"people": [{"name": "Bob"}], "size": 3, "new": True}), encoding="utf-8")
    assert made.lines() == ['conf.json: people[0].name: "Ann" → "Bob"', 'conf.json: new: new, "true"']


def test_members_of_an_archive_are_told(made: MadeWorld) -> None:
    path = made.folder / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "a")
    made.world.take()
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("b.txt", "b")
    (fact,) = made.facts()
    assert fact.line.startswith('a.zip: new members "b.txt"')
    assert "b.txt" in fact.texts


def test_a_picture_is_told_by_its_size_mode_and_quality(made: MadeWorld) -> None:
    path = made.folder / "p.jpg"
    Image.new("RGB", (320, 213), "#3366cc").save(path, quality=90)
    made.world.take()
    Image.new("L", (160, 107)).save(path, quality=50)
    assert made.lines() == [
        "p.jpg: size 320 x 213 → 160 x 107",
        "p.jpg: mode rgb → greyscale",
        "p.jpg: quality 90 → 50",
    ]


_TEXTS = st.text(st.sampled_from("ab c.\n"), max_size=30)


@settings(max_examples=300, deadline=None)
@given(_TEXTS, _TEXTS)
def test_replacements_turn_the_one_text_into_the_other(before: str, after: str) -> None:
    made, place = "", 0
    for found in replacements(before, after):
        made += before[place : found.start] + found.new
        assert before[found.start : found.start + len(found.old)] == found.old
        place = found.start + len(found.old)
    assert made + before[place:] == after


def test_a_document_saved_under_another_name_is_told_by_what_differs_from_the_one_it_came_from(made: MadeWorld) -> None:
    report = _report(made.folder)
    made.write("other.txt", "nothing of it\n")
    made.world.take()
    document = docx.Document(str(report))
    document.paragraphs[3].text = "Costs rose by 15 percent."
    document.save(str(made.folder / "report final.docx"))
    first, change = made.facts()
    assert first.line == 'report final.docx: new file, as "report.docx": 5 of 6 paragraphs the same'
    assert {"Introduction", "Total: 42"} <= set(first.texts)
    assert change.line.startswith('report final.docx, against report.docx, paragraph 4: "12" → "15"')
    assert "Costs rose by 15 percent." in change.texts
    assert not change.loss


def test_the_document_a_new_one_came_from_is_known_also_where_it_was_changed_since(made: MadeWorld) -> None:
    file = made.write("list.txt", "pear\napple\nfig\nplum\n")
    made.world.take()
    made.write("list 2.txt", "pear\napple\nfig\nplum\nlime\n")
    file.write_text("nothing\n", encoding="utf-8")
    lines = [line for line in made.lines() if line.startswith("list 2.txt")]
    assert lines[0] == 'list 2.txt: new file, as "list.txt": 4 of 5 lines the same'
    assert lines[1].startswith('list 2.txt, against list.txt, line 5: 1 new line "lime"')
    assert not [line for line in lines[2:] if " now: " not in line]


def test_a_new_document_that_shares_less_than_half_with_another_one_is_told_by_itself(made: MadeWorld) -> None:
    made.write("list.txt", "pear\napple\nfig\nplum\n")
    made.world.take()
    made.write("note.txt", "pear\napple\nfig\none\ntwo\nthree\nfour\n")
    assert made.lines()[0] == "note.txt: new file, 7 lines"


def test_paragraphs_in_another_order_and_what_changed_in_them_are_two_facts(made: MadeWorld) -> None:
    report = docx.Document()
    for text in ("Tea", "Milk", "Jam"):
        report.add_paragraph(text)
    report.save(str(made.folder / "list.docx"))
    made.world.take()
    body = report.element.body
    body.insert(0, body[2])
    report.paragraphs[1].runs[0].bold = True
    report.save(str(made.folder / "list.docx"))
    assert made.lines() == [
        'list.docx: the same 3 paragraphs in another order: "Jam", "Tea", "Milk"',
        'list.docx, paragraph 2: bold on the whole of "Tea", 1 of 3 paragraphs with text',
    ]


def test_rows_in_another_order_and_what_changed_in_them_are_two_facts(made: MadeWorld) -> None:
    path = made.book("prices.xlsx")
    made.world.take()

    def sort_and_mark(_: openpyxl.Workbook, sheet: Worksheet) -> None:
        rows = sorted(([cell.value for cell in row] for row in sheet.iter_rows(min_row=2)), key=lambda row: str(row[0]))
        for number, row in enumerate(rows, 2):
            for column, value in enumerate(row, 1):
                sheet.cell(number, column).value = value
        sheet["A3"].font = Font(bold=True)

    made.edit(path, sort_and_mark)
    sort, bold = made.lines()
    assert "in another order" in sort
    assert "A3" in bold
    assert "bold" in bold


def test_a_new_document_that_lacks_some_of_the_one_it_came_from_does_not_count_as_the_same(made: MadeWorld) -> None:
    made.write("list.txt", "pear\napple\nfig\nplum\n")
    made.world.take()
    made.write("short.txt", "pear\napple\nplum\n")
    first, gone = made.lines()
    assert first == 'short.txt: new file, as "list.txt": all 3 lines among the 4 there'
    assert '1 line gone, "fig"' in gone


def _crew(folder: Path) -> Path:
    document = docx.Document()
    document.add_paragraph("Call the crew at these numbers.")
    table = document.add_table(rows=3, cols=2)
    for row, name in enumerate(("Name", "Ann", "Ben")):
        table.cell(row, 0).text = name
    table.cell(0, 1).text = "Phone"
    document.save(str(folder / "crew.docx"))
    return folder / "crew.docx"


def test_a_text_typed_into_an_empty_cell_of_a_table_is_told_without_the_looks_that_all_texts_have(
    made: MadeWorld,
) -> None:
    crew = _crew(made.folder)
    made.world.take()
    document = docx.Document(str(crew))
    document.tables[0].cell(1, 1).text = "0131"
    document.save(str(crew))
    assert made.lines() == ['crew.docx, table 1, row 2, column 2: added "0131"; now "0131"']


def test_a_text_typed_into_an_empty_cell_that_looks_like_no_other_is_told_with_its_looks(made: MadeWorld) -> None:
    crew = _crew(made.folder)
    made.world.take()
    document = docx.Document(str(crew))
    run = document.tables[0].cell(1, 1).paragraphs[0].add_run("0131")
    run.bold, run.font.size = True, Pt(20)
    document.save(str(crew))
    assert [line.partition(": ")[2].split(" on ")[0] for line in made.lines()] == [
        'added "0131"; now "0131"', "bold", "size 20"
    ]  # fmt: skip


def test_a_line_that_was_lost_while_the_others_were_sorted_is_named(made: MadeWorld) -> None:
    names = [
        "Fischer, Lena",
        "Quinn, Orla",
        "Abbot, Sylvia",
        "Novak, Petra",
        "Fischer, Leon",
        "Quinn, Orla",
        "Baptiste, Marc",
    ]
    path = made.write("guests.txt", "\n".join([*names, "Novak, Petra"]) + "\n")
    made.world.take()
    left = sorted({*names} - {"Fischer, Leon"})
    path.write_text("\n".join(left) + "\n", encoding="utf-8")
    order, gone = made.lines()
    assert "5 lines in another order, ascending now" in order
    assert (
        '3 lines gone, "Fischer, Leon", "Quinn, Orla", "Novak, Petra"; 5 lines left, "Quinn, Orla", "Novak, Petra"'
        in gone
    )
    path.write_text("\n".join(sorted({*names})) + "\n", encoding="utf-8")
    assert "Fischer, Leon" not in made.lines()[1]


def test_what_a_program_takes_where_a_file_says_nothing_is_a_by_product_when_it_is_written_out(made: MadeWorld) -> None:
    menu = made.write("menu.fodt", text_with_styles())
    made.world.take()
    menu.write_text(text_with_styles(style("Liberation Serif")))
    (fact,) = [fact for fact in made.facts() if "menu.fodt" in fact.line]
    assert fact.line == "menu.fodt: default font Liberation Serif, which the file did not say before"
    assert fact.by_product


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (style("Arial"), style("Courier"), "menu.fodt: default font Arial → Courier"),
        ("", style("Courier", "Standard"), "menu.fodt: default font not set → Courier"),
        ("", style("Liberation Serif") + style("Courier", "Standard"), "menu.fodt: default font not set → Courier"),
    ],
)
def test_another_default_font_is_a_change_that_somebody_must_have_asked_for(
    made: MadeWorld, before: str, after: str, told: str
) -> None:
    menu = made.write("menu.fodt", text_with_styles(before))
    made.world.take()
    menu.write_text(text_with_styles(after))
    assert told in made.lines()


def test_a_text_that_got_another_font_is_told_though_the_default_was_written_out_as_well(made: MadeWorld) -> None:
    menu = made.write("menu.fodt", text_with_styles(style("Liberation Serif", "Quiet")))
    made.world.take()
    menu.write_text(text_with_styles(style("Liberation Serif") + style("Courier", "Loud"), second="Loud"))
    assert any("paragraph 2" in line and "Courier" in line for line in made.lines())


def test_every_line_of_a_small_new_text_is_told(made: MadeWorld) -> None:
    made.world.take()
    made.write("list.txt", "\n".join(f"{number}. item of the list" for number in range(1, 31)))
    made.write("long.txt", "\n".join(f"{number}. item of the list" for number in range(1, 32)))
    facts = made.facts()
    told = " ".join(fact.line for fact in facts if fact.kind is FactKind.STATE and not fact.must_be_asked_for)
    assert all(f'{number} "{number}. item of the list"' in told for number in range(1, 31))
    assert not any(fact.kind is FactKind.STATE and fact.line.startswith("long.txt") for fact in facts)


@pytest.mark.parametrize("is_apart", [True, False], ids=["in an empty paragraph", "behind the text above"])
def test_a_page_break_above_a_heading_is_the_headings_and_no_text(made: MadeWorld, is_apart: bool) -> None:
    path = made.folder / "book.docx"
    book = docx.Document()
    text = book.add_paragraph("He went to school.")
    heading = book.add_heading("The farm", 1)
    book.save(str(path))
    made.world.take()
    holder = heading.insert_paragraph_before("") if is_apart else text
    holder.add_run().add_break(WD_BREAK.PAGE)
    book.save(str(path))
    at = 3 if is_apart else 2
    lines = [line for line in made.lines() if "empty paragraph" not in line]
    assert lines == [f'book.docx, paragraph {at}: page break on the whole of "The farm", 1 of 2 paragraphs with text']
