from __future__ import annotations

import base64
import io
import json
import re
from pathlib import Path

import pytest
from PIL import Image

from tests.trace.sample_run import write_run
from ufo.errors import TraceError
from ufo.trace.run_folders import TAKEOVERS
from ufo.viewer.report import write_report
from ufo.viewer.timeline import inlined


def test_the_page_tells_the_whole_run_and_needs_nothing_else(tmp_path: Path) -> None:
    page = write_report(write_run(tmp_path).folder, None).read_text()
    for word in (
        "VERIFIED",
        "The list is in notes.txt.",
        "notes.txt contains",
        "Overwrite notes.txt?",
        "$0.0084",
        "429",
    ):
        assert word in page
    assert len(re.findall(r'src="data:image/png;base64,', page)) == 4
    assert not re.search(r"""(?:src|href)=["'](?!data:|#step-)|url\(|@import""", page)


def test_a_picture_stands_on_the_page_as_it_is_unless_it_is_large(tmp_path: Path) -> None:
    plain, noisy = Image.new("RGB", (1920, 1080), "white"), Image.effect_noise((1920, 1080), 90)
    plain.save(tmp_path / "plain.png")
    noisy.save(tmp_path / "noisy.png")
    kept, made = inlined(tmp_path, "plain.png"), inlined(tmp_path, "noisy.png")
    assert (
        kept is not None
        and kept.startswith("data:image/png;")
        and _bytes(kept) == (tmp_path / "plain.png").read_bytes()
    )
    assert made is not None and made.startswith("data:image/jpeg;")
    with Image.open(io.BytesIO(_bytes(made))) as image:
        assert image.size == (1440, 810)
    assert inlined(tmp_path, "../plain.png") is None


def _bytes(url: str) -> bytes:
    return base64.b64decode(url.partition(",")[2])


def test_a_judgement_stands_on_the_page_part_by_part_as_text(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    judged = {
        "complete": "no",
        "sub_scores": [{"name": "<b>saved</b>", "evaluation": "no", "reason": "no such file"}],
        "lowered_from": "VERIFIED",
        "model": "judge",
    }
    events = log.folder / "events.jsonl"
    text = events.read_text(encoding="utf-8")
    events.write_text(text.replace('"evaluation": null', f'"evaluation": {json.dumps(judged)}'), encoding="utf-8")
    page = write_report(log.folder, None).read_text(encoding="utf-8")
    for word in ("it was VERIFIED without it", "&lt;b&gt;saved&lt;/b&gt;", "no such file", "judge"):
        assert word in page


def test_hostile_text_from_the_screen_stays_text(tmp_path: Path) -> None:
    page = write_report(write_run(tmp_path).folder, None).read_text()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "\u202e" not in page and "\x1b" not in page and "⟨U+202E⟩" in page


def test_a_run_in_which_the_person_took_over_says_how_it_is_kept(tmp_path: Path) -> None:
    run = write_run(tmp_path).folder
    said = f"ufo record NAME --from-run {run.name}"
    assert said not in write_report(run, None).read_text()
    (run / TAKEOVERS / "1").mkdir(parents=True)
    (run / TAKEOVERS / "1/recording.jsonl").write_text("{}\n")
    assert said in write_report(run, None).read_text()


def test_a_killed_run_opens_and_is_said_to_be_unfinished(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    events = log.folder / "events.jsonl"
    lines = events.read_bytes().splitlines(keepends=True)
    events.write_bytes(b"".join(lines[:-3]) + lines[-3][:40])
    (log.folder / "action_step1_annotated.png").unlink()
    (log.folder / "action_step2_annotated.png").write_bytes(b"\x89PNG garbage")
    page = write_report(log.folder, tmp_path / "out" / "page.html").read_text()
    assert "UNFINISHED" in page and "cut off" in page and "VERIFIED" not in page
    assert page.count("is missing or damaged") == 2


def test_an_event_cannot_pull_a_file_from_elsewhere_into_the_page(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    outside = tmp_path / "outside.png"
    outside.write_bytes((log.folder / "action_step1_annotated.png").read_bytes())
    events = log.folder / "events.jsonl"
    events.write_text(events.read_text().replace("action_step1_annotated.png", "../outside.png"))
    assert "outside.png is missing" in write_report(log.folder, None).read_text()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError, match="--out"):
        write_report(log.folder, tmp_path / "file" / "page.html")


def test_the_page_tells_how_many_answers_were_mended_and_asked_for_again(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    events = log.folder / "events.jsonl"
    assert "answers mended" not in write_report(log.folder, None).read_text(encoding="utf-8")
    slips = '"mended_answers": 2, "format_errors": 1'
    text = events.read_text(encoding="utf-8").replace('"model_calls": ', f'{slips}, "model_calls": ')
    events.write_text(text.replace(', "format_errors": 0, "mended_answers": 0', ""), encoding="utf-8")
    page = write_report(log.folder, None).read_text(encoding="utf-8")
    assert "<dt>answers mended / asked for again</dt><dd>2 / 1</dd>" in page
    assert ", 2 answers mended, 1 asked for again · " in page
