"""Calendars and address books in files: listed, searched by time, changed with all else as it was, and hostile ones refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.bench import Bench
from tests.tools.policy.test_policy import Judge
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.tools.data.card_parts import address, name
from ufo.tools.policy.scene.request import Request
from ufo.tools.servers.data_tools import data

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//x//y//EN
X-WR-CALNAME:Work
BEGIN:VEVENT
UID:team
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20261020T090000
DURATION:PT1H
RRULE:FREQ=WEEKLY
EXDATE;TZID=Europe/Berlin:20261103T090000
SUMMARY:Team
X-OWN-THING;X-PARAMETER=1:kept
END:VEVENT
BEGIN:VEVENT
UID:trip
DTSTAMP:20260101T000000Z
DTSTART;VALUE=DATE:20261102
DTEND;VALUE=DATE:20261105
SUMMARY:Trip to Łódź
END:VEVENT
BEGIN:VEVENT
UID:often
DTSTAMP:20260101T000000Z
DTSTART:20261101T000000Z
RRULE:FREQ=SECONDLY
SUMMARY:Endless
END:VEVENT
END:VCALENDAR
"""
CARDS = """BEGIN:VCARD
VERSION:3.0
N:Müller\\; Jr;Ann;;;
FN:Ann Müller
item1.EMAIL;TYPE=WORK:ann@example.org
EMAIL;TYPE=HOME:ann@home.example
X-PHOTO-OF:me
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Ben
UID:ben
ADR:;;Street 1;Town;;123;
END:VCARD
"""


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    (tmp_path / "work.ics").write_text(CALENDAR.replace("\n", "\r\n"), encoding="utf-8")
    (tmp_path / "people.vcf").write_text(CARDS, encoding="utf-8")
    item = Bench(tmp_path, data)
    yield item
    await item.dispatcher.close()


async def _entries(bench: Bench, place: str, **wanted: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await bench.run("find_records", place=place, **wanted)).result["entries"]
    return found


async def test_entries_of_a_time_are_told_with_each_time_of_what_repeats(bench: Bench) -> None:
    told = (await bench.run("find_records", place="work.ics", since="2026-10-27", before="2026-11-11")).result
    assert [(entry["title"], entry["start"]) for entry in told["entries"]] == [
        ("Team", "2026-10-27 09:00 Europe/Berlin"),
        ("Trip to Łódź", "2026-11-02"),
        ("Team", "2026-11-10 09:00 Europe/Berlin"),
    ]
    assert told["entries"][0]["end"] == "2026-10-27 10:00 Europe/Berlin"
    assert told["not_followed"] == ["Endless repeats secondly"]


async def test_entries_are_found_by_words_in_any_field(bench: Bench) -> None:
    assert [entry["id"] for entry in await _entries(bench, "work.ics", words="łódź TRIP")] == ["trip"]
    (ann,) = await _entries(bench, "people.vcf", words="home.example")
    assert (ann["id"], ann["emails"]) == ("#1", ["ann@example.org", "ann@home.example"])
    (ben,) = await _entries(bench, "people.vcf", words="ben")
    assert ben["addresses"] == ["Street 1, Town, 123"]


async def test_an_entry_is_added_changed_and_removed_and_all_else_stays(bench: Bench, tmp_path: Path) -> None:
    new = {"title": "Dentist", "start": "2026-11-04 15:00 Europe/Paris", "end": "2026-11-04 15:30 Europe/Paris"}
    done = await bench.run(
        "change_records",
        place="work.ics",
        add=[new],
        change=[{"id": "trip", "start": "2026-11-09", "place": "Poland"}],
        remove=[{"id": "often"}],
    )
    assert done.effect is Effect.CONFIRMED
    assert "changed event 'Trip to Łódź' of 2026-11-02: start '2026-11-02' → '2026-11-09'" in done.evidence[1]
    by_title = {entry["title"]: entry for entry in await _entries(bench, "work.ics")}
    assert by_title["Dentist"]["start"] == new["start"]
    assert (by_title["Trip to Łódź"]["end"], by_title["Trip to Łódź"]["place"]) == ("2026-11-12", "Poland")
    assert "Endless" not in by_title
    text = (tmp_path / "work.ics").read_text(encoding="utf-8")
    kept = (
        "X-WR-CALNAME:Work",
        "X-OWN-THING;X-PARAMETER=1:kept",
        "RRULE:FREQ=WEEKLY",
        "EXDATE;TZID=Europe/Berlin:20261103",
    )
    assert all(line in text for line in kept)


