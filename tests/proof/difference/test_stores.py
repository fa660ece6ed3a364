"""Settings of programs, mail and databases are read only where they changed."""

from __future__ import annotations

import json
import mailbox
import os
import sqlite3
import subprocess
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.needs import needs
from tests.proof.difference.made_world import MadeWorld
from ufo.schema.fact import Channel
from ufo.tools.data.records import Book


def _preferences(made: MadeWorld, homepage: str, left: int) -> None:
    path = made.home / ".config" / "chromium" / "Default" / "Preferences"
    path.parent.mkdir(parents=True, exist_ok=True)
    values = {
        "homepage": homepage,
        "browser": {"window_placement": {"left": left}},
        "profile": {"exit_type": str(left)},
    }
    path.write_text(json.dumps(values), encoding="utf-8")


def test_a_setting_of_the_browser_is_told_and_its_counters_are_by_products(made: MadeWorld) -> None:
    _preferences(made, "a.example", 1)
    made.world.take()
    _preferences(made, "b.example", 2)
    asked, own = made.facts()
    assert asked.line == '~/.config/chromium/Default/Preferences: homepage: "a.example" → "b.example"'
    assert asked.channel is Channel.SETTINGS
    assert own.by_product == "where a program's windows, bars and dialogs stood; how the browser ended"


def test_settings_that_a_program_makes_when_it_is_first_used_need_nobody_who_asked(made: MadeWorld) -> None:
    (made.home / ".config").mkdir()
    made.world.take()
    _preferences(made, "a.example", 1)
    (fact,) = made.facts()
    assert fact.by_product
    assert "a.example" in fact.texts


