"""Every setting, typed, with its best value as default. YAML files and `UFO_…` environment variables override them.

Order: arguments, then environment (`UFO_MODEL__NAME=…`), then `./ufo.yaml`, then `~/.config/ufo/ufo.yaml`. Every setting is
marked: `Harmless` ones count from any `./ufo.yaml`, `Guarded` ones only from one that the person trusts (`ufo trust`).
Names under `system` are the specification's (`ufo_config.system.…`).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    PlainSerializer,
    SecretStr,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, EnvSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from ufo.config.origin import Guarded, Harmless, Unit, counting
from ufo.network.addresses import Endpoint, shown
from ufo.platform.state_folder import state_folder
from ufo.schema.action_class import ActionClass
from ufo.schema.secret import SECRET_NAME

Answers = Literal["auto", "schema", "prompt"]
Pictures = Literal["auto", "always"]
CONTROL_BACKENDS = ("auto", "hybrid", "a11y", "uia", "vision", "omniparser")
T = TypeVar("T")
SERVER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,31}")
_HOST = re.compile(r"\*|(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?::\d{1,5})?")
DESKTOP_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
WAYLAND_DESKTOP = "private-wayland"
PRIVATE_DESKTOPS = frozenset({"private", WAYLAND_DESKTOP})
"""Values of `desktop.where` for a desktop of the run's own."""


Seconds = Annotated[T, Unit("seconds")]
Pixels = Annotated[T, Unit("pixels")]
Tokens = Annotated[T, Unit("tokens")]
Dollars = Annotated[T, Unit("USD")]
Share = Annotated[T, Unit("share, 0 to 1")]
Count = Annotated[T, Unit("count")]
Address = Annotated[str, PlainSerializer(shown)]
"""The address of a service. It is printed and logged without the credentials that it may hold."""


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        for name, value in super().__repr_args__():
            yield name, shown(value) if isinstance(value, str) and "://" in value else value


class ModelSettings(_Section):
    name: Guarded[str] = "builtin"
    """`builtin`; `PROVIDER:NAME` for a model (`ufo models` lists the providers; docs/models.md); `hand:FOLDER` for whoever
    answers in a folder. Also in UFO_MODEL."""
    base_url: Guarded[Address | None] = None
    """The address of an endpoint that speaks the provider's format (for OpenAI's up to and including `/v1`). Without it, the
    provider's own."""
    api_key: Guarded[SecretStr | None] = None
    """The key of the endpoint. A provider's own is also read from its variable, such as OPENAI_API_KEY. It is never logged."""
    key_secret: Guarded[str] = ""
    """The name of the secret (under `secrets`) that holds the key, in place of `api_key`."""
    timeout_s: Harmless[Seconds[float | None]] = Field(default=None, gt=0)
    """How long one answer of the model may take. Without it, as long as the run may (`limits.max_time_s`)."""
    deadline_s: Guarded[Seconds[float | None]] = Field(default=None, gt=0)
    """How long the model may take for one answer with all its tries. Without it, as long as the run may, or 180 s where a backup
    is there to be asked."""
    max_retry: Guarded[Count[int]] = Field(default=3, ge=0)
    """Further tries after 429, 5xx or a broken connection; never while an answer is awaited."""
    temperature: Harmless[Annotated[float | None, Unit("0 to 2")]] = 0.0
    """How random answers are. Without it, the endpoint's default."""
    max_tokens: Guarded[Tokens[int]] = Field(default=2000, gt=0)
    """How long one answer may be."""
    visual_mode: Guarded[bool] = True
    """Send pictures, unless `ufo doctor --model` found that the model sees none. Off: send only the list of controls."""
    pictures: Guarded[Pictures] = "auto"
    """When AppAgents send pictures: `always`, or (`auto`) at the first look at a window or dialog, where the list of controls is
    poor, after a step that failed or changed nothing, for what is judged by its looks, and when the model asks."""
    answers: Guarded[Answers] = "auto"
    """How an answer gets its form: by a JSON schema that goes with the request, or by words in the prompt. `auto`: as
    `ufo doctor --model` found out, else by schema until the endpoint refuses it."""
    context_tokens: Guarded[Tokens[int | None]] = Field(default=None, ge=1000)
    """How much the model reads and writes in one call; what does not fit is left out and told. Without it, what
    `ufo doctor --model` found out, or no limit."""
    prompts: Guarded[Path | None] = None
    """A folder with prompts of your own for this model, which take the place of ours (docs/prompts.md)."""
    backup: Guarded[str | None] = None
    """A second model, which is asked where the first does not answer."""
    decide_locally: Guarded[bool] = True
    """Decide without a model what needs none: the application that a request names, and the end of what is proved."""
    record: Guarded[Path | None] = None
    """Record what goes to and from the models in this file, without keys; `recorded:FILE` plays it (docs/replay.md)."""
    image_max_edge: Harmless[Pixels[int]] = Field(default=1568, gt=0)
    """The longest edge of pictures for the model. ufo scales them itself, so that no provider scales them again."""
    input_price: Guarded[Annotated[float | None, Unit("USD per million tokens")]] = Field(default=None, ge=0)
    """Your own price of input tokens, with `output_price`; 0 for a model that costs nothing. Without it, the price table's."""
    output_price: Guarded[Annotated[float | None, Unit("USD per million tokens")]] = Field(default=None, ge=0)
    """Your own price of output tokens."""
    cached_price: Guarded[Annotated[float | None, Unit("USD per million tokens")]] = Field(default=None, ge=0)
    """Your own price of input tokens that the endpoint had in its cache. Without it, `input_price`."""

    @property
    def prompts_folder(self) -> Path | None:
        return None if self.prompts is None else self.prompts.expanduser()


