"""The window that follows a closed one is found by its process, by when it came and by the focus; doubts are told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from tests.requirement import requirement
from ufo.desktop.fake import FakeDesktop
from ufo.desktop.values import Window
from ufo.errors import WindowGone
from ufo.schema.geometry import Rect
from ufo.tools.observe.follow_window import main_windows, replacement, selected_window
from ufo.tools.observe.selection import Selection, ToolScope


def _window(key: str, title: str, pid: int = 7, *, active: bool = False, parent: str | None = None) -> Window:
    return Window(key, title, Rect(0, 0, 300, 200), pid, f"program-{pid}", "accounts", active, parent=parent)


GONE = _window("login", "Sign in")
MAIN = _window("main", "Accounts")
OTHER = _window("other", "Mail", pid=8, active=True)


@requirement("window:followed")
def test_a_window_of_the_process_that_came_up_since_follows_though_another_program_has_the_focus() -> None:
    assert replacement(GONE, [OTHER, MAIN], {"login", "other"}) == MAIN
    inbox = replace(MAIN, active=True)
    assert replacement(GONE, [OTHER, inbox], {"login", "other"}) == inbox


@requirement("window:followed.own")
@pytest.mark.parametrize("known", [{"login"}, {"login", "other"}])
def test_a_window_of_another_program_never_follows(known: set[str]) -> None:
    assert replacement(GONE, [OTHER], known) is None
    assert replacement(replace(GONE, pid=0), [replace(OTHER, pid=0)], known) is None
    assert main_windows(replace(GONE, pid=1), [GONE, OTHER, replace(MAIN, pid=1)]) == [replace(MAIN, pid=1)]
    assert main_windows(GONE, [GONE, OTHER, MAIN]) == [MAIN]


@requirement("window:followed")
def test_of_two_that_came_up_the_one_with_the_focus_follows_and_without_it_none() -> None:
    second = _window("second", "Accounts of Bob")
    assert replacement(GONE, [MAIN, second], {"login"}) is None
    front = replace(second, active=True)
    assert replacement(GONE, [MAIN, front], {"login"}) == front
    asks = _window("asks", "Which year?", active=True, parent="main")
    assert replacement(GONE, [asks, MAIN, second], {"login"}) == MAIN


@requirement("window:followed.unclear")
def test_a_window_that_was_there_follows_where_it_gets_the_focus_or_owned_the_closed_one() -> None:
    assert replacement(GONE, [replace(MAIN, active=True)], {"login", "main"}) == replace(MAIN, active=True)
    assert replacement(GONE, [MAIN], {"login", "main"}) is None
    assert replacement(replace(GONE, parent="main"), [MAIN], {"login", "main"}) == MAIN


@requirement("window:followed.unclear")
def test_another_document_of_the_same_program_does_not_follow() -> None:
    closed, left = _window("a", "a.txt - Notes"), _window("b", "b.txt - Notes", active=True)
    assert replacement(closed, [left], {"a", "b"}) is None
    assert replacement(closed, [left], {"a"}) == left


class Showing(FakeDesktop):
    """A desktop that shows the windows that it is told to; their programs run as long as `is_running`."""

    shown: tuple[Window, ...] = ()
    is_running = True

    async def windows(self) -> tuple[Window, ...]:
        return self.shown

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        return True

    async def runs(self, pid: int, kin: frozenset[str] = frozenset()) -> bool:
        return self.is_running


def _scope(desktop: Showing, *known: Window) -> ToolScope:
    scope = ToolScope(desktop, Selection(), Path())
    scope.selection.begin(GONE, known)
    return scope


async def test_the_agent_is_told_where_it_works_now() -> None:
    desktop = Showing()
    scope = _scope(desktop, GONE, OTHER)
    desktop.shown = (OTHER, MAIN)
    assert await selected_window(scope) == (MAIN, desktop.shown)
    assert scope.selection.window == MAIN
    assert [str(move) for move in scope.selection.moves] == [
        "the window 'Sign in' closed; 'Accounts' of the same process followed: you now work there"
    ]


@requirement("window:followed.restarted")
async def test_in_a_program_that_began_again_its_only_window_or_the_one_with_the_focus_is_worked() -> None:
    desktop = Showing()
    desktop.is_running = False
    kin = frozenset({"accounts"})
    scope = ToolScope(desktop, Selection(), Path())
    scope.selection.begin(replace(GONE, kin=kin), [replace(GONE, kin=kin), OTHER])
    again, second = (replace(window, pid=9, kin=kin) for window in (MAIN, _window("second", "Accounts of Bob")))
    desktop.shown = (OTHER, again, second)
    with pytest.raises(WindowGone, match=r"shows 'Accounts' and 'Accounts of Bob'.*select a window"):
        await selected_window(scope, patience_s=0)
    desktop.shown = (replace(OTHER, active=False), again, replace(second, active=True))
    assert (await selected_window(scope, patience_s=0))[0].id == "second"
    scope.selection.begin(replace(GONE, kin=kin), [replace(GONE, kin=kin), OTHER])
    desktop.shown = (OTHER, again)
    assert (await selected_window(scope, patience_s=0))[0] == again


async def test_a_program_that_runs_is_given_time_to_open_its_next_window() -> None:
    desktop = Showing()
    scope = _scope(desktop, GONE)
    async with anyio.create_task_group() as group:

        async def opens() -> None:
            desktop.shown = (MAIN,)

        group.start_soon(opens)
        window, _ = await selected_window(scope)
    assert window == MAIN


async def test_without_a_window_that_follows_it_says_what_there_is_and_waits_once() -> None:
    desktop = Showing()
    scope = _scope(desktop, GONE, MAIN)
    desktop.shown = (OTHER, MAIN)
    with pytest.raises(WindowGone, match=r"'Sign in' is closed; its application shows 'Accounts'.*select a window"):
        await selected_window(scope, patience_s=0)
    desktop.shown = (OTHER,)
    with anyio.fail_after(1), pytest.raises(WindowGone, match="'Sign in' is closed; look at the windows"):
        await selected_window(scope)
    desktop.is_running = False
    with pytest.raises(WindowGone, match="'Sign in' is closed, and 'program-7' has ended"):
        await selected_window(scope)


async def test_a_window_of_its_own_that_opens_with_the_focus_is_worked_in_until_it_closes() -> None:
    desktop = Showing()
    answer, inbox, mail = (
        _window("answer", "Re: Lunch", active=True),
        _window("login", "Inbox"),
        replace(OTHER, active=False),
    )
    scope = _scope(desktop, GONE, OTHER)
    scope.selection.seen = frozenset({"login", "other"})
    desktop.shown = (answer, inbox, mail)
    assert (await selected_window(scope))[0] == scope.selection.window == answer
    (told,) = map(str, scope.selection.moves)
    assert told.startswith("the window 'Re: Lunch' opened: you now work there, and in 'Inbox' again once it is closed")
    desktop.shown = (inbox, mail)
    assert (await selected_window(scope))[0] == scope.selection.window == inbox


@pytest.mark.parametrize(
    "came",
    [
        (_window("answer", "Re: Lunch"),),
        (_window("answer", "Save?", active=True, parent="login"),),
        (_window("answer", "Re: Lunch", active=True), _window("second", "Tools")),
        (_window("answer", "Chat", pid=8, active=True),),
    ],
    ids=["without the focus", "a dialog", "two", "of another program"],
)
async def test_the_agent_stays_where_it_works_when_anything_else_opens(came: tuple[Window, ...]) -> None:
    desktop = Showing()
    scope = _scope(desktop, GONE, OTHER)
    scope.selection.seen = frozenset({"login", "other"})
    desktop.shown = (*came, GONE, replace(OTHER, active=False))
    assert (await selected_window(scope))[0] == GONE and not scope.selection.moves
