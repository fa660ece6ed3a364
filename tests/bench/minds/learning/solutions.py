"""Solutions of the tasks for learning, made by code as the applications would leave the world, and mistakes that come close."""

from __future__ import annotations

import json
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from docx import Document
from PIL import Image

from bench.minds.learning.handbook import paragraphs, write_sheet
from bench.minds.opendocument import write_document
from bench.minds.own.odf_file import write_odf
from bench.minds.task import Place
from tests.bench.minds.learning.office_solutions import OFFICE_MISTAKES, OFFICE_SOLUTIONS

Solve = Callable[[Place], None]


def both(*parts: Solve) -> Solve:
    def solve(place: Place) -> None:
        for part in parts:
            part(place)

    return solve


def writes(file: str, text: str) -> Solve:
    def solve(place: Place) -> None:
        (place.folder / file).parent.mkdir(parents=True, exist_ok=True)
        (place.folder / file).write_text(text, encoding="utf-8")

    return solve


def odt(file: str, body: str, automatic: str = "") -> Solve:
    return lambda place: write_odf(place.folder / file, body, automatic)


def sheet(file: str, rows: Iterable[Iterable[object]], name: str = "Sheet1") -> Solve:
    return lambda place: write_sheet(place.folder / file, tuple(tuple(row) for row in rows), name)


def moved(**moves: str) -> Solve:
    def solve(place: Place) -> None:
        for old, new in moves.items():
            target = place.folder / new
            target.parent.mkdir(parents=True, exist_ok=True)
            next(path for path in place.folder.rglob("*") if path.stem == old).rename(target)

    return solve


def _letter(margin: str) -> Solve:
    layout = (
        '<style:page-layout style:name="A5"><style:page-layout-properties fo:page-width="14.8cm" fo:page-height="21cm" '
        f'fo:margin-left="{margin}" fo:margin-right="{margin}" fo:margin-top="{margin}" fo:margin-bottom="0.8cm"/>'
        "</style:page-layout>"
    )
    footer = "<style:footer><text:p><text:page-number>1</text:page-number></text:p></style:footer>"
    styles = (
        f"<office:automatic-styles>{layout}</office:automatic-styles><office:master-styles><style:master-page "
        f'style:name="Default" style:page-layout-name="A5">{footer}</style:master-page></office:master-styles>'
    )
    return lambda place: write_document(place.folder / "letter.odt", paragraphs("Dear Mrs Vogel,"), "", styles)


def _budget(first: str, frozen: int) -> Solve:
    def solve(place: Place) -> None:
        rows = (("Item", "Amount"), ("Paint", first), ("Rope", "89.50 EUR"), ("Harbour fee", "640.00 EUR"))
        path = place.folder / "budget.ods"
        write_sheet(path, rows, "Budget 2026")
        settings = (
            '<office:document-settings xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
            'xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0"><config:config-item-map-entry>'
            '<config:config-item config:name="VerticalSplitMode">2</config:config-item>'
            f'<config:config-item config:name="VerticalSplitPosition">{frozen}</config:config-item>'
            "</config:config-item-map-entry></office:document-settings>"
        )
        _add(path, "settings.xml", settings)

    return solve


def _add(path: Path, inner: str, text: str) -> None:
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr(inner, text)


def _boats(colour: str) -> Solve:
    automatic = (
        '<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties draw:fill="solid" '
        f'draw:fill-color="{colour}"/></style:style>'
    )
    return both(odt("boats.odp", '<draw:page draw:style-name="dp1"/>', automatic), writes("boats.pdf", "%PDF"))


def _web_picture(width: int, quality: int) -> Solve:
    def solve(place: Place) -> None:
        with Image.open(place.folder / "harbour.png") as picture:
            small = picture.resize((width, round(width * 2 / 3)))
        small.save(place.folder / "harbour-web.jpg", quality=quality)

    return solve


_CLEAN = "  host = harbour\nport = 22\n    user = ida\nname = a  b\n"
_STOCK = '"Part";"Place";"Count"\n"Rope 8 mm";"A3";12\n"Buoy";"B1";4\n'


