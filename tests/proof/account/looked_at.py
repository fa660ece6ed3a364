"""Builds what a run looked at and did there, for tests of a choice among what a look listed."""

from __future__ import annotations

from collections.abc import Sequence

from tests.known_tools import acted
from ufo.proof.account.verdict import Case, judge
from ufo.proof.acts.deeds import deeds_of, listed_in
from ufo.proof.conditions.contract import Contract
from ufo.proof.request.literals import literals_of
from ufo.proof.request.model import Look
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.outcome import RunOutcome
from ufo.schema.target import TargetInfo, TargetKind

PAGE = (0, 100, 1000, 1000)
_STATES = {"Area": ("editable", "multiline"), "Password": ("editable", "password")}
REACTED = "Text 'START' appeared"


def shown(*rows: str) -> list[TargetInfo]:
    """A page with these controls, each "Role: name" or "Role: name = value", one below the other."""
    found = [TargetInfo(kind=TargetKind.CONTROL, name="Page", id="0", type="Document", rect=PAGE)]
    for number, row in enumerate(rows, 1):
        role, _, words = row.partition(": ")
        name, _, value = words.partition(" = ")
        states = _STATES.get(role, ())
        top = 100 + 20 * number
        found.append(
            TargetInfo(
                kind=TargetKind.CONTROL,
                name=name,
                id=str(number),
                type="Edit" if states else role,
                rect=(10, top, 90, top + 15),
                value=value or None,
                states=states,
                path=("Page",),
            )
        )
    return found


def on(control: TargetInfo, tool: str = "click_input", *evidence: str, **arguments: object) -> ActionCommandInfo:
    told = {"id": control.id, "name": control.name, **arguments}
    seen = evidence or (REACTED,)
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL, evidence=seen)
    return acted(tool, arguments=told, target=control, result=result)


def keys(said: str, *evidence: str) -> ActionCommandInfo:
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL, evidence=evidence)
    return acted("keyboard_input", arguments={"keys": said}, result=result)


def outcome(
    request: str, page: Sequence[TargetInfo], acts: Sequence[ActionCommandInfo], *, is_whole: bool = True
) -> RunOutcome:
    """How a run ends that did these acts from one look at the page, and stated nothing."""
    whole = f"On the page that is open in Chromium: {request}"
    contract = Contract(request=whole, literals=literals_of(whole))
    look = Look(listed_in(page), 0, len(acts), is_whole)
    return judge(Case(contract, (), deeds_of(acts), (), (), by_model=True, looks=(look,)))[0]
