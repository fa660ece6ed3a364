"""A small, sloppy model with a context of 4,096 tokens does the sample job on real applications."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command, only_object
from tests.llm.small_model import SmallModel
from tests.scenarios.readers import read_prompt

REQUEST = (
    "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc and save the "
    "spreadsheet as sales.ods"
)
RUN = ("--desktop", "private", "--yes", "--json")
_WINDOW = r'\[(\d+)\] window "([^"]*{})"'


def decide(prompt: str) -> dict[str, Any]:
    """What the model makes of a prompt, by what stands in it alone."""
    if "You are the reader" in prompt:
        return read_prompt(prompt)
    return _host(prompt) if "You are the HostAgent" in prompt else _app(prompt)


def _host(prompt: str) -> dict[str, Any]:
    if "a bar chart draws" in prompt:
        return _said("FINISH", result="The table and its chart are in sales.ods.")
    if "12,400" not in prompt:
        return _to(prompt, "LibreOffice Writer", ["quarterly-report.odt"], "Read the table captioned sales")
    return _to(
        prompt, "LibreOffice Calc", [], "Insert the table at A1, make a bar chart of it and save it as sales.ods"
    )


def _to(prompt: str, application: str, files: list[str], subtask: str) -> dict[str, Any]:
    window = re.search(_WINDOW.format(application), prompt)
    if window is None:
        call = {"function": "launch_application", "arguments": {"name": application, "arguments": files}}
        return _said("CONTINUE", current_subtask=subtask, **call)
    arguments = {"id": window[1], "name": window[2]}
    return _said("ASSIGN", current_subtask=subtask, function="select_application_window", arguments=arguments)


def _app(prompt: str) -> dict[str, Any]:
    if "LibreOffice Writer" in prompt.partition('<data name="application and window">')[2][:300]:
        read = {"function": "read_table", "arguments": {"caption": "sales"}}
        return _said("FINISH", action=[read])
    rows = re.search(r'rows": (\[\[.*?\]\])', prompt.replace('\\"', '"'))
    table = json.loads(rows[1]) if rows else []
    calls = [
        {"function": "insert_excel_table", "arguments": {"table": table, "start_row": "1"}},
        {"function": "insert_chart", "arguments": {"chart_type": "Bar", "data_range": "A1:C5"}},
        {"function": "save_as", "arguments": {"file_name": "sales", "file_ext": ".ods"}},
    ]
    return _said("FINISH", action=calls)


def _said(status: str, **more: Any) -> dict[str, Any]:
    return {"observation": "I see it.", "thought": "This is next.", "status": status, **more}


@pytest.mark.matrix
def test_a_sloppy_model_with_a_short_context_finishes_the_sample_job_verified(tmp_path: Path) -> None:
    command = Command(tmp_path)
    assert command.run("sample", ".").returncode == 0
    with SmallModel(decide) as server:
        model = ("--model", "ollama:small", "--base-url", server.base_url)
        probed = command.run("doctor", *model, "--json")
        trials = server.with_schema, server.with_pictures
        recorded = ("--record", str(tmp_path / "run.jsonl"))
        ended = command.run("run", REQUEST, *model, *recorded, *RUN, within_s=240)
    assert json.loads(probed.stdout)["findings"]["context"] == 4096, probed.stdout + probed.stderr
    told = only_object(ended.stdout)
    assert told["outcome"] == "VERIFIED", (told, server.prompts[-1:])
    assert (tmp_path / "sales.ods").is_file()
    # No answer was asked for twice, and what was found out kept schemas and pictures away.
    assert told["mended_answers"] >= 2 and told["format_errors"] == 0
    assert (server.with_schema, server.with_pictures, server.cut_off) == (*trials, 0)
    (folder,) = command.runs()
    # The server is gone: the recording alone does the job again.
    (tmp_path / "sales.ods").unlink()
    played = command.run("run", REQUEST, "--model", f"recorded:{tmp_path / 'run.jsonl'}", *RUN, within_s=240)
    again = only_object(played.stdout)
    assert (again["outcome"], again["model_calls"]) == ("VERIFIED", told["model_calls"]), again
    assert (again["tokens"], again["mended_answers"]) == (told["tokens"], told["mended_answers"])
    assert (tmp_path / "sales.ods").is_file()
    assert "tokens are too few for the whole prompt" in (folder / "report.html").read_text(encoding="utf-8")
