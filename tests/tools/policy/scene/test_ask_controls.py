"""What controls say beside their accessible names counts: in real pages, and painted words wherever they are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from tests.known_tools import facts
from tests.tools.bench import Bench
from tests.tools.policy.consent.judging import shown
from tests.tools.policy.consent.readers import agrees
from ufo.config.settings import PolicySettings, SightSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.fake.spec import button
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.picture import Frame
from ufo.schema.target import TargetInfo
from ufo.schema.tool import ToolInfo
from ufo.tools.policy.policy import Policy, Verdict
from ufo.tools.servers.app_ui import app_ui
from ufo_sight.eye import Eye
from ufo_sight.painted import painted_words
from ufo_sight.sighted_desktop import SightedDesktop

_PAGE = """<!doctype html><meta charset=utf-8><title>Account</title>
<style>button, a, input { font: 18px sans-serif; margin: 4px } form { margin: 0 } .red { background: #b00; color: #fff }
.drawn::before { content: "Delete everything" } .under { position: relative; display: inline-block }
.under i { position: absolute; left: 12px; top: 12px; background: #ddd; pointer-events: none; font: 18px sans-serif }</style>
<p><button type=button aria-label=Continue class=red>Delete account</button>
<button type=button aria-label=Onward>Next page</button>
<button type=button aria-label=Titled title="Delete the whole folder">»</button>
<button type=button aria-label=Drawn class=drawn></button>
<span class=under><button type=button aria-label=Covered style="width:190px;height:40px">Go on</button>
<i>Delete account</i></span>
<a href="/account/delete" id=l1>Read on</a> <a href="/blog/post/12">An article</a>
<form action="/items/remove" method=post><label>Colour <input name=a></label><button>Go</button></form>
<form action="/search"><label>Find <input name=q></label><button>Search</button></form>
<form action="/x" method=post><label>Amount <input name=elements></label><input name=action>
<button aria-label=Proceed>Pay now</button></form>
<form action="/chat" method=post><label>Said <input name=t></label><button aria-label="" id=mute>
<svg width=20 height=20><circle cx=10 cy=10 r=8></circle></svg></button></form>
<button type=button aria-label="" id=quiet><svg width=20 height=20><rect width=9 height=9></rect></svg></button>
"""


_LYING = Path(__file__).parents[3] / "owned_apps" / "gtk3_lying.py"
_READER = painted_words(SightSettings())


class _Silent(SightedDesktop):
    """A browser of the person's own, which tells nobody of its pages."""

    def __init__(self, inner: Desktop) -> None:
        super().__init__(inner, Eye([]), by_sight=False)

    async def page_sockets(self) -> Mapping[int, Path]:
        return {}


class Told:
    """A policy over a real page, with what it says of commands on controls by name."""

    def __init__(self, bench: Bench, policy: Policy) -> None:
        self.bench = bench
        self.policy = policy

    async def of(
        self, name: str, tool_name: str = "click_input", *, role: str | None = None, **more: object
    ) -> Verdict:
        return await self.on(self.bench.id_of(name, role), tool_name, name=name, **more)

    async def on(self, control_id: str, tool_name: str = "click_input", **more: object) -> Verdict:
        schema: dict[str, object] = {"properties": {"id": {}, "name": {}}}
        tool = ToolInfo(
            tool_name=tool_name, namespace="Any", tool_type="action", input_schema=schema, facts=facts(tool_name)
        )
        parameters = {"id": control_id, **more}
        return await self.policy.verdict(Command(tool_name=tool_name, parameters=parameters), tool)


def _is_whole(shown: Mapping[str, TargetInfo]) -> bool:
    """A browser tells a new page piece by piece; its last two buttons have no words."""
    return sum(target.type == "Button" and not target.name for target in shown.values()) == 2


@pytest.fixture(scope="class")
async def page(desktop_of_class: LinuxDesktop, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Told]:
    desktop, folder = desktop_of_class, tmp_path_factory.mktemp("account")
    path = folder / "account.html"
    path.write_text(_PAGE, "utf-8")
    bench = Bench(folder, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("chromium", (path.as_uri(),)), timeout_s=60)
    with anyio.fail_after(30):
        while not _is_whole(await bench.look()):
            await desktop.settle(bench.selection.window.id)
    yield Told(bench, Policy(PolicySettings(), bench.scope, painted=_READER))
    await bench.dispatcher.close()


class TestPage:
    """They look at one page; nothing is pressed."""

    async def test_a_control_of_a_page_is_judged_by_all_that_it_says(self, page: Told) -> None:
        for name, expected, said in (
            ("Continue", ActionClass.DELETE, "which also says 'Delete account'"),
            ("Titled", ActionClass.DELETE, "Delete the whole folder"),
            ("Drawn", ActionClass.DELETE, "Delete everything"),
            ("Covered", ActionClass.DELETE, "Delete account"),
            ("Read on", ActionClass.DELETE, "/account/delete"),
            ("Go", ActionClass.DELETE, "/items/remove"),
            ("Proceed", ActionClass.SEND, "which also says 'Pay now'"),
        ):
            verdict = await page.of(name)
            assert (verdict.decision, verdict.action_class) == ("ask", expected), name
            assert f"Press {name!r}" in verdict.question and said in verdict.question
        for name in ("Onward", "Search", "An article"):
            assert (await page.of(name)).decision == "allow", name

    async def test_enter_in_a_field_presses_the_default_button_of_its_own_form(self, page: Told) -> None:
        for name, expected in (
            ("Colour", ActionClass.DELETE),
            ("Amount", ActionClass.SEND),
            ("Said", ActionClass.SEND),
        ):
            for tool, keys in (("keyboard_input", {"keys": "x{ENTER}"}), ("set_edit_text", {"text": "x\n"})):
                verdict = await page.of(name, tool, role="Edit", **keys)
                assert (verdict.decision, verdict.action_class) == ("ask", expected), name
        assert (await page.of("Find", "keyboard_input", role="Edit", keys="x{ENTER}")).decision == "allow"
        assert (await page.of("Colour", "keyboard_input", role="Edit", keys="x")).decision == "allow"

    async def test_a_control_without_words_asks_where_it_sends_a_form(self, page: Told) -> None:
        controls = page.bench.selection.controls
        mute = [key for key, element in controls.items() if element.role == "Button" and not element.name]
        verdicts = [await page.on(key) for key in mute]
        assert [verdict.decision for verdict in verdicts] == ["ask", "allow"]
        assert verdicts[0].action_class is ActionClass.SEND
        assert "a control without words" in verdicts[0].question

    async def test_a_browser_that_tells_nothing_is_judged_by_its_picture_and_its_fields(self, page: Told) -> None:
        bench = page.bench
        silent = Policy(PolicySettings(), replace(bench.scope, desktop=_Silent(bench.scope.desktop)), painted=_READER)
        told = Told(bench, silent)
        for name in ("Continue", "Covered", "Drawn"):
            assert (await told.of(name)).action_class is ActionClass.DELETE, name
        assert (await told.of("Onward")).decision == "allow"
        assert (await told.of("Said", "keyboard_input", role="Edit", keys="x{ENTER}")).needs_consent


class _Misreads:
    """Reads a label as text recognition does that does not know its language."""

    def __init__(self, words: str) -> None:
        self._words = words

    async def words(self, frame: Frame) -> str:
        return self._words


@pytest.mark.parametrize(
    ("name", "seen", "decision"),
    [
        ("Envoyer le relevé", "Envoyer le releve", "allow"),
        ("Wyślij zgłoszenie", "Wyslij zgloszenie", "allow"),
        ("Envoyer le relevé", "Envoyer le relief", "ask"),
    ],
)
async def test_a_label_whose_marks_were_misread_is_the_one_that_its_application_tells(
    tmp_path: Path, name: str, seen: str, decision: str
) -> None:
    judge = await shown(tmp_path, f"{name} !", agrees, button("one", name))
    judge.policy = Policy(PolicySettings(), judge.bench.scope, judge.policy.mandate, painted=_Misreads(seen))
    assert (await judge.of_control(name)).decision == decision


@pytest.fixture
async def window(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Told]:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_LYING),)), timeout_s=30)
    await desktop.settle(bench.selection.window.id)
    await bench.look()
    yield Told(bench, Policy(PolicySettings(), bench.scope, painted=_READER))
    await bench.dispatcher.close()