def _message(to: str, subject: str, body: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "me@example.org", to, subject
    message["Message-ID"] = f"<{subject.encode().hex()}@example.org>"
    message["Date"] = "Sat, 28 Nov 2026 10:00:00 +0000"
    message.set_content(body)
    return message


def test_messages_in_a_maildir_are_told_with_whom_they_are_for_and_their_text(made: MadeWorld) -> None:
    box = mailbox.Maildir(made.home / "Maildir")
    old = box.add(_message("bob@example.org", "Old", "old text"))
    made.world.take()
    box.add(_message("Anna <anna@example.org>", "Zürich", "Hello Anna"))
    box.remove(old)
    gone, new = made.facts()
    assert new.line == 'mail, Maildir: new message to Anna <anna@example.org>, subject "Zürich", "Hello Anna"'
    assert (new.channel, new.by_product) == (Channel.MAIL, "mail that arrived")
    assert new.dates == ("2026-11-28",)
    assert "old text" in gone.gone
    assert gone.loss


def test_a_message_that_was_moved_between_folders_of_thunderbird_is_one_fact(made: MadeWorld) -> None:
    profile = made.home / ".thunderbird" / "p"
    account = profile / "Mail" / "Local Folders"
    account.mkdir(parents=True)
    (profile.parent / "profiles.ini").write_text("[Profile0]\nPath=p\nIsRelative=1\n", encoding="utf-8")
    inbox, sent = (mailbox.mbox(account / name) for name in ("Inbox", "Done"))
    inbox.add(_message("a@example.org", "Stays", "x"))
    moved = inbox.add(_message("a@example.org", "Moves", "y"))
    sent.add(_message("a@example.org", "Was there", "z"))
    inbox.flush()
    sent.flush()
    made.world.take()
    sent.add(inbox[moved])
    inbox.remove(moved)
    inbox.flush()
    sent.flush()
    (fact,) = made.facts()
    assert fact.line.startswith(
        'mail: message moved from "Local Folders/Inbox" to "Local Folders/Done": to a@example.org'
    )


def test_a_message_that_was_only_read_is_no_difference(made: MadeWorld) -> None:
    box = mailbox.Maildir(made.home / "Maildir")
    key = box.add(_message("bob@example.org", "Old", "old text"))
    made.world.take()
    message = box[key]
    message.set_subdir("cur")
    message.set_flags("S")
    box[key] = message
    assert made.facts() == ()


def test_a_message_is_sent_where_it_stands_in_the_folder_of_sent_mail_and_waits_or_is_a_draft_elsewhere(
    made: MadeWorld,
) -> None:
    (made.home / ".claws-mail").mkdir()
    (made.home / ".claws-mail/folderlist.xml").write_text(
        '<folderlist><folder type="mh" name="Post" path="Mail"><folderitem type="outbox" path="sent"/>'
        '<folderitem type="queue" path="queue"/><folderitem type="draft" path="draft"/></folder></folderlist>',
        encoding="utf-8",
    )
    for name in ("sent", "queue", "draft"):
        (made.home / "Mail" / name).mkdir(parents=True)
    old = _message("old@example.org", "Before", "x").as_bytes()
    (made.home / "Mail/draft/1").write_bytes(_message("eva@example.org", "Lunch", "At one?").as_bytes())
    (made.home / "Mail/sent/4").write_bytes(old)
    made.world.take()
    (made.home / "Mail/draft/1").rename(made.home / "Mail/sent/5")
    (made.home / "Mail/queue/1").write_bytes(_message("tom@example.org", "Later", "y").as_bytes())
    (made.home / "Mail/draft/2").write_bytes(_message("lin@example.org", "Perhaps", "z").as_bytes())
    sent, waits, draft = sorted(made.facts(), key=lambda fact: fact.place, reverse=True)
    assert sent.line == 'mail, Post/sent: message sent to eva@example.org, subject "Lunch", "At one?"'
    assert (sent.outward, waits.outward, draft.outward) == ("send", "", "")
    assert waits.line.startswith("mail, Post/queue: new message that waits to be sent, to tom@example.org")
    assert draft.line.startswith("mail, Post/draft: new draft, not sent, to lin@example.org")


def test_mail_that_arrives_hides_nothing_of_what_was_sent(made: MadeWorld) -> None:
    inbox = mailbox.Maildir(made.home / "Maildir")
    sent = mailbox.Maildir(made.home / "Maildir/.Sent")
    made.world.take()
    for number in range(30):
        inbox.add(_message("me@example.org", f"News {number}", "x"))
    sent.add(_message("eva@example.org", "Lunch", "At one?"))
    first, *others = made.facts()
    assert (first.outward, first.by_product) == ("send", "")
    assert len(others) == 20
    assert {fact.by_product for fact in others} == {"mail that arrived"}


def test_of_a_large_folder_what_was_added_is_told_and_a_rewritten_one_is_left_out(made: MadeWorld) -> None:
    account = made.home / ".thunderbird/p/Mail/Local Folders"
    account.mkdir(parents=True)
    (made.home / ".thunderbird/profiles.ini").write_text("[Profile0]\nPath=p\nIsRelative=1\n", encoding="utf-8")
    for name in ("Sent", "Inbox"):
        large = b"From -\n" + _message("old@example.org", "Large", "x").as_bytes()
        (account / name).write_bytes(large + b"x" * 21_000_000 + b"\n\n")
    made.world.take()
    with (account / "Sent").open("ab") as file:
        file.write(b"From -\n" + _message("eva@example.org", "Lunch", "At one?").as_bytes())
    with (account / "Inbox").open("r+b") as file:
        file.truncate(100)
    told = made.world.difference(None)
    (fact,) = told.facts
    assert fact.line.startswith("mail, Local Folders/Sent: message sent to eva@example.org")
    assert any("only what was added" in line for line in told.left_out)
    assert any("Inbox: it changed, and how it was is not kept" in line for line in told.left_out)


def test_rows_of_a_database_are_told_by_table(made: MadeWorld) -> None:
    path = made.folder / "people.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE people (name TEXT, age INTEGER)")
        database.executemany("INSERT INTO people VALUES (?, ?)", [("Ann", 30), ("Bob", 40)])
        database.commit()
        made.world.take()
        database.execute("UPDATE people SET age = 41 WHERE name = 'Bob'")
        database.execute("INSERT INTO people VALUES ('Di', 20)")
        database.commit()
    changed, new = made.facts()
    assert 'people.db, people!B3: changed value ("Bob", "age"): 40 → 41' in changed.line
    assert changed.channel is Channel.DATABASE
    assert 'people!A4:B4: 2 new values "Di", 20' in new.line


def test_entries_of_a_calendar_are_told_by_their_fields(made: MadeWorld) -> None:
    calendar = Book("work.ics")
    team = calendar.add("event", {"title": "Team", "start": "2026-11-03 09:00 Europe/Berlin"}, None)
    calendar.add("event", {"title": "Trip", "start": "2026-11-05"}, None)
    path = made.folder / "work.ics"
    path.write_bytes(calendar.dumped())
    made.world.take()
    calendar.change(team.id, "", {"place": "Hall"})
    calendar.add("event", {"title": "Dentist", "start": "2026-11-04 15:00 Europe/Berlin"}, None)
    path.write_bytes(calendar.dumped())
    changed, new = made.facts()
    assert "work.ics, events!" in changed.line and '"Hall"' in changed.line
    assert "Dentist" in new.texts and "2026-11-04" in new.dates
    assert not changed.loss and not new.loss


