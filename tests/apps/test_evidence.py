"""What real applications were made to do is told by what they wrote to the disk, and what they did not do is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.apps.sessions import Opening
from tests.scenarios.controls import target_id
from tests.scenarios.readers import wants_change, wants_no_loss
from tests.scenarios.stage import act, app, assign, host
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider, agreed_on_news
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.outcome import RunOutcome, RunSummary

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]


def _opens(name: str, *arguments: str) -> dict[str, Any]:
    return host("CONTINUE", "launch_application", {"name": name, "arguments": list(arguments)})


def _to(title: str) -> Callable[[Turn], dict[str, Any]]:
    return lambda turn: assign(target_id(turn, title), "do it")


async def _run(
    opening: Opening,
    request: str,
    answers: Sequence[Any],
    reader: Callable[[Turn], Any] = agreed_on_news,
    **options: bool,
) -> RunSummary:
    """What comes after the answers says once more that it is done, and how that shows. `options`: as of an `Opening`."""
    last = answers[-1]
    expect = last["expect"] if isinstance(last, dict) else []

    def ends(turn: Turn) -> dict[str, Any]:
        return host("FINISH") if isinstance(turn.inputs, HostInputs) else app("FINISH", expect=expect)

    async with opening(ScriptedProvider([*answers, *[ends] * 6], reader=reader), **options) as session:
        return await session.run(request)


_NOTES = [{"on": "file", "path": "notes.txt"}]
_PIECES = ("Hel", "lo{ENTER}", "ok")


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("keys", "is_proved"),
    [((*_PIECES, "^s"), True), (("Hel", "^s", "lo{ENTER}ok"), False)],
    ids=["saved", "saved too early"],
)
async def test_what_was_typed_in_pieces_is_proved_by_the_file(
    opening: Opening, tmp_path: Path, keys: tuple[str, ...], is_proved: bool
) -> None:
    (tmp_path / "notes.txt").write_text("")
    typed = [act("keyboard_input", keys=key) for key in keys]
    answers = [_opens("mousepad", "notes.txt"), _to("notes.txt"), app("FINISH", *typed, expect=_NOTES)]
    reader = wants_change("notes.txt", "Hello")
    summary = await _run(opening, "write 'Hello' and 'ok' into notes.txt", answers, reader)
    assert (summary.outcome is RunOutcome.VERIFIED) is is_proved, (summary.reason, (tmp_path / "notes.txt").read_text())


@pytest.mark.parametrize(
    "request_", ["write 'hello'", pytest.param("write 'hello' without saving it", marks=pytest.mark.matrix)]
)
async def test_text_that_a_real_editor_loses_is_told(opening: Opening, request_: str) -> None:
    def writes(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        area = next(control for control in turn.inputs.controls if "multiline" in control.states)
        shown = [{"on": "element", "name": area.name, "role": area.type, "value": "hello"}]
        return app("FINISH", act("keyboard_input", id=area.id, keys="hello"), expect=shown)

    answers = [_opens("mousepad"), _to("Mousepad"), writes]
    reader = agreed_on_news if "without" in request_ else wants_no_loss
    summary = await _run(opening, request_, answers, reader, ends_with_run=True)
    is_lost = "they are lost with the private desktop" in summary.reason
    assert is_lost is ("without" not in request_), summary.reason
    assert (summary.outcome is RunOutcome.VERIFIED) is not is_lost, summary.reason


@pytest.mark.matrix
@pytest.mark.parametrize("freezes", [True, False])
async def test_frozen_rows_are_proved_by_the_saved_workbook(opening: Opening, tmp_path: Path, freezes: bool) -> None:
    book = openpyxl.Workbook()
    for row in (["City", "Visitors"], ["Graz", 3], ["Linz", 5]):
        assert book.active is not None
        book.active.append(row)
    book.save(tmp_path / "cities.xlsx")
    does = [act("visit", path=["View", "Freeze Cells", "Freeze First Row"])] if freezes else []
    expect = [{"on": "document", "path": "cities.ods", "property": "frozen rows", "value": "1"}]
    saves = act("save_as", file_dir=str(tmp_path), file_name="cities.ods")
    answers = [_opens("libreoffice-calc", "cities.xlsx"), _to("cities"), app("FINISH", *does, saves, expect=expect)]
    request = "freeze the first row and save it as cities.ods"
    summary = await _run(opening, request, answers, wants_change("cities.ods", "frozen"), is_lie=not freezes)
    assert (summary.outcome is RunOutcome.VERIFIED) is freezes, summary.reason


@pytest.mark.matrix
@pytest.mark.parametrize("is_heading", [True, False])
async def test_a_heading_is_proved_by_the_saved_text(opening: Opening, tmp_path: Path, is_heading: bool) -> None:
    typed = act("keyboard_input", keys="My title{ENTER}and the body")
    styled = act("format_text", look="style", value="Heading 1", texts=["My title"])
    saves = act("save_as", file_dir=str(tmp_path), file_name="letter.odt")
    expect = [
        {"on": "document", "path": "letter.odt", "paragraph": "My title", "property": "heading level", "value": "1"}
    ]
    does = [typed, *([styled] if is_heading else []), saves]
    answers = [_opens("libreoffice-writer"), _to("Writer"), app("FINISH", *does, expect=expect)]
    request = "write the letter with a heading and save it as letter.odt"
    summary = await _run(opening, request, answers, wants_change("letter.odt", "Heading 1"), is_lie=not is_heading)
    assert (summary.outcome is RunOutcome.VERIFIED) is is_heading, summary.reason
