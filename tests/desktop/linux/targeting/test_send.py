"""What was confirmed of one target is not lost to another one on the same desktop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.misbehaving.owned import OwnedProcess, start_intruder
from tests.conformance.suite import aimed, get
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click, Launch, Window
from ufo.errors import DesktopError

_FORM = Path(__file__).parents[3] / "conformance" / "gtk_registration.py"

pytestmark = pytest.mark.apps


@pytest.fixture
async def intruder(private_desktop: PrivateDesktop) -> AsyncIterator[OwnedProcess]:
    owned_process = await start_intruder(private_desktop.environment)
    yield owned_process
    await owned_process.end()


@pytest.fixture
async def window(desktop: LinuxDesktop) -> Window:
    found = await desktop.launch(Launch("/usr/bin/python3", (str(_FORM),)))
    await desktop.settle(found.id)
    return next(item for item in await desktop.windows() if item.id == found.id)


async def _two(desktop: LinuxDesktop, window: Window) -> tuple[Element, Element]:
    shown = await desktop.snapshot(window.id)
    return get(shown, "Send me the newsletter"), get(shown, "Name", "Edit")


async def _open_over(intruder: OwnedProcess, window: Window, element: Element) -> None:
    """A dialog that belongs to the window."""
    at = element.rect.center
    await intruder.tell(do="modal", rect=[at.x - 80, at.y - 12, at.x + 80, at.y + 12], over=window.id)


async def test_a_dialog_that_opens_after_a_hit_test_is_not_clicked_whatever_else_was_hit_tested_since(
    desktop: LinuxDesktop, window: Window, intruder: OwnedProcess
) -> None:
    box, field = await _two(desktop, window)
    first = await aimed(desktop, window, box)
    second = await aimed(desktop, window, field)
    await _open_over(intruder, window, box)
    with pytest.raises(DesktopError):
        await desktop.send(first, [Click(box.rect.center)])
    assert (await intruder.tell(do="hide"))["clicks"] == 0
    await desktop.send(second, [Click(field.rect.center)])


async def test_a_target_is_still_held_to_its_hit_test_after_another_one_was_clicked(
    desktop: LinuxDesktop, window: Window, intruder: OwnedProcess
) -> None:
    box, field = await _two(desktop, window)
    first = await aimed(desktop, window, box)
    await desktop.send(await aimed(desktop, window, field), [Click(field.rect.center)])
    await _open_over(intruder, window, box)
    with pytest.raises(DesktopError):
        await desktop.send(first, [Click(box.rect.center)])
    assert (await intruder.tell(do="tell"))["clicks"] == 0
