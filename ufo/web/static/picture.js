// Draws the desktop: the tiles that changed, only while the page is looked at.
export class Picture {
  constructor(channel, canvas, none) {
    this.channel = channel;
    this.canvas = canvas;
    this.none = none;
    this.context = canvas.getContext("2d", { alpha: false });
    this.screen = null;
    this.drawn = 0;
    this.isWatched = false;
    channel.addEventListener("welcome", () => this.watch());
    channel.addEventListener("closed", () => {
      this.isWatched = false;
      this.say("The run cannot be reached at this moment.");
    });
    channel.addEventListener("picture", (event) => this.draw(event.detail));
    channel.addEventListener("pictures_failed", (event) => this.say(event.detail.why));
    document.addEventListener("visibilitychange", () => this.watch());
    new ResizeObserver(() => this.watch()).observe(canvas.parentElement);
  }

  say(text) {
    this.none.textContent = text;
    this.none.hidden = false;
  }

  watch() {
    const wanted = !document.hidden;
    const width = Math.min(1920, Math.max(480, Math.ceil((this.canvas.parentElement.clientWidth * devicePixelRatio) / 160) * 160));
    if (!this.channel.isOpen || (wanted === this.isWatched && width === this.width)) return;
    this.isWatched = wanted;
    this.width = width;
    this.channel.tell(wanted ? "watch" : "unwatch", wanted ? { width } : {});
  }

  async draw(update) {
    try {
      const images = await Promise.all(update.tiles.map((tile) => createImageBitmap(tile.file)));
      if (update.whole && (this.canvas.width !== update.width || this.canvas.height !== update.height)) {
        this.canvas.width = update.width;
        this.canvas.height = update.height;
      }
      images.forEach((image, place) => {
        this.context.drawImage(image, update.tiles[place].x, update.tiles[place].y);
        image.close();
      });
      this.screen = update.screen;
      this.none.hidden = true;
      this.canvas.dataset.drawn = String(++this.drawn);
    } finally {
      this.channel.tell("seen", { sequence: update.sequence });
    }
  }

  // The point of the screen under a point of the page.
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const across = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    const down = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height));
    const { x, y, width, height } = this.screen || { x: 0, y: 0, width: this.canvas.width, height: this.canvas.height };
    return { x: Math.round(x + across * (width - 1)), y: Math.round(y + down * (height - 1)) };
  }
}
