"""Where the columns of a sheet are taken to stand, by the boxes that LibreOffice 7.4 told of one from right to left."""

from __future__ import annotations

from itertools import pairwise

from ufo.desktop.linux.tree.cell_ink import Band
from ufo.desktop.linux.tree.columns import placed
from ufo.schema.geometry import Rect

_SHEET = Rect(14, 182, 1806, 840)
_TOLD = [Band(3, 1588, 1665), Band(2, 1665, 1742), Band(1, 1742, 1819), Band(0, 1819, 1820)]
"""Columns D to A, of whose box one pixel is left. The picture showed grid lines at 1589, 1666 and 1743."""


def test_columns_from_left_to_right_are_where_they_are_told_to_be() -> None:
    told = [Band(0, 14, 91), Band(1, 91, 168)]
    columns = placed(told, _SHEET)
    assert (columns.bands, columns.lined, columns.cut) == (told, told, frozenset())
    assert columns.box(0, Rect(14, 182, 154, 20)) == Rect(14, 182, 154, 20)


def test_columns_from_right_to_left_lie_beside_their_told_boxes() -> None:
    columns = placed(_TOLD, _SHEET)
    found = {band.number: (band.start, band.end) for band in columns.bands}
    assert found == {0: (1743, 1820), 1: (1666, 1743), 2: (1589, 1666), 3: (14, 1589)}
    assert [band.end for band in columns.lined] == [1590, 1667, 1744, 1821]
    assert columns.cut == {0, 3}


def test_a_merged_cell_reaches_to_the_left_of_its_told_box() -> None:
    columns = placed(_TOLD, _SHEET)
    assert columns.box(1, Rect(1742, 182, 77, 20)) == Rect(1666, 182, 77, 20)
    assert columns.box(0, Rect(1819, 182, 1, 20)) is None


def test_the_bands_of_a_sheet_to_the_left_touch() -> None:
    assert all(left.end == right.start for left, right in pairwise(placed(_TOLD, _SHEET).bands))
