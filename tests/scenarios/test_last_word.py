"""How a run ends that a model works: what it stated decides, what was read out of words does not, and it is asked once."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on, target_id
from tests.scenarios.stage import Stage, assign, host, stage
from ufo.llm.provider import Turn
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
    async with stage(tmp_path, script, model={"decide_locally": False}) as scene:
        summary = await scene.run(request)
        return summary, heard, scene


async def test_what_the_words_seem_to_ask_for_fails_no_run_and_is_asked_about_once(tmp_path: Path) -> None:
    end = host("FINISH", expect=[_BREAD], result="done")
    summary, heard, _ = await _run(tmp_path, "Bread\n", end, end)
    assert summary.outcome is UNVERIFIED
    assert "list.txt does not contain 'Milk'" in summary.reason
    assert len(heard) == 2
    assert "- list.txt does not contain 'Milk'" in heard[1]


async def test_a_condition_that_was_stated_and_does_not_hold_fails_the_run(tmp_path: Path) -> None:
    end = host("FINISH", result="done")
    summary, heard, _ = await _run(tmp_path, "Milk\n", end, end, done_when=[_BREAD])
    assert summary.outcome is FAILED
    assert "withdraw" in heard[1] and len(heard) == 2


async def test_a_finish_that_brings_nothing_new_is_taken_and_one_that_does_is_weighed_again(tmp_path: Path) -> None:
    end, other = host("FINISH", result="done"), host("FINISH", result="done", expect=[_MILK])
    summary, heard, _ = await _run(tmp_path, "Milk\n", end, other, other, done_when=[_BREAD])
    assert summary.outcome is FAILED
    assert [bool(one) for one in heard] == [False, True, True]


async def test_what_was_taken_back_because_it_did_not_hold_keeps_the_run_from_verified(tmp_path: Path) -> None:
    back = [{"condition": _BREAD, "reason": "it says milk"}]
    end = host("FINISH", result="done", expect=[_MILK], withdraw=back)
    summary, _, scene = await _run(tmp_path, "Milk\n", host("FINISH"), end, done_when=[_BREAD])
    assert summary.outcome is UNVERIFIED
    assert "taken back: it says milk" in summary.reason
    kept = [one for one in summary.evidence if one.withdrawn]
    assert [one.withdrawn for one in kept] == ["it says milk"]
    stated = [one for one in scene.heard.events if isinstance(one, EndStated)]
    assert [one.withdrawn for event in stated for one in event.withdrawn] == ["it says milk"]


async def test_a_condition_that_is_stated_anew_and_holds_replaces_the_earlier_one(tmp_path: Path) -> None:
    right = {**_FIRST, "paragraph": "Milk"}
    end = host("FINISH", result="done", expect=[right])
    summary, heard, _ = await _run(tmp_path, "Milk\n", host("FINISH"), end, done_when=[_FIRST])
    assert summary.outcome is VERIFIED, summary.reason
    assert len(heard) == 2


async def test_a_careless_mind_takes_back_what_does_not_hold_and_is_not_verified(tmp_path: Path) -> None:
    back = [{"condition": _MILK, "reason": "never mind"}]
    end = host("FINISH", result="done", expect=[_BREAD], withdraw=back)
    summary, _, _ = await _run(tmp_path, "Bread\n", host("FINISH"), end, end, done_when=[_MILK])
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
        return assign(target_id(turn, "Registration"), "do it")

    def works(turn: Turn) -> dict[str, Any]:
        write(orientation)
        return on("Send me the newsletter", "click_input")(turn)

    write("portrait")
    ends = [host("FINISH", expect=[stated], result="done")] * 2
    async with stage(tmp_path, [begins, works, *ends], model={"decide_locally": False}) as scene:
        summary = await scene.run("In notes.odt set the page to landscape, save.")
    assert summary.outcome is outcome, (summary.reason, summary.evidence)
