"""Tasks with mail and chat: web pages of a local server that logs what was sent, and Thunderbird on folders of its own."""

from __future__ import annotations

import mailbox
from email.message import EmailMessage
from functools import partial
from pathlib import Path

from bench.minds.local_server import Answer, LocalServer, told
from bench.minds.task import Place, Task, Verdict

_HERE = Path(__file__).parent


def _serve(page: str, folder: Path) -> LocalServer:
    def answer(path: str) -> Answer | None:
        return ("text/html; charset=utf-8", (_HERE / page).read_bytes()) if path == "/" else None

    return LocalServer(folder, answer)


def _nothing(place: Place) -> None:
    return None


def _plain(text: object) -> str:
    return " ".join(str(text).lower().replace(".", " ").split())


def _judge_meeting(place: Place, answer: str) -> Verdict:
    sent = [(record["to"], str(record["text"])) for record in told(place.folder, "/message")]
    if len(sent) != 1 or sent[0][0] != "Jonas" or "15:30" not in sent[0][1] or "linde" not in sent[0][1].lower():
        return Verdict(False, f"sent: {sent}")
    muted = {str(record["channel"]): record["on"] for record in told(place.folder, "/mute")}
    silent = [name for name, on in muted.items() if on]
    return Verdict(silent == ["#random"], f"muted: {silent}")


def _judge_lunch(place: Place, answer: str) -> Verdict:
    votes, pins = told(place.folder, "/vote"), told(place.folder, "/pin")
    if not votes or votes[-1]["day"] != "Thursday":
        return Verdict(False, f"votes: {votes}")
    pinned = [str(pin["text"]) for pin in pins]
    right = len(pinned) == 1 and "Donaustrasse 12" in pinned[0]
    return Verdict(right and not told(place.folder, "/message"), f"pinned: {pinned}")


def _judge_keys(place: Place, answer: str) -> Verdict:
    sent = [
        (record["kind"], record["of"], record["to"], _plain(record["text"])) for record in told(place.folder, "/sent")
    ]
    if sent != [("reply", "Keys of the boathouse", "marta@example.org", "the keys are at the front desk")]:
        return Verdict(False, f"sent: {sent}")
    moved = told(place.folder, "/moved")
    subjects = sorted(str(subject) for record in moved for subject in _list(record["subjects"]))
    wanted = ["Newsletter: chains", "Newsletter: tulips in autumn"]
    right = subjects == wanted and {record["where"] for record in moved} == {"archive"}
    return Verdict(right, f"moved: {moved}")


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _judge_invoice(place: Place, answer: str) -> Verdict:
    sent = [(record["kind"], record["of"], record["to"], str(record["text"])) for record in told(place.folder, "/sent")]
    if len(sent) != 1 or sent[0][:3] != ("forward", "Invoice R-1041", "books@example.org"):
        return Verdict(False, f"sent: {sent}")
    right = "Please pay until 18 April" in sent[0][3] and "312.50 EUR" in sent[0][3]
    return Verdict(right and not told(place.folder, "/moved"), f"its text: {sent[0][3]!r}")


_ACCOUNT = {
    "mail.accountmanager.accounts": "account1",
    "mail.accountmanager.localfoldersserver": "server1",
    "mail.account.account1.server": "server1",
    "mail.server.server1.type": "none",
    "mail.server.server1.hostname": "Local Folders",
    "mail.server.server1.name": "Local Folders",
    "mail.server.server1.userName": "nobody",
    "mail.server.server1.directory-rel": "[ProfD]Mail/Local Folders",
}
_OFF = (
    "mail.provider.enabled",
    "app.donation.eoy.enabled",
    "mail.spotlight.firstRunDone",
    "datareporting.policy.dataSubmissionEnabled",
)
_MAILS = (
    ("news@garden.example", "Newsletter: tulips"),
    ("marta@example.org", "Keys"),
    ("news@garden.example", "Newsletter: roses"),
    ("office@alder.example", "Invoice R-1041"),
)
_EXPUNGED = 0x0008
_FOLDERS = "mail-profile/Mail/Local Folders"


