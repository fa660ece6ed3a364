"""Prohibitions that files show to be kept, and lines that were carried over whole."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ufo.proof.account.carried_lines import lines_were_carried
from ufo.proof.account.kept import is_kept
from ufo.proof.conditions.contract import make_contract
from ufo.schema.predicate import FilePredicate, Finding, Truth


def _about(path: Path) -> Finding:
    stated = FilePredicate(path=str(path), contains="x")
    return Finding(predicate=stated, truth=Truth.SATISFIED, evidence="it holds", channel="file")


@pytest.mark.parametrize(("written", "kept"), [("the same\n", True), ("another\n", False)])
def test_a_file_that_must_not_be_changed_is_compared_with_what_it_was(tmp_path: Path, written: str, kept: bool) -> None:
    note = tmp_path / "note.txt"
    note.write_text("the same\n", encoding="utf-8")
    contract = make_contract("Make a tab 4 wide. Do not change the note.", tmp_path, at=0)
    note.write_text(written, encoding="utf-8")
    assert is_kept("Do not change the note", contract.baseline, []) is kept
    assert not is_kept("Do not change the letter", contract.baseline, [])
    assert is_kept("leave note.txt alone", contract.baseline, []) is kept


@pytest.mark.parametrize(("names", "kept"), [(["found.txt"], True), (["found.txt", "other.txt"], False)])
def test_nothing_else_may_lie_where_the_result_lies(tmp_path: Path, names: list[str], kept: bool) -> None:
    (tmp_path / "letters.tar.gz").write_bytes(b"old")
    contract = make_contract("Put it there as found.txt and leave nothing else lying about", tmp_path, at=time.time())
    for name in names:
        (tmp_path / name).write_text("x", encoding="utf-8")
    found = [_about(tmp_path / "found.txt")]
    assert is_kept("leave nothing else lying about", contract.baseline, found) is kept


@pytest.mark.parametrize(
    ("lines", "carried"),
    [
        (["Faults", "1 FAULT a", "3 FAULT b"], True),
        (["Faults", "1 FAULT a"], False),
        (["Faults", "1 FAULT a", "2 fine", "3 FAULT b"], False),
        (["3 FAULT b", "1 FAULT a"], False),
    ],
)
def test_all_lines_with_a_word_are_just_those_of_the_file(tmp_path: Path, lines: list[str], carried: bool) -> None:
    (tmp_path / "stations.txt").write_text("1 FAULT a\n2 fine\n3 FAULT b\n", encoding="utf-8")
    request = "Copy all lines with FAULT from stations.txt into a new file faults.txt beside it"
    contract = make_contract(request, tmp_path, at=0)
    made = tmp_path / "faults.txt"
    made.write_text("\n".join(lines), encoding="utf-8")
    assert lines_were_carried(request, contract.literals, contract.baseline, [_about(made)]) is carried