async def test_one_time_of_what_repeats_is_moved_and_another_taken_out(bench: Bench) -> None:
    await bench.run(
        "change_records",
        place="work.ics",
        change=[{"id": "team", "occurrence": "2026-10-27", "start": "2026-10-28 11:00"}],
        remove=[{"id": "team", "occurrence": "2026-11-10 09:00 Europe/Berlin"}],
    )
    found = await _entries(bench, "work.ics", since="2026-10-20", before="2026-11-20", words="team")
    assert [(entry["start"], entry["end"][11:16]) for entry in found] == [
        ("2026-10-20 09:00 Europe/Berlin", "10:00"),
        ("2026-10-28 11:00 Europe/Berlin", "12:00"),
        ("2026-11-17 09:00 Europe/Berlin", "10:00"),
    ]


async def test_a_contact_is_changed_and_its_other_lines_stay_as_they_are_written(bench: Bench, tmp_path: Path) -> None:
    changed = {"id": "#1", "emails": ["ann@home.example", "new@example.org"], "birthday": "1990-01-02"}
    done = await bench.run("change_records", place="people.vcf", change=[changed])
    assert done.effect is Effect.CONFIRMED
    text = (tmp_path / "people.vcf").read_text(encoding="utf-8")
    assert all(line in text for line in ("N:Müller\\; Jr;Ann;;;", "X-PHOTO-OF:me", "EMAIL;TYPE=HOME:ann@home.example"))
    assert "ann@example.org" not in text


async def test_a_zone_of_two_names_is_the_same_when_it_is_read_again(bench: Bench) -> None:
    at = {"title": "Call", "start": "2026-12-04 15:00 Etc/UTC"}
    assert (await bench.run("change_records", place="new.ics", add=[at])).effect is Effect.CONFIRMED


async def test_a_new_calendar_is_made(bench: Bench, tmp_path: Path) -> None:
    done = await bench.run(
        "change_records", place="new.ics", add=[{"kind": "todo", "title": "Tax", "due": "2026-12-05"}]
    )
    assert (done.effect, (tmp_path / "new.ics").exists()) == (Effect.CONFIRMED, True)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("broken.ics", CALENDAR[:-40], "cut off"),
        ("words.ics", "just words", "no calendar or address book"),
        ("bad.vcf", "BEGIN:VCARD\nno colon here\nEND:VCARD\n", "cannot be read"),
        ("notes.txt", "BEGIN:VCALENDAR\nEND:VCALENDAR\n", "neither an address nor"),
    ],
)
async def test_what_is_no_calendar_is_refused_and_left_alone(
    bench: Bench, tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    for call in ({"add": [{"title": "x", "start": "2026-11-01"}]}, None):
        tool = "find_records" if call is None else "change_records"
        assert said in ((await bench.run(tool, place=name, **(call or {}))).error or "")
    assert (tmp_path / name).read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({"add": [{"title": "x"}]}, "needs 'start'"),
        ({"add": [{"title": "x", "start": "tomorrow"}]}, "a day is"),
        ({"add": [{"title": "x", "start": "2026-11-04 15:00 Europe/Nowhere"}]}, "a day is"),
        ({"add": [{"title": "x", "start": "2026-11-04", "end": "2026-11-03"}]}, "before 'start'"),
        ({"add": [{"title": "x", "start": "2026-11-04", "colour": "red"}]}, "no field 'colour'"),
        ({"add": [{"title": "x", "start": "2026-11-04", "repeats": "every week"}]}, "is no rule"),
        ({"change": [{"id": "nobody", "title": "x"}]}, "no entry has the id"),
        ({"change": [{"id": "team", "occurrence": "2026-10-28", "title": "x"}]}, "does not take place"),
        ({}, "say what"),
    ],
)
async def test_a_change_that_does_not_fit_is_refused_whole(
    bench: Bench, tmp_path: Path, call: dict[str, object], said: str
) -> None:
    before = (tmp_path / "work.ics").read_bytes()
    result = await bench.run("change_records", place="work.ics", **call)
    assert said in (result.error or "")
    assert (tmp_path / "work.ics").read_bytes() == before


