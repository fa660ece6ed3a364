"""Programs of 32 bits, whose lists, trees and tabs are asked by structures of other sizes: Wine has a regedit of each kind."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

import pytest

from tests.conformance.suite import Stage, find, get
from tests.windows.connection import connected
from ufo.desktop.values import Launch
from ufo.desktop.windows.api.structures import (
    HeaderItem,
    ListViewItem,
    TabItem,
    TreeViewItem,
    copied,
    of_32_bits,
)

_PROGRAM = Path(os.environ["SYSTEMROOT"], "syswow64/regedit.exe")


@pytest.mark.parametrize(
    ("kind", "size", "wide"), [(ListViewItem, 60, 88), (HeaderItem, 48, 72), (TreeViewItem, 40, 56), (TabItem, 28, 40)]
)
def test_a_structure_has_the_size_that_each_kind_of_program_has(
    kind: type[ctypes.Structure], size: int, wide: int
) -> None:
    assert (ctypes.sizeof(of_32_bits(kind)), ctypes.sizeof(kind)) == (size, wide)


def test_what_is_carried_over_and_back_is_the_same() -> None:
    asked = ListViewItem(mask=3, index=7, column=2, text=0x7FFF0010, length=512, data=-1, group_index=5)
    carried = copied(asked, of_32_bits(ListViewItem))
    assert ctypes.addressof(carried) != ctypes.addressof(asked)
    assert bytes(copied(carried, ListViewItem)) == bytes(asked)


@pytest.mark.matrix
@pytest.mark.skipif(
    not _PROGRAM.exists(),
    reason="not installed: wine32; sudo dpkg --add-architecture i386; sudo apt-get install -y wine32:i386",
)
async def test_the_tree_and_the_table_of_a_32_bit_program_are_read_and_worked() -> None:
    async with connected() as desktop:
        stage = Stage(desktop, Launch(str(_PROGRAM)))
        window = await stage.open()
        look = await stage.until(window, lambda now: find(now, "HKEY_CURRENT_USER", "TreeItem") is not None)
        await desktop.act(get(look, "HKEY_CURRENT_USER", "TreeItem").handle, "expand")
        look = await stage.until(window, lambda now: find(now, "Environment", "TreeItem") is not None)
        await desktop.act(get(look, "Environment", "TreeItem").handle, "select")
        await stage.until(window, lambda now: find(now, "TEMP", "Cell") is not None)
