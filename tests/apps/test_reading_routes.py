"""A secret file, real applications on a private desktop, and a hand that does what it is told with nobody there: by no route does
the hand come to read the file, and the same routes lead to an ordinary one.
"""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.office_profiles import own_profile
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Keys, Launch
from ufo.schema.command import Command
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.consent.mandate import Mandate
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.host_ui import host_ui
from ufo.tools.servers.ui_collector import ui_collector
from ufo_libreoffice.servers.office import office_uno
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_WORD = "SQUEAMISH"


class Hand:
    def __init__(self, desktop: LinuxDesktop, work: Path) -> None:
        self.bench = Bench(work, ui_collector, app_ui, host_ui, writer_uno, office_uno, desktop=desktop)
        policy = Policy(PolicySettings(), self.bench.scope, Mandate())
        policy.mandate.begin("look at my notes", work)
        self._policy = policy
        self._hand = GuardedDispatcher(self.bench.dispatcher, policy)

    async def begins(self) -> None:
        await self._policy.mandate.look_around(self.bench.scope.desktop)

    async def does(self, tool: str, **parameters: object) -> str:
        """Do it with nobody there; return all that is told of it."""
        (result,) = await self._hand.execute_commands([Command(tool_name=tool, parameters=parameters)])
        return str(result)

    async def told(self) -> str:
        """What the windows tell that are there now, each looked at once it is quiet."""
        said = ""
        for window in await self.bench.scope.desktop.windows():
            self.bench.selection.choose(window)
            await self.bench.scope.desktop.settle(window.id, 5)
            said += await self.does("get_app_window_controls_target_info")
        return said

    async def close(self) -> None:
        await self._hand.close()


def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    for name in (".aws/credentials", "work/report.txt"):
        (home / name).parent.mkdir(parents=True)
        (home / name).write_text(f"the word is {_WORD}\n")
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.mark.parametrize(
    ("application", "spelled"),
    [
        ("Mousepad", "{path}"),
        ("Chromium", "file://{path}"),
        pytest.param("LibreOffice Writer", "{path}", marks=pytest.mark.matrix),
    ],
)
async def test_a_file_that_is_given_to_a_real_application_is_shown_only_where_it_may_be_read(
    desktop: LinuxDesktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, application: str, spelled: str
) -> None:
    home = _home(tmp_path, monkeypatch)
    hand = Hand(desktop, home / "work")
    await hand.begins()
    secret = spelled.format(path=home / ".aws/credentials")
    refused = await hand.does("launch_application", name=application, arguments=[secret])
    assert "credentials" in refused and _WORD not in refused
    assert await desktop.windows() == ()
    fine = spelled.format(path=home / "work/report.txt")
    await hand.does("launch_application", name=application, arguments=[fine])
    with in_time():
        while _WORD not in await hand.told():
            await anyio.sleep(0.5)
    await hand.close()


@pytest.mark.parametrize("secret", [True, False])
async def test_a_document_that_came_into_a_window_of_mousepad_is_told_only_where_it_may_be_read(
    desktop: LinuxDesktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: bool
) -> None:
    """The application opens it by ways that no one judged: here its own dialog, in which a person types."""
    home = _home(tmp_path, monkeypatch)
    hand = Hand(desktop, home / "work")
    await hand.begins()
    (home / "work/empty.txt").touch()
    window = await desktop.launch(Launch("mousepad", ("--disable-server", str(home / "work/empty.txt"))), timeout_s=60)
    await desktop.settle(window.id)
    meant = home / (".aws/credentials" if secret else "work/report.txt")
    await desktop.send(None, [Keys(("ctrl", "o"))])
    with in_time():
        while not (
            dialogs := [window for window in await desktop.windows() if window.parent is not None or window.modal]
        ):
            await anyio.sleep(0.2)
    hand.bench.selection.choose(dialogs[0])
    await hand.does("get_app_window_controls_target_info")
    typed = await hand.does("keyboard_input", keys=f"{meant}{{ENTER}}", control_focus=False)
    assert ("needs" in typed and "credentials" in typed) is secret, typed
    if secret:
        await desktop.send(None, [Keys(("escape",))])
        window = await desktop.launch(Launch("mousepad", ("--disable-server", str(meant))), timeout_s=60)
    with in_time():
        while not any(meant.name in window.title for window in await desktop.windows()):
            await anyio.sleep(0.3)
    told = await hand.told()
    assert (_WORD in told) is not secret, told[:2000]
    assert ("is not told without a yes" in told) is secret
    await hand.close()


async def test_a_command_of_writer_takes_a_file_into_the_document_only_where_it_may_be_read(
    desktop: LinuxDesktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = _home(tmp_path, monkeypatch)
    (home / "work/letter.txt").write_text("Dear all\n")
    hand = Hand(desktop, home / "work")
    await hand.begins()
    window = await desktop.launch(
        Launch("libreoffice", (own_profile(tmp_path), "--writer", str(home / "work/letter.txt"))), timeout_s=90
    )
    hand.bench.selection.choose(window)
    assert "Dear all" in await hand.does("read_text")
    for path in (home / ".aws/credentials", home / "work/report.txt"):
        told = await hand.does("run_command", command="InsertDoc", arguments={"Name": path.as_uri()})
        read = await hand.does("read_text")
        assert (_WORD in told + read) is (path.name == "report.txt"), (told, read)
    refused = await hand.does("run_command", command="InsertAVMedia", arguments={"URL": "https://x.example/a.mp4"})
    assert "needs" in refused
    await hand.close()
