"""The list of tools, pinned: names and parameters are what models and scripts are written against."""

from __future__ import annotations

import pytest

from tests.known_tools import tool_of
from tests.requirement import requirement
from ufo.errors import ConfigError
from ufo.tools.dispatch.catalogue import all_tools
from ufo.tools.observe.tool_shelf import ToolShelf

DESCRIBED: dict[str, dict[str, tuple[str, ...]]] = {
    "UICollector": {
        "get_desktop_app_info": ("remove_empty", "refresh_app_windows"),
        "get_desktop_app_target_info": ("remove_empty", "refresh_app_windows"),
        "get_app_window_info": ("field_list",),
        "get_app_window_controls_info": ("field_list",),
        "get_app_window_controls_target_info": ("field_list",),
        "capture_window_screenshot": (),
        "capture_desktop_screenshot": ("all_screens",),
        "get_ui_tree": (),
    },
    "HostUIExecutor": {"select_application_window": ("id", "name")},
    "AppUIExecutor": {
        "click_input": ("id", "name", "button", "double"),
        "click_on_coordinates": ("x", "y", "button", "double"),
        "drag_on_coordinates": ("start_x", "start_y", "end_x", "end_y", "button", "duration", "key_hold"),
        "set_edit_text": ("id", "name", "text", "clear_current_text"),
        "keyboard_input": ("id", "name", "keys", "control_focus"),
        "wheel_mouse_input": ("id", "name", "wheel_dist"),
        "texts": ("id", "name"),
        "wait": ("seconds",),
        "summary": ("text",),
    },
    "CommandLineExecutor": {"run_shell": ("bash_command",), "execute_command": ("command", "timeout", "cwd")},
    "WriterUnoExecutor": {
        "insert_table": ("rows", "columns"),
        "select_text": ("text",),
        "select_table": ("number",),
        "select_paragraph": ("start_index", "end_index", "non_empty"),
        "save_as": ("file_dir", "file_name", "file_ext"),
        "set_font": ("font_name", "font_size"),
    },
    "CalcUnoExecutor": {
        "table2markdown": ("sheet_name",),
        "insert_excel_table": ("table", "sheet_name", "start_row", "start_col"),
        "select_table_range": ("sheet_name", "start_row", "start_col", "end_row", "end_col"),
        "save_as": ("file_dir", "file_name", "file_ext"),
        "reorder_columns": ("sheet_name", "desired_order"),
        "get_range_values": ("sheet_name", "start_row", "start_col", "end_row", "end_col"),
    },
    "DrawingsUnoExecutor": {
        "set_background_color": ("color", "slide_index"),
        "save_as": ("file_dir", "file_name", "file_ext", "current_slide_only"),
    },
}
DEFAULTS: dict[str, dict[str, object]] = {
    "get_desktop_app_info": {"remove_empty": True, "refresh_app_windows": True},
    "get_desktop_app_target_info": {"remove_empty": True, "refresh_app_windows": True},
    "capture_desktop_screenshot": {"all_screens": True},
    "click_input": {"button": "left", "double": False},
    "click_on_coordinates": {"button": "left", "double": False},
    "drag_on_coordinates": {"button": "left", "duration": 1.0, "key_hold": None},
    "set_edit_text": {"clear_current_text": False},
    "keyboard_input": {"control_focus": True},
    "wheel_mouse_input": {"wheel_dist": 0},
    "execute_command": {"timeout": 30, "cwd": None},
    "save_as": {"file_dir": "", "file_name": "", "file_ext": ""},
}
"""What the described tools do where nothing else is said."""
OURS: dict[str, set[str]] = {
    "UICollector": {
        "list_applications",
        "copy_unsaved_documents",
        "find_controls",
        "find_tools",
        "get_app_window_changes",
        "get_app_window_whole_list",
        "verify_expectations",
        "get_unsaved_windows",
    },
    "HostUIExecutor": {"launch_application", "close_application"},
    "AppUIExecutor": {
        "wait_for",
        "go_to_window",
        "wake_application",
        "find_commands",
        *("visit", "set_value", "select", "set_checked", "expand", "scroll_to", "read", "fill"),
        *("drag_control", "hover", "select_words", "click_when"),
    },
    "PointerExecutor": {"click_at", "move_to", "scroll_at"},
    "CommandLineExecutor": {"keep_changes"},
    "FileExecutor": {
        *("list_folder", "move_file", "copy_file", "make_folder", "remove_file"),
        *("move_files", "make_link", "set_permissions"),
        *("find_files", "read_file", "write_file", "rename_files", "restore_file"),
    },
    "DocumentExecutor": {
        *("pack_archive", "unpack_archive", "pdf_of_pages", "make_document", "convert_document", "merge_letters"),
    },
    "SystemExecutor": {
        *("list_processes", "stop_process", "find_settings", "change_setting"),
        *("default_application", "set_default_application", "program_help"),
    },
    "SessionBusExecutor": {"find_on_bus", "call_on_bus"},
    "GimpExecutor": {"edit_with_gimp"},
    "MediaExecutor": {
        *("player_state", "control_player", "change_playlist", "find_vlc_options", "set_vlc_option", "convert_media"),
    },
    "MailExecutor": {"find_mail", "read_mail", "save_attachments", "compose_mail"},
    "PictureExecutor": {"change_picture"},
    "ShowExecutor": {"show"},
    "ScanExecutor": {"read_scan"},
    "DataExecutor": {
        "query_database",
        "change_database",
        "find_records",
        "change_records",
        "find_operations",
        "ask_api",
        "call_api",
        "list_remote_files",
        "fetch_remote_files",
        "send_remote_files",
    },
    "BrowserExecutor": {
        *("open_page", "answer_dialog", "tabs", "read_page", "read_page_table", "save_page_table"),
        *("browser_settings", "bookmarks", "downloads", "browser_history"),
    },
    "WriterUnoExecutor": {
        *("set_property", "save", "select_place"),
        *(
            "read_table",
            "read_text",
            "list_parts",
            "replace_text",
            "edit_paragraph",
            "edit_table",
            "edit_image",
            "mark_text",
        ),
        *("insert_field", "insert_section", "track_changes"),
    },
    "CalcUnoExecutor": {
        *("set_property", "save", "select_place", "export_file"),
        *("read_cells", "look_at_sheets", "write_table", "write_cells", "convert_texts", "sort_table", "filter_rows"),
        *("set_pivot_table", "add_subtotals", "conditional_format", "change_sheets", "change_lines", "edit_chart"),
        "undo_changes",
    },
    "DrawingsUnoExecutor": {
        *("set_property", "save", "export_file"),
        *("read_slides", "write_slides", "arrange_slides", "replace_text", "add_to_slide"),
    },
    "OfficeUnoExecutor": {
        *("run_command", "read_options", "set_option", "protect_document", "open_with_password", "export_pdf"),
    },
}
RECORDED: dict[str, set[str]] = {
    "WriterUnoExecutor": {
        *("list_tables", "insert_contents", "format_text", "set_page", "set_header_footer", "edit_style"),
    },
    "CalcUnoExecutor": {
        *("write_cell", "set_cells", "fill_range", "fill_blanks", "split_text", "format_cells", "merge_cells"),
        *("validate_cells", "arrange_view", "page_setup", "protect_sheet", "name_range", "comment_cell"),
        *("remove_pivot_table", "shade_by_value", "insert_chart", "change_chart", "import_csv", "export_csv"),
    },
    "DrawingsUnoExecutor": {
        *(
            "format_text",
            "set_master",
            "set_transition",
            "set_slide_size",
            "format_shape",
            "export_slides",
            "export_video",
        ),
    },
}
"""Names under which recorded work calls tools. No model is told of them."""

