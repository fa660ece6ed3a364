"""The hard tokens of texts in many scripts, and whether they occur in facts."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.proof.occurs import Literals, occurs_in
from ufo.proof.tokens import TokenKind, hard_tokens, number_readings
from ufo.schema.fact import Channel, Fact, FactKind


def _told(text: str) -> list[tuple[str, str]]:
    return [(token.kind.value, token.text) for token in hard_tokens(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('Put 42 into B2 as "list of groceries.txt"', [("number", "42"), ("cell", "B2"), ("quoted", "list of groceries.txt")]),
        ("don't open it, isn't needed", []),
        ("with the password •••12••• and 7", [("number", "7")]),
        ("Trage „Milch“ ein", [("quoted", "Milch")]),
        ("écris « Oui, c’est ça » dans a.odt", [("quoted", "Oui, c’est ça"), ("file", "a.odt")]),
        ("Замени «чай» на „кофе“", [("quoted", "чай"), ("quoted", "кофе")]),
        ("在“价格.xlsx”的第3行写入「牛奶」", [("file", "价格.xlsx"), ("number", "3"), ("quoted", "牛奶")]),
        ("『電気代』と書く", [("quoted", "電気代")]),
        ("เขียน'นม'ลงไป", [("quoted", "นม")]),
        ("'우유'라고 쓰고 상자'빵'도", [("quoted", "우유"), ("quoted", "빵")]),
        ("احفظ تقرير.pdf واكتب ٤٢ في B2", [("file", "تقرير.pdf"), ("number", "٤٢"), ("cell", "B2")]),
        ("मूल्य १२.५ रखें", [("number", "१२.५")]),
        ("１５％にする", [("number", "１５％")]),
        ("1.000,50 € am 24.12.2026 um 14:30", [("number", "1.000,50"), ("date", "24.12.2026"), ("time", "14:30")]),
        ("2026年12月24日に", [("date", "2026年12月24日")]),
        ("令和8年12月24日", [("date", "8年12月24日")]),
        ("mail anna.b@example.org, see https://x.org/a?b=1.", [("address", "anna.b@example.org"), ("address", "https://x.org/a?b=1")]),
        ("delete all .tmp files in ~/Documents/old", [("ending", ".tmp"), ("file", "~/Documents/old")]),
        ("the 3rd Q3 report, IMG_0001.jpg, v1.2.3, R-302 and/or i.e.", [
            ("number", "3"), ("cell", "Q3"), ("file", "IMG_0001.jpg"), ("code", "v1.2.3"), ("code", "R-302"),
        ]),
        ("sum 'My Sheet'!A1:C5 and $B$2", [("cell", "'My Sheet'!A1:C5"), ("cell", "$B$2")]),
        ('5" and 6" wide', [("number", "5"), ("number", "6")]),
        ("three things: 1) save 2) close", []),
        ("save it as PDF", [("ending", "PDF")]),
        ("Take Room 12.\n5. Write it down", [("number", "12"), ("number", "5")]),
        ("release v1.2. today", [("code", "v1.2")]),
    ],
)  # fmt: skip
def test_hard_tokens_are_found_in_any_script(text: str, told: list[tuple[str, str]]) -> None:
    assert _told(text) == told


@pytest.mark.parametrize(
    ("written", "readings"),
    [
        ("1.000,50", ("1000.5",)),
        ("1,000.50", ("1000.5",)),
        ("1.000", ("1", "1000")),
        ("1 000 000", ("1000000",)),
        ("1’234.5", ("1234.5",)),
        ("12,34,567", ("1234567",)),
        ("٤٢", ("42",)),
        ("-5", ("-5",)),
        ("007", ("7",)),
        ("1.2.3", ()),
        ("milk", ()),
    ],
)
def test_a_number_is_read_by_both_kinds_of_separators(written: str, readings: tuple[str, ...]) -> None:
    assert number_readings(written) == readings


def _fact(*texts: str, place: str = "", **more: object) -> Fact:
    return Fact.model_validate({"kind": FactKind.CHANGE, "line": "a change", "texts": texts, "place": place, **more})


_CELL = "prices.xlsx, Sheet1!B2:B11"


@pytest.mark.parametrize(
    ("request_text", "fact"),
    [
        ("15 %", _fact(numbers=("0.15",), place=_CELL)),
        ("20 %", _fact("=C2*1.2", place=_CELL)),
        ("1.000,50", _fact(numbers=("1000.5",))),
        ("42", _fact("42 euros")),
        ("'42'", _fact(mistyped=("42",))),
        ("24.12.2026", _fact(dates=("2026-12-24",))),
        ("12/24/2026", _fact(dates=("2026-12-24",))),
        ("24. Dezember", _fact(dates=("2026-12-24",))),
        ("3 pm", _fact(dates=("2026-12-24T15:00",))),
        ("14:30", _fact("at 14:30 sharp")),
        ("'Zoë’s list'", _fact("ZOE\u0308'S LIST")),
        ("'a - b'", _fact("a\u00a0–\u00a0b")),
        ("notes.txt", _fact("/home/anna/work/notes.txt")),
        ("/home/anna/work/notes.txt", _fact("notes.txt")),
        ("把价格.xlsx", _fact("价格.xlsx")),
        (".jpeg", _fact("photos/a.jpg")),
        ("B5", _fact(place=_CELL)),
        ("sheet1!B2:B11", _fact(place=_CELL)),
        ("$B$5", _fact("=B2/$B$5")),
        ("https://www.x.org/a", _fact("x.org/a/")),
        ("'=B2-C2'", _fact("= b2 - c2")),
        ("'Tea, Milk'", _fact("Tea", "Milk")),
        ("by 50", _fact(gone=("100", "20"), numbers=("150", "70"))),
        ("10 min", _fact(numbers=("600",), channel=Channel.SETTINGS)),
        ("It costs 10.12.", _fact(numbers=("10.12",))),
        ("fällig am 10.12.", _fact(dates=("2026-12-10",))),
        ("Take Room 12.", _fact("Room 12")),
    ],
)
def test_a_token_occurs_as_what_it_is(request_text: str, fact: Fact) -> None:
    tokens = hard_tokens(request_text)
    assert tokens and all(occurs_in(token, [Literals(fact)]) for token in tokens)


@pytest.mark.parametrize(
    ("request_text", "fact"),
    [
        ("42", _fact(numbers=("142", "4.2"))),
        ("42", _fact("42", mistyped=("42",))),
        ("42", _fact(gone=("42",), numbers=("1",))),
        ("7,80", _fact("7,80 zł", place="a.xlsx, S!B2")),
        ("15 %", _fact(numbers=("15",), place=_CELL)),
        ("by 50", _fact(gone=("100", "20"), numbers=("150", "60"))),
        ("03/07/2026", _fact("07/03/2026", dates=("2026-07-03",))),
        ("24.12.2026", _fact("24.12.2026", place="a.xlsx, S!B2")),
        ("It costs 10.12.", _fact(numbers=("1012", "10"))),
        ("'milk'", _fact("milkshake")),
        ("notes.txt", _fact("old-notes.txt")),
        ("archive/notes.txt", _fact("notes.txt")),
        ("B1", _fact(place=_CELL)),
        ("Sheet2!B5", _fact(place=_CELL)),
        ("B2:B12", _fact(place=_CELL)),
        ("anna@x.org", _fact("joanna@x.org")),
        ("old/", _fact("old/a.txt", place="old/a.txt", kind=FactKind.STATE, news=False)),
    ],
)
def test_a_token_does_not_occur_in_what_only_looks_like_it(request_text: str, fact: Fact) -> None:
    tokens = hard_tokens(request_text)
    assert tokens and not any(occurs_in(token, [Literals(fact)]) for token in tokens)


_DIGITS = ("0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "০১২৩৪৫৬৭৮৯", "０１２３４５６７８９", "๐๑๒๓๔๕๖๗๘๙")
_QUOTES = ("“”", "„“", "«»", "「」", "『』", "‘’", '""', "‹›", "》《"[::-1])


@given(
    st.integers(0, 10**9),
    st.sampled_from(_DIGITS),
    st.sampled_from(["{}", "第{}行", "اكتب {} هنا", "wpisz {} tu", "({})"]),
)
def test_a_number_is_found_by_the_digits_of_every_script(number: int, digits: str, around: str) -> None:
    written = "".join(digits[int(sign)] for sign in str(number))
    found = [token for token in hard_tokens(around.format(written)) if token.kind is TokenKind.NUMBER]
    assert [token.numbers for token in found] == [(str(number),)]
    assert occurs_in(found[0], [Literals(_fact(numbers=(str(number),)))])
    assert not occurs_in(found[0], [Literals(_fact(numbers=(str(number + 1),)))])


_WORD = st.text(st.characters(categories=["Lu", "Ll", "Lo", "Mn"]), min_size=1, max_size=12).filter(
    lambda text: unicodedata.category(text[0])[0] == "L"
)


@given(_WORD, st.sampled_from(_QUOTES))
def test_a_quoted_word_of_any_script_occurs_in_the_text_that_holds_it(word: str, quotes: str) -> None:
    found = hard_tokens(f"x {quotes[0]}{word}{quotes[1]} y")
    assert [token.text for token in found if token.kind is TokenKind.QUOTED] == [word]
    assert occurs_in(found[0], [Literals(_fact(f"a {word} b"))])


@given(st.text(max_size=200))
def test_any_text_has_tokens_in_order_that_do_not_meet(text: str) -> None:
    found = hard_tokens(text)
    assert all(first.end <= second.start for first, second in zip(found, found[1:], strict=False))
    assert all(0 <= token.start < token.end <= len(text) for token in found)
    for token in found:
        occurs_in(token, [Literals(_fact(text, place=text, gone=(text,), numbers=("1",), mistyped=(text[:3],)))])


@pytest.mark.parametrize(
    ("said", "held", "is_there"),
    [("2,5", "24.99 mm", True), ("2.5", "25.00 mm", True), ("1", "25.40 mm", True), ("2.6", "25.00 mm", False)],
)
def test_a_length_in_millimetres_is_found_in_centimetres_and_inches(said: str, held: str, is_there: bool) -> None:
    fact = Literals(_fact().model_copy(update={"line": f"a.docx: left margin 20.00 mm → {held}"}))
    assert occurs_in(hard_tokens(said)[0], [fact]) is is_there


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("रोहित की फ़ाइल रोहित.txt में है", "रोहित.txt"),
        ("பட்டியல் தமிழ்.odt இல் உள்ளது", "தமிழ்.odt"),
        ("ดูไฟล์ รายงาน.xlsx ให้หน่อย", "รายงาน.xlsx"),
    ],
)
def test_the_name_of_a_file_is_whole_where_its_vowels_are_marks(text: str, name: str) -> None:
    assert [token.text for token in hard_tokens(text)] == [name]
