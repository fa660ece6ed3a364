"""Pages hold the whole text between them, and say truly how much there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ufo.schema.text_pages import PAGE, page_of, told_page


@given(st.text(max_size=40), st.integers(1, 400))
def test_pages_joined_are_the_whole_text(piece: str, times: int) -> None:
    text = f"{piece} \n" * times
    read, offset = "", 0
    while True:
        page = page_of(text, offset)
        assert len(page["text"]) <= PAGE
        read += page["text"]
        if "next" not in page:
            break
        assert page["characters"] == len(text) and page["next"] > offset
        offset = page["next"]
    assert read == text


def test_a_text_without_a_break_is_divided_all_the_same() -> None:
    page = page_of("x" * 10_000, 3000)
    assert (len(page["text"]), page["next"], page["characters"]) == (PAGE, 3000 + PAGE, 10_000)
    assert page_of("short", 900) == {"text": "", "offset": 5, "characters": 5}


def test_words_are_found_with_their_places_and_all_are_counted() -> None:
    text = f"Alpha {'z' * 200}\n" * 30 + "y" * 5000 + " the END of it"
    assert page_of(text, find="end of")["found"][0]["offset"] == text.index("END of")
    many = page_of(text, find="alpha")
    assert (len(many["found"]), many["times"], many["more"]) == (20, 30, 10)
    near = page_of("Alpha\n" * 30, find="alpha")
    assert 28 <= sum(place["around"].count("Alpha") for place in near["found"]) <= near["times"] == 30
    assert "more" not in near
    assert page_of(text, find="nothing like it") == {"found": [], "times": 0, "characters": len(text)}


def test_words_that_are_there_once_are_told_with_the_paragraph_around_them() -> None:
    text = f"{'before ' * 400}Fines: {'so many euros ' * 30}{'after ' * 400}"
    (place,) = page_of(text, find="fines")["found"]
    assert place["around"].count("so many euros") == 30


def test_letters_that_grow_in_small_letters_leave_the_places_right() -> None:
    text = "ßİ" * 10 + "Word"
    assert page_of(text, find="Word")["found"][0]["offset"] == 20


def test_a_long_document_is_read_in_pages_that_say_how_to_go_on() -> None:
    text = "".join(f"Heading {number}\n{'word ' * 150}\n" for number in range(14))
    headings = [{"offset": text.index(f"Heading {n}\n"), "level": 1 + n % 2, "text": f"Heading {n}"} for n in range(14)]
    first = told_page(text, headings)
    assert first.startswith("[headings:\nHeading 0 (offset 0)\n  Heading 1 (offset 761)")
    end = int(first.rpartition("offset=")[2].rstrip("]"))
    assert f"[characters 0 to {end} of {len(text):,}; go on with offset={end}]" in first
    last = told_page(text, headings, len(text) - 100)
    assert "headings" not in last and last.endswith("this is the end]")
    assert told_page("short", headings) == "short"
    found = told_page(text, headings, find="heading 13").splitlines()
    assert found[0].startswith("'heading 13' is there 1 times") and found[1].startswith(f"{headings[13]['offset']}: ")
