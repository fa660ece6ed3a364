"""Tasks "the usual way": a person showed once how they do it, and nothing on the screen tells (source: demonstrations)."""

from __future__ import annotations

from bench.minds.learning.handbook import held, paragraphs, write_sheet
from bench.minds.opendocument import name
from bench.minds.own.odf_file import content_of, rows_of, words, write_odf
from bench.minds.task import Place, Task, Verdict

SHOWN = {
    "usual-visit": "visit",
    "usual-fee": "fee",
    "usual-note": "note",
    "usual-closing": "closing",
}
"""Each task, with the demonstration in `demonstrations/` that shows its like."""


def _visits(place: Place) -> None:
    (place.folder / "visits.txt").write_text("== visits ==\nVogel\n", encoding="utf-8")


def _judge_visits(place: Place, answer: str) -> Verdict:
    text = (place.folder / "visits.txt").read_text(encoding="utf-8")
    return Verdict(text.rstrip("\n") == "== visits ==\nCerny (berth)\nVogel", repr(text))


def _fees(place: Place) -> None:
    write_sheet(place.folder / "fees.ods", (("Boat", "Fee", "Paid"), ("Marie", 120, "no"), ("Anna", 90, "no")))


def _judge_fees(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "fees.ods")
    rows = [] if content is None else rows_of(content)
    wanted = [["Boat", "Fee", "Paid"], ["Marie", "120", "no"], ["Anna", "90", "paid, receipt sent"]]
    return Verdict(rows == wanted, f"the rows are {rows}")


def _note(place: Place) -> None:
    write_odf(place.folder / "log.odt", paragraphs("Log of the harbour", "Calm, no ships."))


def _judge_note(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "log.odt")
    texts = [] if content is None else [words(node) for node in content.iter(name("text:p")) if words(node)]
    return Verdict(
        texts == ["Log of the harbour", "Calm, no ships.", "*** fog, horn sounded ***"], f"the paragraphs are {texts}"
    )


def _closing(place: Place) -> None:
    (place.folder / "open").mkdir()
    (place.folder / "open/berth-12.txt").write_text("Vogel", encoding="utf-8")
    (place.folder / "open/berth-14.txt").write_text("Dorn", encoding="utf-8")


def _judge_closing(place: Place, answer: str) -> Verdict:
    found = held(place.folder)
    wanted = {"open/berth-12.txt": "Vogel", "closed/2026 berth-14 done.txt": "Dorn"}
    return Verdict(found == wanted, f"there are {sorted(found)}")


TASKS = (
    Task(
        "usual-visit",
        "Note Cerny's visit in visits.txt the usual way; it was about a berth. Save it.",
        ("mousepad",),
        _visits,
        _judge_visits,
        opens=("mousepad", "{folder}/visits.txt"),
    ),
    Task(
        "usual-fee",
        "The Anna has paid: mark her fee in fees.ods the usual way and save.",
        ("soffice",),
        _fees,
        _judge_fees,
        opens=("libreoffice", "{folder}/fees.ods"),
    ),
    Task(
        "usual-note",
        "Write down in log.odt, the usual way, that there is fog and the horn sounded. Save it.",
        ("soffice",),
        _note,
        _judge_note,
        opens=("libreoffice", "{folder}/log.odt"),
    ),
    Task(
        "usual-closing",
        "Close the berth 14 the usual way.",
        ("pcmanfm",),
        _closing,
        _judge_closing,
        opens=("pcmanfm", "{folder}/open"),
    ),
)
