"""Verbs ask exactly where a click on what they press would ask, and where nobody has seen it yet they do not press it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.known_tools import tool_of
from tests.tools.bench import Bench
from tests.tools.verbs.workshop import workshop
from ufo.config.settings import PolicySettings
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.tools.policy.policy import Policy, Verdict
from ufo.tools.servers.app_ui import app_ui


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    item.desktop.installed["workshop"] = workshop()
    await item.open("workshop")
    yield item
    await item.dispatcher.close()


async def _verdict(bench: Bench, tool_name: str, **parameters: object) -> Verdict:
    policy = Policy(PolicySettings(), bench.scope)
    return await policy.verdict(Command(tool_name=tool_name, parameters=parameters), tool_of(tool_name))


@pytest.mark.parametrize(
    ("tool", "parameters", "expected"),
    [
        ("visit", {"path": ["File", "Delete Everything"]}, ActionClass.DELETE),
        ("visit", {"path": ["Message", "Send"]}, ActionClass.SEND),
        ("visit", {"path": ["Delete Everything", "New"], "press": False}, ActionClass.DELETE),
        ("set_checked", {"path": ["Account", "Publish"], "checked": True}, ActionClass.SEND),
        ("select", {"id": "country", "items": ["Delete all"]}, ActionClass.DELETE),
        ("set_value", {"id": "country", "value": "Delete all"}, ActionClass.DELETE),
        ("fill", {"fields": [{"name": "City", "value": "x"}, {"name": "Country", "value": "Delete all"}]}, ActionClass.DELETE),
    ],
)  # fmt: skip
async def test_a_verb_that_presses_something_risky_asks(
    bench: Bench, tool: str, parameters: dict[str, object], expected: ActionClass
) -> None:
    parameters = {key: bench.id_of("Country") if value == "country" else value for key, value in parameters.items()}
    verdict = await _verdict(bench, tool, **parameters)
    assert (verdict.decision, verdict.action_class) == ("ask", expected)
    assert "Delete" in verdict.question or "Send" in verdict.question or "Publish" in verdict.question


@pytest.mark.parametrize("path", ["/etc/passwd", "../../../../../../../etc/passwd", "~/.ssh/id_rsa"])
async def test_a_file_from_elsewhere_is_not_given_to_a_page_unasked(bench: Bench, path: str) -> None:
    verdict = await _verdict(bench, "fill", fields=[{"name": "Photo", "value": path}])
    assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.SYSTEM)
    assert "Give away the file" in verdict.question and Path(path).name in verdict.question


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("visit", {"path": ["Format", "Align", "Left"]}),
        ("visit", {"path": ["File", "Delete Everything"], "press": False}),
        ("set_checked", {"path": ["Format", "Wrap"]}),
        ("select", {"id": "Country", "items": ["Belgium"]}),
        ("fill", {"fields": [{"name": "City", "value": "delete and send everything"}, {"name": "Gift wrap", "value": True}]}),
        ("set_value", {"id": "City", "value": "send"}),
        ("scroll_to", {"id": "Towns", "edge": "end"}),
        ("read", {"id": "Country"}),
        ("expand", {"id": "Country"}),
    ],
)  # fmt: skip
async def test_ordinary_ends_are_not_asked_about(bench: Bench, tool: str, parameters: dict[str, object]) -> None:
    if "id" in parameters:
        parameters = {**parameters, "id": bench.id_of(str(parameters["id"]))}
    assert (await _verdict(bench, tool, **parameters)).decision == "allow"


async def test_what_was_typed_into_one_field_agrees_to_nothing_in_another(bench: Bench) -> None:
    assert bench.app is not None
    bench.app.set_items("country", ("Austria", "Belgium", "Remove me"))
    bench.app.widget("gift").name = "Remove my account"
    await bench.look()
    gift = bench.id_of("Remove my account")
    result = await bench.run("fill", fields=[{"name": "City", "value": "remove"}, {"id": gift, "value": True}])
    verdict = await _verdict(bench, "fill", fields=[{"name": "City", "value": "remove"}, {"id": gift, "value": True}])
    clicked = await _verdict(bench, "click_input", id=gift, name="Remove my account")
    assert verdict.decision == clicked.decision
    assert result.ok


async def test_a_saved_file_outside_is_asked_about_however_its_name_is_written(bench: Bench) -> None:
    notes = bench.desktop.start("notes")
    notes.open("save-dialog")
    main = next(window for window in await bench.desktop.windows() if window.app_root == "notes" and not window.parent)
    bench.selection.window = main
    await bench.look()
    name = bench.id_of("Name", "Edit")
    by_text = await _verdict(bench, "set_edit_text", id=name, name="Name", text="/etc/hosts")
    assert by_text.decision == "ask"
    assert await _verdict(bench, "set_value", id=name, value="/etc/hosts") == by_text
    assert await _verdict(bench, "fill", fields=[{"id": name, "value": "/etc/hosts"}]) == by_text
