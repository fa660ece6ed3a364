"""Credentials in the address of a model: the endpoint gets them, and nothing that is printed or written down holds them."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from tests.cli.command import Command, only_object
from tests.llm.openai_server import OpenAIServer, Reply, Request, fails

PASSWORD, IN_QUERY = "hunter2pass", "s3cr3t-in-query"
SECRETS = (PASSWORD, IN_QUERY, b64encode(f"me:{PASSWORD}".encode()).decode().rstrip("="))


def _echo(request: Request) -> Reply:
    return fails(500, f"{request.path} {request.headers['authorization']} me:{PASSWORD}")


def test_no_log_event_report_or_output_of_a_run_holds_credentials_of_an_address(tmp_path: Path) -> None:
    command = Command(tmp_path)
    with OpenAIServer([_echo]) as server:
        address = server.base_url.replace("http://", f"http://me:{PASSWORD}@") + f"?key={IN_QUERY}"
        command.environment.update(UFO_MODEL__BASE_URL=address, UFO_MODEL__NAME="openai:m", UFO_MODEL__MAX_RETRY="0")
        ended = command.run("run", "tell me what is on the screen", "--desktop", "private", "--json")
        assert server.requests
    assert "answered 500" in only_object(ended.stdout)["reason"]
    (folder,) = command.runs()
    written = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file()).decode(errors="replace")
    assert f"{server.base_url} answered 500" in written
    for secret in SECRETS:
        assert secret not in written + ended.stdout + ended.stderr


def test_the_doctor_shows_where_a_model_answers_without_credentials(tmp_path: Path) -> None:
    command = Command(tmp_path)
    with OpenAIServer([_echo]) as server:
        address = server.base_url.replace("http://", f"http://me:{PASSWORD}@") + f"?key={IN_QUERY}"
        command.environment.update(UFO_MODEL__BASE_URL=address, UFO_MODEL__NAME="openai:m")
        ended = command.run("doctor", "--json", within_s=150)
        (model,) = [check for check in only_object(ended.stdout)["checks"] if check["name"] == "model"]
        assert model == {"name": "model", "ok": True, "detail": f"openai:m at {server.base_url}", "mend": ""}
        assert server.requests[-1].path == f"/v1/models?key={IN_QUERY}"
    for secret in SECRETS:
        assert secret not in ended.stdout + ended.stderr
