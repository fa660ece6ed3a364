"""Tasks that need a fact which only a page on the web tells (source: web). The search service and the pages are local."""

from __future__ import annotations

import json

from bench.minds.learning.handbook import write_sheet
from bench.minds.local_server import Answer, LocalServer
from bench.minds.own.odf_file import content_of, rows_of
from bench.minds.task import Place, Task, Verdict
from ufo.schema.patterns import regex

_TAG = regex(r"<[^>]*>")
PAGES = {
    "/mooring": (
        "Mooring fees of Port Elva 2026",
        "<h1>Port Elva</h1><h2>Mooring fees 2026</h2><p>A boat of up to 8 metres pays 14.50 a night, a boat of up to 12 metres "
        "19.20.</p><h2>Showers</h2><p>Showers cost 1.50.</p>",
    ),
    "/radio": (
        "Radio of Port Elva",
        "<h1>Port Elva</h1><h2>Radio</h2><p>The harbour master of Port Elva listens on channel 74. Elva Lock has channel 22."
        "</p>",
    ),
    "/lamps": (
        "Lamps for harbours: configuration of the Elvalux L3",
        "<h1>Elvalux L3</h1><h2>Blinking</h2><p>The rhythm stands in the line <code>rhythm =</code> of lamp.conf. For a harbour "
        "entrance the maker wants <code>rhythm = 3+1/15s</code>.</p>",
    ),
}


def answer(path: str) -> Answer | None:
    """Answer as a SearXNG service, and with the pages that it finds."""
    if path == "/search":
        found = [
            {"url": f"http://pages.elva.example{item}", "title": title, "content": _plain(text)}
            for item, (title, text) in PAGES.items()
        ]
        return "application/json", json.dumps({"query": "", "results": found}).encode()
    title, text = PAGES.get(path, ("", ""))
    page = f"<!doctype html><meta charset=utf-8><title>{title}</title>{text}"
    return ("text/html; charset=utf-8", page.encode()) if title else None


def _plain(page: str) -> str:
    return " ".join(_TAG.sub(" ", page).split())


def serve(folder: object) -> LocalServer:
    return LocalServer(folder, answer)  # type: ignore[arg-type]  # a task's server gets its folder


def _fees(place: Place) -> None:
    write_sheet(place.folder / "trip.ods", (("Night in", "Boat", "Fee"), ("Port Elva", "9 m", "")))


def _judge_fees(place: Place, answer: str) -> Verdict:
    content = content_of(place.folder / "trip.ods")
    rows = [] if content is None else rows_of(content)
    return Verdict(len(rows) == 2 and rows[1][-1] == "19.2", f"the rows are {rows}")


def _radio(place: Place) -> None:
    (place.folder / "radio.txt").write_text("Port Elva, harbour master: channel \n", encoding="utf-8")


def _judge_radio(place: Place, answer: str) -> Verdict:
    text = (place.folder / "radio.txt").read_text(encoding="utf-8")
    return Verdict(text.split() == ["Port", "Elva,", "harbour", "master:", "channel", "74"], repr(text))


def _lamp(place: Place) -> None:
    (place.folder / "lamp.conf").write_text("colour = green\nrhythm = 1/5s\n", encoding="utf-8")


def _judge_lamp(place: Place, answer: str) -> Verdict:
    text = (place.folder / "lamp.conf").read_text(encoding="utf-8")
    return Verdict(text.rstrip("\n") == "colour = green\nrhythm = 3+1/15s", repr(text))


TASKS = (
    Task(
        "web-fee",
        "Enter in trip.ods what a night in Port Elva costs our boat in 2026, and save.",
        ("soffice",),
        _fees,
        _judge_fees,
        opens=("libreoffice", "{folder}/trip.ods"),
        serve=serve,
        searches=True,
    ),
    Task(
        "web-radio",
        "Write the radio channel of Port Elva's harbour master behind the word channel in radio.txt and save.",
        ("mousepad",),
        _radio,
        _judge_radio,
        opens=("mousepad", "{folder}/radio.txt"),
        serve=serve,
        searches=True,
    ),
    Task(
        "web-lamp",
        "Set the rhythm in lamp.conf to what the maker of the Elvalux L3 wants for a harbour entrance, and save.",
        ("mousepad",),
        _lamp,
        _judge_lamp,
        opens=("mousepad", "{folder}/lamp.conf"),
        serve=serve,
        searches=True,
    ),
)
