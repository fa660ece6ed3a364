// Tells one program of the same user what windows there are, and strikes at a place of one only where that window still lies
// there: looking and striking are one turn of the shell's loop. GNOME disables an extension while the screen is locked.

const NAME = 'org.ufo.Shell', PATH = '/org/ufo/Shell';
const INTERFACE = `<node><interface name="org.ufo.Shell">
    <method name="Version"><arg type="s" direction="out"/></method>
    <method name="Look"><arg type="s" direction="out"/></method>
    <method name="At"><arg type="d" direction="in"/><arg type="d" direction="in"/><arg type="s" direction="out"/></method>
    <method name="Activate"><arg type="t" direction="in"/></method>
    <method name="Close"><arg type="t" direction="in"/></method>
    <method name="Strike"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
    <method name="LetGo"/>
    <method name="Grab"><arg type="s" direction="in"/><arg type="u" direction="out"/></method>
    <method name="Release"><arg type="u" direction="in"/></method>
    <signal name="Pressed"><arg type="u"/></signal>
</interface></node>`;
const POPUPS = [Meta.WindowType.MENU, Meta.WindowType.DROPDOWN_MENU, Meta.WindowType.POPUP_MENU, Meta.WindowType.COMBO];
const HANDLED_MS = 250, TICK_MS = 1, TURNS = 2;

class ToldWindows {
    enable() {
        this._painted = new Map();
        this._held = new Set();
        this._grabs = new Map();
        this._watched = new Map();
        // A program takes a pointer's first strokes only once it knows of a pointer, so there always is one.
        this._pointer = Clutter.get_default_backend().get_default_seat()
            .create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
        this._exported = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._exported.export(Gio.DBus.session, PATH);
        this._owned = Gio.bus_own_name(Gio.BusType.SESSION, NAME, Gio.BusNameOwnerFlags.NONE, null, null, null);
        this._signals = [
            global.display.connect('window-created', (_display, window) => this._follow(window)),
            global.display.connect('accelerator-activated', (_display, action) => {
                if (this._grabs.has(action))
                    this._exported.emit_signal('Pressed', new GLib.Variant('(u)', [action]));
            }),
        ];
        this._followed = [];
        global.get_window_actors().forEach(actor => this._follow(actor.meta_window));
    }

    disable() {
        this._letGo();
        [...this._grabs.keys()].forEach(action => this.Release(action));
        this._signals.forEach(signal => global.display.disconnect(signal));
        this._followed.forEach(([actor, ...signals]) => signals.forEach(signal => actor.disconnect(signal)));
        this._watched.forEach(watch => Gio.bus_unwatch_name(watch));
        Gio.bus_unown_name(this._owned);
        this._exported.unexport();
        this._pointer = this._followed = null;
    }

    Version() {
        return VERSION;
    }

    /** Return the windows, topmost first, and who gets keys now: `keys` is the window, 0 where the shell itself takes them. */
    Look() {
        const windows = this._windows().reverse().map(window => this._told(window));
        const taken = Main.modalCount > 0 || Main.overview.visible;
        const [x, y] = global.get_pointer();
        return JSON.stringify({windows, keys: taken ? 0 : global.display.focus_window?.get_id() ?? 0, pointer: [x, y]});
    }

    At(x, y) {
        return JSON.stringify(this._at(x, y));
    }

    Activate(id) {
        Main.activateWindow(this._find(id), global.display.get_current_time_roundtrip());
    }

    Close(id) {
        this._find(id).delete(global.display.get_current_time_roundtrip());
    }

    /** Do the steps if what the order says still holds; answer once they were handled, with what lies at the place by then. */
    StrikeAsync([text], invocation) {
        const answer = told => invocation.return_value(new GLib.Variant('(s)', [JSON.stringify(told)]));
        try {
            const order = parsed(text);
            const now = {at: this._at(order.x, order.y), painted: this._painted, time: GLib.get_monotonic_time()};
            const refused = refusal(order, now);
            if (refused) {
                answer(refused);
                return;
            }
            this._watch(invocation.get_sender());
            order.steps.forEach(step => this._do(...step));
            this._held = heldAfter(this._held, order.steps);
            const last = order.steps.filter(([what]) => what === 'move').pop();
            this._onceHandled(last?.slice(1), () => answer({at: now.at, after: this._at(order.x, order.y)}));
        } catch (error) {
            invocation.return_dbus_error('org.ufo.Shell.Error', String(error.message));
        }
    }

    LetGo() {
        this._letGo();
    }

    GrabAsync([keys], invocation) {
        const action = global.display.grab_accelerator(keys, Meta.KeyBindingFlags.NONE);
        if (action === Meta.KeyBindingAction.NONE) {
            invocation.return_dbus_error('org.ufo.Shell.Error', `the shell does not give the key ${keys}`);
            return;
        }
        Main.wm.allowKeybinding(Meta.external_binding_name_for_action(action), Shell.ActionMode.ALL);
        this._watch(invocation.get_sender());
        this._grabs.set(action, invocation.get_sender());
        invocation.return_value(new GLib.Variant('(u)', [action]));
    }

    Release(action) {
        if (this._grabs.delete(action))
            global.display.ungrab_accelerator(action);
    }

