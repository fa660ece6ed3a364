"""What a plain-text table is opened with, so that the office does not ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.desktop.linux.launch.office_files import import_options

_FILTER = "--infilter=Text - txt - csv (StarCalc):"


@pytest.mark.parametrize(
    ("name", "data", "tokens"),
    [
        ("a.csv", b"Fruit,Price\nApple,1.20\n", "44,34,76,1,,0"),
        ("a.csv", "Brot;Preis\nBrötchen;0,45\nBrezel;1.080,50\n".encode(), "59,34,76,1,,1031"),
        ("a.csv", "Brot;Preis\nBrötchen;0,45\n".encode("cp1252"), "59,34,1,1,,1031"),
        ("a.csv", b'"a;b;c",1\n"d;e",2\n', "44,34,76,1,,0"),
        ("a.tsv", b"a\tb\n1,5\t2\n", "9,34,76,1,,1031"),
        ("a.csv", b"a|b\n1.5|2\n", "124,34,76,1,,0"),
        ("a.csv", b"one column\nonly\n", "44,34,76,1,,0"),
        ("A.CSV", b"\xef\xbb\xbfa,b\n1,2\n", "44,34,76,1,,0"),
    ],
)
def test_the_separator_the_letters_and_the_decimal_sign_are_told(
    tmp_path: Path, name: str, data: bytes, tokens: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)

    assert import_options([str(path)]) == (f"{_FILTER}{tokens}",)


def test_a_letter_cut_by_the_end_of_what_is_read_does_not_change_the_alphabet(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_bytes(b"a" + "\u00e4,1\n".encode() * 20_000)

    assert import_options([str(path)])[0].startswith(f"{_FILTER}44,34,76")


def test_nothing_is_said_of_other_documents_of_missing_ones_and_of_tables_of_two_kinds(tmp_path: Path) -> None:
    comma, semicolon = tmp_path / "a.csv", tmp_path / "b.csv"
    comma.write_text("a,b\n1,2\n")
    semicolon.write_text("a;b\n1;2\n")

    assert import_options(["x.ods", str(tmp_path / "none.csv"), "--norestore"]) == ()
    assert import_options([str(comma), str(semicolon)]) == ()
