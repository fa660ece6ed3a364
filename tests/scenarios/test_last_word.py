"""How a run ends that a model works: facts decide, what it stated tells of them, and it is asked once."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on, target_id
from tests.scenarios.readers import minds_conditions
from tests.scenarios.stage import Stage, app, assign, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.trace.events import EndStated

VERIFIED, UNVERIFIED, FAILED = RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED, RunOutcome.FAILED
_REQUEST = 'Write "Milk" into list.txt'
_MILK = {"on": "file", "path": "list.txt", "contains": "Milk"}
_BREAD = {"on": "file", "path": "list.txt", "contains": "Bread"}
_FIRST = {"on": "document", "path": "list.txt", "paragraph": "Bread", "nth": 1}


def _script(work: Path, text: str, *ends: dict[str, Any], heard: list[str], **first: Any) -> list[Any]:
    """A mind that writes the file while it ticks a box, and then ends in these ways, one after another."""

    def begins(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "do it", **first)

    def works(turn: Turn) -> dict[str, Any]:
        (work / "list.txt").write_text(text, encoding="utf-8")
        return on("Send me the newsletter", "click_input")(turn)

    def end(said: dict[str, Any]) -> Any:
        def says(turn: Turn) -> dict[str, Any]:
            heard.append(turn.inputs.feedback)
            return said

        return says

    return [begins, works, *map(end, ends)]


async def _run(
    tmp_path: Path, text: str, *ends: dict[str, Any], request: str = _REQUEST, **first: Any
) -> tuple[RunSummary, list[str], Stage]:
    heard: list[str] = []
    script = _script(tmp_path / "work", text, *ends, heard=heard, **first)
    provider = ScriptedProvider(script, reader=minds_conditions)
    async with stage(tmp_path, provider, model={"decide_locally": False}) as scene:
        summary = await scene.run(request)
        return summary, heard, scene


async def test_a_text_of_the_request_that_no_fact_has_fails_no_run_and_is_asked_about_once(tmp_path: Path) -> None:
    end = host("FINISH", expect=[_BREAD], result="done")
    summary, heard, _ = await _run(tmp_path, "Bread\n", end, end)
    assert summary.outcome is UNVERIFIED
    open_text = f"nothing that is named for '{_REQUEST}' has 'Milk'"
    assert open_text in summary.reason
    assert len(heard) == 1
    assert f"- {open_text}" in heard[0]


async def test_a_condition_that_was_stated_and_does_not_hold_fails_the_run(tmp_path: Path) -> None:
    end = host("FINISH", result="done")
    summary, heard, _ = await _run(tmp_path, "Milk\n", end, end, done_when=[_BREAD])
    assert summary.outcome is FAILED
    assert "list.txt does not contain 'Bread'" in heard[0] and len(heard) == 1


async def test_what_was_taken_back_is_kept_with_its_reason_and_decides_nothing(tmp_path: Path) -> None:
    back = [{"condition": _BREAD, "reason": "it says milk"}]
    end = host("FINISH", result="done", expect=[_MILK], withdraw=back)
    summary, _, scene = await _run(tmp_path, "Milk\n", end, done_when=[_BREAD])
    assert summary.outcome is VERIFIED, summary.reason
    stated = [event for event in scene.heard.events if isinstance(event, EndStated)]
    assert [finding.withdrawn for event in stated for finding in event.withdrawn] == ["it says milk"]


@pytest.mark.parametrize("of_host", [False, True])
async def test_an_app_agent_takes_back_what_it_stated_itself_and_nothing_of_the_host(
    tmp_path: Path, of_host: bool
) -> None:
    back = [{"condition": _BREAD, "reason": "I misread the list"}]
    expect = {"expect": [_BREAD]} if of_host else {}

    def works(turn: Turn) -> dict[str, Any]:
        (tmp_path / "work" / "list.txt").write_text("Milk\n", encoding="utf-8")
        return wrong

    def hands_over(words: str, **said: Any) -> Any:
        return lambda turn: assign(target_id(turn, "Registration"), words, **said)

    wrong = app("FINISH", expect=[] if of_host else [_BREAD])
    mended = app("FINISH", expect=[_MILK], withdraw=back)
    end = host("FINISH", result="done")
    more = [wrong] if of_host else [wrong, wrong]
    script = [hands_over("do it", **expect), works, *more, hands_over("look again"), mended, end, end]
    async with stage(
        tmp_path, ScriptedProvider(script, reader=minds_conditions), model={"decide_locally": False}
    ) as scene:
        await scene.run(_REQUEST)
        told = [fact.line for fact in scene.session.host.facts.facts if "Bread" in fact.line]
    stated = [finding for event in scene.heard.events if isinstance(event, EndStated) for finding in event.withdrawn]
    assert [finding.withdrawn for finding in stated] == ([] if of_host else ["I misread the list"])
    assert bool(told) is of_host


async def test_a_condition_that_is_taken_back_and_stated_as_it_is_lets_the_facts_decide(tmp_path: Path) -> None:
    right = {**_FIRST, "paragraph": "Milk"}
    back = [{"condition": _FIRST, "reason": "bread was never asked for"}]
    end = host("FINISH", result="done", expect=[right], withdraw=back)
    summary, heard, _ = await _run(tmp_path, "Milk\n", end, done_when=[_FIRST])
    assert summary.outcome is VERIFIED, summary.reason
    assert len(heard) == 1 and "without 'Bread'" in heard[0]


async def test_a_careless_mind_takes_back_what_does_not_hold_and_is_not_verified(tmp_path: Path) -> None:
    back = [{"condition": _MILK, "reason": "never mind"}]
    end = host("FINISH", result="done", expect=[_BREAD], withdraw=back)
    summary, _, _ = await _run(tmp_path, "Bread\n", end, end, done_when=[_MILK])
    assert summary.outcome is UNVERIFIED


_TEXT = (
    '<d xmlns:office="o" xmlns:text="x"><office:body><office:text><text:p>Plan</text:p></office:text></office:body></d>'
)


def _page(orientation: str) -> str:
    return (
        '<d xmlns:office="o" xmlns:style="s"><office:automatic-styles><style:page-layout style:name="P">'
        f'<style:page-layout-properties style:print-orientation="{orientation}"/></style:page-layout>'
        '</office:automatic-styles><office:master-styles><style:master-page style:name="Standard" '
        'style:page-layout-name="P"/></office:master-styles></d>'
    )


@pytest.mark.parametrize(("orientation", "outcome"), [("landscape", VERIFIED), ("portrait", FAILED)])
async def test_a_word_that_a_format_shows_is_not_looked_for_in_the_text(
    tmp_path: Path, orientation: str, outcome: RunOutcome
) -> None:
    notes = tmp_path / "work" / "notes.odt"
    notes.parent.mkdir()
    stated = {"on": "document", "path": "notes.odt", "property": "page orientation", "value": "landscape"}

    def write(way: str) -> None:
        with zipfile.ZipFile(notes, "w") as file:
            file.writestr("content.xml", _TEXT)
            file.writestr("styles.xml", _page(way))

    def begins(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "do it", done_when=[stated])

    def works(turn: Turn) -> dict[str, Any]:
        write(orientation)
        return on("Send me the newsletter", "click_input")(turn)

    write("portrait")
    ends = [host("FINISH", expect=[stated], result="done")] * 2
    provider = ScriptedProvider([begins, works, *ends], reader=minds_conditions)
    async with stage(tmp_path, provider, model={"decide_locally": False}) as scene:
        summary = await scene.run("In notes.odt set the page to landscape, save.")
    assert summary.outcome is outcome, (summary.reason, summary.evidence)
