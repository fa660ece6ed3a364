"""What stands in a request letter for letter, in any script."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.tools.policy.scene.request import Request


@pytest.mark.parametrize(
    ("text", "literal", "is_said"),
    [
        ("Press Send", "send", True),
        ("Press Sender", "Send", False),
        ("Resend it", "Send", False),
        ("Ann’s mail", "Ann's", True),
        ("把report发出去", "report", True),
        ("删除报告", "报告", True),
        ("Drücke «Senden»", "Senden", True),
        ("Pre\u200bss Send", "Press Send", True),
        ("Straße 7", "STRASSE 7", True),
        ("item 17", "7", False),
        ("", "Send", False),
        ("Press Send", "", False),
    ],
)
def test_a_name_is_said_as_a_whole_word_in_scripts_that_have_words(text: str, literal: str, is_said: bool) -> None:
    assert Request(text).says(literal) is is_said


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("on shop.example.", ("shop.example",)),
        ("在https://Shop.example:8443/a?b上", ("shop.example:8443",)),
        ("open 127.0.0.1:8000 and localhost", ("127.0.0.1:8000", "localhost")),
        ("save report.odt, then a/b.txt and mail ann@x.example at 3.5", ()),
        ("http://intranet/x", ("intranet",)),
        ("", ()),
    ],
)
def test_hosts_are_told_from_files_addresses_and_numbers(text: str, hosts: tuple[str, ...]) -> None:
    assert Request(text).hosts == hosts


def test_a_document_is_named_by_its_path_its_name_or_its_stem(tmp_path: Path) -> None:
    document = tmp_path / "report.odt"
    for text in (
        "correct report.odt",
        f"correct {document}",
        "correct the report",
        "corrige «report.odt»",
        "修改report.odt",
    ):
        assert Request(text, folder=tmp_path).names_document(document), text
    for text in ("correct other.odt", "correct /elsewhere/report.odt", "write hello", "reporting matters"):
        assert not Request(text, folder=tmp_path).names_document(document), text
    assert Request("write hello and save", ("report.odt",), tmp_path).names_document(document), "it stood open"
    assert not Request("write hello in b.txt", ("report.odt",), tmp_path).names_document(document)


def test_a_file_elsewhere_is_named_by_its_path_or_together_with_its_folder(tmp_path: Path) -> None:
    far = tmp_path / "far" / "a.txt"
    far.parent.mkdir()
    far.touch()
    for text, is_named in (
        (f"delete {far}", True),
        ("delete far/a.txt", True),
        ("delete a.txt in the folder far", True),
        ("delete a.txt", False),
        ("delete the files in far", False),
        ("delete the .txt files in far", True),
        ("delete the .txt files", False),
        ("delete near/a.txt", False),
    ):
        assert Request(text, folder=tmp_path).names(far) is is_named, text
    (tmp_path / "a.txt").touch()
    assert not Request("delete a.txt in the folder far", folder=tmp_path).names(far), "it may be the one that lies here"


@pytest.mark.parametrize("piece", ["press Place order „x “ 'y' a.b/c@d ", " 'a", "a", "/", "„", "..", "x:\n", "报"])
def test_a_request_of_100_kb_is_searched_in_a_moment(tmp_path: Path, piece: str) -> None:
    request = Request(piece * (100_000 // len(piece)), folder=tmp_path)
    assert not request.says_itself("Press Send") and not request.says("Press Send")
    request.says_itself("a"), request.names(tmp_path / "a"), request.names_document(tmp_path / "a.b")
    assert not request.names(tmp_path / "report.odt") and len(request.hosts) < 2 * 100_000
