""" "Accept all tracked changes" is done where none is left and the text is what it was with them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ufo.proof.account.verdict import Case, judge
from ufo.proof.conditions.contract import make_contract
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import DocumentPredicate, Finding
from ufo.verify.files import check_document

_SPACES = "".join(f' xmlns:{one}="{one}"' for one in ("office", "text"))
_CHANGES = (
    '<text:tracked-changes><text:changed-region text:id="1"><text:insertion/></text:changed-region>'
    '<text:changed-region text:id="2"><text:deletion><text:p>very </text:p></text:deletion></text:changed-region>'
    "</text:tracked-changes>"
)
_TRACKED = (
    'A <text:change text:change-id="2"/>fine<text:change-start text:change-id="1"/> old'
    '<text:change-end text:change-id="1"/> cat'
)


def _write(path: Path, line: str, changes: str = "") -> None:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        body = f"<office:body><office:text>{changes}<text:p>{line}</text:p></office:text></office:body>"
        file.writestr("content.xml", f"<office:document-content{_SPACES}>{body}</office:document-content>")


@pytest.mark.parametrize(
    ("line", "changes", "outcome"),
    [
        ("A fine old dog", "", RunOutcome.VERIFIED),
        ("A very fine dog", "", RunOutcome.COMPLETED_UNVERIFIED),
        ("A fine dog", "", RunOutcome.COMPLETED_UNVERIFIED),
        (_TRACKED.replace("cat", "dog"), _CHANGES, RunOutcome.FAILED),
    ],
)
def test_only_changes_that_were_accepted_and_not_rejected_or_left_are_proved(
    tmp_path: Path, line: str, changes: str, outcome: RunOutcome
) -> None:
    path = tmp_path / "a.odt"
    _write(path, _TRACKED, _CHANGES)
    contract = make_contract("Accept all tracked changes in a.odt, replace 'cat' by 'dog', save.", tmp_path, 0.0)
    _write(path, line, changes)
    left = DocumentPredicate(on="document", path=str(path), property="tracked changes", value="0")
    found: list[Finding] = [check_document(left)]
    found += [
        check_document(one.predicate) for one in contract.conditions(()) if isinstance(one.predicate, DocumentPredicate)
    ]
    assert judge(Case(contract, found, (), (), (), by_model=True))[0] is outcome
