"""Between the actions of one turn: what was foreseen goes on, any surprise skips the rest and says why."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.tools.bench import Bench
from tests.tools.policy.consent.judging import asks, opens_page
from tests.tools.policy.consent.readers import agrees
from tests.tools.policy.test_policy import Judge
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import RunningApp, faults
from ufo.desktop.fake.spec import AppSpec, Handler, Widget, WindowSpec, button, checkbox, edit, menu, menu_item, text
from ufo.desktop.values import Application
from ufo.schema.command import Command, Effect, ResultStatus
from ufo.schema.geometry import Rect
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui

NEWS = "Send me the newsletter"
OK, SKIPPED, FAILED = ResultStatus.SUCCESS, ResultStatus.SKIPPED, ResultStatus.FAILURE


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    yield item
    await item.dispatcher.close()


@pytest.fixture
def guarded(bench: Bench) -> GuardedDispatcher:
    settings = PolicySettings(ask=("delete", "overwrite"))
    return GuardedDispatcher(bench.dispatcher, Policy(settings, bench.scope))


def click(bench: Bench, name: str, role: str | None = None) -> Command:
    return Command(tool_name="click_input", parameters={"id": bench.id_of(name, role), "name": name})


def by_path(path: str, tool: str = "click_input", **parameters: object) -> Command:
    return Command(tool_name=tool, parameters={"path": path, **parameters})


@requirement("batch:foreseen")
async def test_a_menu_and_the_dialog_that_it_opens_are_crossed_in_one_turn(
    bench: Bench, guarded: GuardedDispatcher, tmp_path: Path
) -> None:
    app = await bench.open("notes")
    app.set_value("text", "hello")
    await bench.look()
    target = tmp_path / "out.txt"
    results = await guarded.execute_commands(
        [
            click(bench, "File"),
            by_path("File > Save As…"),
            by_path("Save As > Name", "set_edit_text", text=str(target), clear_current_text=True),
            by_path(" save as > SAVE "),
        ]
    )
    assert [result.status for result in results] == [OK] * 4, results
    assert target.read_text(encoding="utf-8") == "hello"


def _save_dialog(*widgets: Widget, title: str = "Save") -> AppSpec:
    """Return an editor whose "Save As…" opens this dialog."""

    def opens(running: RunningApp) -> None:
        running.open("save-dialog")

    dialog = WindowSpec("save-dialog", title, widgets, Rect(180, 200, 420, 180), modal=True)
    main = WindowSpec(
        "main",
        "Writer",
        (
            menu("file", "File", menu_item("save-as", "Save As…", opens)),
            edit("name", "Name"),
        ),
    )
    return AppSpec(Application("writer", "Writer", ("writer",)), (main, dialog))


@pytest.mark.parametrize(
    "widgets",
    [
        (edit("field", "Name"), button("ok", "Save")),
        (text("label", "Name:"), edit("field", ""), button("ok", "Save")),
        (edit("field", ""), button("ok", "Save")),
        (button("other", "Name"), edit("field", "Name"), button("ok", "Save")),
    ],
    ids=["named", "labelled beside", "alone", "one of two takes text"],
)
async def test_a_field_of_a_dialog_that_the_turn_opened_is_typed_into_whatever_its_title(
    bench: Bench, guarded: GuardedDispatcher, widgets: tuple[Widget, ...]
) -> None:
    bench.desktop.installed["writer"] = _save_dialog(*widgets)
    app = await bench.open("writer")
    results = await guarded.execute_commands(
        [
            click(bench, "File"),
            by_path("File > Save As…"),
            by_path("File > Save As > Name", "set_edit_text", text="a.txt", clear_current_text=True),
        ]
    )
    assert [result.status for result in results] == [OK] * 3, results
    assert app.value("field") == "a.txt"


async def test_a_field_of_another_dialog_is_not_typed_into(bench: Bench, guarded: GuardedDispatcher) -> None:
    bench.desktop.installed["writer"] = _save_dialog(edit("field", "Password"), edit("second", ""), title="Unlock")
    app = await bench.open("writer")
    (_, _, typed) = await guarded.execute_commands(
        [
            click(bench, "File"),
            by_path("File > Save As…"),
            by_path("Open > Password", "set_edit_text", text="a.txt", clear_current_text=True),
        ]
    )
    assert typed.status is SKIPPED and "the dialog 'Unlock' opened" in str(typed.error)
    assert app.value("field") == ""


@pytest.mark.parametrize(("role", "status"), [("Button", OK), ("CheckBox", SKIPPED)])
async def test_a_field_that_a_button_empties_stops_nothing(
    bench: Bench, guarded: GuardedDispatcher, role: str, status: ResultStatus
) -> None:
    def empty(app: RunningApp) -> None:
        app.set_value("search", "")

    go = Widget("go", role, "Go", checked=None if role == "Button" else False, on_press=empty, on_change=empty)
    main = WindowSpec("main", "Shop", (edit("search", "Search"), go, checkbox("new", "New only")))
    bench.desktop.installed["shop"] = AppSpec(Application("shop", "Shop", ("shop",)), (main,))
    await bench.open("shop")
    search = bench.id_of("Search")
    results = await guarded.execute_commands(
        [
            Command(tool_name="set_edit_text", parameters={"id": search, "name": "Search", "text": "kiwi"}),
            click(bench, "Go"),
            click(bench, "New only"),
        ]
    )
    assert results[2].status is status, results


@requirement("batch:guard")
async def test_a_dialog_that_nobody_foresaw_skips_the_rest(bench: Bench, guarded: GuardedDispatcher) -> None:
    app = await bench.open("form")
    app.set_value("name", "Ada")
    app.set_enabled("submit", True)
    await bench.look()
    sent, ticked = await guarded.execute_commands([click(bench, "Submit"), click(bench, NEWS)])
    assert (sent.status, ticked.status) == (OK, SKIPPED)
    assert ticked.error == "not run, because the dialog 'Thank you' opened; look again"
    assert not app.checked("newsletter")


async def test_a_path_that_leads_nowhere_is_refused_with_what_is_shown(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    await bench.open("form")
    missing, rest = await guarded.execute_commands([by_path("Thank you > Fine"), click(bench, NEWS)])
    assert (missing.status, missing.effect, rest.status) == (FAILED, Effect.REFUSED, SKIPPED)
    assert "no control answers to 'Thank you > Fine'" in str(missing.error) and "'Submit'" in str(missing.error)
    (empty,) = await guarded.execute_commands([by_path(" > ")])
    assert "`path` is empty" in str(empty.error)


async def test_a_path_that_several_answer_to_is_refused(bench: Bench, guarded: GuardedDispatcher) -> None:
    app = await bench.open("form")
    app.set_name("submit", NEWS)
    await bench.look()
    (result,) = await guarded.execute_commands([by_path(NEWS)])
    assert result.effect is Effect.REFUSED and "2 controls answer to" in str(result.error)
    assert not app.checked("newsletter")


async def test_what_a_path_leads_to_is_judged_when_it_is_there(bench: Bench, guarded: GuardedDispatcher) -> None:
    app = await bench.open("form")
    app.set_name("submit", "Delete everything")
    app.set_enabled("submit", True)
    await bench.look()
    command = by_path("Delete everything")
    (verdict,) = await guarded.review([command])
    assert verdict.needs_consent
    (result,) = await guarded.execute_commands([command])
    assert result.effect is Effect.REFUSED and "consent" in str(result.error)
    assert app.window("thanks") is None


async def test_after_an_action_that_seems_to_have_done_nothing_the_rest_is_skipped(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    app = await bench.open("form")
    bench.desktop.inject(faults.swallow())
    first, second = await guarded.execute_commands([click(bench, NEWS), click(bench, "Amber")])
    assert (first.effect, second.status) == (Effect.SUSPECTED_NOOP, SKIPPED)
    assert "'click_input' before it seems to have done nothing" in str(second.error)
    assert not app.widget("colours/0").selected


async def test_a_value_that_changes_back_is_withdrawn_and_skips_the_rest(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    app = await bench.open("form")

    def untick() -> None:
        app.widget("newsletter").checked = False

    bench.desktop.inject(faults.Fault("after_look", lambda world: untick(), skip=3))
    results = await guarded.execute_commands([click(bench, NEWS), click(bench, "Amber")])
    assert results[0].effect is Effect.SUSPECTED_NOOP, results
    assert results[0].evidence[0] == f"CheckBox {NEWS!r} changed back and is unchecked again"
    assert results[1].status is SKIPPED and "changed back" in str(results[1].error)


@pytest.mark.parametrize(("acts_between", "is_told"), [(False, True), (True, False)])
async def test_a_tool_that_is_released_by_the_next_action_did_not_change_back(
    bench: Bench, guarded: GuardedDispatcher, acts_between: bool, is_told: bool
) -> None:
    app = await bench.open("form")
    await guarded.execute_commands([click(bench, "Amber")])
    assert app.widget("colours/0").selected
    if acts_between:
        await guarded.execute_commands([click(bench, NEWS)])
    app.widget("colours/0").selected = False
    await bench.look()
    done = await guarded.execute_commands([click(bench, "Name", "Edit"), click(bench, "Submit")])
    assert any("changed back" in str(result.error) for result in done) is is_told, done


async def test_what_must_last_is_looked_at_once_more_at_the_end(bench: Bench, guarded: GuardedDispatcher) -> None:
    app = await bench.open("form")
    (written,) = results = await guarded.execute_commands(
        [Command(tool_name="set_edit_text", parameters={"id": bench.id_of("Name"), "name": "Name", "text": "Ada"})]
    )
    assert written.effect is Effect.CONFIRMED
    assert await guarded.hold(results, 0) == list(results)
    app.set_value("name", "")
    (held,) = await guarded.hold(results, 0)
    assert held.effect is Effect.SUSPECTED_NOOP and held.evidence[0] == "Edit 'Name' changed back to ''"
    assert await guarded.hold([held], 0) == [held]


async def test_what_changed_back_while_the_model_thought_is_said_before_its_next_action(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    app = await bench.open("form")
    await guarded.execute_commands([click(bench, NEWS)])
    app.widget("newsletter").checked = False
    (refused,) = await guarded.execute_commands([click(bench, "Amber")])
    assert refused.effect is Effect.REFUSED and "since the look CheckBox" in str(refused.error)
    (again,) = await guarded.execute_commands([click(bench, "Amber")])
    assert again.status is OK


@requirement("batch:guard")
async def test_another_application_that_takes_the_focus_skips_the_rest(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    app = await bench.open("form")
    thief = faults.Fault("after_act", lambda world: _start(bench))
    bench.desktop.inject(thief)
    first, second = await guarded.execute_commands([click(bench, NEWS), click(bench, "Amber")])
    assert (first.status, second.status) == (OK, SKIPPED)
    assert "took the focus" in str(second.error)
    assert not app.widget("colours/0").selected


def _start(bench: Bench) -> None:
    bench.desktop.start("notes")


async def test_what_was_set_and_then_made_anew_without_it_is_withdrawn_unless_a_later_action_may_have_been_for_that(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    for with_another in (False, True):
        app = await bench.open("form")
        commands = [click(bench, NEWS), *([click(bench, "Amber")] if with_another else [])]
        results = await guarded.execute_commands(commands)
        assert results[0].effect is Effect.CONFIRMED, results
        app.widget("newsletter").checked = False
        faults.look_alike("newsletter").change(bench.desktop.world)  # type: ignore[misc]  # this one has a change
        held = await guarded.hold(results, 0)
        assert (held[0].effect is Effect.SUSPECTED_NOOP) is not with_another, held


async def test_a_row_that_was_selected_is_withdrawn_where_its_words_are_those_of_another_one_by_now(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    app = await bench.open("form")
    results = await guarded.execute_commands([click(bench, "Amber")])
    assert results[0].effect is Effect.CONFIRMED, results
    first, second = (app.widget(f"colours/{place}").name for place in (0, 1))
    app.set_name("colours/0", second)
    app.set_name("colours/1", first)
    (held,) = await guarded.hold(results, 0)
    assert held.effect is Effect.SUSPECTED_NOOP, held


def _people() -> AppSpec:
    """Return a master and its detail: the field shows what is noted of the row that is chosen."""
    notes = {"people/0": "", "people/1": ""}
    shown: list[str] = ["people/0"]

    def swap(app: RunningApp) -> None:
        notes[shown.pop()] = app.value("note") or ""
        shown.append(next(row for row in notes if app.widget(row).selected))
        app.set_value("note", notes[shown[0]])

    people = Widget("people", "List", "People", items=("Ada", "Bob"), on_change=swap)
    widgets = (people, edit("note", "Note"), checkbox("vip", "VIP"))
    return AppSpec(Application("people", "People", ("people",)), (WindowSpec("main", "People", widgets),))


async def test_the_field_of_a_row_that_shows_the_next_row_did_not_change_back(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    bench.desktop.installed["people"] = _people()
    app = await bench.open("people")
    note = {"id": bench.id_of("Note"), "name": "Note"}
    results = await guarded.execute_commands(
        [
            Command(tool_name="set_edit_text", parameters={**note, "text": "call"}),
            click(bench, "Bob"),
            Command(tool_name="set_edit_text", parameters={**note, "text": "write"}),
        ]
    )
    assert [result.status for result in results] == [OK] * 3, results
    assert app.value("note") == "write"


def _opens(key: str) -> Handler:
    def opens(app: RunningApp) -> None:
        app.open(key)

    return opens


def _asks(*widgets: Widget, main: tuple[Widget, ...] = ()) -> AppSpec:
    """Return a window whose button "Add" opens a dialog that it does not announce."""
    dialog = WindowSpec("dialog", "New entry", widgets, Rect(180, 200, 420, 180), modal=True)
    add = button("add", "Add", _opens("dialog"))
    return AppSpec(Application("book", "Book", ("book",)), (WindowSpec("main", "Book", (add, *main)), dialog))


@pytest.mark.parametrize(("main", "status"), [((), OK), ((edit("title", "Title"),), SKIPPED)])
async def test_the_one_dialog_that_the_turn_opened_holds_what_a_name_alone_means_unless_the_window_held_it(
    bench: Bench, guarded: GuardedDispatcher, main: tuple[Widget, ...], status: ResultStatus
) -> None:
    bench.desktop.installed["book"] = _asks(edit("field", "Title"), button("ok", "OK"), main=main)
    app = await bench.open("book")
    results = await guarded.execute_commands(
        [
            click(bench, "Add"),
            Command(tool_name="set_edit_text", parameters={"name": "Title", "text": "Emma"}),
            Command(tool_name="click_input", parameters={"name": "OK"}),
        ]
    )
    assert [result.status for result in results] == [OK, status, status], results
    assert app.value("field") == ("Emma" if status is OK else "")


async def test_a_window_of_its_own_that_the_turn_opened_is_worked_in_by_name_and_left_as_it_closes(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    done = button("done", "Done", lambda app: app.close("write"))
    fields = (edit("words", "Message"), done)
    write = WindowSpec("write", "Write: Re: Lunch", fields, Rect(300, 200, 420, 300), is_main=True)
    main = WindowSpec("main", "Inbox", (button("answer", "Answer", _opens("write")),))
    bench.desktop.installed["post"] = AppSpec(Application("post", "Post", ("post",)), (main, write))
    app = await bench.open("post")
    first, second = await guarded.execute_commands(
        [
            click(bench, "Answer"),
            Command(tool_name="set_edit_text", parameters={"name": "Message", "text": "At noon"}),
        ]
    )
    assert (first.status, second.status) == (OK, OK), second
    assert app.value("words") == "At noon" and bench.selection.require_window().title == "Write: Re: Lunch"
    (closed,) = await guarded.execute_commands([Command(tool_name="click_input", parameters={"name": "Done"})])
    await bench.look()
    assert closed.status is OK and bench.selection.require_window().title == "Inbox"


@pytest.mark.parametrize(
    "later", [by_path("Delete all"), Command(tool_name="visit", parameters={"path": ["Delete all"]})]
)
async def test_what_an_action_of_the_turn_opens_is_judged_once_it_is_there(
    bench: Bench, guarded: GuardedDispatcher, later: Command
) -> None:
    bench.desktop.installed["book"] = _asks(button("all", "Delete all", lambda app: app.close("dialog")))
    await bench.open("book")
    turn = [click(bench, "Add"), later]
    assert not any(verdict.needs_consent for verdict in await guarded.review(turn))
    done, asked = await guarded.execute_commands(turn)
    assert (done.status, asked.effect) == (OK, Effect.REFUSED) and "consent" in str(asked.error)
    await bench.look()
    (again,) = await guarded.review([later])
    assert again.needs_consent


async def test_what_the_request_orders_is_done_in_the_turn_that_opens_its_page(bench: Bench, tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.bench, judge.policy = bench, Policy(PolicySettings(), bench.scope)
    for name in ("hall/index.html", "hall/order.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("<p>page</p>")
    asks(judge, "Start at index.html in the folder hall and press Send on the order page", agrees)
    await judge.policy.mandate.look_around(judge.bench.desktop)

    def follow(app: RunningApp) -> None:
        app.set_value("bar", f"file://{(tmp_path / 'hall/order.html').resolve()}")
        app.set_visible("send", True)

    send = replace(button("send", "Send", lambda app: app.set_name("send", "Sent")), visible=False)
    await opens_page(judge, f"file://{(tmp_path / 'hall/index.html').resolve()}", button("go", "Order", follow), send)
    guarded = GuardedDispatcher(bench.dispatcher, judge.policy)
    turn = [click(bench, "Order"), Command(tool_name="visit", parameters={"path": ["Send"]})]
    assert not any(verdict.needs_consent for verdict in await guarded.review(turn))
    results = await guarded.execute_commands(turn)
    assert [result.status for result in results] == [OK, OK], results
    assert bench.app is not None and bench.app.widget("send").name == "Sent"
