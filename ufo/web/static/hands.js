// The person's hands on the desktop, while they hold it: pointer, wheel, keys, text in any script, what they paste.
const NAMES = {
  Enter: "enter", Backspace: "backspace", Tab: "tab", Escape: "escape", Delete: "delete", Insert: "insert", Home: "home", End: "end",
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", PageUp: "page_up", PageDown: "page_down", " ": "space",
};
const BUTTONS = ["left", "middle", "right"];
const NOTCH = 60;

export class Hands {
  constructor(channel, picture, typed, handBack) {
    this.channel = channel;
    this.picture = picture;
    this.typed = typed;
    this.handBack = handBack;
    this.isOn = false;
    this.waiting = [];
    this.sending = null;
    this.wheel = { x: 0, y: 0 };
    const canvas = picture.canvas;
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerdown", (event) => this.button(event, true));
    canvas.addEventListener("pointerup", (event) => this.button(event, false));
    canvas.addEventListener("wheel", (event) => this.turned(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => this.isOn && event.preventDefault());
    typed.addEventListener("keydown", (event) => this.key(event));
    typed.addEventListener("input", (event) => !event.isComposing && this.text());
    typed.addEventListener("compositionend", () => this.text());
    typed.addEventListener("paste", (event) => this.pasted(event));
  }

  set(isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    this.waiting = [];
    this.typed.hidden = !isOn;
    this.typed.value = "";
    if (isOn) this.typed.focus({ preventScroll: true });
  }

  // One message at a time: what comes meanwhile goes together, and of moves only the last.
  add(event) {
    const last = this.waiting.at(-1);
    if (event.kind === "pointer_moved" && last?.kind === "pointer_moved") this.waiting.pop();
    this.waiting.push(event);
    this.flush();
  }

  // Resolves once all that was done has been sent and done: the desktop goes back after that.
  flush() {
    if (!this.sending && this.waiting.length) this.sending = this.send();
    return this.sending;
  }

  async send() {
    while (this.waiting.length) {
      const events = this.waiting.splice(0, 200);
      try {
        await this.channel.ask("send_input", { events });
      } catch (error) {
        this.waiting = [];
        this.picture.canvas.dispatchEvent(new CustomEvent("refused", { detail: error.message, bubbles: true }));
      }
    }
    this.sending = null;
  }

  moved(event) {
    if (this.isOn) this.add({ kind: "pointer_moved", ...this.picture.point(event) });
  }

  button(event, down) {
    const button = BUTTONS[event.button];
    if (!this.isOn || !button) return;
    event.preventDefault();
    if (down) this.picture.canvas.setPointerCapture(event.pointerId);
    this.typed.focus({ preventScroll: true });
    this.add({ kind: "pointer_button", ...this.picture.point(event), button, down });
  }

  turned(event) {
    if (!this.isOn) return;
    event.preventDefault();
    const unit = event.deltaMode === 0 ? 1 : NOTCH / 3;
    this.wheel.x += event.deltaX * unit;
    this.wheel.y -= event.deltaY * unit;
    const [dx, dy] = [Math.trunc(this.wheel.x / NOTCH), Math.trunc(this.wheel.y / NOTCH)];
    if (!dx && !dy) return;
    this.wheel.x -= dx * NOTCH;
    this.wheel.y -= dy * NOTCH;
    const most = (turns) => Math.max(-20, Math.min(20, turns));
    this.add({ kind: "wheel", ...this.picture.point(event), dx: most(dx), dy: most(dy) });
  }

  key(event) {
    if (event.isComposing || event.key === "Dead" || event.key === "Process") return;
    if (event.key === "Enter" && event.ctrlKey && event.altKey) {
      event.preventDefault();
      this.handBack();
      return;
    }
    const isAltGr = event.getModifierState("AltGraph");
    const held = [
      ...(event.ctrlKey && !isAltGr ? ["ctrl"] : []), ...(event.altKey && !isAltGr ? ["alt"] : []), ...(event.metaKey ? ["super"] : []),
    ];
    // A paste comes as an event with its text; letters come as text, so that any layout and script fits.
    if (held.length === 1 && held[0] === "ctrl" && event.key.toLowerCase() === "v") return;
    const isLetter = [...event.key].length === 1;
    const key = NAMES[event.key] ?? (/^F\d{1,2}$/.test(event.key) ? event.key.toLowerCase() : isLetter ? event.key.toLowerCase() : "");
    if (!key || (isLetter && !held.length)) return;
    event.preventDefault();
    if (event.shiftKey) held.push("shift");
    this.add({ kind: "key_stroke", key, held });
  }

  text() {
    const text = this.typed.value;
    this.typed.value = "";
    if (this.isOn && text) this.add({ kind: "typed_text", text });
  }

  pasted(event) {
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    if (this.isOn && text) this.add({ kind: "pasted", text });
  }
}