async def test_a_control_of_an_application_is_judged_by_the_words_that_are_painted_on_it(window: Told) -> None:
    verdict = await window.of("Continue")
    assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.DELETE)
    assert verdict.question == "Press 'Continue' in 'Lying controls', which also says 'Delete account'?"
    assert (await window.of("Onward")).decision == "allow"
    assert (await window.of("Proceed")).action_class is ActionClass.SEND
    enter = await window.of("Amount", "keyboard_input", keys="5{ENTER}")
    assert enter.action_class is ActionClass.SEND
    assert "Send to everyone" in enter.question
    unread = Told(window.bench, Policy(PolicySettings(), window.bench.scope))
    assert (await unread.of("Continue")).decision == "allow"


_FORMS = """<!doctype html><meta charset=utf-8><title>Forms</title><style>form { margin: 0 }</style>
<form action="/a1" method=post><input name=querySelectorAll type=hidden><button>OK</button></form>
<form action="/a2" method=post><input type=hidden name=attributes><button>Go</button></form>
<form action="/a3" method=post id=far></form><button form=far>Look closer</button>
<form action="/a4"><button formmethod=post>Tell me</button></form>
<form action="/a5" method=post><input type=submit value=Onward></form>
<form action="/a6" method=post><input type=image alt=Moon width=40 height=20></form>
<form action="/a7" method=post id=seven></form><label for=eight>Sun</label><input type=submit form=seven id=eight value=Star>
<form action="/a8" method=post><a href="javascript:document.querySelector('form').submit()">Leaf</a></form>
<form action="/a9" method=post><span role=button tabindex=0 onclick="this.closest('form').submit()">Tree</span></form>
<form action="/b1" method=post><label><input type=checkbox onchange="this.form.submit()">Tick</label></form>
<form action="/b2" method=post><button type=button>Continue</button></form>
<form action="/b3" onsubmit="send(); return false"><button>Okay</button></form>
<form action="/b4" method=post><label>Line <input name=t></label><button>Onto</button></form>
<form action="/b5"><label>Query <input name=q value="PELICAN4711"></label><button>Find</button></form>
<form action="/c1"><label>Words <input name=q value="mugs"></label><button>Seek</button></form>
<form action="/c2"><button>Yes</button></form>
<form onsubmit="search(); return false"><label>Free <input name=f></label></form>
<form method=dialog><button>Close</button></form>
<form action="/c3" method=post><button type=button>More rows</button><label><input type=checkbox>Fish</label></form>
<button type=button>Show</button> <a href="/page">Read</a>
"""
_SENT = [
    "OK",
    "Go",
    "Look closer",
    "Tell me",
    "Onward",
    "Moon",
    "Sun",
    "Leaf",
    "Tree",
    "Tick",
    "Continue",
    "Okay",
    "Onto",
    "Find",
]
_NOT_SENT = ["Seek", "Yes", "Close", "More rows", "Fish", "Show", "Read", "Line", "Words"]


