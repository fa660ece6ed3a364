"""Judges running programs, and launching and closing applications."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ufo.desktop.values import Application, Window
from ufo.errors import LaunchFailed, ToolError
from ufo.schema.action_class import ActionClass
from ufo.tools.policy.files.judge_files import destination_of, expanded
from ufo.tools.policy.files.reading import reading
from ufo.tools.policy.programs.addresses import opened, read_address
from ufo.tools.policy.programs.command_lines import hands_on, invoked, starts_others
from ufo.tools.policy.programs.rewritten_commands import what_it_rewrote
from ufo.tools.policy.programs.start_arguments import judged_arguments
from ufo.tools.policy.scene.scene import Judged, Scene, gravest, is_unsaved
from ufo.tools.policy.words.action_words import class_of_label, worst
from ufo.tools.system.launch_arguments import what_to_open
from ufo.tools.system.process import split_command

_COPYING = frozenset(("cp", "mv", "tee", "install"))
_WRITES = _COPYING.union({
    "rm", "rmdir", "unlink", "shred", "ln", "rsync", "touch", "dd", "sponge", "patch", "sed", "tar", "unzip", "zip",
    "curl", "wget", "sort", "scp", "mkdir", "split", "convert", "magick", "ffmpeg", "pandoc", "gcc", "cc", "truncate",
    "rename", "chmod", "chown", "setfacl", "git", "make", "soffice", "libreoffice", "xdg-mime", "gsettings", "dconf",
    "7z", "gzip", "bzip2", "xz",
})  # fmt: skip
_READ = frozenset(
    {
        "cat", "cksum", "cmp", "column", "comm", "cut", "diff", "du", "expand", "file", "find", "fold", "grep", "head", "join",
        "ls", "md5sum", "nl", "od", "paste", "pdffonts", "pdfinfo", "readlink", "realpath", "rev", "sha1sum", "sha256sum",
        "sha512sum", "sort", "stat", "strings", "tac", "tail", "tr", "uniq", "wc", "zipinfo",
    }
)  # fmt: skip
_DO_MORE = {"diff": "r", "du": "L", "file": "Cmf", "grep": "fR", "ls": "LH", "sort": "oT"}
"""Letters of options by which they write, follow links, or read what a file names."""
_OF_FIND = ("-L", "-H", "-follow", "-files0-from")
_LONG = (
    "--output", "--compile", "--magic-file", "--file", "--files-from", "--files0-from", "--compress-program",
    "--temporary-directory", "--recursive", "--dereference", "--dereference-recursive", "--follow",
)  # fmt: skip
_MOST_FILES = {"uniq": 1}
"""A file more would be written to."""


def programs(scene: Scene, arguments: Mapping[str, Any], allowed: Sequence[str]) -> Judged:
    """Judge run_shell and execute_command. A program that the settings allow by its bare name runs without a question.

    Where a command is given in two forms, the graver counts, whichever form the tool takes.
    """
    vectors = _vectors(arguments)
    if not vectors or not all(vectors):
        return Judged(ActionClass.RUN_PROGRAM, "Run an empty or unreadable command")
    folder = arguments.get("cwd") or scene.working_folder
    if scene.is_boxed and arguments.get("may_change") in ("nothing", "copy"):
        # Whatever it is, the sandbox lets it change nothing that is kept and read what needs no question, or it is refused.
        return Judged(ActionClass.EDIT, f"Run {shlex.join(vectors[0])!r} where it changes nothing")
    judged = [_program(scene, vector, allowed, str(folder), bool(arguments.get("bash_command"))) for vector in vectors]
    found = gravest([*judged, files_of_command(scene, arguments)], ActionClass.RUN_PROGRAM)
    if scene.is_boxed and arguments.get("may_change") == "all":
        return replace(found, question=f"{found.question}, with the network and all that you may change")
    return found


def _program(scene: Scene, command: list[str], allowed: Sequence[str], folder: str, shows_window: bool) -> Judged:
    what = f"Run {shlex.join(command)!r} in {folder!r}"
    does = invoked(command)
    if does is not ActionClass.RUN_PROGRAM:
        return Judged(does, what)
    if only_reads(scene, command, folder):
        return Judged(ActionClass.EDIT, what)
    application = _started_by(scene, command[0])
    if changed := what_it_rewrote(scene, command, folder):
        return Judged(ActionClass.RUN_PROGRAM, f"{what}: {changed}")
    if command[0] in allowed and not hands_on(command):
        return _given(scene, application, command, what)
    if shows_window and len(command) == 1 and "/" not in command[0] and application is not None:
        return Judged(ActionClass.LAUNCH, what)
    return Judged(ActionClass.RUN_PROGRAM, what)


def _given(scene: Scene, application: Application | None, command: list[str], what: str) -> Judged:
    """Judge an application or plain program that the settings allow by name, by what it is given."""
    if application is not None:
        judged = [judged_arguments(scene, application, command[1:])]
    else:
        addresses = (read_address(part) for word in command[1:] for part in (word, word.partition("=")[2]))
        judged = [
            opened(scene, address)
            for address in addresses
            if address is not None and (address.is_page or address.is_known)
        ]
    found = gravest(judged, ActionClass.LAUNCH)
    return replace(found, question=what + (f": {found.question}" if found.question else ""))


def launching(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge opening an application. That is harmless, and so is showing it a document or a page; anything else that it is given
    needs a question.
    """
    name = str(arguments.get("name") or "").strip()
    given = arguments.get("arguments")
    words = [str(item) for item in given] if isinstance(given, (list, tuple)) else [str(given)] if given else []
    what = f"Open {name or 'its application'} with {', '.join(words)}" if words else f"Open {name}"
    try:
        application, words = what_to_open(name, words, scene.working_folder, scene.applications)
    except (ToolError, LaunchFailed, ValueError, OSError):
        # The tool refuses it for the same reason. Its arguments are judged nevertheless.
        application = None
    judged = [judged_arguments(scene, application, words), _by_name(name, application)]
    if words and application is not None and _runs_documents(application):
        judged.append(Judged(ActionClass.RUN_PROGRAM, f"{application.name} runs what it is given"))
    found = gravest(judged, ActionClass.LAUNCH)
    return replace(found, question=f"{what}: {found.question}" if found.question else what)


