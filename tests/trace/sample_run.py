"""A made-up, complete run, written through the real emitter and log writer with real pictures."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from ufo.conditions.kinds.file import FilePredicate
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus, Route
from ufo.schema.geometry import Rect
from ufo.schema.outcome import RunOutcome, RunSummary, SubtaskRecord
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding, Truth
from ufo.schema.reading import Account, ChangeAccount, PartAccount, PartVerdict
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.usage import Usage
from ufo.trace.emitter import Emitter, Listener
from ufo.trace.events import Asked, ModelAnswered, Noticed, RoundStarted, RunEnded, RunStarted, StepEnded, SubtaskEnded
from ufo.trace.writer import LogWriter
from ufo.vision.encode import png_of
from ufo.vision.photographer import PhotographerFacade

HOSTILE = "<script>alert(1)</script>\u202egpj.exe [red]boo[/red] \x1b[2J"

SAVE = TargetInfo(kind=TargetKind.CONTROL, name="Save", id="2", type="Button", rect=(520, 300, 600, 340))
TITLE = TargetInfo(kind=TargetKind.CONTROL, name=HOSTILE, id="1", type="Edit", rect=(60, 120, 600, 160))
FINDING = Finding(
    predicate=FilePredicate(path="/home/me/notes.txt", contains="milk"),
    truth=Truth.SATISFIED,
    evidence="/home/me/notes.txt contains 'milk'",
    channel="file",
)
ACCOUNT = Account(
    request="Write a shopping list and save it",
    parts=(
        PartAccount(
            quote="Write a shopping list",
            start=0,
            end=21,
            verdict=PartVerdict.SHOWN,
            shown_by=(f"notes.txt, line 1: {HOSTILE}",),
        ),
        PartAccount(quote="and save it", start=22, end=33, verdict=PartVerdict.NOT_SHOWN, open="no fact shows it"),
    ),
    changes=(
        ChangeAccount(line="notes.txt is new", asked_by="save it"),
        ChangeAccount(line="recent list changed", by_product="programs note what was opened"),
        ChangeAccount(line="other.txt is gone", open="nobody asked for it"),
    ),
    read_by="openai:gpt",
)
USAGE = Usage(model_calls=1, input_tokens=1800, output_tokens=120, cost=0.0042)


def window() -> Picture:
    image = Image.new("RGB", (640, 400), (245, 245, 245))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 640, 30), fill=(60, 90, 140))
    pen.text((12, 9), "Notes", fill="white")
    pen.rectangle((60, 120, 599, 159), fill="white", outline=(120, 120, 120))
    pen.text((70, 133), "milk, bread, coffee", fill="black")
    pen.rectangle((520, 300, 599, 339), fill=(225, 225, 225), outline=(120, 120, 120))
    pen.text((544, 313), "Save", fill="black")
    return png_of(image, Rect(0, 0, 640, 400))


def write_run(log_dir: Path, *listeners: Listener) -> LogWriter:
    log = LogWriter(log_dir)
    clock = iter(range(1000))
    emitter = Emitter([log, *listeners], lambda: float(next(clock)))
    emitter.emit(
        RunStarted(
            run_id=log.run_id,
            request="Write a shopping list and save it",
            model="openai:gpt",
            desktop="private (:99)",
            started="2026-01-02T03:04:05+00:00",
        )
    )
    emitter.emit(RoundStarted(round_id=0, request="Write a shopping list and save it"))
    for step, target in enumerate((TITLE, SAVE), 1):
        _step(emitter, step, target)
    record = SubtaskRecord(subtask="Write the list", status="FINISH", result="saved", agent="AppAgent")
    emitter.emit(SubtaskEnded(record=record))
    emitter.step = 0
    summary = RunSummary(
        outcome=RunOutcome.VERIFIED,
        reason="1 of 1 conditions hold",
        answer="The list is in notes.txt.",
        comment="Nearly there.",
        evidence=(FINDING,),
        steps=2,
        usage=USAGE + USAGE,
        seconds=12.5,
        log_path=str(log.folder),
        files=("/home/me/notes.txt",),
        account=ACCOUNT,
    )
    emitter.emit(RunEnded(summary=summary))
    log.close()
    return log


def _step(emitter: Emitter, step: int, target: TargetInfo) -> None:
    emitter.step = step
    photographer, shot = PhotographerFacade(), window()
    annotated = photographer.capture_with_target_list(shot, [TITLE, SAVE])
    emitter.save_picture("annotated", f"action_step{step}_annotated.png", annotated)
    emitter.save_picture(
        "selected_controls", f"action_step{step}_selected_controls.png", photographer.mark_targets(shot, [target])
    )
    emitter.emit(ModelAnswered(agent="AppAgent", model="gpt", usage=USAGE, seconds=1.2))
    emitter.emit(Noticed(text="the model was asked again after 429"))
    emitter.emit(Asked(agent="AppAgent", question="Overwrite notes.txt?", answer="yes", confirmation=True))
    result = Result(
        status=ResultStatus.SUCCESS,
        effect=Effect.CONFIRMED,
        route=Route.ACCESSIBILITY,
        evidence=("the control shows 'milk, bread, coffee'",),
    )
    action = ActionCommandInfo(function="click_input", arguments={"id": target.id}, target=target, result=result)
    emitter.emit(
        StepEnded(
            agent="AppAgent",
            state="CONTINUE",
            status="CONTINUE" if step == 1 else "FINISH",
            subtask="Write the list",
            application="mousepad",
            response={"thought": f"The field {target.name} is next.", "comment": "Nearly there."},
            actions=(action,),
            findings=(FINDING,) if step == 2 else (),
            phase_seconds={"data_collection": 0.08, "llm_interaction": 1.2},
            usage=USAGE,
            seconds=1.5,
        )
    )
