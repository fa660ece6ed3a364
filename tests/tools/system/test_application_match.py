"""Applications are found by what they say of themselves: data as desktops have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.desktop.values import Application
from ufo.errors import LaunchFailed
from ufo.tools.system.application_match import application_for, find_application
from ufo.tools.system.launch_arguments import resolve_argument

_ODT, _ODS = "application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet"
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

INSTALLED = (
    Application(
        "org.xfce.mousepad-settings", "Text Editor Settings", ("mousepad", "--preferences"), categories=("Settings",)
    ),
    Application("chromium", "Chromium Web Browser", ("chromium",), "Web Browser", (), ("text/html", "x-scheme-handler/https"),
                ("Network", "WebBrowser")),
    Application("libreoffice-calc", "LibreOffice Calc", ("libreoffice", "--calc"), "Spreadsheet",
                ("Chart", "Microsoft Excel"), (_ODS, "text/csv"), ("Office", "Spreadsheet")),
    Application("libreoffice-writer", "LibreOffice Writer", ("libreoffice", "--writer"), "Word Processor",
                ("Letter", "Microsoft Word"), (_ODT, _DOCX, "text/plain", "text/rtf"), ("Office", "WordProcessor")),
    Application("org.xfce.mousepad", "Mousepad", ("mousepad",), "Text Editor", (), ("text/plain",), ("TextEditor",)),
    Application("org.gnome.Calculator", "Calculator", ("gnome-calculator",), "", ("arithmetic",), (), ("Calculator",)),
    Application("pcmanfm", "File Manager PCManFM", ("pcmanfm",), "File Manager", (), (), ("FileManager",)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Word", "libreoffice-writer"),
        ("excel", "libreoffice-calc"),
        ("Calc", "libreoffice-calc"),
        ("LibreOffice Writer", "libreoffice-writer"),
        ("spreadsheet", "libreoffice-calc"),
        ("text editor", "org.xfce.mousepad"),
        ("mousepad", "org.xfce.mousepad"),
        ("browser", "chromium"),
        ("Chrome", "chromium"),
        ("gnome-calculator", "org.gnome.Calculator"),
        ("calculater", "org.gnome.Calculator"),
        ("file manager", "pcmanfm"),
    ],
)
def test_words_find_the_application_that_is_meant(words: str, expected: str) -> None:
    assert find_application(words, INSTALLED).id == expected


@pytest.mark.parametrize("words", ["Photoshop", "", "!!!", "x" * 5000])
def test_words_for_nothing_installed_name_what_is(words: str) -> None:
    with pytest.raises(LaunchFailed, match="there are"):
        find_application(words, INSTALLED)
    with pytest.raises(LaunchFailed, match="none"):
        find_application(words, ())


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("a.odt", "libreoffice-writer"),
        ("A.DOCX", "libreoffice-writer"),
        ("a.ods", "libreoffice-calc"),
        ("a.csv", "libreoffice-calc"),
        ("a.txt", "org.xfce.mousepad"),
        ("notes.md", "org.xfce.mousepad"),
        ("https://example.org/a.odt", "chromium"),
    ],
)
def test_a_document_is_for_what_is_meant_for_its_kind(document: str, expected: str) -> None:
    assert application_for(document, INSTALLED).id == expected


def test_a_document_that_nothing_opens_is_said() -> None:
    with pytest.raises(LaunchFailed, match="name the application"):
        application_for("movie.mp4", INSTALLED)


def test_a_folder_is_opened_by_a_file_manager(tmp_path: Path) -> None:
    folders = (*INSTALLED, Application("thunar", "Thunar", ("thunar",), "", (), ("inode/directory",), ()))

    assert application_for(str(tmp_path), folders).id == "thunar"
    assert application_for("stuff/", folders).id == "thunar"


@pytest.mark.parametrize(("document", "expected"), [("a.odt", "libreoffice-writer"), ("a.ods", "libreoffice-calc")])
def test_a_document_that_two_can_open_is_opened_where_there_are_native_tools(document: str, expected: str) -> None:
    others = (
        Application("abiword", "AbiWord", ("abiword",), "Word Processor", (), (_ODT,), ()),
        Application("gnumeric", "Gnumeric", ("gnumeric",), "Spreadsheet", (), (_ODS,), ()),
    )

    assert application_for(document, (*others, *INSTALLED)).id == expected


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("localhost:8000/a.html", "http://localhost:8000/a.html"),
        ("example.org/page:2", "example.org/page:2"),
        ("https://example.org:8443/", "https://example.org:8443/"),
    ],
)
def test_a_host_with_a_port_is_given_to_a_browser_as_an_address(said: str, given: str, tmp_path: Path) -> None:
    browser = next(application for application in INSTALLED if application.id == "chromium")

    assert resolve_argument(said, tmp_path, browser) == given
