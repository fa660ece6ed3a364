"""Tasks in the manner of a house: its handbook says how, and nothing on the screen does (source: documents)."""

from __future__ import annotations

import csv
import io
import json
import re
import tarfile
from pathlib import Path
from xml.etree import ElementTree

from docx import Document
from docx.opc.exceptions import PackageNotFoundError
from PIL import Image

from bench.minds.opendocument import NAMES, name, part
from bench.minds.own.odf_file import content_of, words, write_odf
from bench.minds.own.preferences import config_folder
from bench.minds.shared.spreadsheets import Spreadsheet
from bench.minds.task import Place, Task, Verdict

_CM = re.compile(r"([\d.]+)(cm|mm|in|pt)$")
_IN_CM = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72}


def paragraphs(*texts: str) -> str:
    return "".join(f"<text:p>{text}</text:p>" for text in texts)


def styles_of(path: Path) -> ElementTree.Element | None:
    """Return the styles of a document, or None where there is no such document."""
    return part(path, "styles.xml") if content_of(path) is not None else None


def centimetres(length: str | None) -> float:
    """Return a length of OpenDocument in centimetres, -1 where it is none."""
    found = _CM.match(length or "")
    return float(found[1]) * _IN_CM[found[2]] if found else -1.0


def _letter(place: Place) -> None:
    write_odf(place.folder / "letter.odt", paragraphs("Dear Mrs Vogel,", "your boat is ready.", "Ida Berg"))


def _judge_letter(place: Place, answer: str) -> Verdict:
    styles = styles_of(place.folder / "letter.odt")
    if styles is None:
        return Verdict(False, "letter.odt is gone or broken")
    for layout in styles.iter(name("style:page-layout-properties")):
        size = [round(centimetres(layout.get(name(f"fo:page-{side}"))), 1) for side in ("width", "height")]
        margins = [layout.get(name(f"fo:margin-{side}")) or layout.get(name("fo:margin")) for side in _SIDES]
        told = [round(centimetres(margin), 1) for margin in margins]
        # The bottom margin of a page with a footer lies partly in the footer.
        if (
            size == [14.8, 21.0]
            and [number for number, side in zip(told, _SIDES, strict=True) if side != "bottom"] == [1.8] * 3
        ):
            break
    else:
        return Verdict(False, "no page is A5 with margins of 18 mm")
    footers = [
        node for node in styles.iter(name("style:footer")) if node.find(".//text:page-number", NAMES) is not None
    ]
    return Verdict(bool(footers) and len(words(footers[0])) <= 3, f"{len(footers)} footers with a page number")


_SIDES = ("left", "right", "top", "bottom")
_BUDGET = (("Item", "Amount"), ("Paint", 1250), ("Rope", 89.5), ("Harbour fee", 640))


def write_sheet(path: Path, rows: tuple[tuple[object, ...], ...], sheet: str = "Sheet1") -> None:
    """Write a spreadsheet of one sheet with texts and numbers."""
    lines = []
    for row in rows:
        cells = "".join(
            f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>{cell}</text:p></table:table-cell>'
            if isinstance(cell, int | float)
            else f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in row
        )
        lines.append(f"<table:table-row>{cells}</table:table-row>")
    write_odf(path, f'<table:table table:name="{sheet}">{"".join(lines)}</table:table>')


def _budget(place: Place) -> None:
    write_sheet(place.folder / "budget.ods", _BUDGET)


def _judge_budget(place: Place, answer: str) -> Verdict:
    if content_of(place.folder / "budget.ods") is None:
        return Verdict(False, "budget.ods is gone or broken")
    book = Spreadsheet(place.folder / "budget.ods")
    if book.names != ["Budget 2026"] or book.frozen_rows() != 1:
        return Verdict(False, f"sheets {book.names}, {book.frozen_rows()} frozen rows")
    shown = [row[1].shown for row in book.rows()[1:] if len(row) > 1]
    return Verdict(shown == ["1,250.00 EUR", "89.50 EUR", "640.00 EUR"], f"amounts are shown as {shown}")


def _talk(place: Place) -> None:
    pages = "".join(
        f'<draw:page draw:name="{title}" draw:master-page-name="Default"><draw:frame svg:x="2cm" svg:y="1.5cm" '
        f'svg:width="16cm" svg:height="2cm"><draw:text-box><text:p>{title}</text:p></draw:text-box></draw:frame></draw:page>'
        for title in ("Our boats", "Prices")
    )
    write_odf(place.folder / "boats.odp", pages)


