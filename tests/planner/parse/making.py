"""Intents as Hypothesis makes them: any text in the places for texts."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from hypothesis import strategies as st

from ufo.planner.intents import (
    AppendRow,
    ArrangeSheet,
    ChangePicture,
    ChooseMenu,
    ClickControl,
    Close,
    Compute,
    ControlPhrase,
    EditLine,
    ExtractTable,
    Format,
    GoTo,
    InsertTable,
    Intent,
    ListFolder,
    MakeChart,
    ManageFile,
    Open,
    PressKeys,
    ReadPart,
    ReadValue,
    ReplaceText,
    Save,
    SelectItem,
    SetChecked,
    SheetDeed,
    SortLines,
    SwitchTo,
    TypeInto,
    WaitFor,
    WriteCell,
)
from ufo.planner.phrases.say import say
from ufo.planner.text.vocabulary import WORD_FOR_ROLE
from ufo.schema.roles import ROLES

texts = st.text(st.characters(exclude_categories=["Cs", "Co", "Cn"]), min_size=1, max_size=30)
words = st.one_of(
    texts,
    st.sampled_from(
        ["OK", "the", "Save and close", "in the toolbar", 'say "hi"', "it", "a; b", "then", "don't", "x > y"]
    ),
)
apps = st.one_of(st.just(""), st.sampled_from(["Calc", "the", "Writer document", "gnome-calculator", "it's"]), words)
cells = st.builds("{}{}".format, st.sampled_from(["A", "B", "Z", "AA", "XFD"]), st.integers(1, 1_000_000))
phrases = st.builds(
    ControlPhrase,
    name=st.one_of(st.just(""), words),
    # A shape has no word, and so no request names one.
    role=st.one_of(st.none(), st.sampled_from(sorted(ROLES & set(WORD_FOR_ROLE)))),
    ordinal=st.integers(-1, 120),
    near=st.one_of(st.none(), words),
    inside=st.one_of(st.none(), words),
)
_keys = st.sampled_from(
    [
        "enter",
        "tab",
        "escape",
        "a",
        "7",
        "+",
        "-",
        ",",
        ";",
        ".",
        "?",
        "(",
        "=",
        "!",
        ">",
        ":",
        "f5",
        "pageup",
        "down",
        "delete",
        "plus",
        "é",
    ]
)
_chords = st.builds(
    lambda modifiers, key: (*modifiers, "+" if key == "plus" else key),
    st.lists(st.sampled_from(["ctrl", "alt", "shift", "super"]), max_size=3, unique=True),
    _keys,
)
_numbers = st.one_of(st.integers(0, 10**6).map(str), st.decimals(0, 1000, places=2).map(str))
expressions = st.recursive(
    _numbers,
    lambda inner: st.one_of(
        st.builds("{}{}{}".format, inner, st.sampled_from("+-*/^"), inner),
        st.builds("({})".format, inner),
    ),
    max_leaves=8,
)


def _some(kind: type, **fields: st.SearchStrategy[object]) -> st.SearchStrategy[Intent]:
    return st.builds(kind, text=st.just(""), app=apps, **fields)


_kinds: tuple[st.SearchStrategy[Intent], ...] = (
    st.builds(
        lambda app, what, flag: Open("", app, what, is_document=flag == 1, is_address=flag == 2),
        apps,
        words,
        st.integers(0, 2),
    ),
    st.builds(SwitchTo, text=st.just(""), app=words),
    _some(Close, what=words),
    _some(ClickControl, control=phrases, button=st.sampled_from(["left", "right", "middle"]), double=st.booleans()),
    _some(ChooseMenu, path=st.lists(words, min_size=1, max_size=4).map(tuple)),
    _some(SelectItem, item=words, control=st.one_of(st.none(), phrases)),
    _some(SetChecked, control=phrases, checked=st.booleans()),
    _some(
        TypeInto, content=st.one_of(st.just(""), words), control=st.one_of(st.none(), phrases), replace=st.booleans()
    ),
    _some(ReplaceText, old=words, new=st.one_of(st.just(""), words)),
    _some(PressKeys, chords=st.lists(_chords, min_size=1, max_size=5).map(tuple)),
    _some(ReadValue, control=st.one_of(st.none(), phrases)),
    _some(ReadPart, part=st.just("line"), ordinal=st.one_of(st.just(-1), st.integers(1, 900))),
    _some(ReadPart, part=st.sampled_from(["lines", "words", "characters"])),
    _some(ReadPart, part=st.just("times"), of=words),
    st.builds(
        ListFolder,
        text=st.just(""),
        app=st.just(""),
        folder=words,
        kind=st.sampled_from(["files", "folders", "items", ".png"]),
        counted=st.booleans(),
    ),
    _some(Compute, expression=expressions),
    _some(
        ExtractTable,
        caption=st.one_of(st.just(""), words),
        number=st.integers(0, 99),
        document=st.one_of(st.just(""), words),
    ),
    _some(WriteCell, cell=cells, content=st.one_of(st.just(""), words), sheet=st.one_of(st.just(""), words)),
    _some(InsertTable, cell=cells),
    _some(
        MakeChart,
        chart=st.sampled_from(["bar", "column", "line", "pie"]),
        source=st.one_of(st.just(""), st.builds("{}:{}".format, cells, cells)),
        title=st.one_of(st.just(""), words),
    ),
    st.builds(
        ChangePicture,
        text=st.just(""),
        app=st.just(""),
        source=words,
        target=words,
        changes=st.lists(st.sampled_from(["scale 20x30", "scale 50%", "rotate -90", "grey"]), max_size=3).map(tuple),
    ),
    st.builds(
        ManageFile,
        text=st.just(""),
        app=st.just(""),
        deed=st.sampled_from(["move", "copy"]),
        source=words,
        target=words,
    ),
    st.builds(ManageFile, text=st.just(""), app=st.just(""), deed=st.sampled_from(["make", "remove"]), source=words),
    _some(EditLine, deed=st.just("remove"), line=words),
    _some(EditLine, deed=st.sampled_from(["after", "before"]), ordinal=st.integers(1, 900), content=words),
    _some(EditLine, deed=st.sampled_from(["after", "before"]), line=words, content=words),
    _some(
        Format,
        what=st.lists(words, min_size=1, max_size=3).map(tuple),
        look=st.sampled_from(["bold", "size"]),
        value=words,
        is_cells=st.booleans(),
    ),
    _some(Format, what=st.just(()), look=st.just("style"), value=words, ordinal=st.integers(-1, 90)),
    _some(
        ArrangeSheet,
        deed=st.sampled_from(get_args(SheetDeed)),
        place=st.one_of(st.just(""), words),
        value=st.one_of(st.just(""), words),
        sheet=st.one_of(st.just(""), words),
    ),
    _some(AppendRow, values=st.lists(words, min_size=2, max_size=4).map(tuple)),
    _some(SortLines, descending=st.booleans()),
    _some(Save, path=st.one_of(st.just(""), words)),
    _some(GoTo, address=words),
    _some(WaitFor, what=words, gone=st.booleans(), seconds=st.sampled_from([0.0, 2.0, 0.5, 30.0])),
    _some(WaitFor, seconds=st.sampled_from([0.0, 2.0, 0.25, 90.0])),
)

intents: st.SearchStrategy[Intent] = st.one_of(*_kinds).map(lambda intent: replace(intent, text=say(intent)))
