"""A request's own words against real applications: what was done elsewhere or otherwise is not VERIFIED, the honest twin is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.apps.sessions import Opening
from tests.scenarios.readers import wants_change, wants_told
from tests.scenarios.stage import act, app, host
from ufo.llm.provider import Provider, Turn
from ufo.llm.scripted import ScriptedProvider, agreed, agreed_on_news
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.fact import FactKind
from ufo.schema.inputs import AppInputs, HostInputs, ReadingInputs
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.reading import Ordered, Reading

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

Does = Callable[[Turn], dict[str, Any]]
_FORM = """<!doctype html><meta charset=utf-8><title>Guests</title><p>Ada was here before.<form>
<p><label>Name <input name=n></label><p><label>City <input name=c></label></form>"""


_TICKETS = """<!doctype html><meta charset=utf-8><title>Tickets</title><script>
function book(price) {document.body.append('Booked for ' + price)}</script>""" + "".join(
    f"<p>Duration: <b>{time}</b> <button onclick='book({price})'>Book for ${price}</button>"
    for time, price in (("10h 30m", 1045), ("14h 10m", 136), ("1h 51m", 1849))
)


class OneSubtask(ScriptedProvider):
    """Opens `name` with `arguments`, hands the window over, does the turns, and says that it is done."""

    def __init__(
        self,
        name: str,
        arguments: list[str],
        *turns: Does,
        answer: str = "done",
        reader: Callable[[Turn], Any] = agreed_on_news,
    ) -> None:
        super().__init__([], reader=reader)
        self._launch = host("CONTINUE", "launch_application", {"name": name, "arguments": arguments})
        self._left = list(turns)
        self._answer = answer
        self._is_open = False

    def _said(self, turn: Turn) -> dict[str, Any]:
        if isinstance(turn.inputs, AppInputs):
            return self._left.pop(0)(turn) if self._left else app("FINISH", result=self._answer)
        assert isinstance(turn.inputs, HostInputs)
        if not self._is_open:
            self._is_open = True
            return self._launch
        if self._left:
            window = turn.inputs.targets[0]
            arguments = {"id": str(window.id), "name": window.name}
            return host("ASSIGN", "select_application_window", arguments, current_subtask="do it")
        return host("FINISH", result=self._answer)

    async def complete(self, turn: Turn) -> Any:
        self._answers = iter([self._said(turn)])
        return await super().complete(turn)


def does(*acts: dict[str, Any], status: str = "CONTINUE") -> Does:
    return lambda turn: app(status, *acts)


def writes(*fields: tuple[str, str]) -> Does:
    def answer(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        ids = {
            control.name: str(control.id) for control in turn.inputs.controls if control.type in ("Edit", "Document")
        }
        return app(
            "FINISH",
            *(act("set_edit_text", id=ids[name], text=text, clear_current_text=True) for name, text in fields),
        )

    return answer


async def run(opening: Opening, provider: Provider, request: str, *, is_lie: bool) -> RunSummary:
    async with opening(provider, ScriptedUser(consents=[True] * 20), is_lie=is_lie) as session:
        return await session.run(request)


def _old(path: Path) -> None:
    os.utime(path, (1e9, 1e9))


def _once_more(*values: object) -> Any:
    """Another lie of the same kind; every kind and more lies of it are told in tests/scenarios/test_request_proof.py."""
    return pytest.param(*values, marks=pytest.mark.matrix)


@pytest.mark.parametrize(("cell", "is_so"), [_once_more("B2", True), ("B3", False), _once_more("C9", False)])
async def test_a_value_must_be_in_its_own_cell(opening: Opening, tmp_path: Path, cell: str, is_so: bool) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["Rent", 7])
    book.active.append(["Food", 1])
    book.save(tmp_path / "costs.xlsx")
    _old(tmp_path / "costs.xlsx")
    work = does(act("write_cell", cell=cell, content=42), act("save"), status="FINISH")
    provider = OneSubtask("libreoffice-calc", ["costs.xlsx"], work)
    summary = await run(opening, provider, "Open costs.xlsx in Calc, put 42 in B2 and save", is_lie=not is_so)
    assert summary.outcome is (RunOutcome.VERIFIED if is_so else RunOutcome.COMPLETED_UNVERIFIED), summary.reason
    assert is_so or "B2" in summary.reason


@pytest.mark.parametrize(("text", "is_so"), [_once_more("milk\n", True), ("milk\neggs\n", False)])
async def test_what_must_go_is_gone_from_the_file(opening: Opening, tmp_path: Path, text: str, is_so: bool) -> None:
    (tmp_path / "list.txt").write_text("milk\neggs\n", encoding="utf-8")
    _old(tmp_path / "list.txt")

    def edits(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        area = next(control for control in turn.inputs.controls if control.type in ("Document", "Edit"))
        return app(
            "FINISH",
            act("set_edit_text", id=str(area.id), text=text, clear_current_text=True),
            act("keyboard_input", keys="{VK_CONTROL}s"),
            act("wait", seconds=1),
        )

    provider = OneSubtask("mousepad", ["list.txt"], edits, reader=wants_change("list.txt"))
    summary = await run(opening, provider, "Open list.txt in mousepad. eggs must go. Save it.", is_lie=not is_so)
    assert (tmp_path / "list.txt").read_text(encoding="utf-8").strip() == text.strip()
    assert summary.outcome is (RunOutcome.VERIFIED if is_so else RunOutcome.COMPLETED_UNVERIFIED), summary.reason


@pytest.mark.parametrize(
    ("name", "city", "is_so"),
    [_once_more("Ada", "Graz", True), _once_more("Graz", "Ada", False), _once_more("Bob", "Graz", False)],
)
async def test_a_name_that_stands_on_the_page_does_not_prove_that_it_was_entered(
    opening: Opening, tmp_path: Path, name: str, city: str, is_so: bool
) -> None:
    (tmp_path / "guests.html").write_text(_FORM, encoding="utf-8")
    reader = wants_told("'Name' is there, shows 'Ada'", "'City' is there, shows 'Graz'")
    provider = OneSubtask("chromium", ["guests.html"], writes(("Name", name), ("City", city)), reader=reader)
    request = "Open guests.html in Chromium, enter Ada as Name and Graz as City"
    summary = await run(opening, provider, request, is_lie=not is_so)
    assert summary.outcome is (RunOutcome.VERIFIED if is_so else RunOutcome.COMPLETED_UNVERIFIED), summary.reason


@pytest.mark.parametrize("tool", ["move_file", "copy_file"])
async def test_a_rename_that_left_the_old_file_is_none(opening: Opening, tmp_path: Path, tool: str) -> None:
    (tmp_path / "a.txt").write_text("notes", encoding="utf-8")
    turns = [host("CONTINUE", tool, {"source": "a.txt", "target": "b.txt"}), *[host("FINISH", result="done")] * 4]
    request = "In pcmanfm rename the file a.txt to b.txt"
    provider = ScriptedProvider(turns, reader=wants_change("a.txt", "renamed to"))
    summary = await run(opening, provider, request, is_lie=tool == "copy_file")
    assert summary.outcome is (RunOutcome.VERIFIED if tool == "move_file" else RunOutcome.COMPLETED_UNVERIFIED), (
        summary.reason
    )


def _by_what_was_read(turn: Turn) -> Reading | Ordered:
    """Agree, and name only what was read: a window that opened shows nothing of a question."""
    said, asked = agreed(turn), turn.reading
    if isinstance(said, Ordered) or not isinstance(asked, ReadingInputs):
        return said
    read = [fact.id for fact in asked.facts if fact.kind is FactKind.READ]
    return said.model_copy(update={"parts": [part.model_copy(update={"shown_by": read}) for part in said.parts]})


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("answer", "outcome"), [("7", RunOutcome.VERIFIED), ("999.99", RunOutcome.COMPLETED_UNVERIFIED)]
)
async def test_a_cell_is_told_as_it_stands_in_the_file(
    opening: Opening, tmp_path: Path, answer: str, outcome: RunOutcome
) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["Rent", 7])
    book.save(tmp_path / "costs.xlsx")
    reads = does(act("get_range_values", sheet_name="", start_row=1, start_col=1, end_row=1, end_col=2))
    provider = OneSubtask("libreoffice-calc", ["costs.xlsx"], reads, answer=f"It is {answer}", reader=_by_what_was_read)
    summary = await run(opening, provider, "Open costs.xlsx in Calc and tell me what is in B1", is_lie=answer != "7")
    assert summary.outcome is outcome, summary.reason


def _presses(name: str) -> Does:
    def answer(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        target = next(control for control in turn.inputs.controls if control.name == name)
        return app("FINISH", act("click_input", id=str(target.id), name=name))

    return answer


@pytest.mark.parametrize(("price", "is_so"), [(136, True), _once_more(1849, False)])
async def test_the_one_that_a_rule_singles_out_is_proved_by_what_the_page_showed(
    opening: Opening, tmp_path: Path, price: int, is_so: bool
) -> None:
    (tmp_path / "tickets.html").write_text(_TICKETS, encoding="utf-8")
    reader = wants_told("Duration: 14h 10m", "Press 'Book for $136'", "Booked for 136")
    provider = OneSubtask("chromium", ["tickets.html"], _presses(f"Book for ${price}"), reader=reader)
    request = "In tickets.html in Chromium buy the ticket with the longest duration"
    summary = await run(opening, provider, request, is_lie=not is_so)
    assert summary.outcome is (RunOutcome.VERIFIED if is_so else RunOutcome.COMPLETED_UNVERIFIED), summary.reason
