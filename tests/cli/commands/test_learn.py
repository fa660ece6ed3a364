"""`ufo learn` and `ufo knowledge` as a person uses them."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, only_object
from tests.llm.embedding_server import Embedding
from tests.requirement import requirement
from tests.waiting import WAITED_S


@pytest.fixture
def command(tmp_path: Path) -> Command:
    made = Command(tmp_path)
    guide = tmp_path / "guide"
    guide.mkdir()
    (guide / "rows.html").write_text("<h1>Freeze rows</h1><p>Choose View - Freeze.</p>")
    (guide / "print.md").write_text("# Print\nPress Print.\n")
    return made


def _told(command: Command, *arguments: str) -> Any:
    ended = command.run(*arguments, "--json")
    assert ended.returncode == 0, ended.stderr
    return only_object(ended.stdout)


@requirement("knowledge:learn")
def test_a_folder_is_learned_listed_searched_shown_and_forgotten(command: Command) -> None:
    said = _told(command, "learn", "guide", "--app", "sheets")
    assert (said["documents"], said["applications"], said["left_out"]) == (2, {"sheets": 2}, {})
    assert _told(command, "learn", "guide", "--app", "sheets")["unchanged"] == 2
    listed = _told(command, "knowledge", "list", "--app", "sheets")["documents"]
    assert sorted(item["title"] for item in listed) == ["Freeze rows", "Print"]
    best, *_ = _told(command, "knowledge", "search", "how do I freeze a row", "--app", "sheets")["hits"]
    assert best["path"] == ["Freeze rows"] and best["told"]
    assert _told(command, "knowledge", "show", best["key"])["text"][0]["text"] == "Choose View - Freeze."
    assert len(_told(command, "knowledge", "forget", best["key"].partition(":")[0])["forgotten"]) == 1
    assert len(_told(command, "knowledge", "forget", "guide")["forgotten"]) == 1
    assert _told(command, "knowledge", "list")["documents"] == []


def test_a_person_reads_what_was_learned_and_where(command: Command) -> None:
    said = command.run("learn", "guide", "--app", "all").stdout
    assert "learned  2 documents for every application" in said
    listed = command.run("knowledge", "list").stdout
    assert "(every application)  guide: 2 documents, 2 sections" in listed and str(command.folder / "guide") in listed
    assert "Freeze rows" in command.run("knowledge", "list", "--all").stdout
    found = command.run("knowledge", "search", "freeze", "rows").stdout
    assert "(1.00, told)" in found and "    Choose View - Freeze." in found


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("learn", "./none"), "no file or folder './none'"),
        (("learn", "no-such-program"), "no application or program 'no-such-program' is installed"),
        (("learn", "broken.pdf"), "nothing was learned: broken.pdf is broken"),
        (("knowledge", "show", "none"), "ufo knowledge list"),
        (("knowledge", "forget", "./none"), "nothing was learned of './none'"),
        (("knowledge", "list", "--kind", "dreams"), "there is no kind 'dreams'"),
        (("knowledge", "forget", "guide"), "Add --yes"),
    ],
)
def test_wrong_use_is_told_with_the_next_move(command: Command, arguments: tuple[str, ...], words: str) -> None:
    (command.folder / "broken.pdf").write_bytes(b"%PDF-1.4")
    command.run("learn", "guide")
    ended = command.run(*arguments)
    assert ended.returncode == 2 and words in ended.stderr, ended


def test_a_person_who_stops_is_told_what_stays_and_goes_on_later(command: Command) -> None:
    for number in range(600):
        (command.folder / f"guide/{number}.html").write_text(
            f"<h1>Page {number}</h1>" + "<p>some words to read</p>" * 50
        )
    learning = command.start("learn", "guide")
    log = command.folder / "home/.local/share/ufo/knowledge/index.sqlite-wal"
    while learning.poll() is None and not (log.exists() and log.stat().st_size > 100_000):
        pass
    learning.send_signal(signal.SIGINT)
    _, said = learning.communicate(timeout=WAITED_S)
    assert learning.returncode == 130
    assert "are learned and stay" in said
    known = len(json.loads(command.run("knowledge", "list", "--json").stdout)["documents"])
    assert 0 < known < 602
    assert _told(command, "learn", "guide")["unchanged"] == known


def test_learning_asks_for_the_vectors_that_are_missing(command: Command) -> None:
    with Embedding() as server:
        model = {"name": "openai:embed-small", "base_url": f"{server.address}/v1", "api_key": "sk-x"}
        command.environment["UFO_AGENTS__EMBEDDING"] = json.dumps(model)
        assert _told(command, "learn", "guide", "--app", "form")["vectors"] == 2
        assert _told(command, "learn", "guide", "--app", "form")["vectors"] == 0
    assert [len(body["input"]) for body in server.asked] == [2]
