"""Reads OpenAPI documents (2.0 to 3.1) into operations, and makes the request of a call of one.

A document was written by strangers: what it tells decides how a request is made, and never to which host.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urljoin

import yaml

from ufo.errors import ToolError
from ufo.tools.data.ask_host import Login

_MOST_BYTES = 4 * 1024 * 1024
_METHODS = ("get", "head", "post", "put", "patch", "delete")
READS = frozenset({"GET", "HEAD"})
_MOST_REFERENCES = 10
_JSON, _FORM = "application/json", "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Parameter:
    """`where`: "path", "query" or "header". `kind`: its type in the document's words."""

    name: str
    where: str
    is_required: bool
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """`body`: the type of what is sent, "" for nothing. `fields`: the names of that, as far as they are told."""

    name: str
    method: str
    path: str
    summary: str = ""
    parameters: tuple[Parameter, ...] = ()
    body: str = ""
    fields: tuple[str, ...] = ()
    security: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return " ".join(
            (self.name, self.method, self.path, self.summary, *(each.name for each in self.parameters))
        ).casefold()

    def told(self) -> dict[str, Any]:
        parameters = [
            f"{each.name}{'' if each.is_required else '?'}: {each.kind or each.where}" for each in self.parameters
        ]
        told: dict[str, Any] = {"operation": self.name, "does": f"{self.method} {self.path}"}
        told |= {"summary": self.summary[:200]} if self.summary else {}
        told |= {"arguments": parameters} if parameters else {}
        return told | ({"body": list(self.fields) or self.body} if self.body else {})