class AgentsSettings(_Section):
    """Agents with a model of their own (docs/modes.md). Each has the settings of `model`; what is left out is as in `model`, but
    another endpoint gets neither its key nor its prices.
    """

    host: Guarded[ModelSettings | None] = None
    """The model of the HostAgent, which plans. Without it, `model`."""
    app: Guarded[ModelSettings | None] = None
    """The model of AppAgents, which act. Without it, `model`."""
    operator: Guarded[ModelSettings | None] = None
    """The model of operator agents, in their modes. Without it, `model`."""
    backup: Guarded[ModelSettings | None] = None
    """The model that is asked where the one of an agent does not answer. Without it, `model.backup`."""
    evaluation: Guarded[ModelSettings | None] = None
    """The model that judges a request at its end (docs/evaluation.md). Without it, nothing is judged."""
    reader: Guarded[ModelSettings | None] = None
    """The model that reads at a request's end which facts show which words of it (docs/proof.md). Without it, the HostAgent's."""

    embedding: Guarded[ModelSettings | None] = None
    """The model that tells how alike texts are, such as openai:text-embedding-3-small, for the search in what was learned
    (docs/knowledge.md). Without it, only their words count."""

    @field_validator("embedding")
    @classmethod
    def _can_embed(cls, value: ModelSettings | None) -> ModelSettings | None:
        if value is not None and ("name" not in value.model_fields_set or ":" not in value.name):
            raise ValueError(
                "name a model that embeds, such as openai:text-embedding-3-small or ollama:nomic-embed-text"
            )
        return value

    @field_validator("evaluation")
    @classmethod
    def _can_judge(cls, value: ModelSettings | None) -> ModelSettings | None:
        if value is not None and "name" in value.model_fields_set and value.name.strip() == "builtin":
            raise ValueError("the built-in planner judges nothing; name a model, such as openai:NAME")
        return value


SaveExperience = Literal["always_not", "ask", "auto", "always"]


