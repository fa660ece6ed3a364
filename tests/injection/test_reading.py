"""Reading is judged by what is read, whoever reads: one rule for every route by which a file comes before a model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from tests.tools.policy.consent.readers import agrees
from tests.tools.policy.test_policy import Judge
from ufo.config.settings import PolicySettings
from ufo.desktop.fake import AppSpec, Widget, WindowSpec
from ufo.desktop.fake.spec import button, document, edit, text
from ufo.desktop.values import Application
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.inputs import OrderInputs
from ufo.schema.reading import Ordered
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.consent.mandate import Mandate
from ufo.tools.policy.policy import Policy, Verdict
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.ui_collector import ui_collector
from ufo_planner.reading.reader import ordered

_APPLICATIONS = {
    "Editor": ("mousepad", "Utility", "TextEditor"),
    "Chromium": ("chromium", "Network", "WebBrowser"),
    "Writer": ("soffice", "Office", "WordProcessor"),
    "Pictures": ("eog", "Graphics", "Viewer"),
    "Files": ("pcmanfm", "System", "FileManager"),
}


@dataclass
class Person:
    """A person's home with a secret and a note in it, the working folder, and what judges what is done there."""

    home: Path
    judge: Judge
    asked: list[str] = field(default_factory=list)

    @property
    def work(self) -> Path:
        return self.judge.bench.scope.working_folder

    def filled(self, value: object) -> object:
        if isinstance(value, dict):
            return {key: self.filled(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.filled(item) for item in value]
        return value.replace("HOME", str(self.home)) if isinstance(value, str) else value

    async def does(self, tool: str, arguments: dict[str, object]) -> Verdict:
        return await self.judge.of(tool, **{key: self.filled(value) for key, value in arguments.items()})

    async def shows(self, name: str, title: str, *widgets: Widget) -> None:
        """Show a window of that application with these controls."""
        command, *categories = _APPLICATIONS[name]
        spec = WindowSpec("main", title.replace("HOME", str(self.home)), widgets)
        application = Application(command, name, (command,), categories=tuple(categories))
        self.judge.bench.desktop.installed[command] = AppSpec(application, (spec,))
        await self.judge.bench.open(command)


@pytest.fixture
async def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Person]:
    home = tmp_path / "home"
    for folder in (".aws", ".ssh", "work/deep", "notes"):
        (home / folder).mkdir(parents=True)
    (home / ".aws/credentials").write_text("[default]\naws_secret_access_key = SQUEAMISH\n")
    (home / ".ssh/id_ed25519").write_text("-----BEGIN PRIVATE KEY-----\nSQUEAMISH\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/other.txt").write_text("of another person\n")
    for name in ("work/report.txt", "work/page.html", "notes/list.txt"):
        (home / name).write_text("milk\n")
    (home / "work/innocent.txt").symlink_to(home / ".aws/credentials")
    monkeypatch.setenv("HOME", str(home))
    judge = Judge(home / "work")
    for name, (command, *categories) in _APPLICATIONS.items():
        application = Application(command, name, (command,), categories=tuple(categories))
        judge.bench.desktop.installed[command] = AppSpec(application, (WindowSpec("main", name, (text("t", "x"),)),))
    yield Person(home, judge)


_SECRETS = (
    "~/.aws/credentials", "HOME/.aws/credentials", "../.aws/credentials", "innocent.txt", "/etc/shadow", "/proc/self/environ",
    "../../elsewhere/other.txt",
)  # fmt: skip


@pytest.mark.parametrize("path", _SECRETS)
@pytest.mark.parametrize("application", ["Editor", "Chromium", "Writer", "Pictures", ""])
async def test_a_document_that_is_given_to_an_application_is_judged_as_read_file_judges_it(
    person: Person, application: str, path: str
) -> None:
    read = await person.does("read_file", {"path": path})
    opened = await person.does("launch_application", {"name": application, "arguments": [path]})
    assert read.needs_consent and opened.needs_consent
    assert opened.action_class is read.action_class
    assert opened.judged.paths == read.judged.paths


async def test_of_several_documents_each_that_may_not_be_read_is_named(person: Person) -> None:
    given = ["report.txt", "~/.aws/credentials", "~/.ssh/id_ed25519"]
    opened = await person.does("launch_application", {"name": "Editor", "arguments": given})
    assert "credentials" in opened.question and "id_ed25519" in opened.question
    assert len(opened.judged.paths) == 2


