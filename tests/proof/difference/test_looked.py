"""A run that is gone on with compares with the world as it was before its first act."""

from __future__ import annotations

import json
import mailbox
import os
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.proof.difference.made_world import MadeWorld
from ufo.proof.difference.looked import NAME
from ufo.proof.difference.world import WorldBefore


def _written(made: MadeWorld) -> None:
    (made.folder / "list.txt").write_text("tea\n", encoding="utf-8")


def _gone(made: MadeWorld) -> None:
    (made.folder / "list.txt").unlink()


def _renamed(made: MadeWorld) -> None:
    (made.folder / "list.txt").rename(made.folder / "groceries.txt")


def _new(made: MadeWorld) -> None:
    (made.folder / "new.txt").write_text("new\n", encoding="utf-8")


def _set(made: MadeWorld) -> None:
    (made.home / ".config" / "mimeapps.list").write_text(
        "[Default Applications]\ntext/plain=b.desktop\n", encoding="utf-8"
    )


def _mailed(made: MadeWorld) -> None:
    message = EmailMessage()
    message["Subject"], message["To"] = "Hello", "eva@b.example"
    message.set_content("How are you?")
    box = mailbox.Maildir(made.home / "Maildir")
    box.add(message)
    box.close()


def _odd_name(made: MadeWorld) -> None:
    (made.folder / os.fsdecode(b"caf\xe9.txt")).write_text("changed\n", encoding="utf-8")


@pytest.fixture
def world(made: MadeWorld) -> MadeWorld:
    (made.folder / "list.txt").write_text("milk\n", encoding="utf-8")
    (made.folder / os.fsdecode(b"caf\xe9.txt")).write_text("as it was\n", encoding="utf-8")
    (made.home / ".config").mkdir(parents=True, exist_ok=True)
    (made.home / ".config" / "mimeapps.list").write_text(
        "[Default Applications]\ntext/plain=a.desktop\n", encoding="utf-8"
    )
    mailbox.Maildir(made.home / "Maildir").close()
    made.world.take()
    return made


@pytest.mark.parametrize("change", [_written, _gone, _renamed, _new, _set, _mailed, _odd_name])
def test_a_restored_world_tells_the_same_difference(world: MadeWorld, change: Callable[[MadeWorld], None]) -> None:
    change(world)
    again = WorldBefore(world.world.watched, world.world.folder)
    assert again.restore()
    told = again.difference()
    assert told.facts
    assert told == world.world.difference()


def test_what_was_as_before_at_the_end_of_a_request_is_kept_again(world: MadeWorld) -> None:
    world.world.difference()
    world.world.settle()
    again = WorldBefore(world.world.watched, world.world.folder)
    assert again.restore()
    _written(world)
    (fact,) = again.difference().facts
    assert fact.line.startswith('list.txt, line 1: "milk" → "tea"')


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"folders": [], "files": {"entries": [["x"]], "left_out": [], "closed": []}}', "\0"]
)
def test_a_broken_note_restores_nothing(world: MadeWorld, text: str) -> None:
    (world.world.folder / NAME).write_text(text, encoding="utf-8")
    assert not WorldBefore(world.world.watched, world.world.folder).restore()


def test_an_image_outside_of_the_folder_is_not_taken(world: MadeWorld, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret\n", encoding="utf-8")
    manifest = world.world.folder / "manifest.jsonl"
    rows = [json.loads(line) for line in manifest.read_text(encoding="utf-8").splitlines()]
    manifest.write_text(
        "".join(json.dumps(row | {"image": f"../../{secret.name}"}) + "\n" for row in rows), encoding="utf-8"
    )
    again = WorldBefore(world.world.watched, world.world.folder)
    again.restore()
    assert all(
        path.is_relative_to(world.world.folder) for path in filter(None, map(again.kept.copy_of, again.kept.paths))
    )
