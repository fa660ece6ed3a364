"""Solutions of our own tasks, made by code as the applications would leave the world, and mistakes that come close."""

from __future__ import annotations

import json
import mailbox
import shutil
import subprocess
import tarfile
import urllib.request
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PIL import Image
from pypdf import PdfReader, PdfWriter

from bench.minds.own.odf_file import write_odf
from bench.minds.own.pdf_file import write_pdf
from bench.minds.own.preferences import LIBFM, MOUSEPAD, MOUSEPAD_VIEW, OFFICE_REGISTRY
from bench.minds.task import Place

Solve = Callable[[Place], None]


def _post(place: Place, path: str, **what: object) -> None:
    request = urllib.request.Request(f"http://127.0.0.1:{place.port}{path}", json.dumps(what).encode(), method="POST")
    urllib.request.urlopen(request, timeout=10).close()


def _posts(*posts: tuple[str, Mapping[str, object]]) -> Solve:
    def solve(place: Place) -> None:
        for path, what in posts:
            _post(place, path, **what)

    return solve


def _writes(file: str, text: str) -> Solve:
    def solve(place: Place) -> None:
        (place.folder / file).write_text(text, encoding="utf-8")

    return solve


def _both(*parts: Solve) -> Solve:
    def solve(place: Place) -> None:
        for part in parts:
            part(place)

    return solve


def _packed_again(file: str, change: Callable[[str], str]) -> Solve:
    """A document with another content."""

    def solve(place: Place) -> None:
        path = place.folder / file
        with zipfile.ZipFile(path) as old:
            entries = {name: old.read(name) for name in old.namelist()}
        entries["content.xml"] = change(entries["content.xml"].decode()).encode()
        with zipfile.ZipFile(path, "w") as new:
            for name, data in entries.items():
                new.writestr(name, data)

    return solve


def _fill(name: str, colour: str) -> str:
    return (
        f'<style:style style:name="{name}" style:family="graphic"><style:graphic-properties draw:fill="solid" '
        f'draw:fill-color="{colour}"/></style:style>'
    )


def _floor_plan(colour: str) -> Solve:
    def change(content: str) -> str:
        styled = content.replace("</office:automatic-styles>", f"{_fill('new', colour)}</office:automatic-styles>")
        kitchen = styled.replace(
            'draw:style-name="room" svg:x="7cm" svg:y="2cm"', 'draw:style-name="new" svg:x="7cm" svg:y="2cm"'
        )
        return kitchen.replace("<text:p></text:p>", "<text:p>Bath</text:p>")

    return _both(
        _packed_again("flat.odg", change),
        lambda place: write_pdf(place.folder / "flat.pdf", ("Hall", "Kitchen", "Bath")),
    )


def _poster(colour: str) -> Solve:
    def solve(place: Place) -> None:
        circle = (
            '<draw:custom-shape draw:style-name="c"><draw:enhanced-geometry draw:type="ellipse"/></draw:custom-shape>'
        )
        words = "<draw:frame><draw:text-box><text:p>Open day 12 June</text:p></draw:text-box></draw:frame>"
        write_odf(place.folder / "poster.odg", f"<draw:page>{circle}{words}</draw:page>", _fill("c", colour))
        Image.new("RGB", (50, 50), colour).save(place.folder / "poster.png")

    return solve


def _trip(slide: str) -> Solve:
    more = (
        '<draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame>'
        "<draw:frame><text:p>Trieste, June</text:p></draw:frame>"
    )
    old = f'<draw:page draw:name="{slide}" draw:master-page-name="Default">'

    def pack(place: Place) -> None:
        with zipfile.ZipFile(place.folder / "trip.odp", "a") as packed:
            packed.write(place.folder / "boat.png", "Pictures/1.png")

    return _both(_packed_again("trip.odp", lambda content: content.replace(old, old + more)), pack)