@dataclass(frozen=True)
class Api:
    """`servers`: base addresses, as the document tells them. `schemes`: how the host is told who asks, by name."""

    title: str
    servers: tuple[str, ...]
    operations: tuple[Operation, ...]
    schemes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def operation(self, name: str) -> Operation:
        """Return an operation by its name, or as "GET /pets/{id}". Raises ToolError."""
        wanted = " ".join(name.split()).casefold()
        for operation in self.operations:
            if wanted in (operation.name.casefold(), f"{operation.method} {operation.path}".casefold()):
                return operation
        raise ToolError(f"{self.title!r} has no operation {name!r}; find_operations tells them")

    def login(self, operation: Operation, user: str, secret: str) -> Login:
        """Return how the host is told who asks, by the first way that the document names."""
        if not secret:
            return Login(user)
        scheme = next((self.schemes[name] for name in operation.security if name in self.schemes), {})
        kind, where, name = (str(scheme.get(key, "")) for key in ("type", "in", "name"))
        if kind == "apiKey" and name:
            return Login(query={name: secret}) if where == "query" else Login(headers={name: secret})
        if kind == "basic" or (kind == "http" and str(scheme.get("scheme", "")).casefold() == "basic") or user:
            return Login(user, secret)
        return Login(headers={"Authorization": f"Bearer {secret}"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A request. `address` has its query."""

    method: str
    address: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


def read_api(name: str, data: bytes, at: str = "") -> Api:
    """Read a document. `at`: its own address, which relative servers start from. Blocking. Raises ToolError."""
    if len(data) > _MOST_BYTES:
        raise ToolError(f"{name!r} is larger than {_MOST_BYTES >> 20} MB")
    try:
        text = data.decode()
        document = json.loads(text) if text.lstrip().startswith("{") else yaml.safe_load(text)
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        raise ToolError(f"{name!r} is no OpenAPI document: {str(error)[:200]}") from error
    if not isinstance(document, dict) or not isinstance(document.get("paths"), dict):
        raise ToolError(f"{name!r} is no OpenAPI document: it has no `paths`")
    document_reader = _Document(document)
    info = _mapping(document.get("info"))
    held = _mapping(_mapping(document.get("components")).get("securitySchemes")) or _mapping(
        document.get("securityDefinitions")
    )
    return Api(
        str(info.get("title") or name),
        tuple(_servers(document, at)),
        tuple(document_reader.operations()),
        {str(key): document_reader.whole(scheme) for key, scheme in held.items()},
    )


def request_of(operation: Operation, base: str, arguments: Mapping[str, Any], body: Any = None) -> Asked:
    """Return the request of a call. Raises ToolError for arguments that do not fit."""
    known = {each.name: each for each in operation.parameters}
    if strange := [name for name in arguments if name not in known]:
        raise ToolError(f"{operation.name!r} takes no {', '.join(strange)}; it takes: {', '.join(known) or 'nothing'}")
    if missing := [
        each.name for each in operation.parameters if each.is_required and arguments.get(each.name) in (None, "")
    ]:
        raise ToolError(f"{operation.name!r} needs {', '.join(missing)}")
    if body is None and operation.body and operation.method in ("PUT", "PATCH"):
        raise ToolError(f"{operation.name!r} needs a body")
    path = operation.path
    query: list[tuple[str, str]] = []
    headers: dict[str, str] = {}
    for name, value in arguments.items():
        texts = [_in_words(each) for each in (value if isinstance(value, list) else [value])]
        match known[name].where:
            case "path":
                if not texts or {".", ".."} & set(texts):
                    raise ToolError(f"{name!r} cannot be {value!r}, which leads to another path")
                path = path.replace(f"{{{name}}}", quote(",".join(texts), safe=""))
            case "query":
                query += [(name, text) for text in texts]
            case _:
                headers[name] = _header(name, ",".join(texts))
    data = b""
    if body is not None:
        headers["Content-Type"] = operation.body or _JSON
        data = urlencode(body).encode() if operation.body == _FORM and isinstance(body, dict) else _encoded(body)
    address = f"{base.rstrip('/')}/{path.lstrip('/')}"
    return Asked(operation.method, f"{address}?{urlencode(query)}" if query else address, headers, data)


def _encoded(body: Any) -> bytes:
    return body.encode() if isinstance(body, str) else json.dumps(body, ensure_ascii=False).encode()


def _header(name: str, text: str) -> str:
    if not text.isprintable() or name.casefold() in (
        "host",
        "content-length",
        "transfer-encoding",
        "authorization",
        "cookie",
    ):
        raise ToolError(f"the header {name!r} cannot be given")
    return text


def _in_words(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool | dict) else str(value)


def _servers(document: Mapping[str, Any], at: str) -> Iterator[str]:
    if host := document.get("host"):
        schemes = [str(scheme) for scheme in _list(document.get("schemes"))]
        yield f"{'https' if 'https' in schemes or not schemes else schemes[0]}://{host}{document.get('basePath') or ''}"
    for server in _list(document.get("servers")):
        address = str(_mapping(server).get("url") or "")
        for name, variable in _mapping(_mapping(server).get("variables")).items():
            address = address.replace(f"{{{name}}}", str(_mapping(variable).get("default", "")))
        if address and (at or "://" in address):
            yield urljoin(at, address)
    if at and not document.get("servers") and not document.get("host"):
        yield urljoin(at, "/")


@dataclass(frozen=True, slots=True)
class _Document:
    root: Mapping[str, Any]

    def operations(self) -> Iterator[Operation]:
        common = self._schemes(self.root.get("security"))
        for path, held in _mapping(self.root.get("paths")).items():
            shared = self.whole(held)
            for method in _METHODS:
                told = _mapping(shared.get(method))
                if told:
                    yield self._operation(str(path), method, shared, told, common)

    def _operation(
        self, path: str, method: str, shared: Mapping[str, Any], told: Mapping[str, Any], common: tuple[str, ...]
    ) -> Operation:
        given = [self.whole(each) for each in (*_list(shared.get("parameters")), *_list(told.get("parameters")))]
        content = _mapping(self.whole(told.get("requestBody")).get("content"))
        in_body = [each for each in given if each.get("in") in ("body", "formData")]
        kind = next((name for name in (_JSON, _FORM) if name in content), next(iter(content), ""))
        if in_body:
            kind = _FORM if in_body[0].get("in") == "formData" else _JSON
        schemas = [_mapping(content.get(kind)).get("schema"), *(each.get("schema") for each in in_body)]
        names = [str(each.get("name")) for each in in_body if each.get("in") == "formData"]
        names += [str(name) for schema in schemas for name in _mapping(self.whole(schema).get("properties"))]
        parameters = {
            str(each.get("name")): Parameter(
                str(each.get("name")),
                str(each.get("in")),
                bool(each.get("required")),
                str(self.whole(each.get("schema")).get("type") or each.get("type") or ""),
            )
            for each in given
            if each.get("in") in ("path", "query", "header") and each.get("name")
        }
        security = self._schemes(told["security"]) if "security" in told else common
        name = str(told.get("operationId") or f"{method.upper()} {path}")
        summary = " ".join(str(told.get("summary") or told.get("description") or "").split())
        return Operation(
            name, method.upper(), path, summary, tuple(parameters.values()), kind, tuple(dict.fromkeys(names)), security
        )

    def whole(self, held: Any) -> Mapping[str, Any]:
        """Return what is there, or what it refers to within the document; nothing for a reference to another one."""
        for _ in range(_MOST_REFERENCES):
            reference = _mapping(held).get("$ref")
            if not isinstance(reference, str):
                return _mapping(held)
            held = self.root
            for part in reference.removeprefix("#/").split("/") if reference.startswith("#/") else [""]:
                held = _mapping(held).get(part.replace("~1", "/").replace("~0", "~"))
        return {}

    @staticmethod
    def _schemes(security: Any) -> tuple[str, ...]:
        return tuple(str(name) for requirement in _list(security) for name in _mapping(requirement))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else []
