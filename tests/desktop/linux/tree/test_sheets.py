from __future__ import annotations

from ufo.desktop.linux.atspi.cell_paths import CellPaths
from ufo.desktop.linux.dbus.pipeline import Ref


def test_found_cells_of_old_sheets_are_forgotten() -> None:
    paths = CellPaths()
    for number in range(50):
        paths.of(Ref(":1.1", f"/{number}"))[(0, 0)] = Ref(":1.1", "/cell")
    assert paths.of(Ref(":1.1", "/49")) == {(0, 0): Ref(":1.1", "/cell")}
    assert paths.of(Ref(":1.1", "/0")) == {}
