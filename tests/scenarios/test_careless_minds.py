"""A mind that does nothing of the task, writes the file anew and states what held anyway is never VERIFIED."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.controls import on, target_id
from tests.scenarios.readers import wants_change
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider, agreed_on_news
from ufo.schema.outcome import RunOutcome, RunSummary

VERIFIED, UNVERIFIED = RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED
_NOTES = "Plan\n\nSummary\n\nWe go by boat.\n"
_BOOK = "City,Price\nGraz,3\nLinz,7\n"
_SAVE_AS = "Open notes.md and save it as new.md"
_SORT = "Sort the rows of prices.csv by price"
_SUMMARY = {"on": "document", "path": "notes.md", "paragraph": "Summary"}
_BOLD = {"on": "document", "path": "notes.odt", "paragraph": "Summary", "property": "bold", "value": "on"}


def contains(path: str, text: str) -> dict[str, Any]:
    return {"on": "file", "path": path, "contains": text}


def letter(bold: bool = False, more: str = "") -> bytes:
    return (
        '<d xmlns:office="o" xmlns:style="s" xmlns:fo="f" xmlns:text="x"><office:automatic-styles>'
        '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        "</office:automatic-styles><office:body><office:text><text:p>Plan</text:p><text:p>"
        + ('<text:span text:style-name="B">Summary</text:span>' if bold else "Summary")
        + f"</text:p><text:p>{more}</text:p></office:text></office:body></d>"
    ).encode()


def put(folder: Path, files: Mapping[str, str | bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        if isinstance(content, bytes):
            with zipfile.ZipFile(folder / name, "w") as file:
                file.writestr("content.xml", content)
        else:
            (folder / name).write_text(content, encoding="utf-8")


async def done(
    tmp_path: Path,
    request: str,
    before: Mapping[str, str | bytes],
    after: Mapping[str, str | bytes],
    *stated: Any,
    reader: Any = agreed_on_news,
    ticks: bool = True,
) -> RunSummary:
    """A run whose mind may tick a box, leaves the files as `after`, and states these conditions at every end."""
    work = tmp_path / "work"
    put(work, before)

    def begins(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "do it")

    def works(turn: Turn) -> dict[str, Any]:
        put(work, after)
        if ticks:
            return on("Send me the newsletter", "click_input", more={"expect": list(stated)})(turn)
        return app("FINISH", act("summary", text="I saw to it"), expect=list(stated))

    answers: list[Any] = [begins, works, *[host("FINISH", expect=list(stated), result="done")] * 4]
    provider = ScriptedProvider(answers, reader=reader)
    async with stage(tmp_path, provider, model={"decide_locally": False}) as scene:
        return await scene.run(request)


@pytest.mark.parametrize(
    ("request_", "before", "after", "stated"),
    [
        (
            'In notes.md make "Summary" a heading',
            {"notes.md": _NOTES},
            {"notes.md": _NOTES},
            [_SUMMARY, {"on": "file", "path": "notes.md", "changed_after": 1.0}],
        ),
        ('In notes.md make "Summary" a heading', {"notes.md": _NOTES}, {"notes.md": _NOTES + "x\n"}, [_SUMMARY]),
        (
            'In notes.odt make "Summary" bold',
            {"notes.odt": letter()},
            {"notes.odt": letter(more="saved")},
            [{"on": "document", "path": "notes.odt", "paragraph": "Summary"}],
        ),
        (
            'In notes.odt make "Summary" bold',
            {"notes.odt": letter(bold=True)},
            {"notes.odt": letter(bold=True, more="saved")},
            [_BOLD],
        ),
    ],
    ids=["written anew", "something else added", "a format for nothing", "was bold"],
)  # fmt: skip
async def test_a_condition_that_held_before_is_no_news_because_the_file_was_written(
    tmp_path: Path, request_: str, before: dict[str, str | bytes], after: dict[str, str | bytes], stated: list[Any]
) -> None:
    summary = await done(tmp_path, request_, before, after, *stated)
    assert summary.outcome is UNVERIFIED, (summary.reason, summary.evidence)


@pytest.mark.parametrize("stated", [contains("prices.csv", "Graz"), {"on": "file", "path": "prices.csv"}])
async def test_a_file_that_was_written_as_it_was_is_no_change_that_a_reader_could_name(
    tmp_path: Path, stated: dict[str, Any]
) -> None:
    books = {"prices.csv": _BOOK}
    summary = await done(tmp_path, _SORT, books, books, stated, reader=wants_change("prices.csv"))
    assert summary.outcome is UNVERIFIED, (summary.reason, summary.evidence)
    sorted_book = {"prices.csv": "City,Price\nLinz,7\nGraz,3\n"}
    summary = await done(
        tmp_path / "sorted", _SORT, books, sorted_book, stated, reader=wants_change("prices.csv"), ticks=False
    )
    assert summary.outcome is VERIFIED, summary.reason


@pytest.mark.parametrize(
    ("request_", "before", "after", "stated"),
    [
        ('In notes.odt make "Summary" bold', {"notes.odt": letter()}, {"notes.odt": letter(bold=True)}, [_BOLD]),
        (_SAVE_AS, {"notes.md": _NOTES}, {"new.md": _NOTES}, [contains("new.md", "Summary"), _SUMMARY]),
        ('Add "Milk" to notes.md', {"notes.md": _NOTES}, {"notes.md": _NOTES + "Milk\n"}, [contains("notes.md", "Milk")]),
    ],
    ids=["bold", "saved as", "added"],
)  # fmt: skip
async def test_the_same_task_done_is_verified(
    tmp_path: Path, request_: str, before: dict[str, str | bytes], after: dict[str, str | bytes], stated: list[Any]
) -> None:
    summary = await done(tmp_path, request_, before, after, *stated, ticks=False)
    assert summary.outcome is VERIFIED, (summary.reason, summary.evidence)