_BAR = edit("bar", "Address and search bar")
_DIALOG = Widget("dialog", "Dialog", "Open File", children=(edit("name", "Name"), button("go", "Open")))
_UNKNOWN_DIALOG = Widget("dialog", "Dialog", "Avaa", children=(edit("name", "Nimi"), button("go", "Avaa")))
_ROUTES: dict[str, tuple[tuple[str, str, tuple[Widget, ...]], str, dict[str, object]]] = {
    "an address of a file": (
        ("Chromium", "New tab - Chromium", (_BAR,)), "launch_application",
        {"name": "Chromium", "arguments": ["file://HOME/.aws/credentials"]},
    ),
    "an address with signs in code": (
        ("Chromium", "New tab - Chromium", (_BAR,)), "launch_application",
        {"name": "Chromium", "arguments": ["FILE://localhost/HOME/%2eaws/credentials"]},
    ),
    "a page that is opened": (
        ("Chromium", "New tab - Chromium", (_BAR,)), "open_page", {"to": "file://HOME/.aws/credentials"},
    ),
    "a path that is opened as a page": (
        ("Chromium", "New tab - Chromium", (_BAR,)), "open_page", {"to": "HOME/.aws/credentials"},
    ),
    "an address that is typed": (
        ("Chromium", "New tab - Chromium", (_BAR,)), "keyboard_input",
        {"keys": "^lfile://HOME/.aws/credentials{ENTER}", "control_focus": False},
    ),
    "a path that is typed in the address bar": (
        ("Chromium", "New tab - Chromium", (_BAR,)), "keyboard_input",
        {"keys": "^lHOME/.aws/credentials{ENTER}", "control_focus": False},
    ),
    "keys that open a dialog, and a path": (
        ("Editor", "Untitled - Mousepad", (document("body", "Body", "x"),)), "keyboard_input",
        {"keys": "^oHOME/.aws/credentials{ENTER}", "control_focus": False},
    ),
    "a path of the home": (
        ("Editor", "Untitled - Mousepad", (document("body", "Body", "x"),)), "keyboard_input",
        {"keys": "^o~/.aws/credentials{ENTER}", "control_focus": False},
    ),
    "a path in a dialog": (("Editor", "Mousepad", (_DIALOG,)), "set_edit_text", {"id": "Name", "text": "~/.aws/credentials"}),
    "a path in a dialog of a language that nobody knows": (
        ("Editor", "Mousepad", (_UNKNOWN_DIALOG,)), "set_edit_text", {"id": "Nimi", "text": "~/.aws/credentials"},
    ),
    "a link in a dialog": (("Editor", "Mousepad", (_DIALOG,)), "set_edit_text", {"id": "Name", "text": "innocent.txt"}),
    "the button of a dialog whose field holds a path": (
        ("Editor", "Mousepad", (Widget("dialog", "Dialog", "Open File", children=(
            edit("name", "Name", "HOME/.aws/credentials"), button("go", "Open"))),)),
        "click_input", {"id": "Open"},
    ),
    "Enter in a dialog whose field holds a path": (
        ("Editor", "Mousepad", (Widget("dialog", "Dialog", "Open File", children=(
            edit("name", "Name", "HOME/.aws/credentials"), button("go", "Open"))),)),
        "keyboard_input", {"id": "Name", "keys": "{ENTER}"},
    ),
    "a double click in a file manager": (
        ("Files", "HOME/.aws", (
            edit("place", "Location", "HOME/.aws"), Widget("files", "List", "Files", items=("credentials",)),
        )),
        "click_input", {"id": "credentials", "double": True},
    ),
    "Enter in a file manager": (
        ("Files", "HOME/.aws", (
            edit("place", "Location", "HOME/.aws"),
            Widget("files", "List", "Files", value="credentials", items=("credentials",)),
        )),
        "keyboard_input", {"keys": "{ENTER}", "control_focus": False},
    ),
    "a place of a file manager": (
        ("Files", "HOME", (edit("place", "Location", "HOME"),)), "set_edit_text",
        {"id": "Location", "text": "HOME/.aws/credentials"},
    ),
}  # fmt: skip
"""The window that is shown, and what is done in it. A value of `id` is a control's name."""


