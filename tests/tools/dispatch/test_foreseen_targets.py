"""What a path leads to: what stands there already, what stands beside a text, and what is told where nothing does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import AppSpec, Widget, WindowSpec
from ufo.desktop.fake.spec import button, checkbox, text
from ufo.desktop.values import Application
from ufo.errors import StaleElement
from ufo.schema.command import Command, Effect
from ufo.schema.geometry import Rect
from ufo.tools.dispatch.foreseen_targets import resolve
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui


def _mail(key: str, sender: str) -> Widget:
    return Widget(key, "Group", key, children=(text(f"{key}-from", sender), button(f"{key}-fwd", "Forward")))


def _mails() -> AppSpec:
    pages = Widget("range", "Pane", "Range", children=(checkbox("all", "All pages"),))
    main = WindowSpec(
        "main", "Mails", (_mail("a", "Ada"), _mail("b", "Bo"), button("as", "Save As"), pages), Rect(60, 40, 500, 400)
    )
    return AppSpec(Application("mails", "Mails", ("mails",), "Mails", (), (), ("Office",)), (main,))


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    item.desktop.installed["mails"] = _mails()
    await item.open("mails")
    yield item
    await item.dispatcher.close()


def _click(path: str) -> Command:
    return Command(tool_name="click_input", parameters={"path": path})


async def test_a_text_before_the_control_names_the_surroundings_that_both_share(bench: Bench) -> None:
    for sender, key in (("Ada", "a"), ("Bo", "b")):
        resolved = await resolve(_click(f"{sender} > Forward"), bench.scope)
        assert bench.selection.controls[str(resolved.parameters["id"])].path[-1] == key


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("Save As > Forward", "nothing around it is called 'Save As'"),
        ("Ada > Reply", "'Reply' is not shown"),
    ],
)
async def test_the_part_that_finds_nothing_is_told_and_a_button_is_no_surroundings(
    bench: Bench, path: str, told: str
) -> None:
    with pytest.raises(StaleElement, match=told):
        await resolve(_click(path), bench.scope)


@pytest.mark.parametrize("path", [["Mails", "Range", "All pages"], ["Range", "All pages"], ["Mails", "All pages"]])
async def test_a_check_box_is_set_by_a_path_through_the_window_and_the_frame_that_it_stands_in(
    bench: Bench, path: list[str]
) -> None:
    done = await bench.run("set_checked", path=path, checked=True)
    assert done.effect is Effect.CONFIRMED, done


def _browser() -> AppSpec:
    bars = (Widget("bar", "Button", "Forward", enabled=False), button("reload", "Reload"))
    page = Widget("page", "Document", "Mail", children=(text("fwd", "Forward"), text("word", "Reload")))
    main = WindowSpec("main", "Mail", (*bars, page), Rect(60, 40, 500, 400))
    return AppSpec(Application("chromium", "Chromium", ("chromium",), "Web", (), (), ("WebBrowser",)), (main,))


@pytest.mark.parametrize("name", ["Forward", "Reload"])
async def test_a_text_of_the_page_comes_before_the_browsers_own_button_of_that_name(bench: Bench, name: str) -> None:
    bench.desktop.installed["chromium"] = _browser()
    await bench.open("chromium")
    resolved = await resolve(_click(name), bench.scope)
    assert bench.selection.controls[str(resolved.parameters["id"])].path[-1:] == ("Mail",)


async def test_of_two_of_a_name_the_enabled_one_is_taken(bench: Bench) -> None:
    off = Widget("off", "Button", "Go", enabled=False)
    main = WindowSpec("main", "Two", (off, button("on", "Go")), Rect(60, 40, 500, 400))
    bench.desktop.installed["two"] = AppSpec(Application("two", "Two", ("two",), "Two"), (main,))
    await bench.open("two")
    resolved = await resolve(_click("Go"), bench.scope)
    assert "disabled" not in bench.selection.controls[str(resolved.parameters["id"])].states


async def test_a_control_that_is_named_without_an_id_is_looked_for_when_its_turn_comes(bench: Bench) -> None:
    check = Command(tool_name="set_checked", parameters={"name": "All pages", "checked": True})
    press = Command(tool_name="click_input", parameters={"id": "", "name": "Save As"})
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(ask=()), bench.scope))
    results = await guarded.execute_commands([check, press])
    assert [result.effect for result in results][:1] == [Effect.CONFIRMED]
    assert results[1].ok, results[1].error
    absent = Command(tool_name="click_input", parameters={"name": "Reply"})
    (refused,) = await guarded.execute_commands([absent])
    assert refused.effect is Effect.REFUSED and "'Reply' is not shown" in str(refused.error)
    several = Command(tool_name="click_input", parameters={"name": "Forward"})
    (refused,) = await guarded.execute_commands([several])
    assert refused.effect is Effect.REFUSED and "Forward" in str(refused.error)
