// The connection to the run: requests with their answers, news, and pictures. It comes back by itself.
const RETRY_MS = [300, 500, 1000, 2000];
const ALIVE_MS = 8000;

export class Channel extends EventTarget {
  constructor(run) {
    super();
    this.address = `ws://${location.host}/runs/${run}/control`;
    this.number = 0;
    this.waiting = new Map();
    this.tries = 0;
    this.client = "";
    this.isOver = false;
    this.open();
    setInterval(() => this.isOpen && this.ask("tell_state").catch(() => {}), ALIVE_MS);
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN && this.client !== "";
  }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.binaryType = "arraybuffer";
    this.socket.addEventListener("message", (event) => this.heard(event.data));
    this.socket.addEventListener("close", () => this.closed());
  }

  closed() {
    this.client = "";
    for (const { refuse } of this.waiting.values()) refuse(new Error("The run does not answer any more."));
    this.waiting.clear();
    this.dispatchEvent(new CustomEvent("closed"));
    if (this.isOver) return;
    setTimeout(() => this.open(), RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]);
  }

  end() {
    this.isOver = true;
    this.socket.close();
  }

  heard(data) {
    if (data instanceof ArrayBuffer) {
      this.dispatchEvent(new CustomEvent("picture", { detail: unpacked(data) }));
      return;
    }
    const message = JSON.parse(data);
    if (message.kind === "welcome") {
      this.client = message.client;
      this.tries = 0;
    } else if (message.kind === "answered") {
      const waiting = this.waiting.get(message.number);
      this.waiting.delete(message.number);
      if (waiting && message.why) waiting.refuse(new Error(message.why));
      else waiting?.done();
      return;
    }
    this.dispatchEvent(new CustomEvent(message.kind, { detail: message }));
  }

  // Ask the run for something; the promise is kept when it was done, and broken with the reason for a person.
  ask(kind, values = {}) {
    if (!this.isOpen) return Promise.reject(new Error("The run cannot be reached at this moment."));
    const number = ++this.number;
    this.socket.send(JSON.stringify({ kind, number, ...values }));
    return new Promise((done, refuse) => this.waiting.set(number, { done, refuse }));
  }

  tell(kind, values = {}) {
    if (this.isOpen) this.socket.send(JSON.stringify({ kind, ...values }));
  }
}

const unpacked = (data) => {
  const length = new DataView(data).getUint32(0);
  const update = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  let at = 4 + length;
  const tiles = update.tiles.map((tile) => {
    const file = new Blob([new Uint8Array(data, at, tile.size)], { type: tile.mime });
    at += tile.size;
    return { ...tile, file };
  });
  return { ...update, tiles };
};
