"""Save dialogs of real applications: where they save is read right, and only what leads elsewhere is asked about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from tests.apps.versions import IS_GTK_4_16
from tests.tools.bench import Bench
from tests.tools.policy.test_policy import tool
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Keys, Launch, Window
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.tools.policy.files.shown_folder import ShownFolder, shown_folder
from ufo.tools.policy.policy import Policy, Verdict
from ufo.tools.policy.scene.scene import Scene

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_GTK4 = Path(__file__).parents[1] / "owned_apps" / "gtk4_save.py"
_LONG = "a-folder-with-a-name-that-is-long-enough-to-push-the-others-out-of-the-row"


def _mousepad(folder: Path) -> Launch:
    (folder / "old.txt").write_text("before\n")
    return Launch("mousepad", ("--disable-server", str(folder / "old.txt")))


def _gtk4(folder: Path) -> Launch:
    return Launch("/usr/bin/python3", (str(_GTK4), str(folder)))


def _writer(folder: Path) -> Launch:
    (folder / "old.txt").write_text("before\n")
    return Launch("soffice", ("--writer", str(folder / "old.txt")))


class Dialog:
    """An application's dialog that asks where to save, looked at."""

    def __init__(self, bench: Bench, work: Path) -> None:
        self.bench = bench
        self.policy = Policy(PolicySettings(), bench.scope)
        self.work = work

    @classmethod
    async def open(cls, desktop: LinuxDesktop, launch: Launch, work: Path) -> Dialog:
        window = await desktop.launch(launch, timeout_s=90)
        bench = Bench(work, desktop=desktop)
        with in_time():
            while (found := await _save_dialog(desktop)) is None:
                await desktop.settle(window.id)
                if launch.program != "/usr/bin/python3":
                    asks_else = any(window.modal for window in await desktop.windows())
                    await desktop.send(None, [Keys(("escape",) if asks_else else ("ctrl", "shift", "s"))])
                await anyio.sleep(1)
        bench.selection.window = found
        dialog = cls(bench, work)
        with in_time():
            while not (await dialog._look()).names:
                await anyio.sleep(0.2)
        return dialog

    async def _look(self) -> ShownFolder:
        await self.bench.look()
        windows = await self.bench.scope.desktop.windows()
        return shown_folder(Scene(self.bench.selection, windows, (), self.work))

    async def shown(self) -> tuple[Path, ...]:
        return (await self._look()).found

    async def saving(self, name: str) -> Verdict:
        """Writing the name and pressing Enter, in one turn: the look shows the name that was there before."""
        field = next(
            key
            for key, element in self.bench.selection.controls.items()
            if element.role == "Edit" and "multiline" not in element.states
        )
        written = Command(tool_name="set_edit_text", parameters={"id": field, "text": name})
        enter = Command(tool_name="keyboard_input", parameters={"id": field, "keys": "{ENTER}"})
        first = await self.policy.verdict(written, tool("set_edit_text"))
        second = await self.policy.verdict(enter, tool("keyboard_input"), [written])
        return max(first, second, key=lambda verdict: verdict.action_class.severity)


async def _save_dialog(desktop: LinuxDesktop) -> Window | None:
    return next(
        (window for window in await desktop.windows() if window.modal and window.title.startswith("Save")), None
    )


@pytest.mark.parametrize(
    "launch",
    # The dialog of LibreOffice is that of GTK 3, as mousepad's.
    [_mousepad, _gtk4, pytest.param(_writer, marks=pytest.mark.matrix)],
)
async def test_the_folder_of_a_dialog_is_read_and_names_in_it_are_judged_by_where_they_lead(
    desktop: LinuxDesktop, tmp_path_factory: pytest.TempPathFactory, launch: Callable[[Path], Launch]
) -> None:
    folder = tmp_path_factory.mktemp("f")
    work, far = folder / "work", folder / "far"
    (work / "sub").mkdir(parents=True)
    far.mkdir()
    (work / "there.txt").write_text("before")
    (work / "link").symlink_to(far)
    dialog = await Dialog.open(desktop, launch(work), work)
    assert await dialog.shown() == (work,)
    assert (await dialog.saving("new.txt")).decision == "allow"
    assert (await dialog.saving("sub/new.txt")).decision == "allow"
    assert (await dialog.saving("there.txt")).action_class is ActionClass.OVERWRITE
    assert (await dialog.saving("../new.txt")).action_class is ActionClass.OUTSIDE
    assert (await dialog.saving("../../../../../../etc/x")).action_class is ActionClass.SYSTEM
    assert (await dialog.saving("link/new.txt")).action_class is ActionClass.OUTSIDE
    assert (await dialog.saving(".bashrc")).action_class is ActionClass.SYSTEM
    assert (await dialog.saving("starter.desktop")).action_class is ActionClass.SYSTEM
    assert (await dialog.saving(str(work / "new.txt"))).decision == "allow"
    assert (await dialog.saving("~/.config/autostart/x.desktop")).action_class is ActionClass.SYSTEM
    assert (await dialog.saving(str(far / "x.txt"))).action_class is ActionClass.OUTSIDE


def _deep(work: Path) -> Path:
    deep = work / f"one-{_LONG}" / f"two-{_LONG}" / f"three-{_LONG}"
    deep.mkdir(parents=True)
    return deep


async def test_a_row_of_folders_that_is_scrolled_is_read_by_what_the_dialog_lists(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    deep = _deep(tmp_path / "work")
    dialog = await Dialog.open(desktop, _mousepad(deep), tmp_path / "work")
    assert await dialog.shown() == (deep,)
    assert (await dialog.saving("new.txt")).decision == "allow"
    assert (await dialog.saving("../../../../new.txt")).action_class is ActionClass.OUTSIDE


async def _is_asked_about_unless_the_row_tells_what_is_scrolled(dialog: Dialog, folder: Path) -> None:
    verdict = await dialog.saving("new.txt")
    if IS_GTK_4_16:
        assert (await dialog.shown(), verdict.decision) == ((folder,), "allow")
    else:
        assert verdict.action_class is ActionClass.OUTSIDE


async def test_a_scrolled_row_of_a_dialog_that_lists_no_files_is_asked_about(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    deep = _deep(tmp_path / "work")
    dialog = await Dialog.open(desktop, _gtk4(deep), tmp_path / "work")
    await _is_asked_about_unless_the_row_tells_what_is_scrolled(dialog, deep)
    assert (await dialog.saving(str(deep / "new.txt"))).decision == "allow"


async def test_a_row_whose_end_is_scrolled_out_of_sight_is_asked_about(desktop: LinuxDesktop, tmp_path: Path) -> None:
    deep = tmp_path / "a-folder-of-some-length" / "another-folder-of-some-length" / "work"
    deep.mkdir(parents=True)
    dialog = await Dialog.open(desktop, _gtk4(deep), tmp_path)
    await _is_asked_about_unless_the_row_tells_what_is_scrolled(dialog, deep)
