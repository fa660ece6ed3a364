from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Hit, Kind, Section

Found = Callable[[str], list[Hit]]


def _found(path: Path, *sections: Section) -> Found:
    store = KnowledgeStore(path / "index.sqlite")
    store.put(Document(Kind.GUIDE, "calc", "guide", "/guide", sections, "1"))
    return lambda text: store.search(text, kinds=[Kind.GUIDE], application="calc")


def _best(path: Path, question: str, *sections: Section) -> str:
    return _found(path, *sections)(question)[0].path[-1]


def test_a_heading_with_the_words_wins_over_a_text_that_has_them(tmp_path: Path) -> None:
    filler = "The first row of a sheet may hold names. "
    best = _best(
        tmp_path,
        "freeze the first row",
        Section(("Print",), filler + "You can freeze it, or print the first row on every page."),
        Section(("Freeze rows",), filler + "Choose View - Freeze Cells."),
    )
    assert best == "Freeze rows"


def test_a_rare_word_tells_more_than_common_ones(tmp_path: Path) -> None:
    common = [Section((f"Cell {index}",), f"A cell of a sheet has a value. Number {index}.") for index in range(30)]
    assert _best(tmp_path, "pivot of the cell of the sheet", *common, Section(("Pivot",), "Summary tables.")) == "Pivot"


@requirement("knowledge:index-scripts")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("冻结首行", "选择 视图 冻结单元格 冻结首行"),
        ("首行", "选择视图中的冻结首行"),
        ("行を固定", "最初の行を固定するには表示を選びます"),
        ("첫 행 고정", "첫 행을 고정하려면 보기를 선택합니다"),
        ("แถวแรก", "ตรึงแถวแรกของแผ่นงาน"),
        ("Zeile fixieren", "Die erste Zeile wird fixiert. Zeile fixieren."),
        ("größe ändern", "Die GRÖSSE des Fensters ändern"),
        ("resume", "Le résumé de la feuille"),
        ("заморозить строку", "Как Заморозить строку в таблице"),
        ("größe", "Die Größe des Fensters"),
        ("STRASSE", "Der Name der Straße"),
        ("настройки", "Откройте Настройки и выберите цвет"),
        ("ещё", "Откройте меню Ещё"),
        ("налаштування їжака", "Відкрийте налаштування: їжака"),
        ("Ρυθμίσεις", "Ανοίξτε τις ρυθμίσεις της σελίδας"),
        ("σελίδας", "Ανοίξτε τις ΡΥΘΜΊΣΕΙΣ ΣΕΛΊΔΑΣ"),
        ("पंक्ति", "पहली पंक्ति को स्थिर करें"),
        ("Ctrl+Shift+F9", "Press Ctrl+Shift+F9 to recalculate"),
    ],
)
def test_words_of_any_script_find_their_text(tmp_path: Path, question: str, text: str) -> None:
    found = _found(tmp_path, Section(("This",), text), Section(("Other",), "Something else entirely."))
    assert [hit.path for hit in found(question)] == [("This",)]


@requirement("knowledge:index-scripts")
@pytest.mark.parametrize(
    ("part", "whole"), [("umbruch", "Zeilenumbruch"), ("recalc", "recalculation"), ("zeilen", "Tabellenzeilen")]
)
def test_a_part_of_a_word_finds_the_word(tmp_path: Path, part: str, whole: str) -> None:
    found = _found(tmp_path, Section(("This",), f"It has a {whole} here."), Section(("Other",), "Something else."))
    assert [hit.path for hit in found(part)] == [("This",)]


@pytest.mark.parametrize(
    ("asked", "written"), [("freezing rows", "freeze row"), ("sort", "sorted"), ("copies", "copy"), ("boxes", "box")]
)
def test_other_forms_of_a_word_find_it_and_fit_as_well(tmp_path: Path, asked: str, written: str) -> None:
    (hit,) = _found(tmp_path, Section(("This",), f"To {written} it."), Section(("Other",), "Else."))(asked)
    assert hit.score == 1.0


def test_the_score_tells_how_much_of_the_question_is_answered(tmp_path: Path) -> None:
    found = _found(
        tmp_path, Section(("Rows",), "freeze a row"), Section(("Mail",), "send a letter"), Section(("X",), "else")
    )
    assert found("freeze row")[0].score == 1.0
    partly = found("freeze row of the spaceship engine")[0].score
    assert 0.4 < partly < 0.95
    assert found("spaceship engine") == []