class SystemSettings(_Section):
    halt_key: Guarded[str] = "ctrl+super+escape"
    """Stops the run from anywhere on the desktop; "" for none."""
    json_parsing_retry: Guarded[Count[int]] = Field(default=3, ge=1)
    """How often the model is asked for an answer that fits its schema; each time it is told what was wrong with the last one."""
    history_keys: Harmless[tuple[str, ...]] = (
        "agent_name", "current_subtask", "subtask", "action_representation", "status", "result",
    )  # fmt: skip
    """The values of each earlier step that a prompt shows, by their names in the memory."""
    control_backend: Guarded[tuple[str, ...]] = ("auto",)
    """Where controls are found: `a11y` (also written `uia`: the accessibility tree), `vision` (our own detector), `omniparser`
    (a service, see `omniparser.endpoint`), or several of them; `hybrid` is the tree and the best detector there is.
    `auto`: the tree, and sight as well where a window's tree reports too little."""
    iou_threshold_for_merge: Guarded[Share[float]] = Field(default=0.1, ge=0, le=1)
    """A detected control that overlaps a control of the tree by more than this (intersection over union) is the same control."""
    save_full_screen: Guarded[bool] = False
    """Also keep a picture of the whole screen in the log at each step."""
    save_ui_tree: Guarded[bool] = False
    """Also keep the tree of controls in the log at each step."""
    concat_screenshot: Harmless[bool] = False
    """Send the clean and the annotated picture as one, side by side."""
    include_last_screenshot: Harmless[bool] = False
    """Also send the picture of the previous step, with what it worked in boxes. What changed is told in words anyway."""
    action_sequence: Harmless[bool] = True
    """Let the model choose several actions in one turn."""
    ask_question: Guarded[bool] = True
    """Let the model ask you. Off: it goes on by itself."""
    question_timeout_s: Guarded[Seconds[float]] = Field(default=300.0, gt=0)
    """How long a question at the terminal waits for you."""
    save_experience: Guarded[SaveExperience] = "ask"
    """Whether a VERIFIED run is kept as experience for later requests (docs/knowledge.md). `ask`: you are asked at a terminal,
    where there is something to learn, until you say always or never; without a terminal nothing is kept. `auto`: kept without a
    question where there is something to learn. `always`: every one. `always_not`: none."""
    safe_guard: Guarded[bool] = True
    """Ask before risky actions (`policy.ask`). Off: nothing is asked, and only `policy.deny` is refused."""
    enabled_third_party_agents: Guarded[tuple[str, ...]] = ()
    """Third-party agents that may be used, by their names under `third_party`."""
    max_control_chars: Harmless[Annotated[int, Unit("characters")]] = Field(default=40_000, gt=0)
    """The list of controls in a prompt is cut to this many characters and says what it left out."""
    verify_timeout_s: Harmless[Seconds[float]] = Field(default=3.0, ge=0, le=60)
    """How long to wait until a condition that the model stated holds."""
    hold_s: Guarded[Seconds[float]] = Field(default=1.0, ge=0, le=30)
    """How long a confirmed effect must last when a sub-task ends with it."""

    @field_validator("control_backend", mode="before")
    @classmethod
    def _one_or_several(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else value

    @field_validator("control_backend")
    @classmethod
    def _known_backends(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        lone = {"auto", "hybrid"} & set(value)
        if not value or not set(value) <= set(CONTROL_BACKENDS) or (lone and len(value) > 1):
            raise ValueError(f"write auto, hybrid, or one or several of {', '.join(CONTROL_BACKENDS[2:])}")
        return value


class SightSettings(_Section):
    """Our own detector (the extension `sight`). `ufo doctor` says what it needs and what is missing."""

    languages: Guarded[str] = "eng"
    """Tesseract's names of the languages to read, joined by `+` ("eng+deu"); each needs its data installed."""
    tessdata: Guarded[Path | None] = None
    """The folder with the language data; without it TESSDATA_PREFIX, then the places where systems keep it."""
    deadline_s: Guarded[Seconds[float]] = Field(default=3.0, gt=0)
    """How long reading may take at one look. The look says what is left, and the next look reads it."""
    readers: Guarded[tuple[str, ...]] = ("core_fonts",)
    """What reads windows of a kind exactly, before a detector looks: entry points in `ufo.readers`, or dotted paths. One of ours
    that is not installed is left out."""


class OmniParserSettings(_Section):
    """A service that detects controls in pictures. The person runs it where the pictures may go, so there is no default
    address.
    """

    endpoint: Guarded[Address | None] = None
    """Its address, such as `http://127.0.0.1:7861` (the Gradio page) or `http://127.0.0.1:8000/parse/` (its server)."""
    box_threshold: Guarded[Share[float]] = Field(default=0.05, ge=0, le=1)
    """How sure the service must be of a control to report it."""
    iou_threshold: Guarded[Share[float]] = Field(default=0.1, ge=0, le=1)
    """Detected boxes that overlap by more than this (intersection over union) are one control."""
    use_paddleocr: Guarded[bool] = True
    """Let it read text with PaddleOCR. Off: with EasyOCR."""
    imgsz: Guarded[Pixels[int]] = Field(default=640, ge=32, le=4096)
    """The longest edge to which it scales a picture before it looks for controls."""
    timeout_s: Guarded[Seconds[float]] = Field(default=30.0, gt=0)
    """How long it may take for one picture."""


class ThirdPartyAgentSettings(_Section):
    """A third-party agent (docs/third-party-agents.md)."""

    agent: str
    """Its class: a name of ours (`FilesAgent`), an entry point in `ufo.agents`, or a dotted path (`package.module:Class`)."""
    introduction: str = ""
    """What the HostAgent is told about it: when to choose it."""
    options: dict[str, JsonValue] = Field(default_factory=dict)
    """The agent's own options: further named arguments of its class."""


class RetrieverSettings(_Section):
    """A retriever of yours (docs/adding-a-retriever.md)."""

    retriever: str
    """Its class: an entry point in `ufo.retrievers`, or a dotted path (`package.module:Class`)."""
    options: dict[str, JsonValue] = Field(default_factory=dict)
    """Its own options: the named arguments of its class."""
    timeout_s: Seconds[float] = Field(default=5.0, gt=0)
    """How long it may take for one turn. The turn goes on without it then."""


class SourceSettings(_Section):
    """One source of what is looked up."""

    use: Harmless[bool] = True
    """Look it up for each turn."""
    top_k: Harmless[Count[int]] = Field(default=2, ge=1, le=10)
    """How many passages of it a prompt tells at most."""


class WebSettings(_Section):
    """Pages of the web (docs/knowledge.md). Words of your tasks go to the service that searches."""

    use: Guarded[bool] = False
    """Search the web for each sub-task of an application."""
    top_k: Harmless[Count[int]] = Field(default=2, ge=1, le=10)
    """How many passages of it a prompt tells at most."""
    provider: Guarded[Literal["searxng", "brave", "tavily", "duckduckgo"]] = "duckduckgo"
    """The service that searches. `searxng` needs an address, `brave` and `tavily` a key."""
    address: Guarded[Address | None] = None
    """The address of the service: of a SearXNG instance, or of an endpoint in the place of the provider's own."""
    key: Guarded[SecretStr | None] = None
    """The key of the service. It is sent to the service only, and never logged."""
    key_secret: Guarded[str] = ""
    """The name of the secret (under `secrets`) that holds the key, in place of `key`."""

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> WebSettings:
        if not self.use:
            return self
        if self.provider == "searxng" and self.address is None:
            raise ValueError("searxng is a service of yours; say where it runs: `address`")
        if self.provider in ("brave", "tavily") and self.key is None and not self.key_secret:
            raise ValueError(f"{self.provider} needs a key: `key`, or `key_secret` for the name of a secret")
        return self

    @field_validator("address")
    @classmethod
    def _an_address(cls, value: str | None) -> str | None:
        if value is not None:
            Endpoint.parse(value)
        return value


class KnowledgeSettings(_Section):
    """What is looked up for each turn beside the screen (docs/knowledge.md)."""

    folder: Guarded[Path] = Path("~/.local/share/ufo/knowledge")
    """The folder of the index, and of all that was learned."""
    timeout_s: Harmless[Seconds[float]] = Field(default=2.0, gt=0)
    """How long a turn waits for what is looked up. It goes on without what is late."""
    max_tokens: Harmless[Tokens[int]] = Field(default=600, ge=0)
    """How much of what was looked up a prompt tells at most, of all sources together."""
    documents: SourceSettings = SourceSettings()
    """Help documents that `ufo learn` read."""
    explore: Harmless[bool] = True
    """Read the help that an application brought along when a run first works in it and nobody gave it a guide."""
    menus: SourceSettings = SourceSettings(top_k=3)
    """Menus and commands that the running application offers."""
    experience: SourceSettings = SourceSettings()
    """What worked in verified runs."""
    keep_days: Guarded[Annotated[float, Unit("days")]] = Field(default=180.0, ge=0)
    """`ufo knowledge tidy` removes experience that no run was told of for so long; 0: none for its age."""
    demonstrations: SourceSettings = SourceSettings(top_k=1)
    """What people showed (`ufo record`)."""
    web: WebSettings = WebSettings()
    """Pages of the web."""


class McpServerSettings(_Section):
    """An MCP server of yours (docs/mcp.md). A text alone is its address or its command line."""

    command: tuple[str, ...] = ()
    """The program to start, with its arguments, or as one text. It speaks MCP on standard input and output."""
    env: dict[str, str] = Field(default_factory=dict)
    """Further variables for the program. `{{secret:NAME}}` stands for a secret of yours."""
    folder: Path | None = None
    """The folder that the program works in. Without it, the working folder of the run."""
    url: Address | None = None
    """In place of a program: the address of a server, over streamable HTTP."""
    headers: dict[str, str] = Field(default_factory=dict)
    """Headers for the address, such as `Authorization: "Bearer {{secret:NAME}}"`."""
    agents: tuple[Literal["HostAgent", "AppAgent"], ...] = ("HostAgent", "AppAgent")
    """The agents that get its tools."""
    trust_annotations: bool = False
    """Believe what the server states of its tools: those that only read are not asked about, and those that destroy nothing are
    edits. Off: every call needs your consent."""
    allow: tuple[str, ...] = ()
    """Tools that may be called without asking, by the names that the server gives them."""
    always_told: bool = False
    """Tell the model of its tools in every turn. Off: where the task names the server or the tool, or the model looks for it."""
    timeout_s: Seconds[float] = Field(default=60.0, gt=0)
    """How long one call may take."""
    start_timeout_s: Seconds[float] = Field(default=30.0, gt=0)
    """How long it may take to start and to tell its tools. The run does not wait for it."""

    @model_validator(mode="before")
    @classmethod
    def _from_one_line(cls, value: Any) -> Any:
        if isinstance(value, str):
            value = {"url": value} if value.startswith(("http://", "https://")) else {"command": value}
        if not isinstance(value, Mapping) or not isinstance(value.get("command"), str):
            return value
        words = [value["command"], *value["args"]] if "args" in value else shlex.split(value["command"])
        return {name: item for name, item in value.items() if name != "args"} | {"command": words}

    @model_validator(mode="after")
    def _one_way(self) -> McpServerSettings:
        if bool(self.command) == bool(self.url):
            raise ValueError("write either `command` or `url`")
        return self


class LimitSettings(_Section):
    max_step: Guarded[Count[int]] = Field(default=50, ge=1)
    """Steps of a session; each is one turn of one agent."""
    max_round: Guarded[Count[int]] = Field(default=20, ge=1)
    """Requests of a session."""
    max_time_s: Guarded[Seconds[float]] = Field(default=1800.0, gt=0)
    """How long a request may take; the run ends within two seconds after."""
    max_cost_usd: Guarded[Dollars[float | None]] = Field(default=3.0, ge=0)
    """What a session may cost; a call that could cost more is not made. 0: use nothing that costs money. With a limit of your
    own, a model without a known price is refused."""
    max_tokens: Guarded[Tokens[int | None]] = Field(default=5_000_000, ge=1)
    """Input and output together, over a session; a call that could use more is not made."""
    max_format_errors: Guarded[Count[int]] = Field(default=20, ge=1)
    """Answers of the model that did not fit their schema, over a session."""
    max_repeats: Guarded[Count[int]] = Field(default=3, ge=2)
    """Where the same actions are chosen again with the same in sight, the model is warned the second time; when this count is
    reached, the person is asked instead."""
    max_foreign_turn_s: Guarded[Seconds[float]] = Field(default=600.0, gt=0)
    """How long one turn of a third-party agent may take; its sub-task fails after."""


class PolicySettings(_Section):
    ask: Guarded[tuple[str, ...]] = (
        "overwrite", "delete", "send", "run_program", "close_unsaved", "outside", "system", "unknown",
    )  # fmt: skip
    """Classes of action that need the person's consent (docs/safety.md names them all)."""
    deny: Guarded[tuple[str, ...]] = ()
    """Classes of action that are refused without a question."""
    named_in_request: Guarded[tuple[str, ...]] = ("outside", "run_program", "close_unsaved", "overwrite", "send", "bin")
    """Classes of action that need no further yes where the request itself orders them (docs/consent.md). `pay` is sending that
    pays, `bin` putting a file or folder in the bin."""
    only: Guarded[tuple[str, ...]] = ()
    """The only applications that a run looks into and works: names as in `ufo allow`, patterns (`libreoffice-*`), and `started`
    for the windows that the run itself started. Empty: all (docs/permission.md)."""
    applications: Guarded[Literal["ask", "allow"]] = "ask"
    """On your own screen: `ask` before an application is worked for the first time, or `allow` all but those that you never
    allow (docs/permission.md)."""
    dry_run: Guarded[bool] = False
    """Go through everything and deliver nothing (docs/permission.md)."""
    programs: Guarded[tuple[str, ...]] = ()
    """Programs that the command line tool may run without asking, by base name."""
    sandbox: Guarded[bool] = True
    """Command lines run in a sandbox where the machine makes one: without the network, and with the working folder and
    `desktop.sandbox_folders` writable (docs/security.md)."""

    @field_validator("named_in_request")
    @classmethod
    def _known_or_paying(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not set(value) <= {*ActionClass, "pay", "bin"}:
            raise ValueError(f"write a list of classes of action: {', '.join(ActionClass)}, pay, bin")
        return value

    @field_validator("ask", "deny")
    @classmethod
    def _known_classes(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        # An action of a misspelled class would be neither asked about nor denied.
        if not set(value) <= set(ActionClass):
            raise ValueError(f"write a list of classes of action: {', '.join(ActionClass)}")
        return value


class NetworkSettings(_Section):
    """What pages may reach (docs/security.md)."""

    allow: Guarded[tuple[str, ...]] = ("*",)
    """Hosts (`example.org`, `*.example.org`) that a page which a run made may load from though it holds what was read. Without
    `*` the Chromium that ufo starts reaches these hosts, those that the request names, and no other."""

    @field_validator("allow")
    @classmethod
    def _hosts(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        # They stand in a browser's list of rules, where a comma or a space would begin another rule.
        if not all(_HOST.fullmatch(host) for host in value):
            raise ValueError("write hosts such as example.org, *.example.org or 127.0.0.1:8000, or * for all")
        return value


class ToolServerSettings(_Section):
    """The tool servers of an agent in one application (docs/tools.md)."""

    data_collection: tuple[str, ...] = ("UICollector",)
    """Servers whose tools only look."""
    action: tuple[str, ...] = ("AppUIExecutor",)
    """Servers whose tools the model may call."""


_HOST_SERVERS = (
    "HostUIExecutor", "CommandLineExecutor", "FileExecutor", "DocumentExecutor", "PictureExecutor", "SystemExecutor",
    "SessionBusExecutor", "GimpExecutor", "MediaExecutor", "MailExecutor", "DataExecutor",
    "ShowExecutor", "ScanExecutor",
)  # fmt: skip
_APP_SERVERS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("default",): (),
    ("chromium", "chromium-browser", "google-chrome", "chrome"): ("BrowserExecutor",),
    ("gimp", "gimp-2.8", "gimp-2.10", "gimp-3.0", "gimp-3"): ("GimpExecutor",),
    ("thunderbird", "thunderbird-esr", "claws-mail", "sylpheed", "evolution"): ("MailExecutor",),
    ("vlc",): ("MediaExecutor",),
    ("libreoffice-writer",): ("WriterUnoExecutor", "OfficeUnoExecutor"),
    ("libreoffice-calc",): ("CalcUnoExecutor", "OfficeUnoExecutor"),
    ("libreoffice-impress", "libreoffice-draw"): ("DrawingsUnoExecutor", "OfficeUnoExecutor"),
}
"""Application roots → the servers that act there beside the controls."""


def _tool_map() -> dict[str, dict[str, ToolServerSettings]]:
    def acting(*servers: str) -> ToolServerSettings:
        return ToolServerSettings(action=servers)

    return {
        "HostAgent": {"default": acting(*_HOST_SERVERS)},
        "AppAgent": {
            root: acting("AppUIExecutor", "ShowExecutor", *servers)
            for roots, servers in _APP_SERVERS.items()
            for root in roots
        },
        "OperatorAgent": {"default": acting("AppUIExecutor", "PointerExecutor")},
    }


class DesktopSettings(_Section):
    where: Guarded[str] = "auto"
    """`auto`: the user's screen where there is one, else a private desktop. `here`, `private`,
    `private-wayland`, or the name of a private desktop that runs (`ufo desktop start NAME`)."""
    backend: Guarded[str] = "auto"
    """What drives the desktop: `auto` for the platform's own, or one of yours (docs/adding-a-backend.md): an entry point in
    `ufo.backends`, or a dotted path."""
    width: Harmless[Pixels[int]] = Field(default=1920, ge=320, le=16384)
    """The width of a private desktop that is started for a run."""
    height: Harmless[Pixels[int]] = Field(default=1080, ge=240, le=16384)
    """The height of a private desktop that is started for a run."""
    environment: Guarded[tuple[str, ...]] = ()
    """Further variables of yours that programs get, by name or pattern (`GIT_AUTHOR_*`); docs/trust.md says which pass
    anyway. Settings and keys of ufo never do."""
    menus: Guarded[tuple[str, ...]] = ("gtk_menus",)
    """What reads the menus of a program that tells none of them from its files: entry points in `ufo.menus`, or dotted paths. One
    of ours that is not installed is left out."""
    documents: Guarded[tuple[str, ...]] = ("libreoffice",)
    """What tells of the documents that programs hold open: entry points in `ufo.documents`, or dotted paths. One of ours that is
    not installed is left out."""
    sandbox: Guarded[bool] = False
    """Programs on a private desktop that is started for a run get no network and may write to the working folder only
    (bubblewrap; docs/security.md)."""
    sandbox_folders: Guarded[tuple[Path, ...]] = ()
    """Further folders that programs in the sandbox may write to."""
    observe_deadline_s: Guarded[Seconds[float]] = Field(default=2.0, gt=0)
    """How long one look at a window may take; it says what it has not read by then."""
    settle_timeout_s: Guarded[Seconds[float]] = Field(default=2.0, gt=0)
    """How long to wait for a window that keeps changing after an action."""
    hands: Guarded[Literal["auto", "unobtrusive", "free"]] = "auto"
    """Whose pointer, keyboard and focus a run works with: `unobtrusive` leaves the person's alone and asks once where that cannot
    be; `free` uses them. `auto`: unobtrusive on your own screen, free elsewhere (docs/hands.md)."""
    portal: Guarded[Literal["auto", "ask", "never"]] = "auto"
    """Whether your desktop's own dialog may ask you to share keyboard and screen, once a run, where a Wayland session gives them
    in no other way. `auto`: where the run has a terminal (docs/desktops.md)."""
    browser_profile: Guarded[Literal["auto", "own", "separate"]] = "auto"
    """Whose profile a browser works in: `own` is yours, with your logins and bookmarks, and is never worked on a private desktop;
    `separate` is one of ufo's. `auto`: what the model names, else what that desktop has. The run says which it was."""

    @field_validator("where")
    @classmethod
    def _a_place_or_a_name(cls, value: str) -> str:
        if not DESKTOP_NAME.fullmatch(value):
            raise ValueError("write auto, here, private, private-wayland or the name of a desktop that runs")
        return value


class SkillSettings(_Section):
    """Saved skills (docs/skills.md)."""

    folder: Guarded[Path] = Path("~/.local/share/ufo/skills")
    """The folder of saved skills."""
    use: Guarded[bool] = True
    """Try a saved skill that fits a request before the model is asked."""
    on_doubt: Guarded[Literal["model", "person", "stop"]] = "model"
    """Who goes on where a skill is in doubt: the model, the person, or nobody (`stop`)."""


class RecordingSettings(_Section):
    """What you show with `ufo record` (docs/recording.md). It is kept in `knowledge.folder`."""

    take_overs: Guarded[bool] = True
    """Record what you do while you have taken over a run, so that you can keep it. It stays in the run's folder."""


class ControlSettings(_Section):
    """How other programs of yours, such as the page of `ufo serve`, watch and steer a run (docs/control-socket.md)."""

    socket: Guarded[bool] = True
    """Open a control socket with each run. Only your own user can reach it."""


class TelemetrySettings(_Section):
    """Traces of a fleet's runs and figures of its queue for a collector of OpenTelemetry (docs/fleet.md, the extra `otel`)."""

    otlp: Guarded[bool] = False
    """Send them, by OTLP over HTTP, where the standard variables OTEL_EXPORTER_OTLP_* say. No text of yours is in them."""


class PageSettings(_Section):
    """The page of `ufo serve` (docs/watching.md)."""

    vnc: Guarded[bool] = False
    """Offer noVNC beside the picture of a private X11 desktop, where the packages `novnc` and `x11vnc` are installed. VNC shows
    what stands in password fields, which are black in the page's own picture."""


class Environment(EnvSettingsSource):
    """Variables with UFO_ before them. UFO_MODEL alone names the model."""

    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:
        if field_name == "model" and isinstance(value, str) and not value.lstrip().startswith("{"):
            return {"name": value}
        return super().decode_complex_value(field_name, field, value)


class _Files(PydanticBaseSettingsSource):
    """The person's file, with the settings of the working folder's file that count over it, key by key: a file in the working
    folder that changes one setting of a section keeps the person's others.
    """

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        return dict(counting(self.settings_cls).data)


class SecretSettings(_Section):
    """The source of a secret that `{{secret:NAME}}` stands for, and the applications that may have it (docs/secrets.md)."""

    source: Guarded[Literal["keyring", "environment"]] = Field(default="keyring", alias="from")
    """`keyring`: the desktop's own keyring (freedesktop Secret Service), into which `ufo secret set NAME` puts it;
    `environment`: an environment variable."""
    variable: Guarded[str] = ""
    """With `from: environment`, the variable that holds the secret. Without this setting, it has the secret's own name."""
    service: Guarded[str] = "ufo"
    """The service under which the keyring keeps it."""
    applications: Guarded[tuple[str, ...]] = ()
    """Applications that it may be typed into, as `ufo observe --json` calls them (`app_root`), or by their process."""


class RunSettings(_Section):
    """How long runs are kept. Runs that still go on, runs that you keep (`ufo runs keep`) and the newest run always stay."""

    keep_days: Guarded[Annotated[float, Unit("days")]] = Field(default=180.0, ge=0)
    """Older runs are removed when the next one starts, after a line that says so; 0: none is too old."""
    keep_mb: Guarded[Annotated[float, Unit("MB")]] = Field(default=10_000.0, ge=0)
    """While all runs together take more, the oldest are removed in the same way; 0: there is no limit."""


class NotifySettings(_Section):
    """How you are told that a scheduled request waits or failed (`ufo every`, docs/every.md), and that a request of the page asks
    or has ended while no page shows it (docs/watching.md)."""

    desktop: Guarded[bool] = True
    """By a notification on your desktop."""
    command: Guarded[tuple[str, ...]] = ()
    """By a command of yours, as a list of words. It gets title and text as two more, and the text on standard input; no shell is
    between."""
    mail_to: Guarded[str] = ""
    """By mail to this address. It needs `sendmail` or `smtp_host`."""
    mail_from: Guarded[str] = ""
    """The sender of the mail. Without it, `mail_to`."""
    sendmail: Guarded[tuple[str, ...]] = ()
    """The program that takes the mail on standard input, such as `[/usr/sbin/sendmail]`."""
    smtp_host: Guarded[str] = ""
    """The server that takes the mail, where no `sendmail` is named."""
    smtp_port: Guarded[Count[int]] = Field(default=587, ge=1, le=65535)
    """The port of that server."""
    smtp_security: Guarded[Literal["starttls", "tls", "none"]] = "starttls"
    """How the way to the server is secured. `none` is for a server on this machine."""
    smtp_user: Guarded[str] = ""
    """Your name at that server."""
    smtp_secret: Guarded[str] = ""
    """The name of the secret that is the password (docs/secrets.md)."""


def runs_folder() -> Path:
    """Return the default folder of runs."""
    return state_folder() / "runs"


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="UFO_",
        env_nested_delimiter="__",
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
        nested_model_default_partial_update=True,
    )

    model: ModelSettings = ModelSettings()
    """The model that decides."""
    agents: AgentsSettings = AgentsSettings()
    """Agents with a model of their own."""
    system: SystemSettings = SystemSettings()
    """How agents look, ask and answer; the names are the specification's."""
    limits: LimitSettings = LimitSettings()
    """What a session may use up; at a limit a run ends with LIMIT."""
    policy: PolicySettings = PolicySettings()
    """Which actions are asked about, refused or allowed."""
    network: NetworkSettings = NetworkSettings()
    """What pages that a run made, and the browser of a run, may reach."""
    desktop: DesktopSettings = DesktopSettings()
    """Where a run works."""
    sight: SightSettings = SightSettings()
    """Our own detector of controls in pictures."""
    omniparser: OmniParserSettings = OmniParserSettings()
    """A service that detects controls in pictures."""
    tools: Guarded[dict[str, dict[str, ToolServerSettings]]] = Field(default_factory=_tool_map)
    """Agent → application root or `default` → servers. An entry is added to the defaults, or replaces the one of its name."""
    mcp: Guarded[dict[str, McpServerSettings]] = Field(default_factory=dict)
    """MCP servers of yours, by the names that their tools begin with."""
    third_party: Guarded[dict[str, ThirdPartyAgentSettings]] = Field(default_factory=dict)
    """Third-party agents by the names that `system.enabled_third_party_agents` uses."""
    knowledge: KnowledgeSettings = KnowledgeSettings()
    """What is looked up for each turn beside the screen."""
    retrievers: Guarded[dict[str, RetrieverSettings]] = Field(default_factory=dict)
    """Retrievers of your own, by names of yours."""
    skills: SkillSettings = SkillSettings()
    """Saved skills."""
    recording: RecordingSettings = RecordingSettings()
    """What you show with `ufo record`."""
    control: ControlSettings = ControlSettings()
    """How other programs of yours watch and steer a run."""
    telemetry: TelemetrySettings = TelemetrySettings()
    """What a fleet tells a collector."""
    page: PageSettings = PageSettings()
    """The page of `ufo serve`."""
    secrets: Guarded[dict[str, SecretSettings]] = Field(default_factory=dict)
    """Secrets by name; they belong in your own configuration."""
    runs: RunSettings = RunSettings()
    """How long runs are kept."""
    notify: NotifySettings = NotifySettings()
    """How you are told of requests that you do not look at."""
    log_dir: Guarded[Path] = Field(default_factory=runs_folder)
    """The folder of runs, each with its log, its pictures and its report in a folder of its own. By default `ufo/runs` in
    `$XDG_STATE_HOME`."""

    @model_validator(mode="after")
    def _omniparser_has_an_address(self) -> Settings:
        if "omniparser" in self.system.control_backend and self.omniparser.endpoint is None:
            raise ValueError("control_backend names omniparser; say where it is served: omniparser.endpoint")
        return self

    @field_validator("secrets")
    @classmethod
    def _speakable(cls, value: dict[str, SecretSettings]) -> dict[str, SecretSettings]:
        wrong = next((name for name in value if not SECRET_NAME.fullmatch(name)), None)
        if wrong is not None:
            raise ValueError(f"{wrong!r} cannot name a secret; use letters, digits, '_', '.' and '-', at most 64")
        return value

    @field_validator("mcp")
    @classmethod
    def _names_of_servers(cls, value: dict[str, McpServerSettings]) -> dict[str, McpServerSettings]:
        wrong = next((name for name in value if not SERVER_NAME.fullmatch(name)), None)
        if wrong is not None:
            raise ValueError(f"{wrong!r} cannot name a server; use letters, digits and '-', at most 32")
        return value

    @field_validator("tools", mode="before")
    @classmethod
    def _beside_the_defaults(cls, value: Any) -> Any:
        if not isinstance(value, Mapping) or not all(isinstance(mapping, Mapping) for mapping in value.values()):
            return value
        merged: dict[str, dict[str, Any]] = {agent: dict(servers) for agent, servers in _tool_map().items()}
        for agent, servers in value.items():
            merged[agent] = merged.get(agent, {}) | dict(servers)
        return merged

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, Environment(settings_cls), _Files(settings_cls)
