// Runs inside of KWin (Plasma 5.27 and 6): does what `UFO.verb` says, and tells the windows as they are then.
// `UFO` is written before this text: {verb, window, to, token}; `window` is how the wanted window's id begins.

// Plasma 5.27 writes a line into its log whenever `desktops` is read.
var isPlasma6 = workspace.windowList !== undefined;

function rect(it) {
    return it ? [it.x, it.y, it.width, it.height] : null;
}

function id(window) {
    return window ? String(window.internalId) : "";
}

function onThisDesktop(window) {
    if (window.onAllDesktops)
        return true;
    if (!isPlasma6)
        return window.desktop === workspace.currentDesktop;
    return window.desktops.length === 0 || window.desktops.indexOf(workspace.currentDesktop) >= 0;
}

function isMaximized(window) {
    if (!window.normalWindow)
        return false;
    var area = workspace.clientArea(KWin.MaximizeArea, window), frame = window.frameGeometry;
    return frame.width >= area.width && frame.height >= area.height;
}

function told(window) {
    return {
        id: id(window), parent: id(window.transientFor), pid: window.pid, title: String(window.caption),
        app: String(window.resourceClass), role: String(window.windowRole || ""), order: window.stackingOrder,
        frame: rect(window.frameGeometry), client: rect(window.clientGeometry), buffer: rect(window.bufferGeometry),
        popup: !!window.popupWindow || !!window.dropdownMenu || !!window.popupMenu || !!window.comboBox,
        passing: !!window.tooltip, splash: !!window.splash, managed: !!(window.normalWindow || window.dialog || window.utility),
        local: !window.windowId, minimized: !!window.minimized, maximized: isMaximized(window), modal: !!window.modal,
        shown: !window.minimized && !window.hidden && onThisDesktop(window)
    };
}

function screens() {
    var found = [], i;
    if (isPlasma6)
        for (i = 0; i < workspace.screens.length; i++)
            found.push({
                name: String(workspace.screens[i].name), rect: rect(workspace.screens[i].geometry),
                first: workspace.screens[i] === workspace.activeScreen
            });
    else
        for (i = 0; i < workspace.numScreens; i++)
            found.push({
                name: "screen " + (i + 1), rect: rect(workspace.clientArea(KWin.ScreenArea, i, workspace.currentDesktop)),
                first: i === workspace.activeScreen
            });
    return found;
}

function everything() {
    var list = isPlasma6 ? workspace.windowList() : workspace.clientList(), found = [];
    for (var i = 0; i < list.length; i++)
        if (!list[i].deleted)
            found.push(list[i]);
    return found;
}

function named(windows) {
    for (var i = 0; i < windows.length; i++)
        if (UFO.window && id(windows[i]).replace(/[^0-9a-f]/g, "").indexOf(UFO.window) === 0)
            return windows[i];
    return null;
}

function activate(window) {
    if (!onThisDesktop(window))
        workspace.currentDesktop = isPlasma6 ? window.desktops[0] : window.desktop;
    window.minimized = false;
    if (isPlasma6)
        workspace.activeWindow = window;
    else
        workspace.activeClient = window;
}

function answer() {
    var windows = everything(), window = named(windows), at = workspace.cursorPos;
    if (window && UFO.verb === "activate")
        activate(window);
    if (window && UFO.verb === "close")
        window.closeWindow();
    var active = isPlasma6 ? workspace.activeWindow : workspace.activeClient;
    return {windows: windows.map(told), screens: screens(), active: id(active), pointer: [at.x, at.y]};
}

var answered;
try {
    answered = answer();
} catch (error) {
    answered = {error: String(error)};
}
callDBus(UFO.to, "/ufo", "org.ufo.Told", "Told", UFO.token, JSON.stringify(answered));
