"""What a verified run teaches, and what later runs are told of it, on the desktop in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.requirement import requirement
from tests.scenarios.controls import control_id, on
from tests.scenarios.readers import shows_nothing
from tests.scenarios.stage import Stage, act, app, assign, host, stage
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Kind
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.recipe import Experience
from ufo.recipes.store import ExperienceStore
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.trace.events import KnowledgeUsed, Noticed

REGISTER = 'in the Registration form register "Ada" with the mail address ada@example.org'
AGAIN = 'in the Registration form register "Eva" with the mail address eva@example.org'
KEEPS = {"save_experience": "auto"}


def _expects(name: str, mail: str) -> list[dict[str, Any]]:
    return [{"on": "element", "name": "Name", "value": name}, {"on": "element", "name": "Email", "value": mail}]


def _wrong_first(name: str, mail: str) -> list[Any]:
    """Wants to tick the field, which is refused, and then types."""

    def wrong(turn: Turn) -> dict[str, Any]:
        return app("CONTINUE", act("select", id=control_id(turn, "Name"), items=[name]))

    return [wrong, *_right(name, mail), host("FINISH", result="registered")]


def _right(name: str, mail: str) -> list[Any]:
    return [
        on("Name", "set_edit_text", "CONTINUE", text=name),
        on("Email", "set_edit_text", more={"expect": _expects(name, mail)}, text=mail),
    ]


async def _run(
    tmp_path: Path, answers: list[Any] | ScriptedProvider, request: str, **settings: Any
) -> tuple[Stage, RunSummary]:
    settings["system"] = KEEPS | settings.get("system", {})
    async with stage(tmp_path, answers, **settings) as scene:
        summary = await scene.run(request)
    return scene, summary


def _kept(knowledge: Path) -> dict[str, Experience]:
    return ExperienceStore(knowledge).by_name()


def _prompts(scene: Stage) -> str:
    assert isinstance(scene.provider, ScriptedProvider)
    return "\n".join(message.text for turn in scene.provider.turns for message in turn.messages)


def _told(scene: Stage) -> list[str]:
    return [
        passage.source for event in scene.heard.events if isinstance(event, KnowledgeUsed) for passage in event.passages
    ]


def _notices(scene: Stage) -> str:
    return "\n".join(event.text for event in scene.heard.events if isinstance(event, Noticed))


@requirement("defect:7", "experience:verified-only")
async def test_what_failed_before_it_worked_is_told_to_the_next_run(tmp_path: Path, knowledge: Path) -> None:
    _, summary = await _run(tmp_path, _wrong_first("Ada", "ada@example.org"), REGISTER)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    (experience,) = _kept(knowledge).values()
    assert experience.application == "form"
    assert [(action.function, str(action.control)) for action in experience.actions] == [
        ("set_edit_text", "Edit 'Name'"),
        ("set_edit_text", "Edit 'Email'"),
    ]
    (lesson,) = experience.avoid
    assert lesson.startswith("select(items=[\"{{name}}\"]) on Edit 'Name' failed: ")
    assert lesson.endswith("what worked: set_edit_text(text={{name}}) on Edit 'Name'")
    assert "Ada" not in experience.model_dump_json() and "ada@example.org" not in experience.model_dump_json()

    scene, summary = await _run(tmp_path, _right("Eva", "eva@example.org"), AGAIN)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert '<data name="examples from experience">' in _prompts(scene)
    assert lesson in _prompts(scene)
    assert _told(scene)[0].startswith("experience: in the Registration form register")
    (experience,) = _kept(knowledge).values()
    assert (experience.uses, experience.verified_uses) == (1, 1)
    (info,) = KnowledgeStore(knowledge / "index.sqlite").documents(Kind.EXPERIENCE)
    assert (info.uses, info.verified_uses) == (1, 1)


@requirement("experience:verified-only")
async def test_a_run_that_is_not_verified_leaves_nothing(tmp_path: Path, knowledge: Path) -> None:
    begun = [*_wrong_first("Ada", "x")[:1], on("Name", "set_edit_text", "CONTINUE", text="Ada")]
    failed = [*begun, app("FAIL", result="no"), host("FAIL", comment="no")]
    unproved = [*_right("Ada", "ada@example.org"), *[host("FINISH", result="registered")] * 2]
    nothing = [app("FINISH"), *[host("FINISH", result="done")] * 2]
    for answers in (failed, ScriptedProvider(unproved, reader=shows_nothing), nothing):
        _, summary = await _run(tmp_path, answers, REGISTER, system={"save_experience": "always"})
        assert summary.outcome is not RunOutcome.VERIFIED
    assert not knowledge.exists()


async def test_nothing_is_kept_where_the_person_wants_none_or_was_not_asked(tmp_path: Path, knowledge: Path) -> None:
    for word in ("always_not", "ask"):
        _, summary = await _run(
            tmp_path, _wrong_first("Ada", "ada@example.org"), REGISTER, system={"save_experience": word}
        )
        assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert not knowledge.exists()


async def test_what_would_be_kept_is_offered_where_the_person_is_to_be_asked(tmp_path: Path, knowledge: Path) -> None:
    answers = ScriptedProvider(_wrong_first("Ada", "ada@example.org"))
    async with stage(tmp_path, answers, system={"save_experience": "ask"}) as scene:
        await scene.run(REGISTER)
        learner = scene.session.learner
    assert learner is not None and len(learner.offered) == 1
    assert learner.keep(learner.offered).startswith("kept as experience: form-")
    assert len(_kept(knowledge)) == 1


async def test_an_answer_for_later_runs_counts_where_the_setting_asks(tmp_path: Path, knowledge: Path) -> None:
    knowledge.mkdir()
    (knowledge / "save_experience").write_text("always\n")
    await _run(tmp_path, _wrong_first("Ada", "ada@example.org"), REGISTER, system={"save_experience": "ask"})
    assert len(_kept(knowledge)) == 1


async def test_other_words_and_other_applications_are_not_told(tmp_path: Path, knowledge: Path) -> None:
    await _run(tmp_path, _wrong_first("Ada", "ada@example.org"), REGISTER)
    assert _kept(knowledge)
    fails = [app("FAIL", result="no"), host("FAIL", comment="no")]
    scene, _ = await _run(tmp_path, fails, "in the Registration form tick the box of the newsletter")
    assert _told(scene) == []
    scene, _ = await _run(tmp_path, [assign("1", REGISTER), *fails], REGISTER, running=("notes", "sheet"))
    assert all(event.application != "notes" for event in scene.heard.events if isinstance(event, KnowledgeUsed))


@requirement("experience:set-aside")
async def test_experience_that_does_not_help_is_set_aside(tmp_path: Path, knowledge: Path) -> None:
    await _run(tmp_path, _wrong_first("Ada", "ada@example.org"), REGISTER)
    fails: Callable[[], list[Any]] = lambda: [app("FAIL", result="no"), host("FAIL", comment="no")]  # noqa: E731
    for _ in range(3):
        scene, _ = await _run(tmp_path, fails(), AGAIN)
        assert _told(scene)
    (experience,) = _kept(knowledge).values()
    assert experience.set_aside and (experience.uses, experience.verified_uses) == (3, 0)
    assert "is set aside: 0 of 3 runs" in _notices(scene)
    scene, _ = await _run(tmp_path, fails(), AGAIN)
    assert _told(scene) == []
    await _run(tmp_path, _wrong_first("Eva", "eva@example.org"), AGAIN)
    (experience,) = _kept(knowledge).values()
    assert not experience.set_aside and experience.times == 2


async def test_experience_that_is_switched_off_is_not_told(tmp_path: Path, knowledge: Path) -> None:
    await _run(tmp_path, _wrong_first("Ada", "ada@example.org"), REGISTER)
    scene, _ = await _run(tmp_path, _right("Eva", "eva@example.org"), AGAIN, knowledge={"experience": {"use": False}})
    assert _told(scene) == []


async def test_a_password_is_found_nowhere(tmp_path: Path, knowledge: Path) -> None:
    answers = [
        on("Password", "set_edit_text", "CONTINUE", text="opensesame"),
        *_wrong_first("Ada", "ada@example.org"),
    ]
    _, summary = await _run(tmp_path, answers, f"{REGISTER} and the password opensesame")
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert _kept(knowledge)
    for path in knowledge.rglob("*"):
        assert path.is_dir() or b"opensesame" not in path.read_bytes()


async def test_what_a_killed_process_kept_is_in_the_index_of_the_next_run(tmp_path: Path, knowledge: Path) -> None:
    await _run(tmp_path, _wrong_first("Ada", "ada@example.org"), REGISTER)
    for path in knowledge.glob("index.sqlite*"):
        path.unlink()
    scene, _ = await _run(tmp_path, _right("Eva", "eva@example.org"), AGAIN)
    assert _told(scene)


async def test_the_same_request_is_kept_once_with_the_shorter_way(tmp_path: Path, knowledge: Path) -> None:
    longer = [
        *_wrong_first("Ada", "a@b.org")[:2],
        on("Name", "click_input", "CONTINUE"),
        *_right("Ada", "a@b.org")[1:],
        host("FINISH"),
    ]
    await _run(tmp_path, longer, 'in the Registration form register "Ada" with the mail address a@b.org')
    (experience,) = _kept(knowledge).values()
    assert len(experience.actions) == 3
    await _run(tmp_path, _right("Eva", "eva@example.org"), AGAIN, system={"save_experience": "always"})
    (experience,) = _kept(knowledge).values()
    assert len(experience.actions) == 2 and len(experience.avoid) == 1 and experience.times == 2


async def test_a_run_by_the_built_in_planner_teaches_nothing(tmp_path: Path, knowledge: Path) -> None:
    async with stage(tmp_path, None, system={"save_experience": "always"}) as scene:
        summary = await scene.run('type "Ada" into the Name field')
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert not knowledge.exists()


async def test_a_model_writes_nothing_into_what_was_learned_without_a_yes(tmp_path: Path, knowledge: Path) -> None:
    target = knowledge / "experience" / "form-000000000000.json"
    target.parent.mkdir(parents=True)
    person = ScriptedUser(consents=[False])
    writes = host("CONTINUE", "write_file", {"path": str(target), "text": "{}", "content": "{}"})
    async with stage(tmp_path, ScriptedProvider([writes, host("FAIL", comment="no")]), user=person) as scene:
        await scene.run(f"write {{}} into {target}")
    assert not target.exists()
    assert any("form-000000000000.json" in text for text in person.asked), (person.asked, scene.heard.steps)
