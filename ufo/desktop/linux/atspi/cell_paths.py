"""Object paths of the cells of a LibreOffice sheet, kept so that row and column of a cell need no call."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

from ufo.desktop.linux.atspi.cell_names import Place
from ufo.desktop.linux.dbus.pipeline import Ref

_SHEETS = 4
_KEPT = 20_000


# A sheet without grid lines has only cells without lines; then each cell's place follows from its row and column.
OPEN_CELLS = 200


Corners = tuple[Ref, Ref]


class CellPaths:
    """Remembers the object paths of cells, so that a later look asks a cell directly. A path is never used for another object
    again; a cell that is gone answers with an error and is looked up anew.

    A lookup has a price: LibreOffice 7.4 makes an object with a text engine of its own for each cell that is asked for,
    drops the object after a quarter of a minute and never frees the engine, 7 kB each, whichever client asked.
    """

    def __init__(self) -> None:
        self._found: OrderedDict[Ref, dict[Place, Ref]] = OrderedDict()
        self._corners: OrderedDict[Ref, Corners] = OrderedDict()
        self._framed: OrderedDict[Ref, tuple[Place, ...]] = OrderedDict()

    def of(self, table: Ref) -> dict[Place, Ref]:
        found = self._found.setdefault(table, {})
        self._found.move_to_end(table)
        while len(self._found) > _SHEETS:
            self._found.popitem(last=False)
        if len(found) > _KEPT:
            found.clear()
        return found

    def corners(self, table: Ref) -> Corners | None:
        """Return the first and the last cell in sight as they were last found, or None."""
        return self._corners.get(table)

    def keep_corners(self, table: Ref, corners: Corners) -> None:
        self._corners[table] = corners
        self._corners.move_to_end(table)
        while len(self._corners) > _SHEETS:
            self._corners.popitem(last=False)

    def framed(self, table: Ref) -> tuple[Place, ...]:
        """Return the cells that showed no grid lines in the last picture that was judged. The cell with the cursor is one: its
        frame lies over the lines. Empty where there were too many.
        """
        return self._framed.get(table, ())

    def keep_framed(self, table: Ref, places: Collection[Place]) -> None:
        self._framed[table] = tuple(sorted(places)) if len(places) <= OPEN_CELLS else ()
        self._framed.move_to_end(table)
        while len(self._framed) > _SHEETS:
            self._framed.popitem(last=False)
