from __future__ import annotations

import time

import pytest

from tests.requirement import requirement
from ufo.knowledge.index.values import Section
from ufo_guides.pages.pieces import inline_text
from ufo_guides.web.best_passages import best_passages, cuts_of
from ufo_guides.web.read_page import Page, sections_of
from ufo_guides.web.web_search import search_words


def _read(page: str) -> tuple[str, tuple[Section, ...]]:
    return sections_of(Page("https://example.org", page, is_html=True))


def _texts(page: str) -> list[str]:
    return [section.text for section in _read(page)[1]]


def test_a_page_is_cut_at_its_headings_with_the_path_above() -> None:
    page = "<title>Guide &amp; more</title><h1>Calc</h1><p>One<p>Two<h2>Rows</h2>Three<h3>Freeze</h3>Four<h2>Columns</h2>Five"
    title, sections = _read(page)
    assert title == "Guide & more"
    assert sections == (
        Section(("Calc",), "One\nTwo"),
        Section(("Calc", "Rows"), "Three"),
        Section(("Calc", "Rows", "Freeze"), "Four"),
        Section(("Calc", "Columns"), "Five"),
    )


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>x</script>", "<style>x</style>", "<nav>x<nav>y</nav>z</nav>", "<!-- x -->", "<div hidden>x<div>y</div>z</div>",
        '<p style="DISPLAY: none">x', '<span style="font-size:0">x</span>', '<div aria-hidden="true">x</div>', 
        "<template>x</template>",
        "<noscript>x</noscript>", "<select><option>x<option>y</select>", "<svg><title>x</title></svg>", "<form>x</form>",
    ],
)  # fmt: skip
def test_what_a_reader_would_not_see_is_left_out(hidden: str) -> None:
    assert _texts(f"<p>before</p>{hidden}<p>after</p>") == ["before\nafter"]


def test_a_cell_a_list_and_an_inline_element_keep_their_words_apart_and_together() -> None:
    assert _texts("<ul><li>Press <b>Ctrl</b>+<kbd>S</kbd><li>Wait</ul><table><tr><td>a<td>b</table>") == [
        "- Press Ctrl+S\n- Wait\na b"
    ]


def test_only_the_content_is_told_where_a_page_says_what_it_is() -> None:
    assert _texts(f"<div>Cookies?</div><main>{'Rows. ' * 60}</main><p>More pages") == [("Rows. " * 60).strip()]
    assert _texts("<div>The text</div><main>Short</main>") == ["The text", "Short"]


def test_plain_text_is_one_section() -> None:
    assert sections_of(Page("", "a  b\n\n\tc", is_html=False)) == ("", (Section((), "a b\nc"),))
    assert sections_of(Page("", " \n", is_html=False)) == ("", ())


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<a",
        "<!--",
        "<!",
        "<a b='",
        '<a b="',
        "<a b=",
        "<script>",
        "</",
        "<a/",
        "<p hidden>",
        "&",
        "<div>",
        "<h1>",
        "<a " + "b " * 99,
        "<main>",
    ],
)
def test_a_broken_page_takes_time_in_proportion_to_its_length(piece: str) -> None:
    page = piece * (300_000 // len(piece))
    started = time.monotonic()
    _read(page)
    assert time.monotonic() - started < 10


def test_a_reference_to_no_character_becomes_a_mark() -> None:
    assert inline_text(f"<a title='&#{'9' * 5_000};'>a &#{'9' * 5_000}; b &#65;</a>") == "a \ufffd b A"


def test_a_line_of_html_becomes_plain() -> None:
    assert inline_text("a &lt; <b>b</b>\n c<br>") == "a < b c"


def test_passages_are_cut_between_lines_and_sentences() -> None:
    part = Section(("Rows",), "\n".join(["word " * 60] * 6 + ["One sentence. " * 120, "x" * 2_000]))
    cuts = list(cuts_of(0, [part]))
    assert all(len(cut.text) <= 800 for cut in cuts) and len(cuts) > 5
    assert "".join("".join(cut.text.split()) for cut in cuts) == "".join(part.text.split())


def test_the_best_passage_of_each_page_comes_before_a_second_one_of_any() -> None:
    parts = [
        Section(("Freeze rows",), "Freeze the first row with the menu View, then Freeze."),
        Section((), "Freeze more rows in the dialog of that name."),
    ]
    cuts = [
        *cuts_of(0, parts),
        *cuts_of(1, [Section((), "A row can be frozen or split; the window shows it. Freeze it.")]),
    ]
    best = best_passages(cuts, "freeze the first row", 3)
    assert [cut.page for cut in best] == [0, 1, 0] and best[0].path == ("Freeze rows",)
    assert best_passages(cuts, "quantum the of", 3) == []
    assert best_passages([], "freeze", 3) == []


@requirement("knowledge:web-words")
@pytest.mark.parametrize(
    ("task", "told"),
    [
        ("Freeze the first row", "calc Freeze the first row"),
        ('Enter "4711 Main Street, Springfield" in A1', "calc Enter in A1"),
        ("Open ~/tax/2025.ods, then mail it to eva@example.org", "calc Open then mail it to"),
        ("Call +49 170 1234567 with {{secret:pin}} and •••3•••", "calc Call with and"),
        ("Press 'Save As' in budget.xlsx", "calc Press Save As in"),
        ("Don't change the user's row", "calc Don't change the user's row"),
        ("Look at https://intranet.example/x?token=1", "calc Look at"),
        ("“Dear Mrs Miller and all others”", ""),
        ("Zeile mit „Meine Diagnose ist leider sehr schlecht“ fixieren", "calc Zeile mit fixieren"),
        ("「1234番の患者」の行を固定", "calc の行を固定"),
    ],
)
def test_the_words_that_are_searched_for_leave_out_what_is_the_persons(task: str, told: str) -> None:
    assert search_words(task, "calc") == told
