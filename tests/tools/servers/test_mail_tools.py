"""MailExecutor: the files of a mail program as it writes them, hostile mail too, and what a mail program is told."""

from __future__ import annotations

import mailbox
from collections.abc import AsyncIterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from tests.tools.policy.test_policy import Judge
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.tools.mail.answers import as_answer
from ufo.tools.mail.compose import NewMail, address_of, program_of, thunderbird_arguments
from ufo.tools.servers.mail_tools import mail


def _mail(sender: str, subject: str, date: str, text: str, *files: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"], message["Date"] = sender, "ada@example.org", subject, date
    message.set_content(text)
    for name in files:
        message.add_attachment(b"%PDF-1.4 " + name.encode(), maintype="application", subtype="pdf", filename=name)
    return message


def _profile(home: Path) -> Path:
    """Thunderbird's folders with two accounts: an inbox of three mails, one of them deleted, and an archive inside a folder."""
    root = home / ".thunderbird"
    inbox, local = root / "x.default/ImapMail/mail.example.org", root / "x.default/Mail/Local Folders"
    for folder in (inbox, local / "Archive.sbd"):
        folder.mkdir(parents=True)
    (root / "profiles.ini").write_text(
        "[General]\nVersion=2\n\n[Profile0]\nName=x\nIsRelative=1\nPath=x.default\n", "utf-8"
    )
    box = mailbox.mbox(inbox / "INBOX")
    first = _mail(
        "Ben Böhm <ben@example.org>",
        "Angebot für März",
        "Mon, 02 Nov 2026 10:00:00 +0000",
        "Anbei.\n",
        "März.pdf",
        "b.pdf",
    )
    first["X-Mozilla-Status"] = "0001"
    gone = _mail("spam@example.org", "Win", "Tue, 03 Nov 2026 09:00:00 +0000", "money")
    gone["X-Mozilla-Status"] = "0009"
    for email_message in (
        first,
        gone,
        _mail("carl@example.org", "Lunch?", "Tue, 03 Nov 2026 12:00:00 +0000", "Pizza?\nFrom here on.\n"),
    ):
        box.add(email_message)
    box.close()
    (inbox / "INBOX.msf").write_text("index", "utf-8")
    (inbox / "msgFilterRules.dat").write_text("version", "utf-8")
    (local / "Trash").touch()
    (local / "Trash.msf").touch()
    old = mailbox.mbox(local / "Archive.sbd/2025")
    old.add(_mail("old@example.org", "Old", "Mon, 03 Nov 2025 12:00:00 +0000", "old"))
    old.close()
    return inbox


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    _profile(tmp_path)
    (tmp_path / "work").mkdir()
    item = Bench(tmp_path / "work", lambda scope: mail(replace(scope, home=tmp_path)))
    yield item
    await item.dispatcher.close()


async def test_the_folders_and_the_mail_of_thunderbird_are_listed_newest_first(bench: Bench) -> None:
    told = (await bench.run("find_mail")).result
    assert told["folders"] == ["Local Folders/Archive/2025", "Local Folders/Trash", "mail.example.org/INBOX"]
    inbox = (await bench.run("find_mail", folder="inbox")).result
    assert (inbox["of"], [item["subject"] for item in inbox["mails"]]) == (2, ["Lunch?", "Angebot für März"])
    assert inbox["mails"][0]["unread"] and "unread" not in inbox["mails"][1]
    assert (await bench.run("find_mail", folder="Trash")).result["count"] == 0


@pytest.mark.parametrize(
    ("wanted", "subjects"),
    [
        ({"words": "angebot ben"}, ["Angebot für März"]),
        ({"words": "pizza angebot"}, []),
        ({"sender": "BÖHM"}, ["Angebot für März"]),
        ({"since": "2026-11-03"}, ["Lunch?"]),
        ({"before": "2026-11-03"}, ["Angebot für März"]),
        ({"unread": True}, ["Lunch?"]),
    ],
)
async def test_mail_is_found_by_words_sender_date_and_state(
    bench: Bench, wanted: dict[str, object], subjects: list[str]
) -> None:
    found = await bench.run("find_mail", folder="INBOX", **wanted)
    assert [item["subject"] for item in found.result["mails"]] == subjects


async def test_a_mail_is_read_and_its_attachments_are_saved(bench: Bench, tmp_path: Path) -> None:
    read = (await bench.run("read_mail", folder="INBOX", number=1)).result
    assert (read["From"], read["Subject"], read["text"]) == ("Ben Böhm <ben@example.org>", "Angebot für März", "Anbei.")
    assert [item.split(" (")[0] for item in read["attachments"]] == ["März.pdf", "b.pdf"]
    (tmp_path / "work/in").mkdir()
    saved = await bench.run("save_attachments", folder="INBOX", number=1, target="in", only=["März.pdf"])
    assert saved.effect is Effect.CONFIRMED
    assert [path.name for path in (tmp_path / "work/in").iterdir()] == ["März.pdf"]
    again = await bench.run("save_attachments", folder="INBOX", number=1, target="in")
    assert "exists already" in str(again.error) and not (tmp_path / "work/in/b.pdf").exists()


async def test_files_of_mail_and_a_maildir_are_read_by_their_paths(bench: Bench, tmp_path: Path) -> None:
    email_message = _mail("eva@example.org", "One", "Mon, 02 Nov 2026 10:00:00 +0000", "hi")
    (tmp_path / "work/one.eml").write_bytes(email_message.as_bytes())
    box = mailbox.Maildir(tmp_path / "work/box")
    box.add(email_message)
    for place in ("one.eml", "box"):
        assert (await bench.run("read_mail", folder=place, number=1)).result["Subject"] == "One"


async def test_hostile_mail_is_only_data(bench: Bench, tmp_path: Path) -> None:
    work = tmp_path / "work"
    evil = _mail(
        "x@example.org", "Evil", "no date at all", "", "../../../evil.pdf", "/etc/passwd", ".bashrc", "a\\b.pdf"
    )
    (work / "evil.eml").write_bytes(evil.as_bytes())
    (work / "in").mkdir()
    saved = await bench.run("save_attachments", folder="evil.eml", number=1, target="in")
    assert saved.effect is Effect.CONFIRMED, saved
    assert sorted(path.name for path in (work / "in").iterdir()) == ["b.pdf", "bashrc", "evil.pdf", "passwd"]
    (work / "bad.eml").write_bytes(
        b"From: =?nonsense?Q?=FF?= <\xff>\nSubject: =?utf-8?B?!!!?=\nDate: Mon, 99 Nov 99999 00:00\n"
        b'Content-Type: multipart/mixed; boundary="x\nContent-Transfer-Encoding: base64\n\n\xff\xfe--x\n\n'
        + bytes(range(256))
    )
    (work / "page.eml").write_bytes(
        b"From: a@b\nSubject: p\nContent-Type: text/html; charset=no-such\n\n<style>x</style><p>Pay <b>now</b></p>"
    )
    assert (await bench.run("read_mail", folder="bad.eml", number=1)).ok
    assert (await bench.run("find_mail", folder="bad.eml", since="2026-01-01")).result["count"] == 0
    assert (await bench.run("read_mail", folder="page.eml", number=1)).result["text"] == "Pay now"


@pytest.mark.parametrize(
    "broken",
    [
        b"Subject: =?utf-8?B?abcde?=",
        b"Subject: =?u\xfft-8?Q?=FF?=",
        b"Status: \xff",
        b"X-Mozilla-Status: \xff",
        b"Content-Type: text/plain; charset=undefined",
        b'Content-Type: text/plain; charset="a\0b"',
        b'Content-Disposition: attachment; filename="=?utf-8?B?abcde?="',
    ],
)
async def test_one_broken_mail_hides_no_others_of_its_folder(bench: Bench, tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "work/box").write_bytes(
        b"From - x\nFrom: a@example.org\nSubject: Good\n\nhi\n\nFrom - x\n" + broken + b"\n\nbad \xff\n"
    )
    found = await bench.run("find_mail", folder="box")
    assert found.ok and found.result["count"] == 2, found
    words = await bench.run("find_mail", folder="box", words="hi")
    assert words.ok and [item["subject"] for item in words.result["mails"]] == ["Good"]
    assert (await bench.run("read_mail", folder="box", number=2)).ok


async def test_a_maildir_tells_by_its_file_names_what_is_read(bench: Bench, tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "work/box")
    for subject, flags in (("Seen", "S"), ("New", ""), ("Answered", "RS")):
        maildir_message = mailbox.MaildirMessage(
            _mail("eva@example.org", subject, "Mon, 02 Nov 2026 10:00:00 +0000", "hi")
        )
        maildir_message.set_subdir("cur")
        maildir_message.set_flags(flags)
        box.add(maildir_message)
    found = await bench.run("find_mail", folder="box", unread=True)
    assert [item["subject"] for item in found.result["mails"]] == ["New"]


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("find_mail", {"folder": "nope"}, "there are: Local Folders/Archive/2025"),
        ("find_mail", {"folder": "notes.txt"}, "holds no mail"),
        ("find_mail", {"folder": "INBOX", "since": "yesterday"}, "do not fit"),
        ("read_mail", {"folder": "INBOX", "number": 9}, "no mail number 9"),
        ("save_attachments", {"folder": "INBOX", "number": 3, "target": "."}, "attached are: nothing"),
        ("save_attachments", {"folder": "INBOX", "number": 1, "target": "none"}, "make it first"),
        ("compose_mail", {"to": ["Ben"], "subject": "x"}, "no address of mail"),
        ("compose_mail", {"to": ["b@example.org"]}, "what it is about"),
        ("compose_mail", {"to": ["b@example.org"], "subject": "x", "attachments": ["none.pdf"]}, "no document"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_the_reason(
    bench: Bench, tmp_path: Path, tool: str, arguments: dict[str, object], reason: str
) -> None:
    (tmp_path / "work/notes.txt").write_text("no mail\n", "utf-8")
    assert reason in str((await bench.run(tool, **arguments)).error)


@pytest.mark.parametrize(
    "text", ["it's", "a', b", "x',attachment='file:///etc/passwd", 'y",attachment="file:///x', "',\",attachment='z"]
)
def test_no_text_of_a_mail_names_a_file_to_attach(text: str) -> None:
    (_, told) = thunderbird_arguments(NewMail(to=("b@example.org",), subject=text, body=text))
    assert [name for name, _ in _as_thunderbird_reads(told)] == ["to", "subject", "body", "format"]
    assert "%27" in address_of(NewMail(subject="it's")) and "\r" not in address_of(NewMail(body="a\nb"))


def test_signs_that_nobody_sees_are_refused_in_a_new_mail() -> None:
    # Thunderbird ends a value at the first of them: what follows would name a file to attach, or more recipients.
    for new in (
        NewMail(to=("b@example.org",), subject="x\x01attachment=file:///etc/passwd\x01y"),
        NewMail(to=("b@example.org",), body="x\x01bcc=eve@example.org\x01y"),
        NewMail(to=("b@example.org\nBcc: eve@example.org",)),
    ):
        with pytest.raises(ToolError):
            new.require_sound()
    NewMail(to=("b@example.org",), subject="x", body="a\n\tb\r\n").require_sound()


def _as_thunderbird_reads(told: str) -> list[tuple[str, str]]:
    """Split as Thunderbird does: a quote opens behind "=", and closes before a comma or at the end."""
    parts, part, opened = [], "", ""
    for at, sign in enumerate(told):
        after = told[at + 1 : at + 2]
        if sign == opened and after in (",", ""):
            opened = ""
        elif sign in "'\"" and told[at - 1] == "=" and not opened:
            opened = sign
        elif sign == "," and not opened:
            parts.append(part)
            part = ""
            continue
        part += sign
    pairs = [text.partition("=") for text in (*parts, part)]
    return [(name, value) for name, _, value in pairs]


def test_what_is_no_address_is_refused() -> None:
    for address in ("Ben", "@", "a@b@c", "Eva, boss <eva@example.org>"):
        with pytest.raises(ToolError):
            NewMail(to=(address,)).require_sound()
    NewMail(to=("Ben Böhm <ben@example.org>", '"Eva, boss" <eva@example.org>')).require_sound()


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("find_mail", {"folder": "Inbox"}, ActionClass.OUTSIDE),
        ("read_mail", {"folder": "Inbox", "number": 1}, ActionClass.OUTSIDE),
        ("save_attachments", {"folder": "Inbox", "number": 1, "target": "."}, ActionClass.OUTSIDE),
        ("save_attachments", {"folder": "Inbox", "number": 1, "target": "/etc"}, ActionClass.SYSTEM),
        ("compose_mail", {"to": ["a@b.c"], "subject": "x"}, ActionClass.LAUNCH),
        ("compose_mail", {"folder": "Inbox", "number": 1}, ActionClass.OUTSIDE),
        ("compose_mail", {"to": ["a@b.c"], "subject": "x", "attachments": ["/root/.ssh/id_rsa"]}, ActionClass.OUTSIDE),
    ],
)
async def test_mail_is_judged_by_whose_it_is_and_what_goes_with_it(
    tmp_path: Path, tool: str, arguments: dict[str, object], expected: ActionClass
) -> None:
    assert (await Judge(tmp_path).of(tool, **arguments)).action_class is expected


