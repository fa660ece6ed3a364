"""What every kind answers, so that nobody has to ask which kind it is."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ufo.conditions.before import Before
from ufo.conditions.condition import Condition, ControlNamed
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.file import FilePredicate
from ufo.conditions.kinds.page import PagePredicate
from ufo.conditions.kinds.process import ProcessPredicate
from ufo.conditions.kinds.window import WindowPredicate
from ufo.conditions.table import KINDS, looks_at_window, names_a_file, read_condition
from ufo.schema.fact import Channel
from ufo.schema.predicate import Finding, Truth

_STATED: tuple[tuple[Condition, Channel, str, str, list[str]], ...] = (
    (FilePredicate(path="a.txt", contains="5"), Channel.FILE, "a.txt", "a.txt is there with '5' in it", ["a.txt"]),
    (FilePredicate(path="a.txt", exists=False), Channel.FILE, "a.txt", "a.txt is not there", ["a.txt"]),
    (
        DocumentPredicate(path="", open=True, start="B2", cells=(("7",),)),
        Channel.DOCUMENT,
        "",
        "B2 shows '7'",
        ["B2", "7"],
    ),
    (
        DocumentPredicate(path="a.ods", property="frozen rows", value="2", sheet="S"),
        Channel.FILE,
        "a.ods",
        "a.ods: sheet 'S', value '2', property 'frozen rows'",
        ["a.ods", "S", "2", "frozen rows"],
    ),
    (WindowPredicate(title="Save"), Channel.WINDOWS, "Save", "a window 'Save' is open", ["Save"]),
    (ProcessPredicate(name="gimp", exists=False), Channel.PROCESS, "gimp", "gimp does not run", ["gimp"]),
    (
        PagePredicate(page="Cart", contains="2", field="Name", value="Ida"),
        Channel.PAGE,
        "Cart",
        "a page 'Cart' shows '2' and a field 'Name' with 'Ida'",
        ["Cart", "2", "Name", "Ida"],
    ),
    (
        ElementPredicate(name="Wrap", role="CheckBox", state="checked"),
        Channel.ACCESSIBILITY,
        "Wrap",
        "CheckBox 'Wrap' is checked",
        ["Wrap", "checked"],
    ),
)


@pytest.mark.parametrize(("stated", "channel", "place", "words", "literals"), _STATED, ids=lambda item: str(item)[:20])
def test_each_kind_tells_its_channel_its_place_and_its_words(
    stated: Condition, channel: Channel, place: str, words: str, literals: list[str]
) -> None:
    assert (stated.channel(), stated.place(), stated.in_words()) == (channel, place, words)
    assert list(stated.literals()) == literals


@pytest.mark.parametrize("stated", [condition for condition, *_ in _STATED], ids=str)
def test_what_is_written_down_is_read_again(stated: Condition) -> None:
    assert read_condition(stated.as_written()) == stated
    finding = stated.finding(Truth.SATISFIED, "so it is", "file")
    assert Finding.model_validate_json(finding.model_dump_json()) == finding


def test_every_kind_has_a_name_of_its_own_and_a_line() -> None:
    names = [kind.model_fields["on"].default for kind in KINDS]
    assert len(set(names)) == len(names)
    assert all(f'{{"on": "{name}"' in kind.LINE for name, kind in zip(names, KINDS, strict=True))


def test_a_condition_written_with_open_values_tells_what_it_is_about() -> None:
    assert looks_at_window({"on": "element", "name": "{{name}}"}) and not looks_at_window({"on": "file", "path": "a"})
    assert names_a_file({"on": "document", "path": "{{file}}", "property": "{{what}}"})
    assert not names_a_file({"on": "window", "title": "a.txt"}) and not names_a_file({"on": "a kind of later"})


def test_only_what_a_control_shows_is_told_by_that_control_alone() -> None:
    assert ElementPredicate(name="Name", role="Edit", value="Ida").shown_control() == ControlNamed("Name", "Edit")
    assert ElementPredicate(name="Name").shown_control() is None
    assert ElementPredicate(name="Name", value="Ida", exists=False).shown_control() is None
    assert FilePredicate(path="a.txt").shown_control() is None
    assert ElementPredicate(name="Name", value="Ida").on_page("Form") == PagePredicate(
        page="Form", field="Name", value="Ida"
    )


def test_a_box_is_switched_and_a_field_is_not() -> None:
    assert ElementPredicate(name="Wrap", role="CheckBox", state="checked").switches_a_control()
    assert not ElementPredicate(name="Find", role="Edit", value="x").switches_a_control()
    assert not ElementPredicate(name="Save", role="Button", state="enabled").switches_a_control()


def test_a_place_corrects_a_bare_name_and_the_folder_of_settings() -> None:
    placed, bare = FilePredicate(path="/home/ida/a.txt", contains="x"), FilePredicate(path="a.txt", contains="x")
    assert placed.corrects(bare) and not bare.corrects(placed)
    assert not placed.corrects(FilePredicate(path="/tmp/a.txt", contains="x"))
    assert not placed.corrects(FilePredicate(path="a.txt", contains="y"))
    there = DocumentPredicate(path="~/.config/b/prefs.json", key="on", value="1")
    assert there.corrects(DocumentPredicate(path="~/.config/a/prefs.json", key="on", value="1"))


def test_a_model_is_not_told_when_the_run_began() -> None:
    saved = FilePredicate(path="a.txt", changed_after=5.0)
    assert saved.as_told() == {"on": "file", "path": "a.txt"}
    assert saved.as_written() == {"on": "file", "path": "a.txt", "changed_after": 5.0}


def test_a_property_that_no_file_of_that_kind_tells_is_named_with_those_that_do() -> None:
    assert (
        "only from: odt" in DocumentPredicate(path="a.ods", paragraph="x", property="style", value="Y").why_unreadable()
    )
    assert DocumentPredicate(path="a.ods", start="A1", property="bold", value="on").why_unreadable() == ""
    assert DocumentPredicate(path="a", open=True, property="style", value="Y").why_unreadable() == ""
    assert WindowPredicate(title="a.ods").why_unreadable() == ""


@dataclass
class Kept:
    """Copies of files by their paths."""

    copies: dict[Path, Path] = field(default_factory=dict)
    unknown: frozenset[Path] = frozenset()
    missing: frozenset[Path] = frozenset()

    def was_missing(self, path: Path) -> bool:
        return path in self.missing

    def is_unknown(self, path: Path) -> bool:
        return path in self.unknown

    def copy_of(self, path: Path) -> Path | None:
        return self.copies.get(path)

    def named(self, words: Iterable[str]) -> list[Path]:
        return [copy for path, copy in self.copies.items() if any(path.name in word for word in words)]


async def test_what_stood_in_the_file_before_the_run_held(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.csv", tmp_path / "copy.csv"
    copy.write_text("Milk,2\n", encoding="utf-8")
    before = Before(time.time(), ("a.csv - Calc",), files=Kept({path: copy}))
    for stated, held in (
        (FilePredicate(path=str(path), contains="Milk"), True),
        (FilePredicate(path=str(path), contains="Eggs"), False),
        (FilePredicate(path=str(path), changed_after=time.time() + 9), False),
        (FilePredicate(path=str(tmp_path / "new.csv")), False),
        (DocumentPredicate(path=str(path), cells=(("Milk", "2"),)), True),
        (DocumentPredicate(path="", open=True, cells=(("Milk", "2"),)), True),
        (DocumentPredicate(path="", open=True, cells=(("Milk", "3"),)), False),
    ):
        assert await stated.held(before) is held, stated
    unknown = Before(0.0, files=Kept(unknown=frozenset({path})))
    assert await FilePredicate(path=str(path), contains="Eggs").held(unknown)
    missing = Before(0.0, files=Kept(missing=frozenset({path})))
    assert await FilePredicate(path=str(path), exists=False).held(missing)
    assert not await FilePredicate(path=str(path)).held(missing)


async def test_what_windows_pages_and_programs_showed_before_the_run_held() -> None:
    before = Before(0.0, ("Cart - Chromium",))
    assert await WindowPredicate(title="cart").held(before)
    assert not await WindowPredicate(title="Paid").held(before)
    assert await WindowPredicate(title="Paid", exists=False).held(before)
    assert await PagePredicate(page="cart").held(before)
    assert not await PagePredicate(page="cart", field="Name").held(before)
    assert await ProcessPredicate(name="chromium").held(before)
    assert not await ProcessPredicate(name="gimp", exists=False).held(before)


async def test_an_own_kind_can_be_found_without_a_row() -> None:
    class Always(WindowPredicate):
        """True whatever is open."""

    assert Finding(predicate=Always(title="x"), truth=Truth.SATISFIED, evidence="", channel="").predicate.in_words()