def _judge_talk(place: Place, answer: str) -> Verdict:
    path = place.folder / "boats.odp"
    content, styles = content_of(path), styles_of(path)
    if content is None or styles is None:
        return Verdict(False, "boats.odp is gone or broken")
    roots = (content, styles)
    fills = [
        node.get(name("draw:fill-color"), "").lower() for root in roots for node in root.iter() if _is_page_fill(node)
    ]
    if "#f4e9d8" not in fills:
        return Verdict(False, f"backgrounds: {fills}")
    return Verdict((place.folder / "boats.pdf").is_file(), "there is no boats.pdf")


def _is_page_fill(element: ElementTree.Element) -> bool:
    return element.tag == name("style:drawing-page-properties") and element.get(name("draw:fill")) == "solid"


def _photo(place: Place) -> None:
    picture = Image.radial_gradient("L").resize((900, 600)).convert("RGB")
    picture.paste((150, 60, 20), (200, 250, 700, 400))
    picture.save(place.folder / "harbour.png")


def _judge_photo(place: Place, answer: str) -> Verdict:
    try:
        with Image.open(place.folder / "harbour-web.jpg") as small, Image.open(place.folder / "harbour.png") as first:
            table = small.quantization[0]  # type: ignore[attr-defined]  # a JPEG has it
            found = (small.format, small.size, first.size)
    except (OSError, AttributeError):
        return Verdict(False, "there is no harbour-web.jpg beside harbour.png")
    # Quality 60 scales the standard's first table, which begins with 16, by 0.8.
    good = found == ("JPEG", (400, 267), (900, 600)) and 12 <= table[0] <= 14
    return Verdict(good, f"{found}, quantisation begins with {table[0]}")


_CONFIG = "\thost = harbour\nport = 22\n\t\tuser = ida\nname = a  b\n"


def _configuration(place: Place) -> None:
    (place.folder / "sync.conf").write_text(_CONFIG, encoding="utf-8")


def _judge_configuration(place: Place, answer: str) -> Verdict:
    text = (place.folder / "sync.conf").read_text(encoding="utf-8")
    return Verdict(text.rstrip("\n") == f"# managed by birch\n{_CONFIG}".replace("\t", "  ").rstrip("\n"), repr(text))


_SCANS = {
    "Alder_04032026.pdf": "2026/03/2026-03-04 alder.pdf",
    "Birch_28022026.pdf": "2026/02/2026-02-28 birch.pdf",
    "Tax_15122025.pdf": "2025/12/2025-12-15 tax.pdf",
}


def _scans(place: Place) -> None:
    for old in _SCANS:
        (place.folder / old).write_text(f"%PDF {old}", encoding="utf-8")