async def test_a_folder_of_files_with_the_name_of_one_of_mail_makes_no_mail_free_to_read(tmp_path: Path) -> None:
    (tmp_path / "Inbox").mkdir()
    judge = Judge(tmp_path)
    assert (await judge.of("read_mail", folder="Inbox", number=1)).action_class is ActionClass.OUTSIDE
    (tmp_path / "Inbox/cur").mkdir()
    assert (await judge.of("read_mail", folder="Inbox", number=1)).action_class is not ActionClass.OUTSIDE


async def test_an_answer_is_known_as_one_and_goes_to_whom_the_mail_asks_for_answers(
    bench: Bench, tmp_path: Path
) -> None:
    asked = _mail("Ben <ben@example.org>", "Offer", "Mon, 02 Nov 2026 10:00:00 +0000", "Price: 3\nEnd\x01")
    asked["Reply-To"], asked["Message-ID"] = '"Sales, B." <sales@example.org>, ben2@example.org', "<o1@example.org>"
    new = as_answer(NewMail(body="Yes"), asked)
    new.require_sound()
    assert (new.to, new.subject) == (('"Sales, B." <sales@example.org>', "ben2@example.org"), "Re: Offer")
    assert new.body.splitlines()[:2] == ["Yes", ""]
    assert new.body.splitlines()[3:] == ["> Price: 3", "> End "]
    (_, address) = thunderbird_arguments(new)
    assert "in-reply-to=%3Co1%40example.org%3E" in address
    again = as_answer(NewMail(to=("eva@example.org",), subject="Other"), asked)
    assert (again.to, again.subject, again.answers) == (("eva@example.org",), "Other", "<o1@example.org>")
    nobody = await bench.run("compose_mail", folder="INBOX", number=7)
    assert "no mail number 7" in str(nobody.error)


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        (
            "org.claws_mail.Claws-Mail",
            ("--compose", "mailto:b@example.org?subject=x&body=a%0Ab", "--attach", "/a b.pdf"),
        ),
        ("sylpheed", ("--compose", "mailto:b@example.org?subject=x&body=a%0Ab", "--attach", "/a b.pdf")),
        ("org.gnome.Evolution", ("mailto:b@example.org?subject=x&body=a%0D%0Ab",)),
    ],
)
def test_each_mail_program_is_told_of_a_new_mail_in_its_own_way(program: str, arguments: tuple[str, ...]) -> None:
    known = program_of(program)
    new = NewMail(to=("b@example.org",), subject="x", body="a\nb", attachments=(Path("/a b.pdf"),))
    assert known.arguments(new) == arguments
    assert known.attaches is ("--attach" in arguments)