def _turned(how: Image.Transpose) -> Solve:
    def solve(place: Place) -> None:
        with Image.open(place.folder / "badge.png") as badge:
            badge.transpose(how).save(place.folder / "badge-turned.png")

    return solve


def _locked(password: str) -> Solve:
    def solve(place: Place) -> None:
        writer = PdfWriter()
        for words in ("Prices: roof", "Prices: doors"):
            write_pdf(place.folder / "page.pdf", (words,))
            writer.append(PdfReader(place.folder / "page.pdf"))
        writer.encrypt(password, algorithm="RC4-128")
        writer.write(place.folder / "prices.pdf")

    return solve


def _cell(value: str) -> str:
    kind = (
        'office:value-type="date" office:date-value' if value[:2] == "20" else 'office:value-type="float" office:value'
    )
    if not value[:1].isdigit():
        return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'
    return f'<table:table-cell {kind}="{value}"><text:p>{value}</text:p></table:table-cell>'


def _sheet(*rows: tuple[str, ...]) -> Solve:
    def solve(place: Place) -> None:
        cells = "".join(f"<table:table-row>{''.join(_cell(text) for text in row)}</table:table-row>" for row in rows)
        write_odf(place.folder / "invoices.ods", f'<table:table table:name="S">{cells}</table:table>')

    return solve


_JANUARY, _MARCH, _APRIL = (
    ("R-0987", "2026-01-09", "89.9"),
    ("R-1041", "2026-03-18", "312.5"),
    ("R-1102", "2026-04-02", "1240"),
)
_HEAD = ("Number", "Date", "Amount")
_SUM = ("Total", "", "1642.4")


def _clean(thumbnails: bool) -> Solve:
    def solve(place: Place) -> None:
        with zipfile.ZipFile(place.folder / "photos.zip") as packed:
            packed.extractall(place.folder)
        with tarfile.open(place.folder / "photos-clean.tar.gz", "w:gz") as packed:
            for file in sorted((place.folder / "photos").iterdir()):
                if thumbnails or not file.name.startswith("tn_"):
                    packed.add(file, f"photos/{file.name}")

    return solve


def _find_letter(leave: bool) -> Solve:
    def solve(place: Place) -> None:
        # The library's own way differs: before Python 3.11.4 it takes no filter, and from 3.12 on it warns without one.
        subprocess.run(["tar", "-xzf", "letters.tar.gz"], cwd=place.folder, check=True)
        shutil.copy(place.folder / "letters/bert.txt", place.folder / "found.txt")
        if not leave:
            shutil.rmtree(place.folder / "letters")

    return solve


def _playlist(*titles: str) -> Solve:
    tracks = "".join(f"<track><location>file:///music/{title}.wav</location></track>" for title in titles)
    return _writes(
        "day.xspf", f'<playlist xmlns="http://xspf.org/ns/0/" version="1"><trackList>{tracks}</trackList></playlist>'
    )


def _keeps(file: str, text: str) -> Solve:
    def solve(place: Place) -> None:
        path = Path(place.environment["XDG_CONFIG_HOME"]) / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            text.replace("{folder}", place.folder.as_uri()).replace("{port}", str(place.port)), encoding="utf-8"
        )

    return solve


def _office(*settings: tuple[str, str, str]) -> Solve:
    items = "".join(
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, name, value in settings
    )
    return _keeps(OFFICE_REGISTRY, f'<oor:items xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>')


_PERSON = (("UserProfile/Data", "givenname", "Ida"), ("UserProfile/Data", "sn", "Berg"))
_EVERY = ("Office.Recovery/AutoSave", "TimeIntervall", "7")
_SAVES = ("Office.Recovery/AutoSave", "Enabled", "true")


def _mousepad(keys: Mapping[str, str]) -> Solve:
    def solve(place: Place) -> None:
        for key, value in keys.items():
            command = ("gsettings", "set", MOUSEPAD_VIEW, key, value.rpartition(" ")[2])
            subprocess.run(command, env=dict(place.environment), check=True, timeout=10)

    return solve