async def test_taking_out_of_a_file_asks_and_adding_does_not_while_a_server_always_asks(
    bench: Bench, tmp_path: Path
) -> None:
    judge = Judge(tmp_path)
    add = [{"title": "Dentist", "start": "2026-11-04"}]
    assert (await judge.of("find_records", place="work.ics")).decision == "allow"
    assert (await judge.of("change_records", place="work.ics", add=add)).decision == "allow"
    removing = await judge.of("change_records", place="work.ics", remove=[{"id": "team"}])
    assert (removing.decision, removing.action_class) == ("ask", ActionClass.OVERWRITE)
    assert "remove 'team' ('Team" in removing.question and "2026-" in removing.question
    address = "https://dav.example.org/ada/work/"
    reading = await judge.of("find_records", place=address)
    assert (reading.decision, reading.action_class) == ("ask", ActionClass.OUTSIDE)
    judge.policy.mandate.record.request = Request("list my appointments of dav.example.org")
    assert (await judge.of("find_records", place=address)).decision == "allow"
    sending = await judge.of("change_records", place=address, add=add)
    assert (sending.decision, sending.action_class) == ("ask", ActionClass.SEND)
    assert "title 'Dentist'" in sending.question
    assert (await judge.of("change_records", place=address, remove=[{"id": "x"}])).action_class is ActionClass.DELETE


_FILED = """BEGIN:VCARD
VERSION:3.0
UID:1
N:Nowak;Anna;;;
FN:Anna Nowak
TEL;TYPE=CELL:600 100 200
TEL;TYPE=HOME:62 100
ADR;TYPE=HOME:;;ul. Lipowa 8/11;Zielin;;62-105;
NOTE:key 4
END:VCARD
"""


async def test_names_addresses_and_kinds_of_a_changed_card_are_written_as_the_file_has_them(
    bench: Bench, tmp_path: Path
) -> None:
    (tmp_path / "people.vcf").write_text(_FILED, encoding="utf-8")
    fields = {"name": "Anna Zając", "phones": ["600 111 222", "62 100"], "addresses": ["ul. Polna 2, Zielin, 62-106"]}
    added = {"kind": "contact", "name": "Jan Kowalski", "addresses": ["ul. Lipowa 9, Zielin, 62-105"]}
    await bench.run("change_records", place="people.vcf", change=[{"id": "1", **fields}], add=[added])
    first, second = (tmp_path / "people.vcf").read_text(encoding="utf-8").split("END:VCARD")[:2]
    lines = first.split()
    assert "N:Zając;Anna;;;" in lines and "TEL;TYPE=CELL:600" in lines and "TEL;TYPE=HOME:62" in lines
    assert "ADR;TYPE=HOME:;;ul. Polna 2;Zielin;;62-106;" in first
    assert first.index("TEL") < first.index("ADR") < first.index("NOTE")
    assert "N:Kowalski;Jan;;;" in second and "ADR:;;ul. Lipowa 9;Zielin;;62-105;" in second


@pytest.mark.parametrize(
    ("text", "examples", "written"),
    [
        ("Rua 1; Porto", [], ";;Rua 1\\; Porto;;;;"),
        ("a, b", [";;x;;;;"], ";;a\\, b;;;;"),
        (";;Rua 1;Porto;;4000;PT", [], ";;Rua 1;Porto;;4000;PT"),
    ],
)
def test_an_address_that_no_other_is_like_stays_whole(text: str, examples: list[str], written: str) -> None:
    assert address(text, examples) == written


def test_a_name_of_other_words_than_all_others_stays_whole() -> None:
    known = [("Anna Nowak", "Nowak;Anna;;;"), ("Firma", "")]
    assert name("Maria de Souza", known) == "Maria de Souza;;;;"
    assert name("山田 太郎", [("佐藤 陽子", "佐藤;陽子;;;")]) == "山田;太郎;;;"


async def test_a_new_event_among_events_without_a_zone_has_none(bench: Bench, tmp_path: Path) -> None:
    event = "BEGIN:VEVENT\nUID:1\nDTSTAMP:20250101T000000Z\nDTSTART:20250719T100000\nSUMMARY:Trip\nEND:VEVENT\n"
    (tmp_path / "trips.ics").write_text(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{event}END:VCALENDAR\n", "utf-8")
    await bench.run("change_records", place="trips.ics", add=[{"title": "Picnic", "start": "2025-07-26 10:00"}])
    assert "DTSTART:20250726T100000\r\n" in (tmp_path / "trips.ics").read_bytes().decode()
