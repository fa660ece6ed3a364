"""A press of "Reply" is asked about where an answer may be sent with it, and not where it only opens the form for one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.desktop.fake.spec import button, edit, text
from ufo.schema.action_class import ActionClass

_MAIL = (text("from", "Gerta"), text("body", "Can you come?"))


@pytest.mark.parametrize("name", ["Reply", "Reply all"])
async def test_a_reply_that_has_nothing_to_send_is_not_asked_about(tmp_path: Path, name: str) -> None:
    judge = Judge(tmp_path)
    await judge.show(*_MAIL, edit("find", "Search"), button("one", name), title="Inbox")
    verdict = await judge.of_control(name)
    assert (verdict.decision, verdict.action_class) == ("allow", ActionClass.EDIT)
    coming = await judge.of("click_input", id="path:Reply", name=name)
    assert coming.decision == "allow"


@pytest.mark.parametrize("name", ["Reply", "Reply all"])
async def test_a_reply_beside_a_text_that_it_may_send_is_asked_about(tmp_path: Path, name: str) -> None:
    judge = Judge(tmp_path)
    await judge.show(*_MAIL, replace(edit("answer", "Answer"), value="Yes"), button("one", name), title="Forum")
    verdict = await judge.of_control(name)
    assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.SEND)


@pytest.mark.parametrize("name", ["Reply and send", "Send reply", "Post"])
async def test_what_says_that_it_sends_is_asked_about_all_the_same(tmp_path: Path, name: str) -> None:
    judge = Judge(tmp_path)
    await judge.show(*_MAIL, button("one", name), title="Inbox")
    assert (await judge.of_control(name)).decision == "ask"
