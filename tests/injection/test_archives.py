"""What is unpacked, attached, copied or moved may hold start-up files: each of its members is a write to its place."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import AsyncIterator, Mapping
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.injection.hand import Hand, below

_HARM = "planted"
_LINK = stat.S_IFLNK | 0o777


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's home, with a working folder in it."""
    home = tmp_path / "home"
    for name in (".config", ".ssh", ".local", "work/.git", "work/docs"):
        (home / name).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
async def hand(home: Path) -> AsyncIterator[Hand]:
    hand = Hand(home / "work")
    yield hand
    await hand.close()


def packed(archive: Path, members: Mapping[str, str]) -> None:
    """An archive with these members, of the kind that its name says."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive, "w") as zipped:
            for name, text in members.items():
                zipped.writestr(name, text)
        return
    with tarfile.open(archive, "w:gz") as tarred:
        for name, text in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tarred.addfile(info, io.BytesIO(text.encode()))


@pytest.mark.parametrize("archive", ["photos.zip", "photos.tar.gz"])
@pytest.mark.parametrize(
    ("target", "member", "more"),
    [
        ("~", ".config/autostart/e.desktop", {}),
        ("~", ".ssh/authorized_keys", {}),
        ("~", ".local/bin/ls", {}),
        ("~", "bin/ls", {}),
        ("~", "./.bashrc", {}),
        ("~", "deep/.config/systemd/user/e.service", {}),
        ("~", "e.desktop", {}),
        ("~", "deep/e.desktop", {"flat": True}),
        ("~", "deep\\e.desktop", {}),
        ("~", ".config/autostart/e.desktop", {"only": ["*.desktop"]}),
        (".", ".git/hooks/pre-commit", {}),
        (".", ".envrc", {}),
        (".", ".vscode/tasks.json", {}),
        (".", "ufo.yaml", {}),
        (".", "deep/sitecustomize.py", {"flat": True}),
        ("out", ".bashrc", {}),
        ("..", ".config/e", {}),
    ],
)
async def test_a_member_of_an_archive_that_programs_start_from_asks_and_nothing_is_unpacked(
    hand: Hand, home: Path, archive: str, target: str, member: str, more: dict[str, object]
) -> None:
    packed(home / "work" / archive, {"one.jpg": "a picture", member: _HARM})
    before = below(home)
    result = await hand.does("unpack_archive", source=archive, target=target, **more)
    assert not result.ok and below(home) == before
    assert hand.asked is not None and hand.asked.needs_consent
    name = member.replace("\\", "/").rpartition("/")[2]
    assert name in hand.asked.question
    assert "start-up" in hand.asked.question or "hidden" in hand.asked.question
    agreed = await hand.does_after_a_yes("unpack_archive", source=archive, target=target, **more)
    assert agreed.ok and any(path.endswith(name) for path in below(home) - before)


async def test_an_archive_beside_which_it_is_unpacked_is_judged_by_that_place(hand: Hand, home: Path) -> None:
    packed(home / ".config/autostart.zip", {"e.desktop": _HARM})
    before = below(home)
    assert not (await hand.does("unpack_archive", source="~/.config/autostart.zip")).ok
    assert below(home) == before


async def test_links_in_archives_are_left_out_and_lead_no_member_elsewhere(hand: Hand, home: Path) -> None:
    with zipfile.ZipFile(home / "work/a.zip", "w") as zipped:
        link = zipfile.ZipInfo("docs/way")
        link.external_attr = _LINK << 16
        zipped.writestr(link, str(home / ".config"))
        zipped.writestr("docs/way/e.conf", _HARM)
        zipped.writestr("docs/other.txt", "fine")
    with tarfile.open(home / "work/b.tar", "w") as tarred:
        for kind, name in ((tarfile.SYMTYPE, "x/way"), (tarfile.LNKTYPE, "x/same")):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, str(home / ".config")
            tarred.addfile(info)
        info = tarfile.TarInfo("x/way/e.conf")
        info.size = len(_HARM)
        tarred.addfile(info, io.BytesIO(_HARM.encode()))
    for archive in ("a.zip", "b.tar"):
        await hand.does("unpack_archive", source=archive, target=f"out-{archive}")
    assert below(home / ".config") == set()
    assert not any(path.is_symlink() for path in home.rglob("*"))


async def test_a_folder_that_is_a_link_already_counts_by_where_it_leads(hand: Hand, home: Path) -> None:
    (home / "work/docs/way").symlink_to(home / ".config")
    packed(home / "work/a.zip", {"docs/way/e.conf": _HARM, "docs/fine.txt": "fine"})
    assert not (await hand.does("unpack_archive", source="a.zip", target=".")).ok
    assert below(home / ".config") == set() and not (home / "work/docs/fine.txt").exists()


async def test_a_member_that_would_overwrite_is_refused_whole_whoever_says_yes(hand: Hand, home: Path) -> None:
    (home / "work/docs/plan.txt").write_text("the person's own")
    packed(home / "work/a.zip", {"docs/new.txt": "new", "docs/plan.txt": _HARM})
    for does in (hand.does, hand.does_after_a_yes):
        assert not (await does("unpack_archive", source="a.zip", target=".")).ok
    assert (home / "work/docs/plan.txt").read_text() == "the person's own"
    assert not (home / "work/docs/new.txt").exists()


async def test_an_archive_that_changes_after_it_was_judged_is_not_unpacked(hand: Hand, home: Path) -> None:
    packed(home / "work/a.zip", {"one.jpg": "a picture"})
    assert (await hand.does("unpack_archive", source="a.zip", target="first")).ok
    packed(home / "work/a.zip", {"one.jpg": "a picture", ".envrc": _HARM})
    # The same judgement, and another archive behind the same name: what the tool finds is not what was judged.
    before = below(home)
    (home / "work/first/one.jpg").unlink()
    result = await hand.bench.run("unpack_archive", source="a.zip", target="first")
    assert not result.ok and "judged" in str(result.error)
    assert below(home) == before - {"work/first/one.jpg"}


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("move_file", {"source": "evil", "target": "~/bin"}),
        ("copy_file", {"source": "evil", "target": "~/bin"}),
        ("make_link", {"source": "evil", "target": "~/bin"}),
        ("move_files", {"files": [{"source": "evil/ls", "target": "~/bin/"}]}),
        ("move_files", {"files": [{"source": "evil/e.txt", "target": "~/new/e.desktop"}]}),
        ("move_files", {"files": [{"source": "evil/e.desktop", "target": "~/new/"}]}),
        ("move_files", {"files": [{"source": "evil/*", "target": "~/new/"}], "copy": True}),
        ("save_attachments", {"folder": "mail.mbox", "number": 1, "target": "~"}),
        ("save_attachments", {"folder": "mail.mbox", "number": 1, "target": ".", "only": ["e.desktop"]}),
        ("restore_file", {"name": "e.desktop", "target": "docs"}),
    ],
)
async def test_other_ways_to_write_several_files_judge_each_of_them_too(
    hand: Hand, home: Path, monkeypatch: pytest.MonkeyPatch, tool: str, parameters: dict[str, object]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    evil = home / "work/evil"
    evil.mkdir()
    for name in ("ls", "e.txt", "e.desktop"):
        (evil / name).write_text(_HARM)
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "eve@example.org", "photos"
    mail.set_content("see there")
    mail.add_attachment(_HARM.encode(), maintype="application", subtype="octet-stream", filename="e.desktop")
    (home / "work/mail.mbox").write_bytes(b"From eve Thu Nov  1 00:00:00 2026\n" + mail.as_bytes() + b"\n\n")
    if tool == "restore_file":
        (home / "work/e.desktop").write_text(_HARM)
        await hand.does_after_a_yes("remove_file", path="e.desktop")
    before = below(home)
    result = await hand.does(tool, **parameters)
    assert not result.ok and below(home) == before


@pytest.mark.parametrize(
    ("target", "members", "more"),
    [
        ("", ["one.jpg", "two.jpg"], {}),
        ("out", ["a/one.jpg", "a/b/two.txt", "a/.gitignore"], {}),
        ("~/Pictures", ["one.jpg"], {}),
        (".", ["docs/new.txt"], {}),
        ("flat", ["a/one.jpg", "b/two.jpg"], {"flat": True}),
        ("some", ["one.jpg", ".envrc"], {"only": ["*.jpg"]}),
        ("~", ["Holiday/one.jpg"], {}),
    ],
)
async def test_an_ordinary_archive_is_unpacked_without_a_question(
    hand: Hand, home: Path, target: str, members: list[str], more: dict[str, object]
) -> None:
    packed(home / "work/photos.zip", dict.fromkeys(members, "fine"))
    result = await hand.does("unpack_archive", source="photos.zip", target=target, **more)
    assert result.ok and hand.asked is not None and not hand.asked.needs_consent


async def test_what_this_run_unpacked_is_its_own_and_may_be_written_again(hand: Hand, home: Path) -> None:
    packed(home / "work/a.zip", {"notes/one.txt": "before"})
    assert (await hand.does("unpack_archive", source="a.zip", target=".")).ok
    assert (await hand.does("write_file", path="notes/one.txt", text="after", mode="over")).ok


async def test_an_ordinary_attachment_and_an_ordinary_move_ask_nothing(hand: Hand, home: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "ann@example.org", "photos"
    mail.set_content("see there")
    mail.add_attachment(b"fine", maintype="image", subtype="jpeg", filename="one.jpg")
    (home / "work/mail.mbox").write_bytes(b"From ann Thu Nov  1 00:00:00 2026\n" + mail.as_bytes() + b"\n\n")
    assert (await hand.does("save_attachments", folder="mail.mbox", number=1, target="docs")).ok
    assert (await hand.does("move_files", files=[{"source": "docs/*.jpg", "target": "pictures/"}])).ok
    assert (await hand.does("copy_file", source="pictures", target="~/Album")).ok
    assert (home / "Album/one.jpg").read_bytes() == b"fine"
