"""Rules for pictures: scale, rotate, crop, flip, grey and convert them, always under a new name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ufo.planner.intents import ChangePicture, Intent, Open, Save, Unclear
from ufo.planner.phrases.controls import without_article
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.phrases.say import say
from ufo.planner.text.quotations import QUOTED
from ufo.planner.text.vocabulary import kind_of_application
from ufo.schema.patterns import any_case

_ENDING = r"\.(?:png|jpe?g|gif|bmp|tiff?|webp)"
_PICTURE = any_case(rf"\S{_ENDING}$")
_WHAT = (
    r"(?:(?:the|my)\s+)?(?:(?:image|picture|photo|file)\s+)?"
    rf"(?P<source>{QUOTED}|[^\s,]+{_ENDING}|it|(?:the|this)\s+(?:image|picture|photo))"
)
_PX = r"(?:\s*(?:px|pixels?))?"
_SIZE = rf"(?P<width>\d{{1,5}}){_PX}\s*(?:x|\u00d7|by|\*)\s*(?P<height>\d{{1,5}}){_PX}"
_CALLED = r"(?:(?:(?:save|export|store)\s+it\s+)?(?:as|to|called|named)|(?:call|name)\s+it)"
_AS = rf"(?:\s*,?\s+(?:and\s+)?{_CALLED}\s+(?P<target>{QUOTED}|\S+{_ENDING}))?"
_TURN = r"(?P<left>\s+(?:counter-?\s?clockwise|anti-?\s?clockwise|to\s+the\s+left|left))|\s+(?:clockwise|to\s+the\s+right|right)"
_FORMATS = {
    "jpeg": "jpg", "jpg": "jpg", "png": "png", "gif": "gif", "bmp": "bmp", "tiff": "tiff", "tif": "tif",
    "webp": "webp",
}  # fmt: skip
_NEEDS_NAMES = (
    "say which picture, and under which name to save the new one: scale photo.png to 200x150 and save it as small.png"
)


def _changed(said: Said, change: str) -> Draft:
    source = said.clause.value(without_article(said.raw("source")))
    if source.casefold() == "it":
        return ChangePicture("", "", "", said.text("target"), (change,) if change else ())
    if not _PICTURE.search(source):
        return None if said.is_quoted("source") else Unclear("", "", _NEEDS_NAMES)
    return ChangePicture("", "", source, said.text("target"), (change,))


_PARTS = {"half": 50, "a quarter": 25, "a third": 33, "twice": 200, "double": 200, "three times": 300}


def _scaled(said: Said) -> Draft:
    if part := said.raw("part").casefold():
        return _changed(said, f"scale {_PARTS[part]}%")
    if said.raw("percent"):
        return _changed(said, f"scale {said.raw('percent')}%")
    if said.raw("side"):
        wide = said.raw("side").casefold() in ("width", "wide")
        return _changed(said, f"scale {said.raw('length')}x" if wide else f"scale x{said.raw('length')}")
    return _changed(said, f"scale {said.raw('width')}x{said.raw('height')}")


def _rotated(said: Said) -> Draft:
    degrees = said.raw("degrees") or ("180" if said.raw("over") else "90")
    return _changed(said, f"rotate {'-' if said.raw('left') else ''}{degrees}")


def _converted(said: Said) -> Draft:
    draft = _changed(said, "")
    if not isinstance(draft, ChangePicture):
        return draft
    ending = _FORMATS[said.raw("format").casefold()]
    target = draft.target or f"{draft.source.rpartition('.')[0]}.{ending}"
    same = (
        target.rpartition(".")[2].casefold() in (ending, said.raw("format").casefold())
        or _FORMATS.get(target.rpartition(".")[2].casefold()) == ending
    )
    return replace(draft, target=target if same else f"{target}.{ending}", changes=())


def _said_so(said: Said) -> Draft:
    changes = tuple(part.strip() for part in said.raw("changes").split("+") if part.strip())
    return ChangePicture("", "", said.text("source"), said.text("target"), changes)


def merged(intents: Sequence[Intent]) -> list[Intent]:
    """Merge successive changes of a picture into one, saved under the last name. Ask where no name is given."""
    found: list[Intent] = []
    for one in intents:
        last = found[-1] if found else None
        if isinstance(last, Open) and _PICTURE.search(last.what) and isinstance(one, ChangePicture) and not one.source:
            edited = kind_of_application(last.app) == "image editor"
            found.append(Unclear(_words_of(one), "", _without(last.app)) if edited else _with(one, source=last.what))
        elif (
            isinstance(last, ChangePicture) and isinstance(one, Save) and kind_of_application(one.app) == "image editor"
        ):
            found[-1] = Unclear(_words_of(last), "", _without(one.app))
        elif isinstance(last, ChangePicture) and isinstance(one, Save) and one.path and not last.target:
            found[-1] = _with(last, target=one.path)
        elif (
            isinstance(last, ChangePicture)
            and isinstance(one, ChangePicture)
            and not last.target
            and one.source in ("", last.source)
        ):
            found[-1] = _with(last, target=one.target, changes=(*last.changes, *one.changes))
        else:
            found.append(one)
    return [
        Unclear(_words_of(one), "", _NEEDS_NAMES)
        if isinstance(one, ChangePicture) and not (one.source and one.target)
        else one
        for one in found
    ]


def _words_of(one: ChangePicture) -> str:
    return f"{', '.join(one.changes) or 'convert'} {one.source}".strip()


def _with(one: ChangePicture, **changed: object) -> ChangePicture:
    made = replace(one, **changed)  # type: ignore[arg-type]  # fields of its own
    return replace(made, text=say(made))


_MAKE = r"(?:make|turn|convert|change|render)"


def _in_a_program(said: Said) -> Draft:
    app = said.text("app")
    return Unclear("", "", _without(app))


def _without(app: str) -> str:
    return (
        f"pictures are changed by a tool, not in {app}: leave {app} out to use the tool, or name its menus step by step, as in: "
        f"open photo.png in {app}, choose Image > Transform > Flip Horizontally, save it as new.png"
    )


RULES: tuple[Rule, ...] = (
    rule(
        rf"(?:scale|resize|shrink|enlarge|rotate|crop|flip|mirror|make|turn|export|convert|save)\s+{_WHAT}\s+[^,]*?\s?(?:in|with|using)\s+(?P<app>gimp|photoshop|paint)",
        _in_a_program,
    ),
    rule(
        rf"make\s+the\s+picture\s+(?P<target>{QUOTED})\s+of\s+(?P<source>{QUOTED})(?:\s+by:\s+(?P<changes>[a-z0-9 +.%-]+))?",
        _said_so,
    ),
    rule(
        rf"(?:scale|resize|shrink|enlarge|reduce)\s+{_WHAT}\s+(?:down\s+|up\s+)?(?:to|by)\s+(?:{_SIZE}|(?P<percent>\d{{1,4}})\s*(?:%|per\s?cent)"
        rf"|a\s+(?P<side>width|height)\s+of\s+(?P<length>\d{{1,5}}){_PX}){_AS}",
        _scaled,
    ),
    rule(
        rf"(?:make|scale|resize|shrink|enlarge)\s+{_WHAT}\s+(?:(?:down\s+)?to\s+|by\s+)?(?P<part>{'|'.join(_PARTS)})"
        rf"(?:\s+(?:of\s+)?(?:its|the|that)\s+(?:original\s+)?size|\s+as\s+(?:big|large|small)){_AS}",
        _scaled,
    ),
    rule(
        rf"(?:call|name)\s+(?:it|the\s+(?:result|new\s+(?:one|picture)))\s+(?P<target>{QUOTED}|\S+{_ENDING})",
        lambda said: ChangePicture("", "", "", said.text("target")),
    ),
    rule(
        rf"(?:rotate|turn)\s+{_WHAT}(?:\s+by)?(?:\s+(?P<degrees>\d{{1,3}})\s*(?:degrees?|\u00b0))?(?:{_TURN})?(?P<over>\s+upside\s+down)?{_AS}",
        _rotated,
    ),
    rule(
        rf"crop\s+{_WHAT}\s+to\s+{_SIZE}{_AS}",
        lambda said: _changed(said, f"crop {said.raw('width')}x{said.raw('height')}"),
    ),
    rule(
        rf"(?:flip|mirror)\s+{_WHAT}(?:\s+(?:(?P<down>vertically|upside\s+down)|horizontally))?{_AS}",
        lambda said: _changed(said, "flip vertically" if said.raw("down") else "flip horizontally"),
    ),
    rule(
        rf"{_MAKE}\s+{_WHAT}\s+(?:(?:in)?to\s+)?(?:black\s+and\s+white|black-and-white|gr[ea]y(?:\s?scale)?|monochrome|shades\s+of\s+gr[ea]y){_AS}",
        lambda said: _changed(said, "grey"),
    ),
    rule(
        rf"(?:convert|export|save|turn|change)\s+{_WHAT}\s+(?:(?:in)?to|as)\s+(?:an?\s+)?(?P<format>{'|'.join(_FORMATS)})(?:\s+(?:file|image|picture|format))?"
        rf"(?:\s*,?\s+(?:called|named|as|under\s+the\s+name)\s+(?P<target>{{Q}}|\S+))?".replace("{Q}", QUOTED),
        _converted,
    ),
)
