"""What a command line does beyond its first word."""

from __future__ import annotations

import pytest

from ufo.schema.action_class import ActionClass
from ufo.tools.policy.programs.command_lines import hands_on, invoked, starts_others


@pytest.mark.parametrize(
    "command",
    [
        ["rm", "x"],
        ["/bin/rm", "x"],
        ["env", "rm", "x"],
        ["env", "A=b", "/bin/rm", "x"],
        ["xargs", "rm"],
        ["nice", "-n", "5", "rm", "x"],
        ["timeout", "5", "rm", "x"],
        ["bash", "-c", "echo; rm -rf x"],
        ["/usr/bin/sh", "-c", "true&&rm x"],
        ["find", ".", "-delete"],
        ["find", ".", "-exec", "rm", "{}", "+"],
        ["git", "clean", "-fd"],
        ["git", "-c", "alias.x=!rm y", "x"],
        ["busybox", "rm", "x"],
        ["python3.11", "-c", "import os; os.system('rm x')"],
    ],
)
def test_removing_is_found_behind_what_carries_it(command: list[str]) -> None:
    assert invoked(command) is ActionClass.DELETE


@pytest.mark.parametrize(
    "command", [["sudo", "ls"], ["env", "sudo", "ls"], ["mkfs.ext4", "/dev/x"], ["bash", "-c", "shutdown now"]]
)
def test_power_over_the_machine_is_found_behind_what_carries_it(command: list[str]) -> None:
    assert invoked(command) is ActionClass.SYSTEM


@pytest.mark.parametrize(
    "command", [["ls", "rm"], ["grep", "-r", "sudo", "."], ["git", "status"], ["echo", "rm -rf /"]]
)
def test_a_word_that_is_only_said_is_not_done(command: list[str]) -> None:
    assert invoked(command) is ActionClass.RUN_PROGRAM
    assert not hands_on(command)


@pytest.mark.parametrize(
    "command",
    [
        ["env", "ls"],
        ["xargs", "cat"],
        ["find", ".", "-execdir", "touch", "{}", ";"],
        ["git", "-c", "core.pager=touch x", "log"],
        ["git", "submodule", "foreach", "touch x"],
        ["tar", "-cf", "x.tar", "--checkpoint-action=exec=touch y", "."],
        ["sed", "-i", "s/a/b/", "x"],
        ["rsync", "-e", "touch x", "a", "b"],
    ],
)
def test_arguments_by_which_an_allowed_program_does_more_than_its_name(command: list[str]) -> None:
    assert hands_on(command)


def test_an_interpreter_is_known_by_name_and_version() -> None:
    assert starts_others("/usr/bin/python3.11") and starts_others("bash")
    assert starts_others("env") and starts_others("python3") and not starts_others("mousepad")