def held(folder: Path) -> dict[str, str]:
    """Return the files of a folder, hidden ones left out, with their texts."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8", errors="replace") for file in files}


def _judge_scans(place: Place, answer: str) -> Verdict:
    found = held(place.folder)
    return Verdict(found == {new: f"%PDF {old}" for old, new in _SCANS.items()}, f"there are {sorted(found)}")


_STOCK: tuple[tuple[object, ...], ...] = (("Part", "Place", "Count"), ("Rope 8 mm", "A3", 12), ("Buoy", "B1", 4))


def _stock(place: Place) -> None:
    write_sheet(place.folder / "stock.ods", _STOCK)


def _judge_stock(place: Place, answer: str) -> Verdict:
    file = place.folder / "warehouse.csv"
    if not file.is_file():
        return Verdict(False, "there is no warehouse.csv")
    text = file.read_text(encoding="utf-8", errors="replace")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    quoted = all(f'"{cell}"' in text for row in _STOCK for cell in row if isinstance(cell, str))
    return Verdict(rows == [[str(cell) for cell in row] for row in _STOCK] and quoted, repr(text))


_MINUTES = ("Meeting of 3 March", "1. Paint", "Jonas buys it.", "2. Mooring", "Ida writes to the harbour.")


def _minutes(place: Place) -> None:
    write_odf(place.folder / "minutes.odt", paragraphs(*_MINUTES))


def _judge_minutes(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "minutes.odt")
    if content is None:
        return Verdict(False, "minutes.odt is gone or broken")
    headings = [(words(node), node.get(name("text:outline-level"))) for node in content.iter(name("text:h"))]
    if headings != [("1. Paint", "2"), ("2. Mooring", "2")]:
        return Verdict(False, f"headings: {headings}")
    try:
        texts = [
            paragraph.text for paragraph in Document(str(place.folder / "minutes.docx")).paragraphs if paragraph.text
        ]
    except PackageNotFoundError:
        return Verdict(False, "there is no minutes.docx")
    return Verdict(texts == list(_MINUTES), f"minutes.docx says {texts}")


def _nothing(place: Place) -> None:
    return None


def _judge_browser(place: Place, answer: str) -> Verdict:
    told = {}
    for file in sorted(config_folder(place).glob("chromium*/Default/Preferences")):
        told = json.loads(file.read_text(encoding="utf-8"))
    home = told.get("homepage"), told.get("browser", {}).get("show_home_button"), told.get("homepage_is_newtabpage")
    asks = told.get("download", {}).get("prompt_for_download")
    good = home == ("https://intranet.birch.example/", True, False) and asks is True
    return Verdict(good, f"home {home}, asks where to save: {asks}")


def _project(place: Place) -> None:
    for word, text in (("Jetty/plan.txt", "piles"), ("Jetty/costs/2019.txt", "12000"), ("Boathouse/roof.txt", "tar")):
        file = place.folder / word
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _judge_project(place: Place, answer: str) -> Verdict:
    if (place.folder / "Jetty").exists() or not (place.folder / "Boathouse/roof.txt").is_file():
        return Verdict(False, "Jetty is still there, or Boathouse is not")
    try:
        with tarfile.open(place.folder / "archive/Jetty.tar.xz", "r:xz") as packed:
            names = {getmember.name.removeprefix("./") for getmember in packed.getmembers() if getmember.isfile()}
    except (OSError, tarfile.TarError):
        return Verdict(False, "there is no archive/Jetty.tar.xz")
    return Verdict(
        {text.removeprefix("Jetty/") for text in names} == {"plan.txt", "costs/2019.txt"}, f"it holds {names}"
    )


TASKS = (
    Task(
        "house-letter",
        "Set letter.odt as our handbook wants letters, and save it.",
        ("soffice",),
        _letter,
        _judge_letter,
        opens=("libreoffice", "{folder}/letter.odt"),
    ),
    Task(
        "house-budget",
        "Put budget.ods, our budget for 2026, into the form of the handbook and save it.",
        ("soffice",),
        _budget,
        _judge_budget,
        opens=("libreoffice", "{folder}/budget.ods"),
    ),
    Task(
        "house-slides",
        "Give boats.odp the look that the handbook wants and keep it as the handbook says.",
        ("soffice",),
        _talk,
        _judge_talk,
        opens=("libreoffice", "{folder}/boats.odp"),
    ),
    Task(
        "house-picture",
        "Make the picture for the web of harbour.png, as the handbook says.",
        ("gimp",),
        _photo,
        _judge_photo,
        opens=("gimp", "{folder}/harbour.png"),
    ),
    Task(
        "house-configuration",
        "Put sync.conf into the form that the handbook wants for configuration files, and save it.",
        ("mousepad",),
        _configuration,
        _judge_configuration,
        opens=("mousepad", "{folder}/sync.conf"),
    ),
    Task("house-scans", "File the scans in this folder as the handbook says.", ("pcmanfm",), _scans, _judge_scans),
    Task(
        "house-stock",
        "Export stock.ods for the warehouse, as the handbook says.",
        ("soffice",),
        _stock,
        _judge_stock,
        opens=("libreoffice", "{folder}/stock.ods"),
    ),
    Task(
        "house-minutes",
        "Put the minutes in minutes.odt into the form of our handbook and keep them as it says.",
        ("soffice",),
        _minutes,
        _judge_minutes,
        opens=("libreoffice", "{folder}/minutes.odt"),
    ),
    Task(
        "house-browser",
        "Set up Chromium as the handbook says for a new machine.",
        ("chromium",),
        _nothing,
        _judge_browser,
        opens=("chromium",),
        careful_calls=4,
    ),
    Task(
        "house-project",
        "Jetty is an old project: do with it what the handbook says.",
        ("tar",),
        _project,
        _judge_project,
    ),
)