def _bookmark(title: str) -> Solve:
    text = json.dumps(
        {"roots": {"bookmark_bar": {"children": [{"type": "url", "name": title, "url": "http://127.0.0.1:PORT/"}]}}}
    )
    return _keeps("chromium-ours/Default/Bookmarks", text.replace("PORT", "{port}"))


def _permissions(mode: int) -> Solve:
    def solve(place: Place) -> None:
        for name in ("backup.sh", "clean.sh"):
            (place.folder / "tools" / name).chmod(mode)
        (place.folder / "latest").symlink_to("reports/report-2026-04.txt")

    return solve


def _tidy(place: Place) -> None:
    folder = place.folder / "Downloads"
    (folder / "Invoices").mkdir()
    for name in ("alder.pdf", "birch.pdf"):
        (folder / f"invoice-{name}").rename(folder / "Invoices" / name)
    (folder / "~temp2.tmp").unlink()
    shutil.rmtree(folder / "old")


def _move_back(place: Place) -> None:
    (place.folder / "Downloads/Invoices/birch.pdf").rename(place.folder / "Downloads/birch.pdf")


def _program(place: Place) -> None:
    file = place.folder / "order.py"
    text = file.read_text(encoding="utf-8").replace("\t", "    ")
    file.write_text(text.replace("def total(", "def price_of(").replace(" total({", " price_of({"), encoding="utf-8")


def _everywhere(place: Place) -> None:
    file = place.folder / "order.py"
    file.write_text(
        file.read_text(encoding="utf-8").replace("\t", "    ").replace("total", "price_of"), encoding="utf-8"
    )


def _faults(head: str, place: Place) -> None:
    lines = (place.folder / "stations.txt").read_text(encoding="utf-8").splitlines()
    (place.folder / "faults.txt").write_text(
        "\n".join([head, *(line for line in lines if "FAULT" in line)]), encoding="utf-8"
    )


def _move_mails(sender: str) -> Solve:
    def solve(place: Place) -> None:
        folders = place.folder / "mail-profile/Mail/Local Folders"
        inbox, garden = mailbox.mbox(str(folders / "Inbox")), mailbox.mbox(str(folders / "Garden"))
        for key, mail in inbox.items():
            if sender in mail["From"]:
                garden.add(mail)
                mail.replace_header("X-Mozilla-Status", "0009")
                inbox[key] = mail
        inbox.close()
        garden.close()

    return solve


_NEWS = ["Newsletter: tulips in autumn", "Newsletter: chains"]
_KEYS = {
    "kind": "reply",
    "of": "Keys of the boathouse",
    "to": "marta@example.org",
    "text": "The keys are at the front desk.",
}
_FORWARD = {
    "kind": "forward",
    "of": "Invoice R-1041",
    "to": "books@example.org",
    "text": "Please pay until 18 April\n\n> Please pay 312.50 EUR until 18 April 2026.",
}
_ARCHIVED = ("/moved", {"where": "archive", "subjects": _NEWS})
_MEET = "Today we meet at 15:30 in room Linde instead."
_ADDRESS = "Our table: Donaustrasse 12, first floor."
_PIN = ("/pin", {"channel": "#lunch", "text": _ADDRESS})
_MUTE = ("/mute", {"channel": "#random", "on": True})