def test_a_contact_that_was_taken_out_is_a_loss(made: MadeWorld) -> None:
    book = Book("people.vcf")
    ann, _ = (book.add("contact", {"name": name, "phones": ["12"]}, None) for name in ("Ann", "Ben"))
    path = made.folder / "people.vcf"
    path.write_bytes(book.dumped())
    made.world.take()
    book.remove(ann.id)
    path.write_bytes(book.dumped())
    (gone,) = made.facts()
    assert gone.loss and "Ann" in gone.gone and "Ben" not in gone.gone


@needs("gsettings", "dbus-run-session", "/usr/libexec/dconf-service")
def test_a_key_of_the_desktop_is_told_by_its_schema(made: MadeWorld) -> None:
    schemas = subprocess.run(["gsettings", "list-schemas"], capture_output=True, text=True, check=True).stdout.split()
    if "org.gnome.desktop.interface" not in schemas:
        pytest.skip("not installed: sudo apt-get install -y gsettings-desktop-schemas")
    _set(made.home, "clock-show-seconds", "false")
    made.world.take()
    _set(made.home, "clock-show-seconds", "true")
    (fact,) = made.facts()
    assert fact.line == 'settings of the desktop: org.gnome.desktop.interface clock-show-seconds: "false" → "true"'


def _set(home: Path, key: str, value: str) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_RUNTIME_DIR": str(home),
        "GSETTINGS_BACKEND": "dconf",
    }
    command = ["dbus-run-session", "--", "gsettings", "set", "org.gnome.desktop.interface", key, value]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=30)


def test_a_settings_file_that_was_written_again_and_reads_the_same_is_a_by_product(made: MadeWorld) -> None:
    path = made.home / ".config" / "libreoffice" / "4" / "user" / "registrymodifications.xcu"
    path.parent.mkdir(parents=True)
    item = (
        '<item oor:path="/org.openoffice.Office.Calc/Input"><prop oor:name="LastFunctions"{space} oor:op="fuse">'
        "<value>1</value></prop></item>"
    )
    head = '<?xml version="1.0"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">'
    path.write_text(f"{head}{item.format(space='    ')}</oor:items>", encoding="utf-8")
    made.world.take()
    path.write_text(f"{head}{item.format(space='')}</oor:items>", encoding="utf-8")
    (fact,) = made.facts()
    assert "all that can be read in it is as it was" in fact.line
    assert fact.by_product
    path.write_text(f"{head}{item.format(space='').replace('1<', '2<')}</oor:items>", encoding="utf-8")
    assert not any(fact.by_product for fact in made.facts())


@pytest.mark.parametrize(
    ("place", "is_by_product"),
    [
        ("/org.openoffice.Office.Common/SearchOptions", True),
        ("/org.openoffice.Office.Common/SearchOptions/Japanese", True),
        ("/org.openoffice.Office.Common/Save/Document", False),
    ],
)
def test_what_the_dialog_to_find_and_replace_was_left_with_is_a_by_product(
    made: MadeWorld, place: str, is_by_product: bool
) -> None:
    path = made.home / ".config" / "libreoffice" / "4" / "user" / "registrymodifications.xcu"
    path.parent.mkdir(parents=True)
    head = '<?xml version="1.0"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">'
    item = '<item oor:path="{}"><prop oor:name="IsMatchCase" oor:op="fuse"><value>true</value></prop></item>'
    before = head + item.format("/org.openoffice.Office.Calc/Input")
    path.write_text(f"{before}</oor:items>", encoding="utf-8")
    made.world.take()
    path.write_text(f"{before}{item.format(place)}</oor:items>", encoding="utf-8")
    assert [bool(fact.by_product) for fact in made.facts()] == [is_by_product]


def test_what_the_file_browser_of_gedit_notes_at_its_first_start_is_a_by_product_and_a_preference_is_none(
    made: MadeWorld,
) -> None:
    path = made.home / ".config" / "glib-2.0" / "settings" / "keyfile"
    path.parent.mkdir(parents=True)
    path.write_text("[org/gnome/desktop/interface]\ntoolkit-accessibility=true\n", encoding="utf-8")
    made.world.take()
    with path.open("a", encoding="utf-8") as file:
        file.write("\n[org/gnome/gedit/plugins/filebrowser]\ntree-view=true\nroot='file:///'\n")
        file.write("virtual-root='file:///tmp'\nenable-remote=false\n")
        file.write("\n[org/gnome/gedit/preferences/editor]\ndisplay-line-numbers=true\n")
    assert len(made.facts()) == 2
    assert made.lines() == [
        '~/.config/glib-2.0/settings/keyfile: org/gnome/gedit/preferences/editor.display-line-numbers: new, "true"'
    ]
