"""A window that stands there when a request is made, and a reader of the request."""

from __future__ import annotations

from pathlib import Path

from tests.tools.policy.test_policy import Judge
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import AppSpec, Widget, WindowSpec
from ufo.desktop.fake.spec import button, edit
from ufo.desktop.values import Application
from ufo.tools.policy.consent.mandate import OrderReader
from ufo.tools.policy.policy import Verdict


async def shown(
    folder: Path, request: str, reader: OrderReader, *widgets: Widget, settings: PolicySettings | None = None
) -> Judge:
    judge = Judge(folder, settings)
    await judge.show(*widgets, title="Porcelain")
    asks(judge, request, reader)
    return judge


def asks(judge: Judge, request: str, reader: OrderReader) -> None:
    judge.policy.mandate.read_by(reader)
    judge.policy.mandate.begin(request, judge.bench.scope.working_folder)


async def pressed(
    folder: Path, request: str, name: str, reader: OrderReader, settings: PolicySettings | None = None
) -> Verdict:
    judge = await shown(folder, request, reader, button("one", name), settings=settings)
    return await judge.of_control(name)


async def browsing(folder: Path, request: str, reader: OrderReader, address: str, *widgets: Widget) -> Judge:
    """A page of that address with these controls."""
    judge = Judge(folder)
    await opens_page(judge, address, *widgets)
    asks(judge, request, reader)
    return judge


async def opens_page(judge: Judge, address: str, *widgets: Widget) -> None:
    """Open a browser with a page of that address."""
    chromium = Application("chromium", "Chromium", ("chromium",), categories=("WebBrowser",))
    page = Widget("page", "Document", "Checkout", children=widgets)
    window = WindowSpec("main", "Checkout - Chromium", (edit("bar", "Address and search bar", address), page))
    judge.bench.desktop.installed["chromium"] = AppSpec(chromium, (window,))
    await judge.bench.open("chromium")
