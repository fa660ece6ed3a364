"""Which names stand in a text, letter for letter and in any script."""

from __future__ import annotations

import unicodedata

import pytest

from ufo.text.literal_names import named

THERE = ("名单.txt", "orçamento.docx", "march export.csv", "export.csv", "a.txt")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("给名单.txt里的每个名字前面加上编号", ("名单.txt",)),
        ("No orçamento.docx falta o transporte", ("orçamento.docx",)),
        (unicodedata.normalize("NFD", "No ORÇAMENTO.docx"), ("orçamento.docx",)),
        ("sum up march export.csv", ("march export.csv",)),
        ("march export.csv and then export.csv", ("march export.csv", "export.csv")),
        ("a.txt.", ("a.txt",)),
        ("a.txt.bak, data.txt, b/a.txt", ()),
        ("open /home/ana/work/a.txt", ("a.txt",)),
        ("open /home/ana/other/a.txt", ()),
    ],
)
def test_a_name_is_found_as_a_whole_and_not_within_a_longer_one(text: str, found: tuple[str, ...]) -> None:
    assert named(text, THERE, "/home/ana/work") == found
