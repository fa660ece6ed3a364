"""Runs that type what looks like a path, and that state conditions after the work."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.scenarios.controls import on, target_id
from tests.scenarios.readers import shows_nothing
from tests.scenarios.stage import assign, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.outcome import RunOutcome


def _begins(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "Registration"), "do it")


async def test_what_is_typed_into_a_field_is_no_folder_to_look_through(tmp_path: Path) -> None:
    script: list[Any] = [
        _begins,
        on("Name", "set_edit_text", "CONTINUE", text="/"),
        on("Name", "set_edit_text", "CONTINUE", text="/proc/"),
        on("Name", "set_edit_text", "FINISH", text="/5"),
        host("FINISH", result="done"),
    ]
    async with stage(tmp_path, ScriptedProvider(script), model={"decide_locally": False}) as scene:
        begun = time.monotonic()
        await scene.run('Type "/5" into the name')
        facts = scene.session.host.facts
        assert time.monotonic() - begun < 20
    assert facts.facts
    assert not any(fact.place.startswith(("/proc", "/tmp/.X", "/5")) for fact in facts.facts)
    assert not any("holds more than" in said for said in facts.left_out)
    assert len(facts.facts) < 40


def _late(work: Path, *conditions: dict[str, Any]) -> list[Any]:
    """A mind that writes a file while it ticks a box, and states only at its end what must hold, and then ends again."""

    def works(turn: Turn) -> dict[str, Any]:
        (work / "list.txt").write_text("Bread\nMilk\n", encoding="utf-8")
        return on("Send me the newsletter", "click_input")(turn)

    states = host("FINISH", result="done", done_when=list(conditions))
    return [_begins, works, states, states]


async def test_a_condition_that_is_first_stated_after_the_work_is_news_where_the_work_made_it_so(
    tmp_path: Path,
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "list.txt").write_text("Bread\n", encoding="utf-8")
    milk, bread = (
        {"on": "document", "path": "list.txt", "paragraph": word, "nth": n} for word, n in (("Milk", 2), ("Bread", 1))
    )
    never = {"on": "file", "path": "old.txt", "exists": False}
    ticked = {"on": "element", "name": "Send me the newsletter", "role": "CheckBox", "state": "checked"}
    shown = {"on": "element", "name": "Email", "role": "Edit", "state": "enabled"}
    script = _late(work, milk, bread, never, ticked, shown)
    provider = ScriptedProvider(script, reader=shows_nothing)
    async with stage(tmp_path, provider, model={"decide_locally": False}) as scene:
        summary = await scene.run('Put "Milk" below "Bread" in list.txt')
        facts = scene.session.host.facts.facts
    assert summary.outcome is not RunOutcome.FAILED
    news = {fact.line: fact.news for fact in facts}
    assert [fresh for line, fresh in news.items() if "paragraph 2 contains 'Milk'" in line] == [True]
    assert [fresh for line, fresh in news.items() if "paragraph 1 contains 'Bread'" in line] == [False]
    assert [fresh for line, fresh in news.items() if "old.txt is not there" in line] == [False]
    assert [fresh for line, fresh in news.items() if line.startswith("CheckBox 'Send me the newsletter'")] == [True]
    assert [fresh for line, fresh in news.items() if "'Email'" in line] == [False]


async def test_a_condition_that_held_before_anything_was_done_is_no_news(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "list.txt").write_text("Bread\n", encoding="utf-8")
    bread = {"on": "document", "path": "list.txt", "paragraph": "Bread", "nth": 1}

    def begins(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "do it", done_when=[bread])

    script = [begins, *_late(work)[1:]]
    provider = ScriptedProvider(script, reader=shows_nothing)
    async with stage(tmp_path, provider, model={"decide_locally": False}) as scene:
        await scene.run('Put "Milk" below "Bread" in list.txt')
        facts = scene.session.host.facts.facts
    assert [fact.news for fact in facts if "paragraph 1 contains 'Bread'" in fact.line] == [False]