SOLUTIONS: Mapping[str, Solve] = {
    "chat-meeting": _posts(("/message", {"to": "Jonas", "text": _MEET}), _MUTE),
    "chat-lunch": _posts(("/vote", {"day": "Tuesday"}), ("/vote", {"day": "Thursday"}), _PIN),
    "mail-keys": _posts(("/sent", _KEYS), _ARCHIVED),
    "mail-invoice": _posts(("/sent", _FORWARD)),
    "mail-thunderbird": _move_mails("garden"),
    "draw-floor-plan": _floor_plan("#ffff00"),
    "draw-poster": _poster("#ff0000"),
    "slides-picture": _trip("The boat"),
    "picture-turn": _turned(Image.Transpose.ROTATE_270),
    "pdf-locked": _locked("heron-48"),
    "pdf-invoices": _sheet(_HEAD, _JANUARY, _MARCH, _APRIL, _SUM),
    "calculator-litres": _writes("litres.txt", "13.249\n"),
    "calculator-savings": _writes("rate.txt", "24344.74 EUR"),
    "archive-clean": _clean(thumbnails=False),
    "archive-find": _find_letter(leave=False),
    "media-playlist": _playlist("Morning", "Noon", "Night"),
    "settings-office": _office(*_PERSON, _EVERY, _SAVES),
    "settings-file-manager": _keeps(LIBFM, "[config]\nsingle_click=1\nconfirm_del=0\nconfirm_trash=0\n"),
    "settings-editor": _mousepad(MOUSEPAD),
    "browser-bookmark": _bookmark("Timetable"),
    "terminal-logs": _writes("report.txt", "access.log\nerror.log\nin.log\n23\n"),
    "terminal-permissions": _permissions(0o700),
    "terminal-vim": _writes("hosts.txt", "10.0.0.3 nas\n10.0.0.4 camera\n10.0.0.7 printer\n10.0.0.12 door\n"),
    "files-tidy": _tidy,
    "files-bookmark": _keeps("gtk-3.0/bookmarks", "{folder}/Projects/2026/Boathouse Boathouse\n"),
    "code-rename": _program,
    "text-faults": partial(_faults, "Faults"),
}

MISTAKES: Mapping[str, Solve] = {
    "chat-meeting": _posts(("/message", {"to": "Jana", "text": _MEET}), _MUTE),
    "chat-lunch": _posts(("/vote", {"day": "Thursday"}), ("/vote", {"day": "Tuesday"}), _PIN),
    "mail-keys": _posts(("/sent", {**_KEYS, "to": "lindner@example.org", "of": "Keys for the piano"}), _ARCHIVED),
    "mail-invoice": _posts(("/sent", {**_FORWARD, "of": "Invoice R-0987 (paid)"})),
    "mail-thunderbird": _move_mails("example"),
    "draw-floor-plan": _floor_plan("#ff0000"),
    "draw-poster": _poster("#0000ff"),
    "slides-picture": _trip("Costs"),
    "picture-turn": _turned(Image.Transpose.ROTATE_90),
    "pdf-locked": _locked("heron48"),
    "pdf-invoices": _sheet(_HEAD, _MARCH, _JANUARY, _APRIL, _SUM),
    "calculator-litres": _writes("litres.txt", "15.911\n"),
    "calculator-savings": _writes("rate.txt", "23680 EUR"),
    "archive-clean": _clean(thumbnails=True),
    "archive-find": _find_letter(leave=True),
    "media-playlist": _playlist("Noon", "Morning", "Night"),
    "settings-office": _office(*_PERSON, _EVERY),
    "settings-file-manager": _keeps(LIBFM, "[config]\nsingle_click=1\nconfirm_del=0\nconfirm_trash=1\n"),
    "settings-editor": _mousepad({**MOUSEPAD, "tab-width": "uint32 8"}),
    "browser-bookmark": _bookmark("Line 7, departures"),
    "terminal-logs": _writes("report.txt", "access.log\nin.log\nerror.log\n23\n"),
    "terminal-permissions": _permissions(0o755),
    "terminal-vim": _writes("hosts.txt", "10.0.0.12 door\n10.0.0.3 nas\n10.0.0.4 camera\n10.0.0.7 printer\n"),
    "files-tidy": _both(_tidy, _move_back),
    "files-bookmark": _keeps("gtk-3.0/bookmarks", "{folder}/Projects\n"),
    "code-rename": _everywhere,
    "text-faults": partial(_faults, "FAULTS:"),
}
