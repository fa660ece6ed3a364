"""The line that each well-known client needs to use the server over HTTP, with the page of that client that says so."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass

_NAME = "ufo"
_VARIABLE = "UFO_MCP_TOKEN"


@dataclass(frozen=True, slots=True)
class ClientLine:
    """`place`: "a shell", or the file that the line is a part of."""

    client: str
    place: str
    line: str


def client_lines(url: str, token: str) -> tuple[ClientLine, ...]:
    header = f"Authorization: Bearer {token}"
    quoted = shlex.quote(header)
    headers = {"Authorization": f"Bearer {token}"}
    code = {"name": _NAME, "type": "http", "url": url, "headers": headers}
    remote = {"type": "remote", "url": url, "headers": headers, "oauth": False}
    return (
        # code.claude.com/docs/en/mcp
        ClientLine("Claude Code", "a shell", f"claude mcp add --transport http {_NAME} {url} --header {quoted}"),
        # developers.openai.com/codex/mcp: the token is read from a variable, also each time that codex starts.
        ClientLine(
            "Codex",
            "a shell",
            f"export {_VARIABLE}={token}; codex mcp add {_NAME} --url {url} --bearer-token-env-var {_VARIABLE}",
        ),
        # geminicli.com/docs/tools/mcp-server
        ClientLine("Gemini CLI", "a shell", f"gemini mcp add --transport http --header {quoted} {_NAME} {url}"),
        # code.visualstudio.com/docs/copilot/customization/mcp-servers
        ClientLine("VS Code", "a shell", f"code --add-mcp {shlex.quote(_text(code))}"),
        # cursor.com/docs/mcp
        ClientLine("Cursor", "~/.cursor/mcp.json", _text({"mcpServers": {_NAME: {"url": url, "headers": headers}}})),
        # zed.dev/docs/ai/mcp
        ClientLine("Zed", "settings.json", _text({"context_servers": {_NAME: {"url": url, "headers": headers}}})),
        # opencode.ai/docs/mcp-servers, of its second version
        ClientLine("OpenCode", "opencode.json", _text({"mcp": {"servers": {_NAME: remote}}})),
        # modelcontextprotocol.io/docs/tools/inspector
        ClientLine(
            "MCP Inspector",
            "a shell",
            f"npx @modelcontextprotocol/inspector --cli {url} --transport http --header {quoted} --method tools/list",
        ),
    )


def _text(value: object) -> str:
    return json.dumps(value)
