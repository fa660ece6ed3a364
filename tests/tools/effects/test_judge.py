"""What confirms an action and what is only told of it: the end that the action names, and all that happens besides."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.tools.bench import Bench
from ufo.desktop.fake import AppSpec, RunningApp, Widget, WindowSpec
from ufo.desktop.fake.spec import button, text
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Application, Window
from ufo.schema.command import Effect
from ufo.schema.geometry import Rect
from ufo.tools.effects.compare import Comparison, Observation, compare
from ufo.tools.effects.judge import judge_keys, judge_press
from ufo.tools.servers.app_ui import app_ui

_PLACE = Rect(0, 0, 10, 10)


def _control(role: str, name: str = "It", *states: str) -> Element:
    return Element(Handle(1, "1", role, name), role, name, _PLACE, frozenset(states))


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    main = WindowSpec(
        "main",
        "Workshop",
        (
            button("save", "Save", lambda app: app.set_name("save", "Saved ✓")),
            button("apply", "Apply", lambda app: app.set_name("said", "Everything was applied")),
            button("slow", "Slow", lambda app: app.later(_say)),
            button("find", "Find…", _opens("find")),
            button("more", "More…", _opens("notice")),
            button("sort", "Condition...", _opens("sorting")),
            button("dead", "Dead"),
            Widget("small", "RadioButton", "Small", checked=True),
            Widget("slowly", "Edit", "Slowly", "", editable=True, on_change=_takes_its_time),
            text("said", "Nothing yet"),
        ),
    )
    find = WindowSpec("find", "Find in text", (button("close", "Close"),))
    notice = WindowSpec("notice", "An update is there", (button("no", "No"),))
    ends = (
        button("ok", "OK", lambda app: app.close("sorting")),
        button("drop", "Drop", lambda app: app.close("sorting")),
    )
    sorting = WindowSpec("sorting", "Conditional rows", ends, modal=True)
    item.desktop.installed["shop"] = AppSpec(Application("shop", "Shop", ("shop",)), (main, find, notice, sorting))
    await item.open("shop")
    yield item
    await item.dispatcher.close()


def _opens(key: str) -> Callable[[RunningApp], None]:
    def opens(app: RunningApp) -> None:
        app.open(key)

    return opens


def _takes_its_time(app: RunningApp) -> None:
    """Show what was typed three characters at a time, each time that somebody waits."""
    app.notes["typed"] = app.notes.get("typed", "") + app.value("slowly")[-1]
    app.set_value("slowly", app.notes.get("shown", ""))
    if len(app.notes["typed"]) == 1:
        app.later(_shows_more)


def _shows_more(app: RunningApp) -> None:
    app.notes["shown"] = app.notes["typed"][: len(app.notes.get("shown", "")) + 3]
    app.set_value("slowly", app.notes["shown"])
    if app.notes["shown"] != app.notes["typed"]:
        app.later(_shows_more)


def _say(app: RunningApp) -> None:
    app.set_name("said", "Done at last")


@pytest.mark.parametrize(
    ("name", "effect", "evidence"),
    [
        ("Save", Effect.PARTIAL, "Button 'Save' is named 'Saved ✓' now"),
        ("Apply", Effect.PARTIAL, "Text 'Nothing yet' is named 'Everything was applied' now"),
        ("Slow", Effect.PARTIAL, "Text 'Nothing yet' is named 'Done at last' now"),
        ("Find…", Effect.CONFIRMED, "dialog 'Find in text' opened"),
        ("More…", Effect.PARTIAL, "dialog 'An update is there' opened"),
        ("Dead", Effect.SUSPECTED_NOOP, "nothing"),
        ("Small", Effect.UNVERIFIABLE, "RadioButton 'Small' was checked already; nothing else changed"),
    ],
)
@requirement("effect:evidence")
async def test_a_press_is_confirmed_only_by_what_it_is_for(
    bench: Bench, name: str, effect: Effect, evidence: str
) -> None:
    result = await bench.on("click_input", name)
    assert result.effect is effect, result
    assert any(evidence in said for said in result.evidence)


@requirement("effect:evidence")
def test_a_control_that_is_only_gone_is_the_weak_evidence_and_is_named() -> None:
    judged = judge_press(Comparison(target_gone=True), _control("Button"), readable=True)
    said = "Button 'It' is not shown any more; nothing else changed"
    assert (judged.effect, judged.evidence) == (Effect.PARTIAL, (said,))


def test_a_picture_alone_confirms_nothing() -> None:
    judged = judge_press(Comparison(picture=True), _control("Button"), readable=True)
    assert judged.effect is Effect.PARTIAL


@pytest.mark.parametrize(("gained", "effect"), [({"checked"}, Effect.CONFIRMED), (set(), Effect.SUSPECTED_NOOP)])
def test_a_check_box_is_confirmed_by_its_own_state(gained: set[str], effect: Effect) -> None:
    judged = judge_press(Comparison(ends=frozenset(gained)), _control("CheckBox"), readable=True)
    assert judged.effect is effect


@pytest.mark.parametrize(
    ("then", "now", "effect"),
    [
        ("Second", "Third", Effect.PARTIAL),
        ("Row 1", "Row 2", Effect.PARTIAL),
        ("Inbox (3)", "Inbox (2)", Effect.CONFIRMED),
    ],
)
def test_a_row_that_says_something_else_now_is_not_confirmed_as_the_one_that_was_meant(
    then: str, now: str, effect: Effect
) -> None:
    row, window = _control("ListItem", then), Window("1", "Rows", _PLACE, 1, "rows", "rows")
    looks = [Snapshot(1, "1", _PLACE, (element,)) for element in (row, _control("ListItem", now, "selected"))]
    change = compare(Observation((), looks[0]), Observation((), looks[1]), window, row, frozenset())
    assert judge_press(change, row, readable=True).effect is effect


def test_a_double_click_is_not_confirmed_by_the_selection_that_the_first_click_made() -> None:
    change = Comparison(("ListItem 'It' is selected now",), ends=frozenset({"selected"}))
    assert judge_press(change, _control("ListItem"), readable=True).effect is Effect.CONFIRMED
    assert judge_press(change, _control("ListItem"), readable=True, plain=False).effect is Effect.PARTIAL


@pytest.mark.parametrize(
    ("typed", "before", "after", "effect"),
    [
        ("abc", "", "abc", Effect.CONFIRMED),
        ("abc", "abc ", "abc abc", Effect.CONFIRMED),
        ("a b", "", "a\nb", Effect.CONFIRMED),
        ("abc", "abc", "abc!", Effect.PARTIAL),
        ("abc", "", "ab", Effect.PARTIAL),
    ],
)
def test_typed_text_is_confirmed_by_being_read_back(typed: str, before: str, after: str, effect: Effect) -> None:
    change = Comparison((f"Edit 'It' now shows {after!r}",), values=(before, after))
    assert judge_keys(change, typed=typed, readable=True).effect is effect


@pytest.mark.parametrize(
    ("typed", "before", "after", "missing"),
    [
        ("abcdef", "", "abc", 3),
        ("abcdef", "x y", "x abcy", 3),
        ("aaaa", "aa", "aaa", 3),
        ("secret", "", "\u2022" * 4, 2),
        ("secret", "\u2022" * 6, "\u2022" * 8, 4),
        ("abc", "", "abc", 0),
        ("abc", "", "Abc", 0),
        ("abc", "", "\u2022" * 3, 0),
    ],
)
def test_the_rest_of_a_text_is_awaited_where_nothing_or_its_beginning_has_arrived(
    typed: str, before: str, after: str, missing: int
) -> None:
    change = Comparison((f"Edit 'It' now shows {after!r}",), values=(before, after))
    assert judge_keys(change, typed=typed, readable=True).missing == missing
    nothing, beside = Comparison(values=("", "")), Comparison(("Text 'Words' now shows '3'",), values=("", ""))
    assert judge_keys(nothing, typed=typed, readable=True).missing == len(typed)
    assert not judge_keys(beside, typed=typed, readable=True).missing


async def test_typing_is_over_when_a_busy_application_shows_all_of_it(bench: Bench) -> None:
    typed = await bench.on("keyboard_input", "Slowly", text="one two three four")
    assert typed.effect is Effect.CONFIRMED, typed


@pytest.mark.parametrize(("name", "effect"), [("OK", Effect.CONFIRMED), ("Drop", Effect.PARTIAL)])
async def test_a_button_that_says_that_it_ends_its_dialog_is_confirmed_by_that(
    bench: Bench, name: str, effect: Effect
) -> None:
    assert (await bench.on("click_input", "Condition...")).effect is Effect.CONFIRMED
    await bench.look()
    ended = await bench.on("click_input", name)
    assert ended.effect is effect, ended
    assert any("'Conditional rows' closed" in said for said in ended.evidence)


def test_a_menu_on_the_way_that_lost_its_highlight_is_no_news() -> None:
    menu, window = _control("Menu", "Edit", "selected"), Window("1", "Rows", _PLACE, 1, "rows", "rows")
    looks = [Snapshot(1, "1", _PLACE, (element,)) for element in (menu, _control("Menu", "Edit"))]
    assert compare(Observation((), looks[0]), Observation((), looks[1]), window, None, frozenset()).content == ()


@pytest.mark.parametrize(
    ("role", "in_page", "focused", "effect"),
    [
        ("Button", True, True, Effect.UNVERIFIABLE),
        ("Button", True, False, Effect.UNVERIFIABLE),
        ("Button", False, True, Effect.SUSPECTED_NOOP),
        ("CheckBox", True, True, Effect.SUSPECTED_NOOP),
        ("Text", True, False, Effect.SUSPECTED_NOOP),
    ],
)
def test_a_button_of_a_page_may_take_a_press_unseen(role: str, in_page: bool, focused: bool, effect: Effect) -> None:
    judged = judge_press(Comparison(target_focused=focused, in_page=in_page), _control(role), readable=True)
    assert judged.effect is effect
    assert judged.awaited


@pytest.mark.parametrize(("role", "effect"), [("Hyperlink", Effect.CONFIRMED), ("Button", Effect.PARTIAL)])
def test_a_link_is_followed_where_another_page_took_the_place_of_its_own(role: str, effect: Effect) -> None:
    def look(number: int, page: str, *inside: Element) -> Observation:
        shown = Element(Handle(number, page, "Document", page), "Document", page, _PLACE, frozenset())
        return Observation((), Snapshot(number, "w", _PLACE, (shown, *inside)))

    window, link = Window("w", "Web", _PLACE, 7, "web", "web", True), _control(role)
    before, after = look(1, "Start", link), look(2, "Rules")
    judged = judge_press(compare(before, after, window, link, frozenset()), link, readable=True)
    assert judged.effect is effect
    assert ("the page 'Rules' is shown now" in judged.evidence) is (effect is Effect.CONFIRMED)
    same = judge_press(compare(before, look(3, "Start"), window, link, frozenset()), link, readable=True)
    assert same.effect is Effect.PARTIAL
