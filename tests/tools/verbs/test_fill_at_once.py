"""Plain fields that follow each other are written one after the other, and looked at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

from tests.tools.bench import Bench
from ufo.desktop.fake import AppSpec, FakeDesktop, RunningApp, WindowSpec
from ufo.desktop.fake.spec import checkbox, edit
from ufo.desktop.timed_desktop import TimedDesktop
from ufo.desktop.values import Application
from ufo.schema.command import Effect
from ufo.schema.spans import Spent
from ufo.tools.servers.app_ui import app_ui

_NAMES = ("Name", "Street", "City", "Remark", "Phone", "Mail")


class Form:
    """A form whose fields run `on_change`, on a desktop that counts what it is asked for."""

    def __init__(self, folder: Path, on_change: Callable[[RunningApp], None] | None = None) -> None:
        fields = [edit(name, name, on_change=on_change if name == "City" else None) for name in _NAMES]
        other = [replace(edit(f"other {name}", name), visible=False) for name in _NAMES]
        window = WindowSpec("main", "Form", (*fields, checkbox("Gift", "Gift"), *other))
        application = Application("form", "Form", ("form",), "Form", (), (), ("Office",))
        self.asked: Counter[Spent] = Counter()
        self._fake = FakeDesktop([AppSpec(application, (window,))])
        self.bench = Bench(folder, app_ui, desktop=TimedDesktop(self._fake, self._count))

    def _count(self, on: Spent, name: str = "") -> AbstractContextManager[None]:
        self.asked[on] += 1
        return nullcontext()

    async def opened(self) -> RunningApp:
        app = self._fake.start("form")
        (self.bench.selection.window,) = await self._fake.windows()
        await self.bench.look()
        self.asked.clear()
        return app


def _wanted(*names: str) -> list[dict[str, object]]:
    return [{"name": name, "value": f"a {name}"} for name in names]


async def test_six_fields_are_waited_for_as_often_as_two(tmp_path: Path) -> None:
    waits = []
    for names in (_NAMES[:2], _NAMES):
        form = Form(tmp_path)
        app = await form.opened()
        done = await form.bench.run("fill", fields=_wanted(*names))
        assert done.effect is Effect.CONFIRMED, done
        assert [app.value(name) for name in names] == [f"a {name}" for name in names]
        waits.append(form.asked[Spent.STABLE])
    assert waits[0] == waits[1]


async def test_a_text_that_the_application_takes_back_is_told_and_the_others_hold(tmp_path: Path) -> None:
    form = Form(tmp_path, lambda app: app.set_value("City", "Graz"))
    app = await form.opened()
    done = await form.bench.run("fill", fields=_wanted(*_NAMES))
    assert done.effect is Effect.PARTIAL
    assert any("'City' shows 'Graz'" in said for said in done.evidence), done.evidence
    assert [app.value(name) for name in ("Street", "Remark", "Mail")] == ["a Street", "a Remark", "a Mail"]


async def test_a_box_to_tick_between_two_texts_keeps_its_place(tmp_path: Path) -> None:
    seen: list[tuple[str, bool]] = []
    form = Form(tmp_path, lambda app: seen.append((app.value("Street"), app.checked("Gift"))))
    await form.opened()
    fields = [*_wanted("Name", "Street"), {"name": "Gift", "value": True}, *_wanted("City", "Remark")]
    done = await form.bench.run("fill", fields=fields)
    assert done.effect is Effect.CONFIRMED, done
    assert seen == [("a Street", True)]


async def test_fields_given_by_name_are_those_of_the_page_that_took_the_place_of_the_listed_one(tmp_path: Path) -> None:
    form = Form(tmp_path)
    app = await form.opened()
    for name in _NAMES:
        app.set_visible(name, False)
        app.set_visible(f"other {name}", True)
    done = await form.bench.run("fill", fields=_wanted(*_NAMES))
    assert done.effect is Effect.CONFIRMED, done
    assert [app.value(f"other {name}") for name in _NAMES] == [f"a {name}" for name in _NAMES]
    assert not any(app.value(name) for name in _NAMES)


async def test_a_field_that_stays_as_it_was_ends_the_turn_before_the_form_is_sent(tmp_path: Path) -> None:
    form = Form(tmp_path, lambda app: app.set_value("City", ""))
    await form.opened()
    done = await form.bench.run("fill", fields=_wanted(*_NAMES))
    assert done.effect is Effect.PARTIAL
    assert done.unfinished == "1 of 6 fields seem to be as they were: City"
