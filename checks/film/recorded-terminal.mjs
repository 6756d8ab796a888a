// A terminal of its own that is looked at many times a second: what a person would have seen, and when.
import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const LOOK_EVERY_MS = 40;
const TYPED_EVERY_MS = 45;
const GIVES_UP_MS = 60_000;

/**
 * Runs `command` in tmux (3.0 or newer) and keeps what stood on the screen; `type`, `press`, `see` and `rest` play the
 * person.
 */
export class RecordedTerminal {
  frames = [];
  #socket = `film-${process.pid}`;
  #begun = performance.now();

  constructor({ command, cwd, columns, rows }) {
    const size = ["-x", String(columns), "-y", String(rows)];
    this.#tmux("-f", "/dev/null", "new-session", "-d", ...size, "-c", cwd, command);
    this.#tmux("set-option", "-g", "status", "off");
    this.#tmux("set-option", "-g", "default-terminal", "tmux-256color");
  }

  async type(text) {
    for (const character of text) {
      this.#tmux("send-keys", "-l", character);
      await this.rest(TYPED_EVERY_MS);
    }
  }

  async press(key) {
    this.#tmux("send-keys", key);
    await this.rest(LOOK_EVERY_MS);
  }

  /** Waits until the screen shows `pattern`. */
  async see(pattern) {
    const giveUp = performance.now() + GIVES_UP_MS;
    while (!pattern.test(this.#look())) {
      if (performance.now() > giveUp) throw new Error(`${pattern} was never seen:\n${this.#plain()}`);
      await wait(LOOK_EVERY_MS);
    }
  }

  /** Goes on looking for so long. */
  async rest(milliseconds) {
    const until = performance.now() + milliseconds;
    do {
      this.#look();
      await wait(Math.min(LOOK_EVERY_MS, milliseconds));
    } while (performance.now() < until);
  }

  close() {
    spawnSync("tmux", ["-L", this.#socket, "kill-server"]);
  }

  #look() {
    const lines = this.#tmux("capture-pane", "-e", "-p").split("\n");
    const last = this.frames.at(-1);
    if (last?.lines.join("\n") !== lines.join("\n")) this.frames.push({ at: performance.now() - this.#begun, lines });
    return this.#plain();
  }

  #plain() {
    return this.#tmux("capture-pane", "-p");
  }

  #tmux(...words) {
    const { status, stdout, stderr } = spawnSync("tmux", ["-L", this.#socket, ...words], { encoding: "utf8" });
    if (status !== 0) throw new Error(`tmux ${words[0]}: ${stderr}`);
    return stdout;
  }
}