    _windows() {
        // A window that was not shown yet has no size, and must not be activated.
        return global.get_window_actors().filter(actor => !actor.is_destroyed()).map(actor => actor.meta_window)
            .filter(window => window && window.get_frame_rect().width > 0);
    }

    _find(id) {
        const found = this._windows().find(window => window.get_id() === Number(id));
        if (!found)
            throw new Error('the window is closed');
        return found;
    }

    _follow(window) {
        const actor = window?.get_compositor_private();
        if (!actor)
            return;
        const id = window.get_id();
        const stamp = () => this._painted.set(id, GLib.get_monotonic_time());
        stamp();
        const painted = actor.connect('damaged', stamp);
        const gone = actor.connect('destroy', () => {
            this._painted.delete(id);
            this._followed = this._followed?.filter(([other]) => other !== actor);
        });
        this._followed.push([actor, painted, gone]);
    }

    _told(window) {
        const rect = ({x, y, width, height}) => [x, y, width, height];
        const here = window.located_on_workspace(global.workspace_manager.get_active_workspace());
        const type = window.get_window_type();
        return {
            id: window.get_id(),
            pid: window.get_pid(),
            title: window.get_title() ?? '',
            name: window.get_wm_class() ?? '',
            role: window.get_role() ?? '',
            frame: rect(window.get_frame_rect()),
            buffer: rect(window.get_buffer_rect()),
            parent: window.get_transient_for()?.get_id() ?? 0,
            popup: POPUPS.includes(type),
            passing: type === Meta.WindowType.TOOLTIP,
            splash: type === Meta.WindowType.SPLASHSCREEN,
            active: window.has_focus(),
            shown: here && window.showing_on_its_workspace(),
            minimized: window.minimized,
            maximized: window.maximized_horizontally && window.maximized_vertically,
            native: window.get_client_type() === Meta.WindowClientType.WAYLAND,
            listed: ![Meta.WindowType.DESKTOP, Meta.WindowType.DOCK, Meta.WindowType.DND].includes(type),
            modal: window.is_attached_dialog() || type === Meta.WindowType.MODAL_DIALOG,
            monitor: this._corner(window.get_monitor()),
            painted: this._painted.get(window.get_id()) ?? 0,
        };
    }

    /** Return the corner of the monitor, null where there is none. */
    _corner(monitor) {
        if (monitor < 0)
            return null;
        const {x, y} = global.display.get_monitor_geometry(monitor);
        return [x, y];
    }

    _at(x, y) {
        const names = [];
        for (let actor = global.stage.get_actor_at_pos(Clutter.PickMode.REACTIVE, x, y); actor; actor = actor.get_parent()) {
            if (actor.meta_window)
                return {window: actor.meta_window.get_id(), name: actor.meta_window.get_title() ?? ''};
            names.push(actor.accessible_name || actor.name || '');
        }
        return {window: 0, name: names.find(Boolean) ?? ''};
    }

    _do(what, first, second) {
        const now = GLib.get_monotonic_time();
        if (what === 'move')
            this._pointer.notify_absolute_motion(now, first, second);
        else if (what === 'scroll')
            this._scroll(now, first, second);
        else
            this._pointer.notify_button(now, first, what === 'press' ? Clutter.ButtonState.PRESSED : Clutter.ButtonState.RELEASED);
    }

    _scroll(now, right, down) {
        const {LEFT, RIGHT, UP, DOWN} = Clutter.ScrollDirection;
        for (const [notches, forth, back] of [[down, DOWN, UP], [right, RIGHT, LEFT]]) {
            for (let notch = 0; notch < Math.abs(notches); notch++)
                this._pointer.notify_discrete_scroll(now, notches > 0 ? forth : back, Clutter.ScrollSource.WHEEL);
        }
    }

    _letGo() {
        this._held.forEach(button => this._do('release', button));
        this._held.clear();
    }

    /** Call back once the pointer has come to a place and some turns of the loop have passed, in which what came with it was handed
     * on. Not at a low priority: a busy shell would never get to that. */
    _onceHandled(place, call) {
        const until = GLib.get_monotonic_time() + HANDLED_MS * 1000;
        let turns = 0;
        GLib.timeout_add(GLib.PRIORITY_DEFAULT, TICK_MS, () => {
            const [x, y] = global.get_pointer();
            turns += !place || (Math.abs(x - place[0]) < 1 && Math.abs(y - place[1]) < 1);
            if (turns < TURNS && GLib.get_monotonic_time() < until)
                return GLib.SOURCE_CONTINUE;
            call();
            return GLib.SOURCE_REMOVE;
        });
    }

    /** Let go of everything when the program that asked for it ends. */
    _watch(sender) {
        if (this._watched.has(sender))
            return;
        this._watched.set(sender, Gio.bus_watch_name_on_connection(Gio.DBus.session, sender, Gio.BusNameWatcherFlags.NONE, null, () => {
            Gio.bus_unwatch_name(this._watched.get(sender));
            this._watched.delete(sender);
            this._letGo();
            [...this._grabs].filter(([, owner]) => owner === sender).forEach(([action]) => this.Release(action));
        }));
    }
}