def test_later_words_that_no_or_few_sections_know_do_not_hide_the_answer(tmp_path: Path) -> None:
    many = [Section((f"Topic {index}",), f"text about sales, region and city {index}") for index in range(60)]
    headings = [Section((f"Rows {index}",), "A row may be hidden, and a header too.") for index in range(12)]
    answer = Section(("Keeping headings in sight",), "To freeze the header row, choose View - Freeze Cells.")
    strange = Section(("Names",), "Mrs is a form of address.")
    found = _found(tmp_path, *many, *headings, answer, strange)
    for aside in ("", " for Mrs Quimby", " before the workshop in Bratislava", " so that Grandpa understands"):
        hit = found(f"Freeze the header row{aside}")[0]
        assert hit.path == answer.path and hit.score > 0.55, aside


def test_a_question_whose_first_words_nobody_knows_is_not_answered_by_the_rest(tmp_path: Path) -> None:
    many = [Section((f"Topic {index}",), f"the first column of the region {index}") for index in range(60)]
    assert all(hit.score < 0.55 for hit in _found(tmp_path, *many)("Translate Quimby's first column"))


def test_words_that_are_everywhere_still_find_something(tmp_path: Path) -> None:
    many = [Section((f"Part {index}",), f"The cell value {index}") for index in range(1_200)]
    found = _found(tmp_path, *many, Section(("Last",), "cell value of everything"))("cell value")
    assert len(found) == 5 and found[0].score == 1.0


def test_no_more_than_asked_for_is_found_and_the_best_is_first(tmp_path: Path) -> None:
    store = KnowledgeStore(tmp_path / "index.sqlite")
    sections = tuple(Section((f"Part {index}",), "freeze it\n" * (index + 1)) for index in range(8))
    store.put(Document(Kind.GUIDE, "calc", "guide", "/guide", sections, "1"))
    found = store.search("freeze", kinds=[Kind.GUIDE], application="calc", top_k=3)
    assert [hit.path for hit in found] == [("Part 7",), ("Part 6",), ("Part 5",)]


def test_the_part_that_answers_is_told_and_not_the_beginning(tmp_path: Path) -> None:
    filler = [f"This line number {index} tells of other things at some length, as guides do." for index in range(20)]
    told = "Choose View - Freeze Cells to keep a row in sight."
    (hit,) = _found(tmp_path, Section(("Sheets",), "\n".join([*filler, told, *filler])))("freeze a row")
    assert told in hit.part and len(hit.part) <= 420 and hit.text.startswith(filler[0])


def test_a_line_that_is_too_long_is_cut_to_its_best_sentences(tmp_path: Path) -> None:
    line = "Some sentence about nothing. " * 40 + "Choose Freeze Cells. " + "Another one about nothing. " * 40
    (hit,) = _found(tmp_path, Section(("Sheets",), line.strip()))("freeze cells")
    assert "Choose Freeze Cells." in hit.part and len(hit.part) <= 420


def test_words_of_an_index_find_a_section_and_are_not_told(tmp_path: Path) -> None:
    section = Section(("Headers",), "Index: scrolling prevention; frozen rows\nChoose View - Freeze.")
    (hit,) = _found(tmp_path, section)("prevention of scrolling")
    assert hit.part == "Choose View - Freeze."


def test_words_for_the_same_find_each_other(tmp_path: Path) -> None:
    assert _best(
        tmp_path, "remove a picture", Section(("Deleting images",), "Press Delete."), Section(("X",), "else")
    ) == ("Deleting images")


def test_a_question_that_names_a_heading_fits_whatever_else_it_says(tmp_path: Path) -> None:
    many = [Section((f"Topic {index}",), f"text about sales, region and city {index}") for index in range(30)]
    found = _found(tmp_path, *many, Section(("Creating Pivot Tables",), "Choose Data - Pivot Table."))
    hit = found("Make a pivot table of the revenue of each shop in Bavaria")[0]
    assert hit.path == ("Creating Pivot Tables",) and hit.score > 0.8


def test_a_question_of_words_that_every_request_has_is_answered_by_nothing(tmp_path: Path) -> None:
    found = _found(tmp_path, Section(("Writing Aids",), "Write and open and save."), Section(("X",), "else"))
    assert all(hit.score == 0 for hit in found("write it"))
