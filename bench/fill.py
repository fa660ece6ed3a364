"""How long `fill` takes for a field of a form in three toolkits, and what it spends that on.

    python -m bench.fill [--only Qt] [--each]

Needs the Debian packages xvfb, openbox, at-spi2-core, python3-gi, gir1.2-gtk-3.0, python3-pyqt6 and chromium. Each field is
filled alone, so that each has a time of its own, and then all of them in one call.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.measure import Row, median, print_rows
from ufo.agents.services import Tools
from ufo.cli.process.surroundings import prepare_memory
from ufo.config.load import load_settings
from ufo.config.sections import ToolboxSections
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.runs.desktops import DesktopInUse
from ufo.runs.toolbox import ServerToolbox, Shared
from ufo.schema.command import Command, Effect
from ufo.schema.spans import Spent
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore

_FORMS = Path(__file__).with_name("forms")
_FIELD_MS = 150
Values = Mapping[str, str | int | bool]
_TEXTS: Values = {"Full name": "Ana Sol", "Street": "Main street 3", "City": "Graz", "Remark": "Ring twice"}
_NUMBERS: Values = {"Pieces": 12, "Price": 140, "Weight": 7}
_REST: Values = {"Country": "Denmark", "Gift wrap": True, "Newsletter": True}
_DAY: Values = {"Delivery": "2026-03-14"}


@dataclass(frozen=True, slots=True)
class Form:
    what: str
    launch: Launch
    fields: Values
    again: Values
    """Other values, for all of them in one call."""


def forms() -> tuple[Form, ...]:
    plain: Values = {**_TEXTS, **_NUMBERS, **_REST}
    more: Values = {**_TEXTS, **_NUMBERS, **_DAY, **_REST}
    other: dict[str, str | int | bool] = {
        "Full name": "Bo Lund",
        "Street": "Side 9",
        "City": "Wien",
        "Remark": "-",
        "Pieces": 3,
        "Price": 21,
        "Weight": 9,
    }
    other |= {"Country": "Belgium", "Gift wrap": False, "Newsletter": False}
    return (
        Form("GTK 3", Launch("/usr/bin/python3", (str(_FORMS / "gtk3_form.py"),)), plain, other),
        Form(
            "Qt 6",
            Launch("/usr/bin/python3", (str(_FORMS / "qt6_form.py"),)),
            more,
            {**other, "Delivery": "2026-05-02"},
        ),
        Form(
            "Chromium", Launch("chromium", (str(_FORMS / "page_form.html"),)), more, {**other, "Delivery": "2026-05-02"}
        ),
    )


@dataclass
class Ledger:
    """Seconds by what they were spent on, for the outermost desktop call each."""

    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    depth: int = 0

    @contextmanager
    def spending(self, on: Spent, name: str = "") -> Iterator[None]:
        if on is Spent.TOOL or self.depth:
            yield
            return
        self.depth, began = 1, time.perf_counter()
        try:
            yield
        finally:
            self.depth = 0
            self.spent[f"{on} {name}".strip()] += time.perf_counter() - began

    def told(self) -> str:
        longest = sorted(self.spent, key=lambda on: -self.spent[on])
        told = ", ".join(f"{on} {self.spent[on] * 1000:.0f}" for on in longest if self.spent[on] >= 0.001)
        self.spent.clear()
        return told


def rows(only: str = "", *, each: bool = False) -> list[Row]:
    chosen = [form for form in forms() if only.casefold() in form.what.casefold()]
    return [row for form in chosen for row in asyncio.run(_measured(form, each))]


async def _measured(form: Form, each: bool) -> list[Row]:
    ledger = Ledger()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = load_settings(log_dir=folder / "logs")
        async with await PrivateDesktop.start() as private:
            desktop = await LinuxDesktop.connect(private.environment, settings.desktop)
            keeper = SecretResolver(SecretStore(settings.secrets), Masks())
            toolbox = ServerToolbox(
                DesktopInUse(desktop, "private", private.environment),
                ToolboxSections.of(settings),
                folder,
                shared=Shared(keeper, spending=ledger.spending),
            )
            try:
                window = await desktop.launch(form.launch, 60)
                tools = toolbox.open("AppAgent", window.app_root)
                tools.selection.window = next(item for item in await desktop.windows() if item.id == window.id)
                return await _filled(form, tools, ledger, each)
            finally:
                await toolbox.close()
                await desktop.shutdown()


async def _filled(form: Form, tools: Tools, ledger: Ledger, each: bool) -> list[Row]:
    alone: list[float] = []
    for name, value in form.fields.items():
        took = await _fill(tools, {name: value})
        alone.append(took)
        if each:
            print(f"{form.what}: {name} {took:.0f} ms: {ledger.told()}")
    together = await _fill(tools, form.again) / len(form.again)
    if each:
        print(f"{form.what}: all, {together:.0f} ms a field: {ledger.told()}")
    return [
        Row(f"a field alone, {form.what}: median of {len(alone)}", median(alone), "ms", _FIELD_MS),
        Row("the slowest of them", max(alone), "ms"),
        Row("a field of all in one call", together, "ms", _FIELD_MS),
    ]


async def _fill(tools: Tools, values: Values) -> float:
    """Fill the fields after a look, as a turn does, and return the milliseconds. Ends the measurement where one is not filled."""
    look = Command(tool_name="get_app_window_controls_target_info", parameters={}, tool_type="data_collection")
    await tools.dispatcher.execute_commands([look])
    wanted = [{"name": name, "value": value} for name, value in values.items()]
    began = time.perf_counter()
    (result,) = await tools.dispatcher.execute_commands([Command(tool_name="fill", parameters={"fields": wanted})])
    took = (time.perf_counter() - began) * 1000
    if result.effect is not Effect.CONFIRMED:
        raise SystemExit(f"{dict(values)} was not filled: {result.effect}, {result.error or result.evidence}")
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--each", action="store_true", help="print what each field cost")
    asked = parser.parse_args()
    prepare_memory()
    print_rows("Filling forms", rows(asked.only, each=asked.each))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