def _minutes(level: int) -> Solve:
    def heading(text: str) -> str:
        return f'<text:h text:outline-level="{level}">{text}</text:h>'

    body = (
        paragraphs("Meeting of 3 March")
        + heading("1. Paint")
        + paragraphs("Jonas buys it.")
        + heading("2. Mooring")
        + paragraphs("Ida writes to the harbour.")
    )

    def word(place: Place) -> None:
        document = Document()
        for text in ("Meeting of 3 March", "1. Paint", "Jonas buys it.", "2. Mooring", "Ida writes to the harbour."):
            document.add_paragraph(text)
        document.save(str(place.folder / "minutes.docx"))

    return both(odt("minutes.odt", body), word)


def _preferences(home: str, **more: object) -> Solve:
    def solve(place: Place) -> None:
        file = Path(place.environment["XDG_CONFIG_HOME"]) / "chromium/Default/Preferences"
        file.parent.mkdir(parents=True)
        told = {"homepage": home, "homepage_is_newtabpage": False, "browser": {"show_home_button": True}} | more
        file.write_text(json.dumps(told), encoding="utf-8")

    return solve


def _packed(*left_out: str) -> Solve:
    def solve(place: Place) -> None:
        (place.folder / "archive").mkdir()
        with tarfile.open(place.folder / "archive/Jetty.tar.xz", "w:xz") as packed:
            for item in ("plan.txt", "costs/2019.txt"):
                if item not in left_out:
                    packed.add(place.folder / "Jetty" / item, f"Jetty/{item}")
        shutil.rmtree(place.folder / "Jetty")

    return solve


def _table(*rows: tuple[str, ...]) -> str:
    lines = "".join(
        f"<table:table-row>{''.join(f'<table:table-cell><text:p>{cell}</text:p></table:table-cell>' for cell in row)}"
        "</table:table-row>"
        for row in rows
    )
    return f"<table:table>{lines}</table:table>"


_BOATS = (("Boat", "Length", "Owner"), ("Marie", "9.2 m", "Vogel"), ("Anna", "7.5 m", "Cerny"), ("Ida", "11 m", "Dorn"))


def _small(file: str, *texts: str, but: str = "") -> Solve:
    style = (
        '<style:style style:name="P1" style:family="paragraph"><style:text-properties fo:font-variant="small-caps"/>'
        "</style:style>"
    )
    body = "".join(
        f"<text:p>{text}</text:p>" if text == but else f'<text:p text:style-name="P1">{text}</text:p>' for text in texts
    )
    return odt(file, body, style)


def _numbers(file: str, head: str, count: int, most: int) -> Solve:
    return sheet(file, [(head,), *((1 + number * 5 % most,) for number in range(count))])


def _tile(file: str, soft: bool) -> Solve:
    def solve(place: Place) -> None:
        tile = Image.radial_gradient("L").resize((200, 200)) if soft else Image.linear_gradient("L").resize((200, 200))
        if soft:
            # Ripples that are the same at opposite edges.
            half = tile.resize((100, 100))
            for corner in ((0, 0), (100, 0), (0, 100), (100, 100)):
                tile.paste(half, corner)
        tile.convert("RGB").save(place.folder / file)

    return solve


def _named(second: str) -> Solve:
    pages = "".join(f'<draw:page draw:name="{text}"/>' for text in ("page1", second, "page3"))
    return odt("season.odp", pages)


_TIDES = (("Day", "High", "Low"), ("Mon", 4.1, 0.8), ("Tue", 4.3, 0.6), ("Wed", 4.4, 0.5))
_LOG = ("Log of the harbour", "Calm, no ships.")

