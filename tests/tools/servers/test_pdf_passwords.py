"""PDF files that need a password: read, searched, merged, made and unlocked by our tools, and judged by another program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from tests.extensions.guides.help.pdf_files import write_pdf
from tests.tools.bench import Bench
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.config.load import load_settings
from ufo.schema.command import Command, Effect, Result
from ufo.schema.predicate import Truth
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.documents import documents
from ufo.tools.servers.files import files

USER, OWNER = "öffne mich 7", "Chef&Co"


@dataclass(frozen=True)
class Guarded:
    dispatcher: GuardedDispatcher
    masks: Masks

    async def run(self, tool: str, **parameters: Any) -> Result:
        (result,) = await self.dispatcher.execute_commands([Command(tool_name=tool, parameters=parameters)])
        return result


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    (tmp_path / "work").mkdir()
    item = Bench(tmp_path / "work", documents, files)
    yield item
    await item.dispatcher.close()


@pytest.fixture
def work(bench: Bench) -> Path:
    return bench.scope.working_folder


def _locked(path: Path, *pages: str, user: str = USER, owner: str = OWNER, algorithm: str = "AES-256") -> None:
    write_pdf(path, pages)
    writer = PdfWriter(clone_from=path)
    writer.encrypt(user, owner, algorithm=algorithm)
    writer.write(path)


def _opens(path: Path, password: str) -> bool:
    """Whether qpdf, which shares no code with ours, opens the file."""
    asked = ["qpdf", "--check", f"--password={password}", str(path)]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def _document(path: Path, **stated: Any) -> Truth:
    return DocumentPredicate(path=str(path), **stated).check_now().truth


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
async def test_it_is_read_with_its_password_and_says_what_to_do_without_it(
    bench: Bench, work: Path, algorithm: str
) -> None:
    _locked(work / "bank.pdf", "Balance 1,200", "Interest 3", algorithm=algorithm)
    told = await bench.run("read_file", path="bank.pdf", password=USER)
    assert "Balance 1,200" in told.result["text"] and told.result["pages"] == "1 to 2 of 2"
    missing = await bench.run("read_file", path="bank.pdf")
    assert "protected by a password; give it as `password`: {{secret:NAME}}" in str(missing.error)
    wrong = await bench.run("read_file", path="bank.pdf", password="guess 1")
    assert "does not open with the password that was given; ask the person" in str(wrong.error)
    assert "guess" not in wrong.model_dump_json()


async def test_a_search_looks_into_it_with_the_password_and_else_says_that_it_could_not(
    bench: Bench, work: Path
) -> None:
    _locked(work / "bank.pdf", "Balance 1,200")
    write_pdf(work / "open.pdf", ["Balance of powers"])
    found = await bench.run("find_files", words=["balance"], password=USER)
    assert [item["path"] for item in found.result["files"]] == ["bank.pdf", "open.pdf"]
    without = await bench.run("find_files", words=["balance"])
    assert [item["path"] for item in without.result["files"]] == ["open.pdf"]
    assert "bank.pdf is protected by a password" in without.result["unread"][0]


async def test_pages_of_several_are_merged_turned_and_divided_each_with_its_password(bench: Bench, work: Path) -> None:
    _locked(work / "a.pdf", "one", "two")
    _locked(work / "b.pdf", "three", user="other", owner="other")
    write_pdf(work / "c.pdf", ["four"])
    parts = [{"file": "a.pdf", "password": USER}, {"file": "b.pdf", "password": "other", "turn": 90}, "c.pdf"]
    done = await bench.run("pdf_of_pages", parts=parts, target="all.pdf")
    assert done.effect is Effect.CONFIRMED and "opens without a password now" in done.evidence
    pages = PdfReader(work / "all.pdf").pages
    assert [page.extract_text().strip() for page in pages] == ["one", "two", "three", "four"] and pages[
        2
    ].rotation == 90
    await bench.run("pdf_of_pages", parts=parts[:1], target="p-{n}.pdf", each=1)
    assert (work / "p-2.pdf").is_file() and _opens(work / "p-2.pdf", "")
    refused = await bench.run("pdf_of_pages", parts=["a.pdf", "c.pdf"], target="no.pdf")
    assert "'a.pdf' is protected by a password" in str(refused.error) and not (work / "no.pdf").exists()


async def test_one_that_was_made_opens_with_its_passwords_and_not_without_them(bench: Bench, work: Path) -> None:
    write_pdf(work / "plan.pdf", ["Plan B"])
    done = await bench.run(
        "pdf_of_pages",
        parts=["plan.pdf"],
        target="locked.pdf",
        user_password=USER,
        owner_password=OWNER,
        allow=["print"],
    )
    assert done.effect is Effect.CONFIRMED
    assert "AES-256: opens with its password and not without it; users may print" in done.evidence
    made = work / "locked.pdf"
    assert _opens(made, USER) and _opens(made, OWNER)
    assert not _opens(made, "") and not _opens(made, "Plan B")
    assert _document(made, property="password", value="on") is Truth.SATISFIED
    assert _document(made, property="printing allowed", value="on") is Truth.SATISFIED
    assert _document(made, property="copying allowed", value="on") is Truth.UNSATISFIED
    assert _document(made, property="changing allowed", value="off") is Truth.SATISFIED


async def test_what_cannot_be_read_is_unknown_and_never_no(work: Path) -> None:
    _locked(work / "a.pdf", "one", "two")
    asked: list[dict[str, Any]] = [
        {"paragraph": "one"},
        {"pages": 2},
        {"pages": 5},
        {"lacks": "one"},
        {"property": "page size", "value": "A4"},
    ]
    assert {_document(work / "a.pdf", **record) for record in asked} == {Truth.UNKNOWN}
    finding = FilePredicate(path=str(work / "a.pdf"), contains="three").check_now()
    assert finding.truth is Truth.UNKNOWN and "password" in finding.evidence


async def test_what_the_owner_does_not_allow_needs_the_owners_password(bench: Bench, work: Path) -> None:
    write_pdf(work / "plan.pdf", ["Plan B"])
    await bench.run("pdf_of_pages", parts=["plan.pdf"], target="held.pdf", owner_password=OWNER, allow=["print"])
    assert _opens(work / "held.pdf", "")
    refused = await bench.run("pdf_of_pages", parts=["held.pdf"], target="free.pdf")
    assert "the owner of held.pdf does not allow copying, changing; give the owner's password" in str(refused.error)
    await bench.run("pdf_of_pages", parts=[{"file": "held.pdf", "password": OWNER}], target="free.pdf")
    assert _document(work / "free.pdf", property="copying allowed", value="on") is Truth.SATISFIED


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"user_password": USER, "allow": ["print"]}, "give `owner_password` too"),
        ({"user_password": USER, "owner_password": USER, "allow": []}, "give another one than `user_password`"),
        ({"user_password": "  "}, "blanks protects nothing"),
        ({"user_password": "ü" * 64}, "at most 127 bytes"),
        ({"owner_password": "a\nb"}, "line breaks"),
        ({"user_password": "a", "allow": ["fly"]}, "allow"),
    ],
)
async def test_a_protection_that_would_not_protect_is_refused(
    bench: Bench, work: Path, given: dict[str, object], said: str
) -> None:
    write_pdf(work / "a.pdf", ["one"])
    refused = await bench.run("pdf_of_pages", parts=["a.pdf"], target="b.pdf", **given)
    assert said in str(refused.error) and not (work / "b.pdf").exists()


@pytest.fixture(params=["pdf"])
async def guarded(
    work: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Guarded]:
    """The tools behind the guard of a run, whose person named a secret that is meant for one application."""
    monkeypatch.setenv("PDF_OF_TEST", USER)
    stated: dict[str, Any] = {
        "BANK": {"from": "environment", "variable": "PDF_OF_TEST", "applications": [request.param]}
    }
    settings = load_settings(secrets=stated)
    keeper = SecretResolver(SecretStore(settings.secrets), Masks())
    keeper.person_said("read it with {{secret:BANK}}")
    tools = Bench(work, documents, files, keeper=keeper)
    policy = Policy(settings.policy, tools.scope)
    yield Guarded(GuardedDispatcher(tools.dispatcher, policy, masks=keeper.masks), keeper.masks)
    await tools.dispatcher.close()


async def test_a_secret_of_the_person_opens_and_locks_it_and_is_in_no_result(guarded: Guarded, work: Path) -> None:
    _locked(work / "bank.pdf", f"The password is {USER}")
    told = await guarded.run("read_file", path="bank.pdf", password="{{secret:BANK}}")
    assert told.result["text"].split("\n", 1)[1].strip() == "The password is {{secret:BANK}}"
    part = {"file": "bank.pdf", "password": "{{secret:BANK}}"}
    done = await guarded.run("pdf_of_pages", parts=[part], target="again.pdf", user_password="{{secret:BANK}}")
    assert done.ok, done.error
    assert _opens(work / "again.pdf", USER) and not _opens(work / "again.pdf", "{{secret:BANK}}")
    assert USER not in json.dumps([result.model_dump(mode="json") for result in (told, done)], ensure_ascii=False)
    assert guarded.masks.text(USER) == "{{secret:BANK}}"
    elsewhere = await guarded.run("pdf_of_pages", parts=[part], target="t.pdf", title="{{secret:BANK}}")
    assert elsewhere.effect is Effect.REFUSED and not (work / "t.pdf").exists()


@pytest.mark.parametrize("guarded", ["chromium"], indirect=True)
async def test_a_secret_that_is_not_meant_for_pdf_files_is_refused_with_the_next_move(
    guarded: Guarded, work: Path
) -> None:
    _locked(work / "bank.pdf", "x")
    told = await guarded.run("read_file", path="bank.pdf", password="{{secret:BANK}}")
    assert "add 'pdf' to secrets.BANK.applications" in str(told.error)


async def test_a_password_in_clear_is_masked_from_then_on(guarded: Guarded, work: Path) -> None:
    _locked(work / "bank.pdf", "x")
    await guarded.run("read_file", path="bank.pdf", password="hunter2hunter2")
    assert "hunter2" not in guarded.masks.text("with hunter2hunter2")


async def test_no_process_has_the_password_among_its_arguments_or_in_its_environment(bench: Bench, work: Path) -> None:
    _locked(work / "bank.pdf", "x")
    started: list[str] = []
    is_over: list[bool] = []
    sys.addaudithook(
        lambda event, of: started.append(repr(of)) if event == "subprocess.Popen" and not is_over else None
    )
    part = {"file": "bank.pdf", "password": USER}
    done = await bench.run("pdf_of_pages", parts=[part], target="b.pdf", user_password=USER)
    is_over.append(True)
    assert done.ok and len(started) == 2
    assert not any("ffne mich" in text for text in started)
