"""What a page showed is nothing new to its own host, whatever window is worked in later."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench
from tests.tools.policy.consent.judging import browsing
from tests.tools.policy.consent.readers import agrees
from ufo.desktop.fake import AppSpec, Widget, WindowSpec
from ufo.desktop.fake.spec import button, edit, text
from ufo.desktop.values import Application
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.scene.shown_page import known_there, page_of

_PAGE = (
    text("own", "My adverts"),
    edit("search", "Search", "a secret"),
    Widget("ad", "Document", "Advert", children=(text("far", "foreign"),)),
)


async def test_a_page_is_opened_again_by_the_address_that_its_bar_showed(tmp_path: Path) -> None:
    judge = await browsing(
        tmp_path, "change my adverts on http://127.0.0.1:8000/", agrees, "127.0.0.1:8000/mine", *_PAGE
    )
    guarded = GuardedDispatcher(judge.bench.dispatcher, judge.policy)
    found = judge.bench.id_of("Search")
    await guarded.execute_commands([Command(tool_name="texts", parameters={"id": found, "name": "Search"})])
    other = Application("notes", "Notes", ("notes",))
    judge.bench.desktop.installed["notes"] = AppSpec(other, (WindowSpec("main", "Notes", (button("b", "Note"),)),))
    await judge.bench.open("notes")
    judge.bench.scope.reads.wrote(["Look at http://127.0.0.1:8000/mine and at http://127.0.0.1:9000/mine"])

    async def judged(address: str) -> ActionClass:
        return (await judge.of("launch_application", name="Chromium", arguments=[address])).action_class

    assert await judged("http://127.0.0.1:8000/mine") is ActionClass.LAUNCH
    assert await judged("http://127.0.0.1:8000/my-adverts") is ActionClass.LAUNCH
    assert await judged("http://127.0.0.1:9000/mine") is ActionClass.SEND
    assert await judged("http://127.0.0.1:8000/mine?q=secret") is ActionClass.SEND
    await guarded.close()


async def test_what_is_typed_into_a_page_and_what_a_page_within_it_shows_is_not_the_pages_own(tmp_path: Path) -> None:
    judge = await browsing(tmp_path, "x", agrees, "127.0.0.1:8000/mine", *_PAGE)
    assert known_there(judge.bench.selection.snapshot) == (
        "127.0.0.1:8000",
        ("127.0.0.1:8000/mine", "My adverts", "Advert"),
    )


@pytest.mark.parametrize("role", ["Edit", "ComboBox"])
@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("file:///srv/弁当屋/a.html", "/srv/弁当屋/a.html"),
        ("file:///srv/%E5%BC%81%E5%BD%93%E5%B1%8B/a.html", "/srv/弁当屋/a.html"),
        ("file:///srv/a%00.html", ""),
    ],
)
async def test_the_address_of_a_file_is_read_from_the_bar_of_each_browser_as_its_path(
    tmp_path: Path, role: str, address: str, shown: str
) -> None:
    bench = Bench(tmp_path)
    page = Widget("page", "Document", "注文", children=(edit("far", "Search", "evil.test"),))
    bar = Widget("bar", role, "Search or enter address", value=address)
    firefox = Application("firefox", "Firefox", ("firefox",))
    bench.desktop.installed["firefox"] = AppSpec(firefox, (WindowSpec("main", "注文 — Firefox", (bar, page)),))
    await bench.open("firefox")
    assert page_of(bench.selection.snapshot) == shown
