"""Tracked changes and comments are told with their authors and texts: what became of each, and what is left."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls
from docx.text.paragraph import Paragraph

from tests.needs import needs
from tests.office_conversions import convert
from tests.proof.difference.made_world import MadeWorld
from ufo.schema.fact import FactKind

_Step = tuple[str, str, str]
_RULES: Sequence[Sequence[_Step]] = (
    (("", "", "Doors shut at "), ("del", "Ann Lee", "20"), ("ins", "Ann Lee", "22"), ("", "", " o'clock.")),
    (("", "", "Rest until "), ("del", "Bo Ray", "15"), ("ins", "Bo Ray", "14"), ("", "", ".")),
    (("", "", "Clean on "), ("del", "Ann Lee", "Friday"), ("ins", "Ann Lee", "Sunday"), ("", "", ".")),
)


def _add(paragraph: Paragraph, step: _Step) -> None:
    kind, author, text = step
    run = OxmlElement("w:r")
    letters = OxmlElement("w:delText" if kind == "del" else "w:t")
    letters.text = text
    letters.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    run.append(letters)
    if not kind:
        paragraph._p.append(run)
        return
    change = parse_xml(f'<w:{kind} {nsdecls("w")} w:id="1" w:author="{author}" w:date="2025-05-06T10:00:00Z"/>')
    change.append(run)
    paragraph._p.append(change)


def _rules(path: Path, rules: Sequence[Sequence[_Step]], comments: Sequence[tuple[int, str, str]] = ()) -> None:
    document = docx.Document()
    for steps in rules:
        paragraph = document.add_paragraph()
        for step in steps:
            _add(paragraph, step)
    for place, author, text in comments:
        document.add_comment(document.paragraphs[place].runs[0], text, author=author)
    document.save(str(path))


def _as(made: MadeWorld, ending: str) -> None:
    """Write the text as this kind of document, as LibreOffice does."""
    root = made.home.parent
    shutil.copy(made.folder / "rules.docx", root / "given.docx")
    convert(root, ("given.docx", f"saved.{ending}"))
    (made.folder / "rules.docx").unlink()
    shutil.move(root / f"saved.{ending}", made.folder / f"rules.{ending}")


_endings = pytest.mark.parametrize(
    "ending",
    [
        "docx",
        pytest.param(
            "odt",
            marks=needs("soffice"),
        ),
    ],
)


def _made(made: MadeWorld, ending: str, rules: Sequence[Sequence[_Step]]) -> None:
    _rules(made.folder / "rules.docx", rules, [(2, "Cy", "Is this in the contract?")])
    if ending != "docx":
        _as(made, ending)


@_endings
def test_each_tracked_change_is_told_by_its_author_as_accepted_rejected_or_left(made: MadeWorld, ending: str) -> None:
    _made(made, ending, _RULES)
    made.world.take()
    accepted, rejected = (("", "", "Doors shut at 22 o'clock."),), (("", "", "Rest until 15."),)
    _made(made, ending, (accepted, rejected, _RULES[2]))
    facts = made.facts()
    changes = [fact for fact in facts if "tracked changes of" in fact.line]
    assert [fact.line for fact in changes] == [
        f'rules.{ending}: 2 tracked changes of Ann Lee accepted: paragraph 1: deleted "20", inserted "22"',
        f'rules.{ending}: 2 tracked changes of Bo Ray rejected: paragraph 2: deleted "15", inserted "14"',
    ]
    assert all(fact.must_be_asked_for for fact in changes)
    assert changes[1].gone == ("14",) and {"Bo Ray", "15"} <= set(changes[1].texts)
    left = [fact.line for fact in facts if fact.kind is FactKind.STATE]
    clean = "Clean on [Ann Lee deleted: Friday][Ann Lee inserted: Sunday]."
    assert f'rules.{ending} now: 2 tracked changes in it: paragraph 3: "{clean}"' in left
    shown = [fact.line for fact in made.world.shown([f"before: rules.{ending}"]).facts]
    assert any("[Ann Lee deleted: 20][Ann Lee inserted: 22]" in line for line in shown)


def test_a_change_whose_paragraph_was_written_anew_is_called_neither_accepted_nor_rejected(made: MadeWorld) -> None:
    _made(made, "docx", _RULES)
    made.world.take()
    _made(made, "docx", ((("", "", "No rule is left here."),), *_RULES[1:]))
    (line,) = (line for line in made.lines() if "tracked changes of" in line)
    assert "of Ann Lee no longer tracked, and its paragraph reads otherwise now" in line


@_endings
def test_comments_that_are_gone_and_left_are_told_whole_by_their_authors(made: MadeWorld, ending: str) -> None:
    comments = [(0, "Priya", "Please make it 23, as we said."), (1, "Dan", "Why 14?"), (2, "Priya", "Sunday is fine.")]
    _rules(made.folder / "rules.docx", _RULES, comments)
    if ending != "docx":
        _as(made, ending)
    made.world.take()
    _rules(made.folder / "rules.docx", _RULES, comments[1:2])
    if ending != "docx":
        _as(made, ending)
    facts = made.facts()
    (gone,) = (fact for fact in facts if "comments of" in fact.line)
    assert gone.must_be_asked_for and gone.loss and "Sunday is fine." in gone.gone
    assert gone.line == (
        f'rules.{ending}: 2 comments of Priya gone: paragraph 1: "Please make it 23, as we said."; '
        'paragraph 3: "Sunday is fine."'
    )
    left = [fact.line for fact in facts if fact.kind is FactKind.STATE]
    assert f'rules.{ending} now: 1 comment of Dan in it: paragraph 2: "Why 14?"' in left


@_endings
def test_what_is_told_one_by_one_is_not_counted_as_a_change_too(made: MadeWorld, ending: str) -> None:
    _made(made, ending, _RULES)
    made.world.take()
    _made(made, ending, ((("", "", "Doors shut at 22 o'clock."),), *_RULES[1:]))
    assert not [line for line in made.lines() if "tracked changes 6" in line]


@_endings
def test_it_is_told_that_no_tracked_change_and_no_comment_is_left(made: MadeWorld, ending: str) -> None:
    _made(made, ending, _RULES)
    made.world.take()
    plain = [[("", "", text)] for text in ("Doors shut at 22 o'clock.", "Rest until 15.", "Clean on Sunday.")]
    _rules(made.folder / "rules.docx", plain)
    if ending != "docx":
        _as(made, ending)
    facts = made.facts()
    left = [fact.line for fact in facts if fact.kind is FactKind.STATE]
    assert f"rules.{ending} now: tracked changes 0" in left and f"rules.{ending} now: comments 0" in left
    assert not [fact.line for fact in facts if fact.must_be_asked_for and "→ 0" in fact.line]
