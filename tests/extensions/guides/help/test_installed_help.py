from __future__ import annotations

from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo_guides.help.installed_help import HelpFolder, Places, help_of, languages_of, owner_of


def _folder(root: Path, path: str, file: str = "index.html") -> Path:
    folder = root / "usr/share" / path
    folder.mkdir(parents=True)
    (folder / file).write_text("<p>x</p>")
    return folder


@requirement("knowledge:installed-help")
def test_help_is_found_in_the_persons_language_first(tmp_path: Path) -> None:
    english = _folder(tmp_path, "help/C/gedit", "a.page")
    assert help_of("gedit", [], Places(tmp_path, ("de_DE", "de", "C"))) == [HelpFolder(english, "gedit")]
    german = _folder(tmp_path, "help/de/gedit", "a.page")
    assert help_of("gedit", [], Places(tmp_path, ("de_DE", "de", "C"))) == [HelpFolder(german, "gedit")]
    assert owner_of(german / "a.page", Places(tmp_path)) == "gedit"
    older = _folder(tmp_path, "gnome/help/yelp/de", "a.page")
    assert help_of("yelp", [], Places(tmp_path, ("de_DE", "de", "C"))) == [HelpFolder(older, "yelp")]


def test_help_is_found_below_an_applications_own_folder_and_among_documents(tmp_path: Path) -> None:
    own = _folder(tmp_path, "gimp/2.0/help/en")
    documents = _folder(tmp_path, "doc/gimp/html")
    found = help_of("gimp", ["gimp-2.10"], Places(tmp_path, ("en", "C")))
    assert found == [HelpFolder(own, "gimp"), HelpFolder(documents, "gimp")]
    assert owner_of(own / "index.html", Places(tmp_path)) is None


def test_a_part_of_libreoffice_gets_its_own_help_and_what_all_share(tmp_path: Path) -> None:
    base = "libreoffice/help/en-US/text"
    calc, writer, shared = (_folder(tmp_path, f"{base}/{part}") for part in ("scalc", "swriter", "shared"))
    places = Places(tmp_path, ("en_US", "en", "C"))
    assert help_of("libreoffice-calc", [], places) == [
        HelpFolder(calc, "libreoffice-calc"), HelpFolder(shared, "libreoffice"),
    ]  # fmt: skip
    assert {help_folder.path for help_folder in help_of("libreoffice", [], places)} == {calc, writer, shared}
    assert owner_of(writer / "index.html", places) == "libreoffice-writer"
    assert help_of("libreoffice-calc", [], Places(tmp_path, ("fr",))) == []


def test_nothing_is_found_for_what_brought_no_help(tmp_path: Path) -> None:
    assert help_of("tool", ["org.x.Tool"], Places(tmp_path, ("C",))) == []


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({}, ("en_US", "en", "C")),
        ({"LANG": "C.UTF-8"}, ("en_US", "en", "C")),
        ({"LANG": "de_AT.UTF-8"}, ("de_AT", "de", "en_US", "en", "C")),
        ({"LANG": "de_AT", "LC_ALL": "pt_BR@x"}, ("pt_BR", "pt", "en_US", "en", "C")),
    ],
)
def test_the_persons_language_comes_before_english(environment: dict[str, str], languages: tuple[str, ...]) -> None:
    assert languages_of(environment) == languages