EXTENDED = {
    "insert_table": ("cells", "at", "text", "nth"),
    "WriterUnoExecutor.save_as": ("pages", "archive", "keep_open"),
    "keyboard_input": ("text",),
    "click_input": ("key_hold",),
    "drag_on_coordinates": ("through",),
    "execute_command": ("may_change", "then"),
    "run_shell": ("may_change",),
}
"""Parameters of ours on described tools; each has a default, so that the described call means what it says."""


@requirement("tools:names", "tools:platform")
async def test_every_described_tool_is_there_with_its_parameters_and_nothing_that_is_not_listed_here() -> None:
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for tool in await all_tools():
        found.setdefault(tool.namespace, {})[tool.tool_name] = tool.parameters
    assert set(found) == set(OURS)
    for server, ours in OURS.items():
        tools = DESCRIBED.get(server, {})
        assert {name: found[server].get(name) for name in tools} == {
            name: (*parameters, *EXTENDED.get(f"{server}.{name}", EXTENDED.get(name, ())))
            for name, parameters in tools.items()
        }
        assert set(found[server]) - set(tools) == ours | RECORDED.get(server, set())


@requirement("tools:names")
async def test_the_described_parameters_have_the_described_defaults() -> None:
    for tool in await all_tools():
        for name, default in DEFAULTS.get(tool.tool_name, {}).items():
            given = tool.input_schema["properties"][name].get("default", "there is none")
            assert given == default, (tool.namespace, tool.tool_name, name)


async def test_a_model_is_told_of_forty_office_tools_at_most_and_never_of_their_other_names() -> None:
    office = [tool for tool in await all_tools() if tool.namespace.endswith("UnoExecutor")]
    assert len({tool.tool_name for tool in office if not tool.facts.stands_for}) <= 40
    shelf = ToolShelf(tuple(office))
    told = shelf.offered(["bold landscape pivot chart merge freeze pdf header table sheet slide"])
    assert not [
        tool.tool_name for tool in (*told, *shelf.search("format cells page setup", 40)) if tool.facts.stands_for
    ]
    recorded = {name for names in RECORDED.values() for name in names}
    assert recorded <= {tool.tool_name for tool in shelf.ready()}


async def test_another_name_has_the_facts_of_the_tool_that_it_stands_for() -> None:
    by_name = {(tool.namespace, tool.tool_name): tool for tool in await all_tools()}
    for (server, name), tool in by_name.items():
        if tool.facts.stands_for:
            meant = by_name[server, tool.facts.stands_for].facts
            assert not meant.stands_for, name
            for fact in ("kind", "reads", "destroys", "into_cells", "keeps", "takes", "secrets"):
                assert getattr(tool.facts, fact) == getattr(meant, fact), (name, fact)


async def test_every_tool_says_what_it_does() -> None:
    assert [tool.tool_name for tool in await all_tools() if len(tool.description) < 10] == []


def test_a_tool_of_two_servers_is_asked_for_by_server() -> None:
    assert tool_of("CalcUnoExecutor.save_as").namespace == "CalcUnoExecutor"
    with pytest.raises(ConfigError, match=r"WriterUnoExecutor\.save_as.* or .*UnoExecutor\.save_as"):
        tool_of("save_as")


def test_an_unknown_tool_names_near_ones() -> None:
    with pytest.raises(ConfigError, match="near: click_input"):
        tool_of("click_imput")