SOLUTIONS: dict[str, Solve] = {
    "house-letter": _letter("1.8cm"),
    "house-budget": _budget("1,250.00 EUR", 1),
    "house-slides": _boats("#f4e9d8"),
    "house-picture": _web_picture(400, 60),
    "house-configuration": writes("sync.conf", f"# managed by birch\n{_CLEAN}"),
    "house-scans": moved(
        Alder_04032026="2026/03/2026-03-04 alder.pdf",
        Birch_28022026="2026/02/2026-02-28 birch.pdf",
        Tax_15122025="2025/12/2025-12-15 tax.pdf",
    ),
    "house-stock": writes("warehouse.csv", _STOCK),
    "house-minutes": _minutes(2),
    "house-browser": _preferences("https://intranet.birch.example/", download={"prompt_for_download": True}),
    "house-project": _packed(),
    "hidden-table": odt("list.odt", _table(*_BOATS)),
    "hidden-order": odt("names.odt", paragraphs("Änne", "Bora", "Carl", "Yusuf", "Zoe")),
    "hidden-capitals": _small("notice.odt", "The slipway is closed until Friday.", "The harbour master"),
    "hidden-swap": sheet("tides.ods", _TIDES),
    "hidden-random": _numbers("dice.ods", "Throws", 30, 6),
    "hidden-tile": _tile("slope-tile.png", True),
    "hidden-case": writes("caps.txt", "The slipway is closed.\nask Ida Berg.\n"),
    "hidden-name": _named("Costs"),
    **OFFICE_SOLUTIONS,
    "usual-visit": writes("visits.txt", "== visits ==\nCerny (berth)\nVogel\n"),
    "usual-fee": sheet("fees.ods", (("Boat", "Fee", "Paid"), ("Marie", 120, "no"), ("Anna", 90, "paid, receipt sent"))),
    "usual-note": odt("log.odt", paragraphs(*_LOG, "*** fog, horn sounded ***")),
    "usual-closing": moved(**{"berth-14": "closed/2026 berth-14 done.txt"}),
    "web-fee": sheet("trip.ods", (("Night in", "Boat", "Fee"), ("Port Elva", "9 m", 19.2))),
    "web-radio": writes("radio.txt", "Port Elva, harbour master: channel 74\n"),
    "web-lamp": writes("lamp.conf", "colour = green\nrhythm = 3+1/15s\n"),
}

MISTAKES: dict[str, Solve] = {
    "house-letter": _letter("2cm"),
    "house-budget": _budget("1250.00 EUR", 1),
    "house-slides": _boats("#ffffff"),
    "house-picture": _web_picture(400, 90),
    "house-configuration": writes("sync.conf", f"# managed by birch\n{_CLEAN}".replace("a  b", "a b")),
    "house-scans": moved(
        Alder_04032026="2026/04/2026-04-03 alder.pdf",
        Birch_28022026="2026/02/2026-02-28 birch.pdf",
        Tax_15122025="2025/12/2025-12-15 tax.pdf",
    ),
    "house-stock": writes("warehouse.csv", _STOCK.replace('"', "")),
    "house-minutes": _minutes(1),
    "house-browser": _preferences("https://intranet.birch.example/"),
    "house-project": _packed("costs/2019.txt"),
    "hidden-table": odt("list.odt", _table(*_BOATS[:-1])),
    "hidden-order": odt("names.odt", paragraphs("Bora", "Carl", "Yusuf", "Zoe", "Änne")),
    "hidden-capitals": _small(
        "notice.odt", "The slipway is closed until Friday.", "The harbour master", but="The harbour master"
    ),
    "hidden-swap": sheet("tides.ods", (*_TIDES, ("Day", "Mon", "Tue", "Wed"))),
    "hidden-random": _numbers("dice.ods", "Throws", 30, 8),
    "hidden-tile": _tile("slope-tile.png", False),
    "hidden-case": writes("caps.txt", "The slipway is closed.\nAsk Ida Berg.\n"),
    "hidden-name": _named("costs"),
    **OFFICE_MISTAKES,
    "usual-visit": writes("visits.txt", "== visits ==\nVogel\nCerny (berth)\n"),
    "usual-fee": sheet("fees.ods", (("Boat", "Fee", "Paid"), ("Marie", 120, "no"), ("Anna", 90, "yes"))),
    "usual-note": odt("log.odt", paragraphs(*_LOG, "Fog, horn sounded")),
    "usual-closing": moved(**{"berth-14": "closed/berth-14.txt"}),
    "web-fee": sheet("trip.ods", (("Night in", "Boat", "Fee"), ("Port Elva", "9 m", 14.5))),
    "web-radio": writes("radio.txt", "Port Elva, harbour master: channel 22\n"),
    "web-lamp": writes("lamp.conf", "colour = green\nrhythm = 1/15s\n"),
}
