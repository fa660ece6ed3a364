from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ufo.tools.policy.programs.made_pages import parts_of

_ELSEWHERE = "http://elsewhere.org/x"


def _package(folder: Path, text: str) -> Path:
    path = folder / "text.odt"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("content.xml", text)
    return path


@pytest.mark.parametrize(
    "text",
    [
        f'<a xmlns="http://schemas.org/a"><b href="{_ELSEWHERE}"/></a>',
        '<a xmlns:x="http://schemas.org/x"><b X:HREF="ht&#10;tp://elsewhere.org/x"/></a>',
        f"<a q='xmlns=\"{_ELSEWHERE}\"'/>",
        f'<!DOCTYPE a [<!ENTITY e "{_ELSEWHERE}">]><a><b data="&e;"/></a>',
        f'<a><c>&nbsp;</c><b src="{_ELSEWHERE}"></a>',
        f'<a><b src="{_ELSEWHERE}"/><b src="http://cut',
    ],
    ids=["plain", "hidden by a line end", "in quotes", "by an entity", "not well-formed", "cut off"],
)
def test_what_an_office_document_loads_is_found_however_it_is_written(tmp_path: Path, text: str) -> None:
    assert parts_of(_package(tmp_path, text)).remote == [_ELSEWHERE]


def test_the_names_of_an_office_document_s_namespaces_are_nothing_that_it_loads(tmp_path: Path) -> None:
    assert parts_of(_package(tmp_path, '<a xmlns="http://schemas.org/a"><b>http://told.org</b></a>')).remote == []
