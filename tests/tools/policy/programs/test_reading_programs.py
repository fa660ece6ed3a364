"""Which command lines only read what lies in the person's folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge


@pytest.mark.parametrize(
    ("command", "then"),
    [
        (["cat", "konto.txt"], None),
        (["sha256sum", "phone/a.jpg", "photos/b.jpg"], None),
        (["find", "phone", "photos", "-type", "f", "-printf", "%s %p\\n"], [["sort", "-n"], ["uniq", "-c"]]),
        (["pdfinfo", "minutes.pdf"], None),
        (["grep", "-rn", "total", "."], [["wc", "-l"]]),
    ],
)
async def test_a_command_that_only_reads_needs_no_question(
    tmp_path: Path, command: list[str], then: list[list[str]] | None
) -> None:
    judge = Judge(tmp_path)
    assert (await judge.of("execute_command", command=command, then=then)).decision == "allow"


@pytest.mark.parametrize(
    ("command", "then"),
    [
        (["find", ".", "-exec", "sh", "-c", "touch x", ";"], None),
        (["find", ".", "-delete"], None),
        (["find", ".", "-fprintf", "a.txt", "x"], None),
        (["sort", "-no", "list.txt", "list.txt"], None),
        (["sort", "--out=list.txt", "list.txt"], None),
        (["sort", "--compress-prog=sh", "list.txt"], None),
        (["uniq", "a.txt", "b.txt"], None),
        (["file", "-C", "-m", "magic"], None),
        (["wc", "--files0-from=list"], None),
        (["cat", "/etc/shadow"], None),
        (["cat", "~/.ssh/id_rsa"], None),
        (["grep", "-f/etc/shadow", "a.txt"], None),
        (["grep", "-R", "password", "."], None),
        (["diff", "--recursive", "a", "b"], None),
        (["ls", "--deref", "a"], None),
        (["file", "-f", "list.txt"], None),
        (["find", "-L", ".", "-name", "*.txt"], None),
        (["grep", "-r", "password", "~"], None),
        (["find", "~", "-name", "id_*"], None),
        (["/tmp/cat", "a.txt"], None),
        (["./cat", "a.txt"], None),
        (["cat", "a.txt"], [["tee", "b.txt"]]),
        (["cat", "a.txt"], [["sh"]]),
    ],
)
async def test_one_that_does_more_or_reads_elsewhere_is_asked_about(
    tmp_path: Path, command: list[str], then: list[list[str]] | None
) -> None:
    judge = Judge(tmp_path)
    assert (await judge.of("execute_command", command=command, then=then)).needs_consent


async def test_a_folder_elsewhere_is_asked_about(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    assert (await judge.of("execute_command", command=["ls"], cwd="/var/log")).needs_consent


async def test_a_link_that_leads_out_of_the_folders_is_asked_about(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    folder = judge.bench.scope.working_folder
    (folder / "harmless.txt").symlink_to("/etc/shadow")
    assert (await judge.of("execute_command", command=["cat", "harmless.txt"])).needs_consent
