"""Tasks that one command of the application does, under a name or in a menu that nobody would guess (source: menus)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from bench.minds.learning.handbook import paragraphs, write_sheet
from bench.minds.opendocument import NAMES, name
from bench.minds.own.odf_file import content_of, rows_of, words, write_odf
from bench.minds.task import Place, Task, Verdict

Judge = Callable[[Place, str], Verdict]


def _list(place: Place) -> None:
    rows = (
        ("Boat", "Length", "Owner"),
        ("Marie", "9.2 m", "Vogel"),
        ("Anna", "7.5 m", "Cerny"),
        ("Ida", "11 m", "Dorn"),
    )
    write_odf(place.folder / "list.odt", paragraphs(*("<text:tab/>".join(row) for row in rows)))


def _judge_table(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "list.odt")
    if content is None:
        return Verdict(False, "list.odt is gone or broken")
    tables = [
        [[words(cell) for cell in row.iter(name("table:table-cell"))] for row in table.iter(name("table:table-row"))]
        for table in content.iter(name("table:table"))
    ]
    wanted = [
        ["Boat", "Length", "Owner"],
        ["Marie", "9.2 m", "Vogel"],
        ["Anna", "7.5 m", "Cerny"],
        ["Ida", "11 m", "Dorn"],
    ]
    return Verdict(tables == [wanted], f"tables: {tables}")


_SAILORS = ("Yusuf", "Änne", "Bora", "Zoe", "Carl")


def _names(place: Place) -> None:
    write_odf(place.folder / "names.odt", paragraphs(*_SAILORS))


def _judge_names(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "names.odt")
    texts = [] if content is None else [words(node) for node in content.iter(name("text:p")) if words(node)]
    return Verdict(texts == ["Änne", "Bora", "Carl", "Yusuf", "Zoe"], f"the paragraphs are {texts}")


def _notice(place: Place) -> None:
    write_odf(place.folder / "notice.odt", paragraphs("The slipway is closed until Friday.", "The harbour master"))


def small_capitals(file: str) -> Judge:
    """Judge that all text of a document is set in small capitals, by a style of the text or of its paragraph."""
    return partial(_judge_small_capitals, file)


def _judge_small_capitals(file: str, place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / file)
    if content is None:
        return Verdict(False, f"{file} is gone or broken")
    small = {
        style.get(name("style:name"))
        for style in content.iter(name("style:style"))
        if (found := style.find("style:text-properties", NAMES)) is not None
        and found.get(name("fo:font-variant")) == "small-caps"
    }
    for paragraph in content.iter(name("text:p")):
        spans = [node for node in paragraph.iter(name("text:span")) if node.get(name("text:style-name")) in small]
        if paragraph.get(name("text:style-name")) in small or "".join(map(words, spans)) == words(paragraph):
            continue
        return Verdict(False, f"{words(paragraph)!r} is not in small capitals")
    return Verdict(bool(small), "nothing is in small capitals")


_TIDES: tuple[tuple[object, ...], ...] = (("Day", "Mon", "Tue", "Wed"), ("High", 4.1, 4.3, 4.4), ("Low", 0.8, 0.6, 0.5))


def _tides(place: Place) -> None:
    write_sheet(place.folder / "tides.ods", _TIDES)


def _judge_tides(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "tides.ods")
    rows = [] if content is None else rows_of(content)
    wanted = [[str(cell) for cell in row] for row in zip(*_TIDES, strict=True)]
    return Verdict(rows == wanted, f"the rows are {rows}")


def _dice(place: Place) -> None:
    write_sheet(place.folder / "dice.ods", (("Throws",),))


def random_numbers(file: str, count: int, least: int, most: int) -> Judge:
    """Judge that the first column holds that many whole numbers of that range below its heading, more than one of them
    different, and none a formula.
    """
    return partial(_judge_numbers, file, count, range(least, most + 1))


def _judge_numbers(file: str, count: int, among: range, place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / file)
    if content is None:
        return Verdict(False, f"{file} is gone or broken")
    if any(cell.get(name("table:formula")) for cell in content.iter(name("table:table-cell"))):
        return Verdict(False, "there are formulas")
    values = [row[0] for row in rows_of(content)[1:] if row]
    numbers = [float(value) for value in values if value.replace(".", "", 1).isdigit()]
    good = len(numbers) == count and all(number in among for number in numbers) and len(set(numbers)) > 2
    return Verdict(good, f"there are {values}")


def sloping_picture(file: str, place: Place) -> None:
    """Lay a picture whose left and right edges differ greatly, as do its upper and lower ones."""
    across, down = (
        Image.linear_gradient("L").rotate(90).resize((200, 200)),
        Image.linear_gradient("L").resize((200, 200)),
    )
    Image.merge("RGB", (across, down, Image.new("L", (200, 200), 90))).save(place.folder / file)


def seamless(file: str) -> Judge:
    """Judge that the edges of an exported picture fit one another as those of a tile do."""
    return partial(_judge_seamless, file)


def _judge_seamless(file: str, place: Place, answer: str) -> Verdict:
    try:
        with Image.open(place.folder / file) as opened:
            tile = opened.convert("RGB")
    except OSError:
        return Verdict(False, f"there is no {file}")
    width, height = tile.size
    edges = (
        (tile.crop((0, 0, 1, height)), tile.crop((width - 1, 0, width, height))),
        (tile.crop((0, 0, width, 1)), tile.crop((0, height - 1, width, height))),
    )
    apart = [max(ImageStat.Stat(ImageChops.difference(picture, other)).mean) for picture, other in edges]
    varied = max(high - low for low, high in tile.getextrema())  # type: ignore[misc]  # RGB has a pair for each band
    return Verdict(max(apart) < 12 and varied > 60, f"the edges differ by {apart}, the picture spans {varied}")


_SHOUT = "tHE SLIPWAY IS CLOSED.\nASK iDA bERG.\n"


def _shout(place: Place) -> None:
    (place.folder / "caps.txt").write_text(_SHOUT, encoding="utf-8")


def _judge_shout(place: Place, answer: str) -> Verdict:
    text = (place.folder / "caps.txt").read_text(encoding="utf-8")
    return Verdict(text.rstrip("\n") == _SHOUT.swapcase().rstrip("\n"), repr(text))


def _slides(place: Place) -> None:
    pages = "".join(
        f'<draw:page draw:name="page{number}" draw:master-page-name="Default"><draw:frame svg:x="2cm" svg:y="1.5cm" '
        f'svg:width="16cm" svg:height="2cm"><draw:text-box><text:p>{title}</text:p></draw:text-box></draw:frame></draw:page>'
        for number, title in enumerate(("Season 2026", "What it costs", "Who sails"), 1)
    )
    write_odf(place.folder / "season.odp", pages)


def _judge_slides(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "season.odp")
    names = [] if content is None else [node.get(name("draw:name")) for node in content.iter(name("draw:page"))]
    return Verdict(len(names) == 3 and names[1] == "Costs", f"the slides are called {names}")


def office(file: str) -> tuple[str, ...]:
    return "libreoffice", f"{{folder}}/{Path(file).name}"


TASKS = (
    Task(
        "hidden-table",
        "Make a real table of the lines in list.odt, whose parts are separated by tabs, and save.",
        ("soffice",),
        _list,
        _judge_table,
        opens=office("list.odt"),
    ),
    Task(
        "hidden-order",
        "Put the lines of names.odt into alphabetical order and save.",
        ("soffice",),
        _names,
        _judge_names,
        opens=office("names.odt"),
    ),
    Task(
        "hidden-capitals",
        "Set all of notice.odt in small capitals and save.",
        ("soffice",),
        _notice,
        small_capitals("notice.odt"),
        opens=office("notice.odt"),
    ),
    Task(
        "hidden-swap",
        "Swap rows and columns of the table in tides.ods, so that it begins in A1 again, and save.",
        ("soffice",),
        _tides,
        _judge_tides,
        opens=office("tides.ods"),
    ),
    Task(
        "hidden-random",
        "Fill the 30 cells below Throws in dice.ods with random whole numbers from 1 to 6, as fixed values that never change, "
        "and save.",
        ("soffice",),
        _dice,
        random_numbers("dice.ods", 30, 1, 6),
        opens=office("dice.ods"),
    ),
    Task(
        "hidden-tile",
        "Make a tile of slope.png whose edges fit one another without a seam, and export it as slope-tile.png.",
        ("gimp",),
        partial(sloping_picture, "slope.png"),
        seamless("slope-tile.png"),
        opens=("gimp", "{folder}/slope.png"),
    ),
    Task(
        "hidden-case",
        "Turn every capital letter of caps.txt into a small one and every small one into a capital, and save.",
        ("mousepad",),
        _shout,
        _judge_shout,
        opens=("mousepad", "{folder}/caps.txt"),
    ),
    Task(
        "hidden-name",
        "Call the second slide of season.odp Costs (the slide, not its title) and save.",
        ("soffice",),
        _slides,
        _judge_slides,
        opens=office("season.odp"),
    ),
)
