"""The ranges of a chart in a flat spreadsheet, as LibreOffice 7.4 and 25.2 write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.conditions.readers.odf.odf import read_odf

_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{whole}:1.0"'
    for name, whole in (("office", "office"), ("table", "table"), ("draw", "drawing"), ("chart", "chart"))
)


def _sheet(path: Path, plot: str, *addresses: str) -> Path:
    series = "".join(
        f'<chart:series chart:values-cell-range-address="{address}"/>' if address else "" for address in addresses
    )
    path.write_text(
        f'<office:document {_NAMES} office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body>'
        f'<office:spreadsheet><table:table table:name="Sheet"><table:shapes><draw:frame><draw:object><office:document>'
        f'<office:body><office:chart><chart:chart chart:class="chart:bar"><chart:plot-area{plot}>{series}</chart:plot-area>'
        "</chart:chart></office:chart></office:body></office:document></draw:object></draw:frame></table:shapes>"
        "</table:table></office:spreadsheet></office:body></office:document>"
    )
    return path


def _areas(path: Path) -> list[tuple[int, int, int, int]]:
    (chart,) = read_odf(path).charts
    areas = [reference.area for reference in chart.ranges]
    return [(area.column, area.row, area.end_column, area.end_row) for area in areas]


def test_parts_that_make_up_a_range_but_its_corner_tell_that_range_too(tmp_path: Path) -> None:
    file = _sheet(tmp_path / "a.fods", "", "Sheet.A2:Sheet.A3", "Sheet.B2:Sheet.B3", "Sheet.B1")
    assert _areas(file) == [(0, 0, 1, 2), (0, 1, 0, 2), (1, 1, 1, 2), (1, 0, 1, 0)]


@pytest.mark.parametrize(
    "addresses",
    [
        pytest.param(("Sheet.A2:Sheet.A3", "Sheet.C1:Sheet.C3"), id="a column between them is not drawn"),
        pytest.param(("Sheet.A1:Sheet.A3", "Other.B1:Other.B3"), id="of two sheets"),
        pytest.param(("Sheet.A1:Sheet.B3",), id="one part"),
        pytest.param(("Sheet.A1:Sheet.A1000000", "Sheet.B1:Sheet.B1000000"), id="more cells than are counted"),
    ],
)
def test_parts_that_make_up_no_range_tell_none(tmp_path: Path, addresses: tuple[str, ...]) -> None:
    assert len(_areas(_sheet(tmp_path / "a.fods", "", *addresses))) == len(addresses)


def test_a_range_that_the_file_tells_is_told_once(tmp_path: Path) -> None:
    plot = ' table:cell-range-address="Sheet.A1:Sheet.B3"'
    file = _sheet(tmp_path / "a.fods", plot, "Sheet.A2:Sheet.A3", "Sheet.B2:Sheet.B3", "Sheet.B1")
    assert _areas(file) == [(0, 0, 1, 2), (0, 1, 0, 2), (1, 1, 1, 2), (1, 0, 1, 0)]
