"""What real pages in a real browser say of themselves, and programs as the kernel lists them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.conditions.kinds.page import PagePredicate, judge_pages_of
from ufo.conditions.kinds.process import ProcessPredicate
from ufo.conditions.readers.pages.devtools import Field, Page, PagesUnreadable, pages_at
from ufo.conditions.world import DesktopWorld
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.predicate import Truth

_PAGE = """<!doctype html><meta charset=utf-8><title>Bestellung</title><h1>Größe wählen</h1>
<label>Full name <input name=n value="Ana"></label><input type=password name=pin value="1234">
<label><input type=checkbox name=gift checked>Gift wrap</label>
<label>Country <select name=c><option>Austria<option selected>Belgium</select></label>
<textarea aria-label="Note">two
lines</textarea><p style="display:none">hidden words</p>
<iframe srcdoc="<p>framed words</p><input aria-label=Seat value=4A>"></iframe>
<script>JSON.stringify = () => '{"text": "a lie", "title": "a lie", "address": "", "fields": []}'</script>"""


def judged(predicate: PagePredicate, *pages: Page) -> Truth:
    return judge_pages_of(predicate, pages).truth


def test_a_box_is_told_by_one_word_whichever_of_its_words_is_stated() -> None:
    page = Page("", "Settings", "", (Field(("Digest",), "on", checked=False), Field(("Sound",), "yes", checked=True)))
    for field, right, wrong in (("Digest", "off", "on"), ("Sound", "on", "off")):
        assert judged(PagePredicate(field=field, value=right), page) is Truth.SATISFIED
        assert judged(PagePredicate(field=field, value=wrong), page) is Truth.UNSATISFIED
    told = judge_pages_of(PagePredicate(field="Digest", value="off"), (page,)).evidence
    assert told.endswith("its field 'Digest' shows 'unchecked'")


def test_a_page_is_found_by_its_address_or_title_and_judged_by_what_it_shows() -> None:
    shop = Page("http://shop.example/cart", "Cart", "Your cart is empty", (Field(("Amount:", "amount"), "2"),))
    news = Page("http://news.example/", "News", "Rain")
    assert judged(PagePredicate(page="cart", contains="is  empty"), shop, news) is Truth.SATISFIED
    assert judged(PagePredicate(page="cart", contains="Rain"), shop, news) is Truth.UNSATISFIED
    assert judged(PagePredicate(page="cart", contains="Rain", exists=False), shop, news) is Truth.SATISFIED
    assert judged(PagePredicate(page="other"), shop, news) is Truth.UNSATISFIED
    assert judged(PagePredicate(page="other", exists=False), shop, news) is Truth.SATISFIED
    assert judged(PagePredicate(page="shop", field="amount", value="2"), shop) is Truth.SATISFIED
    assert judged(PagePredicate(page="shop", field="amount", value="3"), shop) is Truth.UNSATISFIED
    assert judged(PagePredicate(page="shop", field="size"), shop) is Truth.UNSATISFIED
    assert judged(PagePredicate(contains="Rain"), shop, news) is Truth.UNKNOWN
    assert judged(PagePredicate(contains="Rain"), news) is Truth.SATISFIED


def test_only_an_open_page_that_was_wholly_read_proves_that_something_is_not_shown() -> None:
    lacks = PagePredicate(page="Inbox", contains="Newsletter", exists=False)
    plain, framed = Page("a:b", "Inbox", "Keys"), Page("a:b", "Inbox", "Keys", unread="a frame of another origin")
    assert judged(lacks, Page("a:b", "Outbox", "Keys")) is Truth.UNKNOWN
    assert judged(PagePredicate(page="Inbox", field="To", value="Ida", exists=False)) is Truth.UNKNOWN
    assert judged(lacks, framed) is Truth.UNKNOWN
    assert judged(lacks, plain, framed) is Truth.UNKNOWN
    assert judged(lacks, Page("a:b", "Inbox", "Newsletter", unread="a frame")) is Truth.UNSATISFIED
    assert judged(PagePredicate(page="Inbox", exists=False), plain) is Truth.UNSATISFIED
    found = judge_pages_of(lacks, [plain])
    assert (found.truth, found.evidence) == (Truth.SATISFIED, "'Inbox' does not show 'Newsletter'")


async def test_where_no_browser_tells_a_page_is_unknown() -> None:
    world = DesktopWorld(FakeDesktop())
    assert (await PagePredicate(contains="x").check(world)).truth is Truth.UNKNOWN
    assert (await PagePredicate(page="x", exists=False).check(world)).truth is Truth.UNKNOWN


@pytest.mark.parametrize(
    "answer",
    [b"", b"no JSON\0", b'{"id": 1}\0', b'{"id": 1, "result": {"targetInfos": 3}}\0', b"[1]\0", b'{"id": 1, "result"'],
)
async def test_a_socket_that_speaks_something_else_is_unreadable(answer: bytes, tmp_path: Path) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\0")
        writer.write(answer)
        await writer.drain()
        writer.close()

    place = tmp_path / "pages"
    async with await asyncio.start_unix_server(serve, place):
        with pytest.raises(PagesUnreadable):
            await pages_at(place)


@pytest.fixture
async def world(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[DesktopWorld]:
    page = tmp_path / "order.html"
    page.write_text(_PAGE, "utf-8")
    window = await desktop.launch(Launch("chromium", (page.as_uri(),)), timeout_s=60)
    yield DesktopWorld(desktop, window.id)


@pytest.mark.apps
@requirement("expect:pages")
async def test_a_real_page_is_read_past_its_own_scripts_and_without_passwords(world: DesktopWorld) -> None:
    async with asyncio.timeout(30):
        while True:
            try:
                if any(page.title == "Bestellung" for page in await world.pages()):
                    break
            except PagesUnreadable:
                pass
            await asyncio.sleep(0.1)
    wanted = {
        Truth.SATISFIED: [
            PagePredicate(page="order.html", contains="Größe wählen"),
            PagePredicate(field="Full name", value="Ana"),
            PagePredicate(field="Gift wrap", value="checked"),
            PagePredicate(field="Country", value="Belgium"),
            PagePredicate(field="Note", value="two lines"),
            PagePredicate(contains="a lie", exists=False),
            PagePredicate(contains="framed words"),
            PagePredicate(field="Seat", value="4A"),
        ],
        Truth.UNSATISFIED: [
            PagePredicate(contains="hidden words"),
            PagePredicate(field="pin", value="1234"),
            PagePredicate(field="Country", value="Austria"),
        ],
    }
    for truth, predicates in wanted.items():
        for predicate in predicates:
            finding = await predicate.check(world)
            assert (finding.truth, finding.channel) == (truth, "devtools"), finding


@pytest.mark.apps
@requirement("expect:processes")
async def test_a_program_runs_only_on_its_own_desktop(desktop: LinuxDesktop) -> None:
    world = DesktopWorld(desktop)
    assert (await ProcessPredicate(name="mousepad", exists=False).check(world)).truth is Truth.SATISFIED
    await desktop.launch(Launch("mousepad"))
    finding = await ProcessPredicate(name="/usr/bin/mousepad").check(world)
    assert (finding.truth, finding.channel) == (Truth.SATISFIED, "processes"), finding
