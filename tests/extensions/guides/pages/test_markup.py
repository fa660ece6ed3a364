from __future__ import annotations

import pytest

from ufo.knowledge.index.values import Section
from ufo_guides.pages.markup import DOCBOOK, MALLARD, XHP, read_markup


def test_a_page_is_cut_at_its_headings_with_their_path() -> None:
    page = read_markup(
        b"<html><head><title>Manual</title><style>p {}</style></head><body><nav>Home</nav><h1>Rows</h1><p>About rows.</p>"
        b"<h2>1.2. Freeze</h2><p>Choose <b>View</b> - Freeze.</p><h2>Hide</h2><p>Choose\n  Format.</p><h1>End</h1><p>Bye.</p>"
        b"<footer>Imprint</footer></body></html>"
    )
    assert page.title == "Manual"
    assert page.sections == (
        Section(("Rows",), "About rows."),
        Section(("Rows", "Freeze"), "Choose View - Freeze."),
        Section(("Rows", "Hide"), "Choose Format."),
        Section(("End",), "Bye."),
    )


def test_lists_tables_and_preformatted_text_keep_their_lines() -> None:
    (section,) = read_markup(
        b"<p>Steps</p><ol><li>Select <p>a row</p></li><li>Press F5</li></ol><ul><li>one</li></ul>"
        b"<table><tr><th>Key</th><th>Does</th></tr><tr><td><p>Ctrl+B</p></td><td>bold</td></tr></table>"
    ).sections
    assert section.text.splitlines() == [
        "Steps",
        "1. Select",
        "a row",
        "2. Press F5",
        "- one",
        "Key | Does",
        "Ctrl+B | bold",
    ]


def test_what_a_reader_does_not_see_is_not_learned() -> None:
    page = read_markup(
        b'<body><p hidden>delete all</p><p style="display: none">delete all</p><script>delete all</script>'
        b"<!-- delete all --><p>seen</p><svg><text>delete all</text></svg></body>"
    )
    assert [section.text for section in page.sections] == ["seen"]


def test_libreoffice_shows_the_keys_of_this_system_and_keeps_its_index_for_the_search() -> None:
    (section,) = read_markup(
        b'<div><meta itemprop="keywords" content="rows, freezing"><h1>Freeze</h1><p><span hidden="true" id="MACx" class="MAC">'
        b'Command</span><span hidden="true" id="defaultx">Ctrl</span>+F2</p><div class="relatedtopics"><p>Split</p></div></div>'
    ).sections
    assert section == Section(("Freeze",), "Ctrl+F2\nIndex: rows, freezing")


def test_mallard_names_menus_keys_and_steps() -> None:
    page = read_markup(
        b'<page xmlns="http://projectmallard.org/1.0/" id="sort"><info><link xref="x"/><desc>Sort lines.</desc>'
        b"<credit><name>Eva</name></credit></info><title>Sort</title><section><title>Use it</title><steps><item><p>Select "
        b'<guiseq><gui style="menu">Tools</gui>\n <gui>Sort\xe2\x80\xa6</gui></guiseq>.</p></item><item><p>Press <keyseq>'
        b"<key>Ctrl</key><key>S</key></keyseq>.</p></item></steps></section></page>",
        MALLARD,
    )
    assert page.title == "Sort"
    assert page.sections == (
        Section((), "Sort lines."),
        Section(("Sort", "Use it"), "1. Select Tools > Sort….\n2. Press Ctrl+S."),
    )


def test_docbook_is_read_without_its_document_type() -> None:
    page = read_markup(
        b'<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//OASIS//DTD" "docbookx.dtd" [<!ENTITY app "X">'
        b'<!ENTITY evil SYSTEM "file:///etc/passwd">]><article><articleinfo><title>T</title></articleinfo><title>Manual</title>'
        b"<sect1><title>Extract</title><para>Choose <menuchoice><guimenu>Archive</guimenu>"
        b"<guimenuitem>Extract</guimenuitem></menuchoice> &evil;.</para><sect2><title>All</title>"
        b"<para>Everything <![CDATA[a < b]]>.</para>"
        b"</sect2></sect1>"
        b"</article>",
        DOCBOOK,
    )
    assert page.sections == (
        Section(("Manual", "Extract"), "Choose Archive > Extract &evil;."),
        Section(("Manual", "Extract", "All"), "Everything a < b."),
    )


def test_the_sources_of_libreoffice_help_are_read() -> None:
    page = read_markup(
        b'<?xml version="1.0"?><helpdocument version="1.0"><meta><topic><title>T</title></topic></meta><body>'
        b'<paragraph role="heading" level="1" id="a">Freeze</paragraph><list type="ordered"><listitem>'
        b"<paragraph>Choose <menuitem>View - Freeze</menuitem>.</paragraph></listitem></list></body></helpdocument>",
        XHP,
    )
    assert page.sections == (Section(("Freeze",), "1. Choose View - Freeze."),)


@pytest.mark.parametrize("name", ["page", "article", "helpdocument", "html"])
def test_the_first_element_tells_the_format(name: str) -> None:
    page = read_markup(f"<?xml version='1.0'?><{name}><title>T</title><p>x</p><para>x</para></{name}>".encode())
    assert page.sections


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\x00\xff\xfe", b"<", b"<html", b"</p></p></li></ol>", b"<ul><ul><li>", b"<!-- no end", b"<h1>",
        b"<p>&#xFFFFFFFF;</p>", b"<nav><p>no end of the navigation", b"<tr><td></tr></tr></table>", "ü".encode("latin-1"),
        b"<![CDATA[ no end",
    ],
)  # fmt: skip
def test_broken_markup_is_read_as_far_as_it_goes(data: bytes) -> None:
    read_markup(data)


@pytest.mark.parametrize("encoding", [b"undefined", b"idna", b"punycode", b"base64", b"no-such-one", b"utf-8."])
def test_an_encoding_that_no_page_has_is_not_believed(encoding: bytes) -> None:
    (section,) = read_markup(b'<meta charset="' + encoding + b'"><p>W\xc3\xb6rter, ab-c9</p>').sections
    assert section.text == "Wörter, ab-c9"


def test_a_long_page_is_cut_into_sections_of_a_bounded_length() -> None:
    sections = read_markup(b"<h1>Long</h1><p>" + b"word " * 5_000 + b"</p>" + b"<p>short one</p>" * 500).sections
    assert all(len(section.text) <= 2_000 and section.path == ("Long",) for section in sections)
    assert sum(section.text.count("word") for section in sections) == 5_000


@pytest.mark.parametrize("piece", [b"<", b"<a ", b"<!--", b"</", b"<![CDATA[", b"<!x[", b"&#x", b"<div>", b"<a x='"])
def test_a_page_made_to_be_slow_is_read_in_bounded_time(piece: bytes) -> None:
    # A reader that looks to the end of the file for each of these would take minutes.
    read_markup(piece * (300_000 // len(piece)))