@pytest.fixture(scope="class")
async def forms(desktop_of_class: LinuxDesktop, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bench]:
    desktop, folder = desktop_of_class, tmp_path_factory.mktemp("forms")
    path = folder / "forms.html"
    path.write_text(_FORMS, "utf-8")
    bench = Bench(folder, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("chromium", (path.as_uri(),)), timeout_s=60)
    with anyio.fail_after(30):
        while not any(target.name == "Read" for target in (await bench.look()).values()):
            await desktop.settle(bench.selection.window.id)
    bench.scope.reads.add(["the code is PELICAN4711"])
    yield bench
    await bench.dispatcher.close()


class TestForms:
    """They look at one page; nothing is pressed."""

    async def test_a_press_in_a_form_that_sends_is_judged_by_its_form_whatever_the_label(self, forms: Bench) -> None:
        told = Told(forms, Policy(PolicySettings(), forms.scope))
        for name in _SENT:
            verdict = await told.of(name)
            assert (verdict.decision, verdict.action_class) == ("ask", ActionClass.SEND), (name, verdict)
            by_key = await told.of(name, "keyboard_input", keys="{SPACE}")
            assert by_key.needs_consent, name
        for name in _NOT_SENT:
            assert (await told.of(name)).decision == "allow", name
        for name, decision in (("Line", "ask"), ("Query", "ask"), ("Words", "allow"), ("Free", "allow")):
            verdict = await told.of(name, "keyboard_input", role="Edit", keys="x{ENTER}")
            assert verdict.decision == decision, (name, verdict)

    @pytest.mark.parametrize(
        ("name", "keys", "request_"),
        [
            ("OK", None, "press OK in {page}"),
            ("Onward", None, "send the form of {page} with Onward"),
            ("Line", "x{ENTER}", "write x in the line of {page} and send it"),
        ],
    )
    async def test_a_press_that_the_person_orders_sends_its_form_without_a_second_yes(
        self, forms: Bench, tmp_path: Path, name: str, keys: str | None, request_: str
    ) -> None:
        told = Told(forms, Policy(PolicySettings(), forms.scope))
        told.policy.mandate.read_by(agrees)
        told.policy.mandate.begin(request_.format(page="forms.html"), tmp_path)
        role = "Edit" if keys else None
        verdict = await (told.of(name, "keyboard_input", role=role, keys=keys) if keys else told.of(name))
        assert verdict.decision == "allow", verdict
