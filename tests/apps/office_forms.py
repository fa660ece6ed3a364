"""Documents of LibreOffice with a control of every kind that its forms have, and what such a document holds on disk."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
    for short, long in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("form", "form"),
        ("draw", "drawing"),
        ("svg", "svg-compatible"),
        ("style", "style"),
        ("number", "datastyle"),
    )
)
_NAMES += ' xmlns:ooo="http://openoffice.org/2004/office"'
_FORM = "{urn:oasis:names:tc:opendocument:xmlns:form:1.0}"
_FRUITS = "".join(f'<form:option form:label="{item}"/>' for item in ("Apple", "Banana", "Cherry", "Damson", "Elder"))
_COLOURS = "".join(f'<form:item form:label="{item}"/>' for item in ("Red", "Green", "Blue"))
_PROPERTY = '<form:property form:property-name="{}" office:value-type="{}" office:{}="{}"/>'
_SPIN = _PROPERTY.format("Spin", "boolean", "boolean-value", "true")
_EURO = _PROPERTY.format("CurrencySymbol", "string", "string-value", "€")
# Element, name, LibreOffice's own name of it, attributes, what is in it, height in cm.
_CONTROLS = (
    ("text", "Town", "TextField", 'form:current-value="Ghent"', "", 0.7),
    ("password", "Code", "TextField", 'form:echo-char="*"', "", 0.7),
    ("textarea", "Remarks", "TextField", "", _PROPERTY.format("MultiLine", "boolean", "boolean-value", "true"), 1.5),
    ("formatted-text", "Share", "FormattedField", "", "", 0.7),
    ("checkbox", "Agreed", "CheckBox", 'form:label="Agreed"', "", 0.7),
    ("checkbox", "Maybe", "CheckBox", 'form:label="Maybe" form:is-tristate="true" form:state="unknown"', "", 0.7),
    ("radio", "Size", "RadioButton", 'form:label="Small" form:current-selected="true" form:selected="true"', "", 0.7),
    ("radio", "Size", "RadioButton", 'form:label="Large"', "", 0.7),
    ("listbox", "Fruit", "ListBox", 'form:dropdown="true" form:bound-column="1"', _FRUITS, 0.7),
    ("listbox", "Fruits", "ListBox", 'form:multiple="true" form:bound-column="1"', _FRUITS, 1.8),
    ("listbox", "Best", "ListBox", 'form:bound-column="1"', _FRUITS, 1.8),
    ("combobox", "Colour", "ComboBox", 'form:dropdown="true"', _COLOURS, 0.7),
    ("date", "Day", "DateField", 'form:dropdown="true"', "", 0.7),
    ("time", "Hour", "TimeField", "", "", 0.7),
    ("formatted-text", "Count", "NumericField", "", _SPIN, 0.7),
    ("formatted-text", "Price", "CurrencyField", "", _EURO, 0.7),
    ("formatted-text", "Plate", "PatternField", "", "", 0.7),
    ("value-range", "Slide", "ScrollBar", 'form:max-value="100" form:orientation="horizontal"', "", 0.7),
    ("file", "Upload", "FileControl", "", "", 0.7),
    ("button", "Send", "CommandButton", 'form:label="Send"', "", 0.7),
)
_BARE = frozenset({"checkbox", "radio", "button"})


def write_form(file: Path) -> None:
    """A text for .fodt, a spreadsheet for .fods. Two columns, a label beside each control."""
    controls, shapes = [], []
    heights = [0.5, 0.5]
    for number, (element, name, own, attributes, inside, height) in enumerate(_CONTROLS):
        side, key = number % 2, f"control{number}"
        left, top = 0.5 + 9 * side, heights[side]
        if element not in _BARE:
            controls.append(
                f'<form:fixed-text form:control-implementation="{_OWN}FixedText" xml:id="l{key}" form:id="l{key}" '
                f'form:label="{name}" form:for="{key}"/>'
            )
            shapes.append(_shape(f"l{key}", left, top, 3, 0.6, file))
        properties, options = (inside, "") if inside.startswith("<form:property") else ("", inside)
        controls.append(
            f'<form:{element} form:name="{name}" form:control-implementation="{_OWN}{own}" xml:id="{key}" '
            f'form:id="{key}" {attributes}><form:properties>{properties}</form:properties>{options}</form:{element}>'
        )
        shapes.append(_shape(key, left + 3.1, top, 4.5, height, file))
        heights[side] += height + 0.15
    forms = (
        '<office:forms form:automatic-focus="false" form:apply-design-mode="false"><form:form form:name="Form" '
        f'form:control-implementation="{_OWN}Form">'
        f"{''.join(controls)}</form:form></office:forms>"
    )
    drawn = "".join(shapes)
    kind, body = (
        ("text", f"{forms}{drawn}<text:p/>")
        if file.suffix == ".fodt"
        else (
            "spreadsheet",
            f'<table:table table:name="Sheet1">{forms}<table:shapes>{drawn}</table:shapes>'
            "<table:table-row><table:table-cell/></table:table-row></table:table>",
        )
    )
    file.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_NAMES} office:version="1.3" '
        f'office:mimetype="application/vnd.oasis.opendocument.{kind}"><office:body><office:{kind}>{body}'
        f"</office:{kind}></office:body></office:document>",
        encoding="utf-8",
    )


_OWN = "ooo:com.sun.star.form.component."


def _shape(key: str, left: float, top: float, width: float, height: float, file: Path) -> str:
    anchor = 'text:anchor-type="page" text:anchor-page-number="1" ' if file.suffix == ".fodt" else ""
    return (
        f'<draw:control {anchor}svg:x="{left + 2}cm" svg:y="{top + 1}cm" svg:width="{width}cm" svg:height="{height}cm" '
        f'draw:control="{key}"/>'
    )


def held(file: Path) -> dict[str, str | list[str]]:
    """What each control holds on disk, by its name or its own label; of those with nothing in them nothing."""
    found: dict[str, str | list[str]] = {}
    for node in ElementTree.parse(file).iter():  # noqa: S314 written by the LibreOffice of this test
        kind, name = node.tag.removeprefix(_FORM), node.get(f"{_FORM}label") or node.get(f"{_FORM}name") or ""
        told = [node.get(f"{_FORM}{what}") for what in ("current-value", "current-state", "current-selected")]
        chosen = [
            option.get(f"{_FORM}label") or "" for option in node if option.get(f"{_FORM}current-selected") == "true"
        ]
        value = next((each for each in told if each), None)
        if kind != node.tag and kind != "option" and name and (value or chosen):
            found[name] = chosen or value or ""
    return found
