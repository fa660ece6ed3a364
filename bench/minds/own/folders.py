"""Tasks in a file manager and in editors: files where they belong, and program text put right."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from bench.minds.task import Place, Task, Verdict

_DOWNLOADS = {
    "invoice-alder.pdf": "%PDF alder",
    "invoice-birch.pdf": "%PDF birch",
    "manual.pdf": "%PDF manual",
    "song.mp3": "ID3",
    "old/~temp1.tmp": "x",
    "~temp2.tmp": "y",
}


def _downloads(place: Place) -> None:
    for name, text in _DOWNLOADS.items():
        file = place.folder / "Downloads" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _held(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8", errors="replace") for file in files}


def _judge_downloads(place: Place, answer: str) -> Verdict:
    wanted = {
        "Downloads/Invoices/alder.pdf": "%PDF alder",
        "Downloads/Invoices/birch.pdf": "%PDF birch",
        "Downloads/manual.pdf": "%PDF manual",
        "Downloads/song.mp3": "ID3",
    }
    held = _held(place.folder)
    if held != wanted:
        return Verdict(False, f"there are {sorted(held)}")
    return Verdict(not (place.folder / "Downloads/old").exists(), "the empty folder old")


def _projects(place: Place) -> None:
    for name in ("Projects/2026/Boathouse", "Projects/2025", "Attic"):
        (place.folder / name).mkdir(parents=True)


def _bookmarks(place: Place) -> list[Path]:
    """Return the folders that GTK's file managers and file dialogs list as places of the person."""
    home = Path(place.environment["HOME"])
    config = Path(place.environment.get("XDG_CONFIG_HOME") or home / ".config")
    files = (config / "gtk-3.0/bookmarks", home / ".gtk-bookmarks")
    lines = [line for file in files if file.is_file() for line in file.read_text(encoding="utf-8").splitlines()]
    return [Path(unquote(urlsplit(line.split(" ")[0]).path)) for line in lines if line.strip()]


def _judge_bookmark(place: Place, answer: str) -> Verdict:
    wanted, found = place.folder / "Projects/2026/Boathouse", _bookmarks(place)
    below = [path for path in found if path.is_relative_to(place.folder)]
    return Verdict(below == [wanted], f"bookmarks: {[str(path) for path in found]}")


_PROGRAM = '''PRICES = {"tea": 3.2, "cake": 4.5}


def total(order):
\t"""The total of an order."""
\tresult = 0
\tfor name, count in order.items():
\t\tresult += PRICES[name] * count
\treturn result


print("total:", total({"tea": 2, "cake": 1}))
'''
_RENAMED = _PROGRAM.replace("def total(", "def price_of(").replace(" total({", " price_of({").replace("\t", "    ")


def _program(place: Place) -> None:
    (place.folder / "order.py").write_text(_PROGRAM, encoding="utf-8")


def _judge_program(place: Place, answer: str) -> Verdict:
    file = place.folder / "order.py"
    text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    if "\t" in text:
        return Verdict(False, "there are tabs left")
    return Verdict(text.rstrip() == _RENAMED.rstrip(), "the program is compared word for word")


_LOG = "".join(f"{hour:02d}:15 station {hour % 4} {'FAULT pump' if hour % 5 == 0 else 'ok'}\n" for hour in range(24))


def _log(place: Place) -> None:
    (place.folder / "stations.txt").write_text(_LOG, encoding="utf-8")


def _judge_log(place: Place, answer: str) -> Verdict:
    wanted = [line for line in _LOG.splitlines() if "FAULT" in line]
    file = place.folder / "faults.txt"
    lines = file.read_text(encoding="utf-8", errors="replace").split("\n") if file.is_file() else []
    untouched = (place.folder / "stations.txt").read_text(encoding="utf-8") == _LOG
    right = [line.strip() for line in lines if line.strip()] == ["Faults", *wanted]
    return Verdict(right and untouched, f"faults.txt is {lines[:8]}; stations.txt untouched: {untouched}")


TASKS = (
    Task(
        "files-tidy",
        "Tidy up the Downloads folder that is open: the two invoices go into a new folder Invoices in it and are "
        "called just alder.pdf "
        "and birch.pdf then; delete the .tmp files and the folder old.",
        ("pcmanfm",),
        _downloads,
        _judge_downloads,
        opens=("pcmanfm", "{folder}/Downloads"),
        careful_calls=4,
    ),
    Task(
        "files-bookmark",
        "Bookmark the folder Projects/2026/Boathouse in the file manager, so that I find it in the side bar.",
        ("pcmanfm",),
        _projects,
        _judge_bookmark,
        opens=("pcmanfm", "{folder}"),
        careful_calls=3,
    ),
    Task(
        "code-rename",
        "In order.py rename the function total to price_of, wherever it is used (not the words that are printed "
        "or explained), turn "
        "the tabs into four spaces each, and save.",
        ("gedit",),
        _program,
        _judge_program,
        opens=("gedit", "{folder}/order.py"),
        careful_calls=2,
    ),
    Task(
        "text-faults",
        "Copy all lines with FAULT from stations.txt into a new file faults.txt beside it, with the heading "
        "Faults on the first line. "
        "Leave stations.txt alone.",
        ("mousepad",),
        _log,
        _judge_log,
        opens=("mousepad", "{folder}/stations.txt"),
        careful_calls=3,
    ),
)
