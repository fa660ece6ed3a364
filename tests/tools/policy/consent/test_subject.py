"""An order is for the window and the page that were there, or that the request names: a look-alike elsewhere is asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.consent.judging import asks, browsing, opens_page, shown
from tests.tools.policy.consent.readers import agrees
from tests.tools.policy.test_policy import Judge, tool
from ufo.desktop.fake import AppSpec, Widget, WindowSpec
from ufo.desktop.fake.spec import button, edit
from ufo.desktop.values import Application
from ufo.schema.command import Command
from ufo.schema.tool_facts import ActionKind


async def test_a_look_alike_in_a_window_that_opened_later_is_asked_about(tmp_path: Path) -> None:
    judge = await shown(tmp_path, "Press Place order", agrees, button("one", "Place order"))
    assert (await judge.of_control("Place order")).decision == "allow"
    other = Application("other", "Other", ("other",))
    spec = AppSpec(other, (WindowSpec("main", "Special offer", (button("one", "Place order"),)),))
    judge.bench.desktop.installed["other"] = spec
    await judge.bench.open("other")
    verdict = await judge.of_control("Place order")
    assert verdict.decision == "ask" and "was not open when it was made" in verdict.asked


@pytest.mark.parametrize(
    ("request_text", "window", "decision"),
    [
        ("Press Send in Shown", "shown", "allow"),
        ("Press Send in Other", "shown", "ask"),
        ("Press Send in the porcelain window", "shown", "allow"),
        ("Press Send in the porcelain window", "other", "ask"),
        ("Drücke Send im Fenster Porcelain", "shown", "allow"),
        ("在Porcelain窗口点Send", "other", "ask"),
    ],
)
async def test_of_several_windows_the_one_that_the_request_speaks_of_is_meant(
    tmp_path: Path, request_text: str, window: str, decision: str
) -> None:
    judge = Judge(tmp_path)
    other = Application("other", "Other", ("other",))
    judge.bench.desktop.installed["other"] = AppSpec(other, (WindowSpec("main", "Glass", (button("one", "Send"),)),))
    await judge.show(button("one", "Send"), title="Porcelain")
    for item in ("other", "shown") if window == "shown" else ("shown", "other"):
        await judge.bench.open(item)
    asks(judge, request_text, agrees)
    assert (await judge.of_control("Send")).decision == decision


@pytest.mark.parametrize(
    ("request_text", "address", "decision"),
    [
        ("Press Place order", "127.0.0.1:8000/checkout", "allow"),
        ("Press Place order on shop.example", "shop.example/checkout", "allow"),
        ("在shop.example上点Place order", "shop.example/checkout", "allow"),
        ("Press Place order on shop.example", "www.shop.example", "allow"),
        ("Press Place order on https://shop.example/checkout", "shop.example/other", "allow"),
        ("Press Place order on shop.example", "shop.example.evil.test/checkout", "ask"),
        ("Press Place order on shop.example", "evil-shop.example", "ask"),
        ("Drücke Place order auf shop.example.", "evil.test", "ask"),
        ("Press Place order on 127.0.0.1:8000", "127.0.0.1:9000/checkout", "ask"),
        ("Attach report.odt and press Place order", "127.0.0.1:8000/checkout", "allow"),
        ("Press Place order", "", "ask"),
        ("Press Place order", "type to search", "ask"),
    ],
)
async def test_a_page_has_to_be_the_one_that_the_request_is_about(
    tmp_path: Path, request_text: str, address: str, decision: str
) -> None:
    judge = await browsing(tmp_path, request_text, agrees, address, button("one", "Place order"))
    assert (await judge.of_control("Place order")).decision == decision


@pytest.mark.parametrize(
    ("request_text", "page", "decision"),
    [
        (
            "Start at index.html in the folder hall, then press Place order on the order page there",
            "hall/order.html",
            "allow",
        ),
        ("Drücke Place order; fang mit hall/index.html an", "hall/order.html", "allow"),
        ("dossier « hall » : Place order", "hall/deep/order.html", "allow"),
        ("Start at index.html in the folder hall, then press Place order", "other/order.html", "ask"),
        ("Start at index.html, then press Place order", "order.html", "ask"),
        ("Start at index.html in the folder hall, then press Place order", "hall/made.html", "ask"),
    ],
)
async def test_pages_in_a_folder_that_the_request_names_are_of_one_place_but_not_those_that_the_run_wrote(
    tmp_path: Path, request_text: str, page: str, decision: str
) -> None:
    files = [
        tmp_path / name for name in ("hall/index.html", "hall/order.html", "hall/deep/order.html", "other/order.html")
    ]
    for file in (*files, tmp_path / "index.html", tmp_path / "order.html"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("<p>page</p>")
    judge = Judge(tmp_path)
    asks(judge, request_text, agrees)
    await judge.policy.mandate.look_around(judge.bench.desktop)
    await opens_page(judge, "", button("one", "Place order"))
    (tmp_path / "hall/made.html").write_text("<p>made</p>")
    assert judge.bench.app is not None
    judge.bench.app.set_value("bar", f"file://{(tmp_path / page).resolve()}")
    await judge.bench.look()
    assert (await judge.of_control("Place order")).decision == decision


async def test_a_page_that_was_gone_to_since_is_not_what_the_request_is_about(tmp_path: Path) -> None:
    judge = await browsing(tmp_path, "Press Place order", agrees, "127.0.0.1:8000", button("one", "Place order"))
    assert (await judge.of_control("Place order")).decision == "allow"
    assert judge.bench.app is not None
    judge.bench.app.set_value("bar", "127.0.0.1:9999/checkout")
    await judge.bench.look()
    assert "127.0.0.1:9999" in (await judge.of_control("Place order")).asked


async def test_a_field_within_the_page_is_no_address_bar(tmp_path: Path) -> None:
    widgets = (edit("fake", "Address and search bar", "shop.example"), button("one", "Place order"))
    judge = await browsing(tmp_path, "Press Place order on shop.example", agrees, "evil.test", *widgets)
    assert (await judge.of_control("Place order")).decision == "ask"


async def test_a_page_within_the_page_may_be_anothers(tmp_path: Path) -> None:
    within = Widget("frame", "Document", "Advert", children=(button("one", "Place order"),))
    judge = await browsing(tmp_path, "Press Place order", agrees, "127.0.0.1:8000", within)
    assert "a page within the page" in (await judge.of_control("Place order")).asked


async def test_an_address_that_is_only_written_is_not_that_of_the_page(tmp_path: Path) -> None:
    request = "Press Place order on shop.example"
    judge = await browsing(tmp_path, request, agrees, "evil.test", button("one", "Place order"))
    bar = judge.bench.id_of("Address and search bar")
    write = Command(tool_name="set_edit_text", parameters={"id": bar, "text": "shop.example"})
    judge.policy.goes_ahead(write, ActionKind.TEXT, (await judge.policy.verdict(write, tool("set_edit_text"))).judged)
    assert judge.bench.app is not None
    judge.bench.app.set_value("bar", "shop.example")
    await judge.bench.look()
    assert "typed but not opened" in (await judge.of_control("Place order")).asked
    go = Command(
        tool_name="keyboard_input", parameters={"id": judge.bench.id_of("Address and search bar"), "keys": "{ENTER}"}
    )
    judge.policy.goes_ahead(go, ActionKind.KEYS, (await judge.policy.verdict(go, tool("keyboard_input"))).judged)
    assert (await judge.of_control("Place order")).decision == "allow"
