"""Files on another machine, by a real sftp and a real sshd on a free port of this one."""

from __future__ import annotations

import getpass
import os
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from mcp.server import MCPServer

from tests.needs import needs
from tests.tools.bench import Bench
from tests.tools.policy.test_policy import Judge
from ufo.errors import ToolError
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.tools.data.sftp import Ssh, in_quotes
from ufo.tools.observe.selection import ToolScope
from ufo.tools.policy.scene.request import Request
from ufo.tools.servers.remote_file_tools import add_remote_files
from ufo.tools.servers.server import ToolServer

_SSHD = "/usr/sbin/sshd"
needs_ssh = needs("sftp", "ssh-keygen", _SSHD)


@dataclass(frozen=True)
class Machine:
    """A machine with `files`, which the person of the settings `config` knows as "box"; "stranger" has another key than is known,
    "nobody" one that is not known, and "locked" does not let in.
    """

    config: Path
    files: Path


def _key(path: Path) -> str:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return path.with_suffix(".pub").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A real sshd for each connection, at the other end of a pipe: no port, and nothing that runs on."""
    folder = tmp_path_factory.mktemp("ssh")
    host, own, other = (_key(folder / name) for name in ("host", "own", "other"))
    (folder / "authorized").write_text(own, encoding="utf-8")
    (folder / "known").write_text(f"box {host}locked {host}stranger {other}", encoding="utf-8")
    files = folder / "files"
    files.mkdir()
    (folder / "sshd_config").write_text(
        f"HostKey {folder}/host\nAuthorizedKeysFile {folder}/authorized\nStrictModes no\nUsePAM no\n"
        f"PidFile none\nSubsystem sftp internal-sftp -d {files}\nPermitRootLogin yes\n",
        encoding="utf-8",
    )
    hosts = [
        f"Host {alias}\n  HostKeyAlias {alias}\n  IdentityFile {folder}/{'other' if alias == 'locked' else 'own'}\n"
        for alias in ("box", "stranger", "nobody", "locked")
    ]
    (folder / "config").write_text(
        f"{''.join(hosts)}Host *\n  User {getpass.getuser()}\n  UserKnownHostsFile {folder}/known\n  IdentitiesOnly yes\n"
        f"  ProxyCommand {_SSHD} -i -f {folder}/sshd_config\n",
        encoding="utf-8",
    )
    if os.getuid() == 0:
        # Where an sshd of root goes apart from its rights.
        Path("/run/sshd").mkdir(exist_ok=True)
    subprocess.run(["/usr/sbin/sshd", "-t", "-f", str(folder / "sshd_config")], check=True)
    return Machine(folder / "config", files)


@pytest.fixture
async def bench(tmp_path: Path, machine: Machine) -> AsyncIterator[Bench]:
    def tools(scope: ToolScope) -> MCPServer:
        server = ToolServer("DataExecutor")
        add_remote_files(server, scope, Ssh(("-F", str(machine.config))))
        return server

    item = Bench(tmp_path, tools)
    yield item
    await item.dispatcher.close()


@needs_ssh
async def test_files_are_listed_fetched_and_sent(bench: Bench, machine: Machine, tmp_path: Path) -> None:
    (machine.files / 'a "b" [c]*.txt').write_text("there", encoding="utf-8")
    (machine.files / "docs").mkdir()
    told = (await bench.run("list_remote_files", host="box")).result
    assert {(row["name"], row["kind"], row["bytes"]) for row in told["files"] if row["kind"] == "file"} == {
        ('a "b" [c]*.txt', "file", 5)
    }
    fetched = await bench.run("fetch_remote_files", host="box", sources=['a "b" [c]*.txt'])
    assert fetched.effect is Effect.CONFIRMED
    assert (tmp_path / 'a "b" [c]*.txt').read_text(encoding="utf-8") == "there"
    again = await bench.run("fetch_remote_files", host="box", sources=['a "b" [c]*.txt'])
    assert "exists already" in (again.error or "")
    (tmp_path / "report.txt").write_text("new", encoding="utf-8")
    sent = await bench.run("send_remote_files", host="box", sources=["report.txt"], target="docs")
    assert (sent.effect, sent.read_back) == (Effect.CONFIRMED, True)
    assert sent.evidence == ("asked again, box has 'docs/report.txt' of 3 bytes",)
    taken = await bench.run("send_remote_files", host="box", sources=["report.txt"], target="docs")
    assert "is there already" in (taken.error or "")
    (tmp_path / "report.txt").write_text("newer", encoding="utf-8")
    await bench.run("send_remote_files", host="box", sources=["report.txt"], target="docs", over=True)
    assert [path.read_text(encoding="utf-8") for path in (machine.files / "docs").iterdir()] == ["newer"]


@needs_ssh
@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("stranger", "not the one that you know"),
        ("nobody", "do not know its key yet"),
        ("locked", "without a password"),
        ("-oProxyCommand=touch /tmp/x", "is no host"),
        ("box -l root", "is no host"),
    ],
)
async def test_a_host_that_is_not_the_known_one_gets_nothing(
    bench: Bench, tmp_path: Path, host: str, said: str
) -> None:
    (tmp_path / "report.txt").write_text("x", encoding="utf-8")
    assert said in ((await bench.run("send_remote_files", host=host, sources=["report.txt"])).error or "")


@needs_ssh
async def test_what_is_not_there_leaves_nothing_here(bench: Bench, tmp_path: Path) -> None:
    for source in ("missing.txt", "docs-that-are-not/x.txt"):
        assert "no such file" in ((await bench.run("fetch_remote_files", host="box", sources=[source])).error or "")
    assert "no such file" in ((await bench.run("list_remote_files", host="box", folder="nowhere")).error or "")
    assert list(tmp_path.iterdir()) == []


def test_a_path_is_neither_an_option_nor_a_second_command() -> None:
    assert in_quotes("-r") == '"./-r"'
    for path in ("a\nrm b", "a\\b", " "):
        with pytest.raises(ToolError):
            in_quotes(path)


async def test_a_named_host_is_listed_freely_and_sending_always_asks(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    assert (await judge.of("list_remote_files", host="box")).action_class is ActionClass.OUTSIDE
    judge.policy.mandate.record.request = Request("what is on box, and fetch a.log from files.example.org")
    for host in ("box", "ada@box", "files.example.org:2222"):
        assert (await judge.of("list_remote_files", host=host)).decision == "allow", host
    assert (await judge.of("fetch_remote_files", host="box", sources=["b.log"])).decision == "allow"
    assert (await judge.of("fetch_remote_files", host="box", sources=["b"], target="~/.ssh")).decision == "ask"
    sent = await judge.of("send_remote_files", host="box", sources=["a.txt"])
    assert (sent.decision, sent.action_class) == ("ask", ActionClass.SEND)
    assert "Send 'a.txt'" in sent.question