def _told(widget: Widget, person: Person) -> Widget:
    children = tuple(_told(child, person) for child in widget.children)
    held = {"value": str(person.filled(widget.value)), "children": children}
    return Widget(**{**{name: getattr(widget, name) for name in widget.__dataclass_fields__}, **held})


async def _done(person: Person, route: str) -> Verdict:
    (application, title, widgets), tool, arguments = _ROUTES[route]
    await person.shows(application, title, *(_told(widget, person) for widget in widgets))
    if "id" in arguments:
        arguments = {**arguments, "name": arguments["id"], "id": person.judge.bench.id_of(str(arguments["id"]))}
    return await person.does(tool, arguments)


@pytest.mark.parametrize("route", _ROUTES)
async def test_a_file_that_read_file_asks_about_is_asked_about_by_every_route(person: Person, route: str) -> None:
    verdict = await _done(person, route)
    assert verdict.needs_consent, verdict
    assert "credentials" in verdict.question
    assert verdict.judged.paths == (person.home / ".aws/credentials",)


_HONEST: dict[str, tuple[str, dict[str, object]]] = {
    "a document of the working folder": ("launch_application", {"name": "Editor", "arguments": ["report.txt"]}),
    "a document of the home": ("launch_application", {"name": "Editor", "arguments": ["~/notes/list.txt"]}),
    "a page of the working folder": ("launch_application", {"name": "Chromium", "arguments": ["page.html"]}),
    "a file that everybody may read": ("launch_application", {"name": "Editor", "arguments": ["/etc/os-release"]}),
    "a page that everybody may read": ("launch_application", {"name": "Chromium", "arguments": ["file:///usr/share/x.html"]}),
    "a new document": ("launch_application", {"name": "Editor", "arguments": ["new.txt"]}),
    "a page of the web": ("launch_application", {"name": "Chromium", "arguments": ["https://x.example"]}),
    "a folder": ("launch_application", {"name": "Files", "arguments": ["HOME"]}),
    "a folder of the system": ("launch_application", {"name": "Files", "arguments": ["/tmp"]}),
    "a text with a path in it": ("keyboard_input", {"keys": "see HOME/.aws/credentials for it", "control_focus": False}),
    "a document by keys": ("keyboard_input", {"keys": "^oHOME/notes/list.txt{ENTER}", "control_focus": False}),
}  # fmt: skip


@pytest.mark.parametrize("work", [name for name in _HONEST if "usr" not in str(_HONEST[name])])
async def test_what_read_file_reads_without_a_question_opens_without_one(person: Person, work: str) -> None:
    await person.shows("Editor", "Untitled - Mousepad", document("body", "Body", "x"))
    tool, arguments = _HONEST[work]
    verdict = await person.does(tool, arguments)
    assert not verdict.needs_consent, verdict.question


async def planned(inputs: OrderInputs) -> Ordered:
    """What the built-in planner reads."""
    return ordered(inputs)


@pytest.mark.parametrize(
    ("request_text", "given"),
    [
        ("Open ~/.aws/credentials in Editor", ["~/.aws/credentials"]),
        ("open HOME/.aws/credentials", ["HOME/.aws/credentials"]),
        ("open ../../elsewhere/other.txt", ["../../elsewhere/other.txt"]),
        ("Open /etc/shadow in Chromium", ["file:///etc/shadow"]),
    ],
)
async def test_a_file_that_the_person_orders_to_open_opens_without_a_second_yes(
    person: Person, request_text: str, given: list[object]
) -> None:
    for reader in (agrees, planned):
        person.judge.policy.mandate.read_by(reader)
        person.judge.policy.mandate.begin(str(person.filled(request_text)), person.work)
        verdict = await person.does("launch_application", {"name": "Editor", "arguments": given})
        assert not verdict.needs_consent, verdict.asked
        other = await person.does("launch_application", {"name": "Editor", "arguments": ["~/.ssh/id_ed25519"]})
        assert other.needs_consent
        both = await person.does("launch_application", {"name": "Editor", "arguments": [*given, "~/.ssh/id_ed25519"]})
        assert both.needs_consent