def _thunderbird(place: Place) -> None:
    folders = place.folder / _FOLDERS
    folders.mkdir(parents=True)
    lines = [f'user_pref("{key}", "{value}");' for key, value in _ACCOUNT.items()]
    lines += [f'user_pref("{key}", false);' for key in _OFF]
    (place.folder / "mail-profile/prefs.js").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name in ("Inbox", "Garden", "Trash"):
        (folders / name).touch()
    box = mailbox.mbox(str(folders / "Inbox"))
    for number, (sender, subject) in enumerate(_MAILS, 1):
        mail = EmailMessage()
        # Thunderbird marks a mail as deleted where these stand already; otherwise its index alone says so.
        mail["X-Mozilla-Status"], mail["X-Mozilla-Status2"] = "0000", "00000000"
        mail["From"], mail["To"], mail["Subject"] = sender, "ida@example.org", subject
        mail["Date"], mail["Message-ID"] = f"Mon, {number:02d} Jun 2026 10:00:00 +0000", f"<{number}@example.org>"
        mail.set_content("Good day.\n")
        box.add(mail)
    box.close()


def _subjects(place: Place, folder: str) -> list[str]:
    """Return the subjects of a folder without those that Thunderbird has marked as deleted."""
    file = place.folder / _FOLDERS / folder
    box = mailbox.mbox(str(file), create=False) if file.is_file() else ()
    return [
        str(mbox_message["Subject"])
        for mbox_message in box
        if not int(mbox_message.get("X-Mozilla-Status", "0"), 16) & _EXPUNGED
    ]


def _judge_thunderbird(place: Place, answer: str) -> Verdict:
    garden, inbox = sorted(_subjects(place, "Garden")), sorted(_subjects(place, "Inbox"))
    right = garden == ["Newsletter: roses", "Newsletter: tulips"] and inbox == ["Invoice R-1041", "Keys"]
    return Verdict(right, f"Garden: {garden}; Inbox: {inbox}")


_PAGE = ("chromium", "http://127.0.0.1:{port}/")

TASKS = (
    Task(
        "chat-meeting",
        "In the team chat that is open, tell Jonas that we meet at 15:30 in room Linde instead, and mute the "
        "channel #random.",
        ("chromium",),
        _nothing,
        _judge_meeting,
        opens=_PAGE,
        careful_calls=3,
        serve=partial(_serve, "chat_page.html"),
    ),
    Task(
        "chat-lunch",
        "Vote for Thursday in the poll in #lunch in the chat at http://127.0.0.1:{port}/ and pin Mira's message "
        "with the address there.",
        ("chromium",),
        _nothing,
        _judge_lunch,
        careful_calls=4,
        serve=partial(_serve, "chat_page.html"),
    ),
    Task(
        "mail-keys",
        "Answer Marta's mail about the keys with 'The keys are at the front desk.' and archive all the "
        "newsletters in the inbox.",
        ("chromium",),
        _nothing,
        _judge_keys,
        opens=_PAGE,
        careful_calls=5,
        serve=partial(_serve, "mail_page.html"),
    ),
    Task(
        "mail-invoice",
        "Forward Alder's invoice that is not paid yet to books@example.org with the words 'Please pay until 18 "
        "April' above it. My mail "
        "is at http://127.0.0.1:{port}/.",
        ("chromium",),
        _nothing,
        _judge_invoice,
        careful_calls=4,
        serve=partial(_serve, "mail_page.html"),
    ),
    Task(
        "mail-thunderbird",
        "Move all mails from Garden Post (news@garden.example) out of the inbox of Thunderbird's Local Folders "
        "into the folder Garden.",
        ("thunderbird",),
        _thunderbird,
        _judge_thunderbird,
        opens=("thunderbird", "--profile", "{folder}/mail-profile"),
        careful_calls=3,
    ),
)