def _by_name(name: str, application: Application | None) -> Judged:
    """Judge an application by its name: an entry of the menu such as "Log Out" or "Shut Down" changes the machine's state."""
    called = worst(class_of_label(text) for text in (name, application.name if application is not None else ""))
    if called is ActionClass.SYSTEM:
        return Judged(called, "it changes the state of the machine")
    return Judged(ActionClass.LAUNCH)


def closing(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge closing a window, by its title now and by its title as listed: either may show unsaved work."""
    listed = scene.selection.windows.get(str(arguments.get("id", "")))
    if listed is None:
        return Judged(ActionClass.CLOSE, f"Close window {arguments.get('id')!r}")
    live: Window = next((window for window in scene.windows if window.id == listed.id), listed)
    if is_unsaved(live.title) or is_unsaved(listed.title):
        return Judged(ActionClass.CLOSE_UNSAVED, f"Close {live.title!r}, which has unsaved changes")
    return Judged(ActionClass.CLOSE, f"Close {live.title!r}")


def waking(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge turning on what a program tells: harmless while it runs; a restart takes what was not sent or saved."""
    if not arguments.get("restart"):
        return Judged(ActionClass.NAVIGATE)
    return Judged(
        ActionClass.CLOSE_UNSAVED,
        f"Close all windows of {scene.title!r} and start the program again with accessibility, with the same pages; what is "
        "typed into forms and not sent, and private windows, are lost",
    )


def further_programs(arguments: Mapping[str, Any]) -> list[Any]:
    """Return the programs that read what the first one writes."""
    then = arguments.get("then")
    return list(then) if isinstance(then, (list, tuple)) else []


def _vectors(arguments: Mapping[str, Any]) -> list[list[str]]:
    given = [arguments[key] for key in ("command", "bash_command") if arguments.get(key)]
    return [_vector(command) for command in (*given, *further_programs(arguments))]


def _vector(command: object) -> list[str]:
    if isinstance(command, (list, tuple)):
        return [str(part) for part in command]
    try:
        return split_command(str(command))
    except ToolError:
        return []


def _started_by(scene: Scene, program: str) -> Application | None:
    name = Path(program).name
    return next(
        (
            application
            for application in scene.applications
            if application.command and Path(application.command[0]).name == name
        ),
        None,
    )


def _runs_documents(application: Application) -> bool:
    """Return whether the application runs what it is given, and does not show it: terminals, interpreters and programs that
    start others.
    """
    command = application.command
    return "TerminalEmulator" in application.categories or bool(command and starts_others(command[0]))


def only_reads(scene: Scene, command: Sequence[str], folder: str) -> bool:
    """Tell whether a command reads files that may be read, and does nothing else. `folder`: where it would run."""
    program, *words = command
    if program not in _READ or hands_on(command):
        return False
    options = [word for word in words if word.startswith("-") and len(word) > 1]
    files = [word for word in words if not word.startswith("-")]
    if any(_does_more(program, option) for option in options) or len(files) > _MOST_FILES.get(program, len(files)):
        return False
    start = scene.working_folder.resolve() / expanded(folder)
    return all(_is_ordinary(scene, path) for path in (start, *(start / expanded(name) for name in files)))


def _does_more(program: str, option: str) -> bool:
    name = option.partition("=")[0]
    if option.startswith("--"):
        return any(long.startswith(name) for long in _LONG)
    # "-no" is "-n -o"; the words of find are whole.
    return option in _OF_FIND if program == "find" else any(letter in option for letter in _DO_MORE.get(program, ""))


def _is_ordinary(scene: Scene, path: Path) -> bool:
    """Tell whether it may be read and is no folder in which the keys and settings of the home lie as well."""
    judged = reading(scene, {"path": str(path)})
    return judged.action_class is ActionClass.OBSERVE and not Path.home().resolve().is_relative_to(path.resolve())


def files_of_command(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge a command by where the paths among its arguments really lie. A program that only reads them needs no question for
    that.
    """
    then = arguments.get("then")
    judged = [_of_one(scene, arguments)]
    for item in then if isinstance(then, list | tuple) else ():
        judged.append(_of_one(scene, {"command": item, "cwd": arguments.get("cwd")}))
    return gravest(judged)


def _of_one(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    given = arguments.get("command")
    try:
        vector = (
            [str(item) for item in given]
            if isinstance(given, list | tuple)
            else split_command(str(arguments.get("bash_command") or given or ""))
        )
    except ToolError:
        return Judged(ActionClass.EDIT)
    if not vector or Path(vector[0]).name not in _WRITES:
        return Judged(ActionClass.EDIT)
    folder = scene.working_folder.resolve() / expanded(str(arguments.get("cwd") or ""))
    ends = [destination_of(scene, folder / expanded(path)) for path in _paths(vector[1:])]
    grave = [
        end for end in ends if end.where is ActionClass.SYSTEM or (end is ends[-1] and end.where is ActionClass.OUTSIDE)
    ]
    found = max(grave, key=lambda destination: destination.where.severity, default=None)
    if found is None:
        over = ends[-1] if ends and Path(vector[0]).name in _COPYING else None
        if over is not None and over.exists and not over.path.is_dir():
            return Judged(
                ActionClass.OVERWRITE, f"Run {' '.join(vector)!r}, which overwrites {over.said}", (over.path,)
            )
        return Judged(ActionClass.EDIT)
    return Judged(
        found.where, f"Run {' '.join(vector)!r}, which may write to {found.said} ({found.why})", (found.path,)
    )


def _paths(arguments: list[str]) -> Iterator[str]:
    """Yield arguments that are no options, and the values of options ("--target-directory=/x", "of=/x", "-o/x")."""
    for argument in arguments:
        if argument.startswith("-"):
            value = argument.partition("=")[2] or (
                argument[2:] if argument[1:2].isalpha() and argument[2:3] in ("/", "~") else ""
            )
            if value:
                yield value
        elif argument:
            yield argument.partition("=")[2] if "=" in argument and "/" not in argument.partition("=")[0] else argument