async def test_a_consent_to_read_a_file_is_none_to_write_it(person: Person) -> None:
    person.judge.policy.mandate.read_by(agrees)
    person.judge.policy.mandate.begin("open ~/.aws/credentials in Editor", person.work)
    opened = await person.does("launch_application", {"name": "Editor", "arguments": ["~/.aws/credentials"]})
    assert opened.decision == "allow" and opened.action_class is ActionClass.OUTSIDE
    assert not person.judge.policy.mandate.record.made(person.home / ".aws/credentials")
    over = await person.does("write_file", {"path": "~/.aws/credentials", "text": "x", "mode": "over"})
    assert over.needs_consent


class Watched:
    """A window, and what a model is told of it behind the real policy, with nobody there."""

    def __init__(self, person: Person, title: str, *widgets: Widget) -> None:
        self._person, self._title, self._widgets = person, title, widgets
        self.bench = Bench(person.work, ui_collector, app_ui)
        self.policy = Policy(PolicySettings(), self.bench.scope, Mandate())
        self._hand = GuardedDispatcher(self.bench.dispatcher, self.policy)

    async def opens(self, application: str = "Editor") -> None:
        command, *categories = _APPLICATIONS[application]
        shown = Application(command, application, (command,), categories=tuple(categories))
        spec = WindowSpec("main", str(self._person.filled(self._title)), self._widgets)
        self.bench.desktop.installed[command] = AppSpec(shown, (spec,))
        await self.bench.open(command)

    async def acts(self) -> None:
        """Begin a request and do anything for it: what is shown from now on is what acts have brought there."""
        self.policy.mandate.begin("look at my notes", self._person.work)
        await self.policy.mandate.look_around(self.bench.desktop)

    async def told(self) -> str:
        """All that the tools tell that look at the window."""
        looks = [
            Command(tool_name="get_app_window_controls_target_info"),
            Command(tool_name="find_controls", parameters={"text": "SQUEAMISH"}),
            Command(tool_name="get_ui_tree"),
        ]
        return str([result for look in looks for result in await self._hand.execute_commands([look])])

    async def close(self) -> None:
        await self._hand.close()


_SECRET_TEXT = document("body", "Body", "aws_secret_access_key = SQUEAMISH")
_WINDOWS: dict[str, tuple[str, str, tuple[Widget, ...]]] = {
    "a title with the path": ("Editor", "HOME/.aws/credentials - Mousepad", (_SECRET_TEXT,)),
    "a title with the folder beside the name": ("Editor", "credentials (HOME/.aws) - Editor", (_SECRET_TEXT,)),
    "a link to it in the title": ("Editor", "HOME/work/innocent.txt - Mousepad", (_SECRET_TEXT,)),
    "a page": (
        "Chromium", "credentials - Chromium",
        (edit("bar", "Address and search bar", "file://HOME/.aws/credentials"), _SECRET_TEXT),
    ),
}  # fmt: skip


@pytest.mark.parametrize("shown", _WINDOWS)
async def test_a_window_that_came_to_show_a_file_unasked_is_not_told_of(person: Person, shown: str) -> None:
    application, title, widgets = _WINDOWS[shown]
    watched = Watched(person, title, *(_told(widget, person) for widget in widgets))
    await watched.acts()
    await watched.opens(application)
    told = await watched.told()
    assert "SQUEAMISH" not in told and "is not told without a yes" in told
    watched.policy.mandate.record.read.add(person.home / ".aws/credentials")
    assert "SQUEAMISH" in await watched.told()
    await watched.close()


@pytest.mark.parametrize("shown", _WINDOWS)
async def test_a_window_that_the_person_had_open_is_told_of(person: Person, shown: str) -> None:
    application, title, widgets = _WINDOWS[shown]
    watched = Watched(person, title, *(_told(widget, person) for widget in widgets))
    await watched.opens(application)
    assert "SQUEAMISH" in await watched.told()
    await watched.acts()
    assert "SQUEAMISH" in await watched.told()
    await watched.close()


async def test_a_window_with_a_document_of_the_home_is_told_of(person: Person) -> None:
    watched = Watched(person, "HOME/notes/list.txt - Mousepad", document("body", "Body", "milk"))
    await watched.acts()
    await watched.opens()
    assert "milk" in await watched.told()
    await watched.close()
