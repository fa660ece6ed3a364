"""Model traffic over real HTTP is recorded and replayed without a network, byte for byte, with all that went wrong."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from pydantic import SecretStr

from tests.extensions.computer_use.asking import CLAUDE, PREVIEW, operator_turn
from tests.extensions.computer_use.servers import KEY as OPERATOR_KEY
from tests.extensions.computer_use.servers import (
    MessagesServer,
    OperatorServer,
    ResponsesServer,
    claude_says,
    fails,
    openai_says,
)
from tests.llm.model_server import Reply, Request, Step, errs, says
from tests.llm.openai_asking import Waits
from tests.llm.turns import GOOD, GOOD_TEXT, host_turn
from tests.llm.wires.chat import ChatServer
from tests.llm.wires.endpoints import FORMATS, Speaking, every_format
from ufo.config.load import load_settings
from ufo.config.sections import ModelSections
from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable, TraceError
from ufo.llm.by_agent import open_models
from ufo.llm.provider import Completion, Turn
from ufo.llm.recording.record_file import ExchangeLine, read
from ufo.llm.registry import create
from ufo.schema.geometry import Rect
from ufo.schema.message import ImagePart
from ufo.schema.picture import Picture
from ufo_computer_use.operator_provider import create_operator

OPENAI, ANTHROPIC = FORMATS[0], FORMATS[3]
TROUBLE: tuple[Step, ...] = (
    errs(429, "slow down", headers={"Retry-After": "7"}),
    errs(503, "unavailable"),
    Reply(reset=True),
    says(GOOD, cut="chunked"),
    Reply(raw="<html>Sign in</html>"),
    says(GOOD, usage=(1000, 20, 800)),
)


async def told(settings: ModelSettings, turns: Sequence[Turn], waits: Waits) -> list[Completion | str]:
    """Return the answers to the turns, or in words why there is none."""
    provider = create(settings, waits.surroundings())
    said: list[Completion | str] = []
    for turn in turns:
        try:
            said.append(replace(await provider.complete(turn), seconds=0.0))
        except ModelUnavailable as error:
            said.append(str(error))
    await provider.close()
    return said


async def both(
    speaking: Speaking, steps: Sequence[Step], turns: Sequence[Turn], path: Path, **more: object
) -> tuple[list[Completion | str], list[ExchangeLine]]:
    """Record the turns, and play them with the server closed. Return what was told, which must be the same, and the exchanges."""
    lived, replayed = Waits(), Waits()
    with speaking.serving(*steps) as server:
        first = await told(speaking.settings(server, record=path, **more), turns, lived)
    again = path.with_name("again.jsonl")
    second = await told(ModelSettings(name=f"recorded:{path}", record=again), turns, replayed)
    assert second == first
    assert replayed.notices == lived.notices
    exchanges = [line for line in read(path) if isinstance(line, ExchangeLine)]
    moved = {"began": 0.0, "seconds": 0.0}
    played = [line.model_copy(update=moved) for line in read(again) if isinstance(line, ExchangeLine)]
    assert played == [line.model_copy(update=moved) for line in exchanges]
    return first, exchanges


@every_format
async def test_trouble_and_the_retries_after_it_are_replayed_byte_for_byte(speaking: Speaking, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    turns = [host_turn(with_picture=speaking.has_pictures), host_turn(request="again")]
    said, exchanges = await both(speaking, TROUBLE, turns, path, max_retry=9)
    assert isinstance(said[0], Completion) and said[0].usage.input_tokens == 1000
    assert [line.reply.status for line in exchanges] == [429, 503, 0, 200, 200, 200, 200]
    assert GOOD_TEXT[:20] in exchanges[3].reply.body.replace("\\", "")
    written = path.read_text("utf-8")
    assert not speaking.key or speaking.key not in written
    assert len(written) < 60_000


@pytest.mark.parametrize(
    ("step", "more", "words"),
    [
        (says("", finish_reason="content_filter"), {}, "refused to answer"),
        (says("I cannot help.", finish_reason="refusal"), {}, "refused to answer"),
        (Reply(hang=True), {"timeout_s": 0.3}, "did not answer in time"),
        (
            Reply(status=307, headers={"Location": "http://127.0.0.1:9/?key=marked-1"}, raw=""),
            {},
            "which is not followed",
        ),
        (Reply(raw=" " * (9 << 20)), {}, "answered more than 8 MB"),
        (errs(402, "no credit"), {"max_retry": 0}, "has no credit left"),
    ],
    ids=["filter", "refusal", "late", "redirect", "endless", "credit"],
)
@pytest.mark.parametrize("speaking", [OPENAI, ANTHROPIC], ids=lambda item: item.kind)
async def test_what_ended_a_turn_ends_it_again(
    speaking: Speaking, step: Step, more: dict[str, object], words: str, tmp_path: Path
) -> None:
    said, _ = await both(speaking, [step], [host_turn()], tmp_path / "run.jsonl", **more)
    assert words in str(said[0])
    assert "marked-1" not in (tmp_path / "run.jsonl").read_text("utf-8")


@pytest.mark.parametrize("packed", ["gzip", "br"])
async def test_an_answer_that_cannot_be_unpacked_cannot_be_unpacked_again(packed: str, tmp_path: Path) -> None:
    spoilt = Reply(raw="no archive", headers={"Content-Encoding": packed})
    said, exchanges = await both(OPENAI, [spoilt, says(GOOD)], [host_turn()], tmp_path / "run.jsonl")
    assert isinstance(said[0], Completion)
    assert [line.reply.failed for line in exchanges] == ["DecodingError", ""]


async def test_a_redirect_that_was_followed_is_kept_as_the_answer_behind_it(tmp_path: Path) -> None:
    elsewhere = Reply(status=307, headers={"Location": "/v1/moved/chat/completions"}, raw="moved")
    with Moved([elsewhere, says(GOOD)]) as server:
        path = tmp_path / "run.jsonl"
        (lived,) = await told(OPENAI.settings(server, record=path), [host_turn()], Waits())
        assert len(server.requests) == 2
    assert isinstance(lived, Completion)
    assert await told(ModelSettings(name=f"recorded:{path}"), [host_turn()], Waits()) == [lived]


class Moved(ChatServer):
    def check(self, request: Request) -> None:
        """Serve every address."""


async def test_a_key_that_an_endpoint_repeats_is_masked(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    wrong = SecretStr("sk-marked-0123456789")
    said, _ = await both(OPENAI, [says(GOOD)], [host_turn()], path, api_key=wrong)
    assert "refused the key" in str(said[0])
    assert "sk-marked" not in path.read_text("utf-8")


async def test_a_replay_masks_no_words_of_the_answers(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    answer = {**GOOD, "thought": "it was recorded with the key of the model"}
    with OPENAI.serving(says(answer)) as server:
        await told(OPENAI.settings(server, record=path), [host_turn()], Waits())
    models = await open_models(ModelSections.of(load_settings(model={"name": f"recorded:{path}"})), "app", no_secret)
    assert json.loads((await models.host.provider.complete(host_turn())).text) == answer
    await models.close()


async def no_secret(name: str) -> str:
    raise AssertionError(name)


async def test_a_model_that_rests_and_its_backup_answer_in_the_same_turns(tmp_path: Path) -> None:
    path, turns = tmp_path / "run.jsonl", [host_turn(request=text) for text in ("one", "two")]
    with OPENAI.serving(errs(503)) as down, OPENAI.serving(says(GOOD)) as up:
        first = OPENAI.settings(down, record=path, max_retry=0)
        provider = create(first, Waits().surroundings(), OPENAI.settings(up))
        lived = [replace(await provider.complete(turn), seconds=0.0) for turn in turns]
        assert (len(down.requests), len(up.requests)) == (1, 2)
    assert await told(ModelSettings(name=f"recorded:{path}"), turns, Waits()) == lived
    assert [completion.by for completion in lived] == ["openai:gpt-4o", "openai:gpt-4o"]


async def test_a_model_is_asked_again_after_its_rest_by_the_recorded_time_whatever_other_agents_did(
    tmp_path: Path,
) -> None:
    path, turns = tmp_path / "run.jsonl", [host_turn(request=text) for text in ("one", "two")]
    with OPENAI.serving(errs(503), says(GOOD)) as first, OPENAI.serving(says(GOOD)) as spare:
        settings = OPENAI.settings(first, record=path, max_retry=0)
        for turn in turns:
            # Each begins without a rest, as one does after a minute.
            await create(settings, Waits().surroundings(), OPENAI.settings(spare)).complete(turn)
        assert (len(first.requests), len(spare.requests)) == (2, 1)
    *before, last = path.read_text("utf-8").splitlines()
    later = ExchangeLine.model_validate_json(last)
    of_another = later.model_copy(update={"line": "app", "asked": "{}", "began": later.began - 50})
    moved = [of_another.model_dump_json(), later.model_copy(update={"began": later.began + 100}).model_dump_json()]
    path.write_text("\n".join([*before, *moved]), "utf-8")
    waits = Waits()
    said = await told(ModelSettings(name=f"recorded:{path}"), turns, waits)
    assert all(isinstance(item, Completion) for item in said)
    assert waits.notices[-1] == "openai:gpt-4o answers again"


async def test_a_request_that_was_not_recorded_is_told_with_where_it_differs(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with OPENAI.serving(says(GOOD)) as server:
        await told(OPENAI.settings(server, record=path), [host_turn(request="buy tea")], Waits())
    (said,) = await told(ModelSettings(name=f"recorded:{path}"), [host_turn(request="buy coffee")], Waits())
    assert "holds no answer to this request of 'model'" in str(said)
    assert "buy tea" in str(said) and "buy coffee" in str(said)


def seeing(colour: str) -> Turn:
    noise = Image.effect_noise((80, 60), 50).convert("RGB")
    noise.paste(colour, (0, 0, 40, 30))
    buffer = io.BytesIO()
    noise.save(buffer, "PNG")
    turn = host_turn()
    shown = ImagePart(Picture(buffer.getvalue(), "image/png", Rect(0, 0, 80, 60)), "the desktop")
    system, user = turn.messages
    return replace(turn, messages=(system, replace(user, parts=(*user.parts, shown))))


async def test_a_picture_that_differs_is_the_same_request_and_none_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with OPENAI.serving(says(GOOD)) as server:
        await told(OPENAI.settings(server, record=path), [seeing("red")], Waits())
    assert "of base64, sha256 " in path.read_text("utf-8")
    (said,) = await told(ModelSettings(name=f"recorded:{path}"), [seeing("blue")], Waits())
    assert isinstance(said, Completion)


async def test_a_long_word_that_differs_is_another_request(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with OPENAI.serving(says(GOOD)) as server:
        await told(OPENAI.settings(server, record=path), [host_turn(request="type " + "a" * 300)], Waits())
    (said,) = await told(ModelSettings(name=f"recorded:{path}"), [host_turn(request="type " + "b" * 300)], Waits())
    assert "holds no answer to this request" in str(said)


async def test_a_disk_that_is_full_in_the_middle_ends_the_turn_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with OPENAI.serving(says(GOOD)) as server:
        provider = create(OPENAI.settings(server, record=path), Waits().surroundings())
        path.unlink()
        path.symlink_to("/dev/full")
        with pytest.raises((ModelUnavailable, TraceError), match="cannot write the recording"):
            await provider.complete(host_turn())
        assert len(server.requests) == 1


async def test_a_run_that_is_stopped_stops_though_the_disk_is_full(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with OPENAI.serving(Reply(hang=True)) as server:
        provider = create(OPENAI.settings(server, record=path), Waits().surroundings())
        path.unlink()
        path.symlink_to("/dev/full")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await provider.complete(host_turn())


@pytest.mark.parametrize(
    ("server", "name", "end"),
    [(ResponsesServer, PREVIEW, openai_says), (MessagesServer, CLAUDE, claude_says)],
    ids=["openai", "anthropic"],
)
async def test_an_operator_is_recorded_and_replayed_as_well(
    server: type[OperatorServer], name: str, end: object, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    with server([fails(503), [end("It is done.")]]) as running:  # type: ignore[operator]
        settings = ModelSettings(name=name, base_url=running.base_url, api_key=SecretStr(OPERATOR_KEY), record=path)
        provider = create_operator(settings, Waits().surroundings())
        lived = await provider.complete(operator_turn())
        await provider.close()
    waits = Waits()
    provider = create_operator(ModelSettings(name=f"recorded:{path}"), waits.surroundings())
    replayed = await provider.complete(operator_turn())
    assert replace(replayed, seconds=0.0) == replace(lived, seconds=0.0)
    assert "503" in waits.notices[0]
    assert OPERATOR_KEY not in path.read_text("utf-8")


@pytest.mark.parametrize("speaking", [OPENAI, ANTHROPIC], ids=lambda item: item.kind)
async def test_a_call_that_the_end_of_its_run_broke_off_is_told_as_one_without_an_answer(
    speaking: Speaking, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    with speaking.serving(Reply(hang=True)) as server:
        provider = create(speaking.settings(server, record=path), Waits().surroundings())
        asking = asyncio.create_task(provider.complete(host_turn()))
        while not server.requests:
            await asyncio.sleep(0.01)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        while not any(isinstance(line, ExchangeLine) for line in read(path)):
            await asyncio.sleep(0.01)
    (said,) = await told(ModelSettings(name=f"recorded:{path}"), [host_turn()], Waits())
    assert "holds no answer to this request of 'model': its run ended after" in str(said)
    assert "in time" not in str(said)
