from __future__ import annotations

from ufo.knowledge.index.values import Section
from ufo_guides.help.plain_text import read_text


def test_markdown_is_cut_at_its_headings() -> None:
    page = read_text(
        b"---\ntitle: x\n---\n# Rows\nAbout **rows**,\nand more.\n\n## Freeze ##\n\n- Choose [View](http://x) - Freeze\n"
        b"- Or `F5`\n```sh\n# no heading\n```\n# End\nBye.\n"
    )
    assert page.title == "Rows"
    assert page.sections == (
        Section(("Rows",), "About rows, and more."),
        Section(("Rows", "Freeze"), "- Choose View - Freeze\n- Or F5\n# no heading"),
        Section(("End",), "Bye."),
    )


def test_underlined_headings_are_levels_in_the_order_of_their_marks() -> None:
    page = read_text(b"Rows\n====\n\nAbout.\n\nFreeze\n------\n\nChoose it.\n\nEnd\n===\n\nBye.\n")
    assert [section.path for section in page.sections] == [("Rows",), ("Rows", "Freeze"), ("End",)]


def test_text_without_headings_is_one_section() -> None:
    assert read_text("Grüße an Åse.\n".encode("latin-1")).sections == (Section((), "Grüße an Åse."),)
    assert read_text(b"").sections == ()


def test_signs_at_the_end_of_a_heading_are_read_in_bounded_time() -> None:
    # A pattern that tries every place where the closing signs may begin would take minutes.
    assert not read_text(b"# " + b"#" * 300_000 + b"a").sections
    assert read_text(b"## Freeze rows ##\nChoose it.").sections[0].path == ("Freeze rows",)


def test_text_in_utf_16_is_read() -> None:
    assert read_text("# Zeilen\nFixieren: größer".encode("utf-16")).sections[0].text == "Fixieren: größer"
