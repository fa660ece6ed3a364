"""Where mail programs keep their mail: the layouts of Thunderbird, Claws Mail, Sylpheed, Evolution and mutt."""

from __future__ import annotations

import json
import mailbox
import struct
from email.message import EmailMessage
from pathlib import Path

import pytest

from ufo.errors import ToolError
from ufo.tools.mail.boxes import opened
from ufo.tools.mail.folders import folder_meant, mail_folders
from ufo.tools.mail.mail_folder import Role


def _mail(subject: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["Subject"], message["Date"] = "a@example.org", subject, "Mon, 02 Nov 2026 10:00:00 +0000"
    message.set_content("hi")
    return message


def _numbered(folder: Path, *numbers: int) -> None:
    folder.mkdir(parents=True)
    for number in numbers:
        (folder / str(number)).write_bytes(_mail(f"Mail {number}").as_bytes())


def _folders(home: Path) -> dict[str, Role]:
    return {folder.name: folder.role for folder in mail_folders(home)}


def _subjects(path: Path, unread: bool = False) -> list[str]:
    with opened(path) as box:
        held = [held for held in box.oldest_first() if not (unread and held.is_read)]
        return [str(held.message()["Subject"]) for held in held]


def _thunderbird(home: Path, *settings: str) -> Path:
    profile = home / ".thunderbird/x.default"
    profile.mkdir(parents=True)
    (profile.parent / "profiles.ini").write_text("[Profile0]\nIsRelative=1\nPath=x.default\n", "utf-8")
    (profile / "prefs.js").write_text("\n".join(("// Mozilla User Preferences", *settings, "broken(")), "utf-8")
    return profile


def test_thunderbird_names_its_accounts_in_its_settings_and_its_folders_in_its_cache(tmp_path: Path) -> None:
    profile = _thunderbird(
        tmp_path,
        'user_pref("mail.server.server1.name", "Arbeit \\"Süd\\"");',
        'user_pref("mail.server.server1.directory-rel", "[ProfD]ImapMail/imap.example.org");',
    )
    account = profile / "ImapMail/imap.example.org"
    account.mkdir(parents=True)
    (profile / "Mail/an account that was deleted").mkdir(parents=True)
    for name in ("INBOX", "Gesendet", "Entw&APw-rfe", "5d1f3a", "an account that was deleted/Inbox"):
        place = profile / "Mail" if "/" in name else account
        box = mailbox.mbox(place / name)
        box.add(_mail(name))
        box.close()
    cache = {
        str(account / "Gesendet.msf"): {"flags": 0x200 | 4},
        str(account / "Entw&APw-rfe.msf"): {"flags": 0x400},
        str(account / "5d1f3a.msf"): {"flags": 4, "onlineName": "INBOX/Rechnungen: 2026"},
    }
    (profile / "folderCache.json").write_text(json.dumps(cache), "utf-8")
    assert _folders(tmp_path) == {
        'Arbeit "Süd"/Rechnungen: 2026': Role.OTHER,
        'Arbeit "Süd"/Entwürfe': Role.DRAFTS,
        'Arbeit "Süd"/Gesendet': Role.SENT,
        'Arbeit "Süd"/INBOX': Role.INBOX,
    }
    assert folder_meant("sent", tmp_path, tmp_path / "none").name == 'Arbeit "Süd"/Gesendet'


def test_thunderbirds_maildir_has_no_folder_of_new_mail(tmp_path: Path) -> None:
    inbox = _thunderbird(tmp_path) / "Mail/Local Folders/Inbox"
    (inbox / "cur").mkdir(parents=True)
    (inbox / "cur/1730541600.eml").write_bytes(b"X-Mozilla-Status: 0001\n" + _mail("One").as_bytes())
    (inbox / "cur/1730541700.eml").write_bytes(_mail("Two").as_bytes())
    assert _folders(tmp_path) == {"Local Folders/Inbox": Role.INBOX}
    assert (_subjects(inbox), _subjects(inbox, unread=True)) == (["One", "Two"], ["Two"])


@pytest.mark.parametrize(("place", "mark"), [(".claws-mail", ".claws_mark"), (".sylpheed-2.0", ".sylpheed_mark")])
def test_mail_of_claws_and_sylpheed_is_in_numbered_files_with_marks(tmp_path: Path, place: str, mark: str) -> None:
    (tmp_path / place).mkdir()
    (tmp_path / place / "folderlist.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<folderlist><folder type="mh" name="Post" path="Mail">'
        '<folderitem type="inbox" name="inbox" path="inbox"/><folderitem type="outbox" name="sent" path="sent"/>'
        '<folderitem type="queue" path="queue"/><folderitem type="normal" path="Projekte">'
        '<folderitem type="normal" path="Projekte/2026"/></folderitem></folder>'
        '<folder type="imap" name="away" account_id="1"/></folderlist>',
        "utf-8",
    )
    root = tmp_path / "Mail"
    for name in ("sent", "queue", "Projekte/2026"):
        _numbered(root / name)
    _numbered(root / "inbox", 2, 10, 9)
    assert _folders(tmp_path) == {
        "Post/inbox": Role.INBOX,
        "Post/sent": Role.SENT,
        "Post/queue": Role.OUTBOX,
        "Post/Projekte": Role.OTHER,
        "Post/Projekte/2026": Role.OTHER,
    }
    assert _subjects(root / "inbox") == ["Mail 2", "Mail 9", "Mail 10"]
    (root / "inbox" / mark).write_bytes(struct.pack("=7I", 2, 2, 0, 9, 2, 10, 3))
    assert _subjects(root / "inbox", unread=True) == ["Mail 9", "Mail 10"]


def test_evolution_and_mutt_keep_maildirs(tmp_path: Path) -> None:
    local = tmp_path / ".local/share/evolution/mail/local"
    local.parent.mkdir(parents=True)
    for name in ("", ".Sent", ".Rechnungen_2E alt.2025"):
        mailbox.Maildir(local / name, create=True)
    (tmp_path / "post").mkdir()
    for name in ("in", "out"):
        mailbox.Maildir(tmp_path / "post" / name, create=True)
    (tmp_path / ".muttrc").write_text(
        "set folder=~/post  # mine\nset spoolfile = +in\nset record='=out'\nset postponed=`program`\nset folder",
        "utf-8",
    )
    assert _folders(tmp_path) == {
        "mutt/in": Role.INBOX,
        "mutt/out": Role.SENT,
        "Evolution/Inbox": Role.INBOX,
        "Evolution/Sent": Role.SENT,
        "Evolution/Rechnungen. alt/2025": Role.OTHER,
    }


@pytest.mark.parametrize(
    "told", ["", "{", "[1]", '{"x": 1}', "<folderlist", '<!DOCTYPE a [<!ENTITY b "c">]><folderlist/>', "\0\xff"]
)
def test_broken_lists_of_folders_name_no_folder_and_raise_nothing(tmp_path: Path, told: str) -> None:
    profile = _thunderbird(tmp_path, 'user_pref("mail.server.server1.directory-rel", "[ProfD]Mail/none");')
    (profile / "folderCache.json").write_text(told, "utf-8")
    for place in (".claws-mail/folderlist.xml", ".muttrc"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(told, "utf-8")
    assert mail_folders(tmp_path) == []
    with pytest.raises(ToolError, match="an MH folder"):
        folder_meant("inbox", tmp_path, tmp_path / "none")
