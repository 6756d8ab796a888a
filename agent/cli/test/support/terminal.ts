import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { COMMAND, OWN_PLACES } from "./toolwright.ts";

/** Milliseconds that a busy machine may take to show something. */
const PATIENCE_MS = 90_000;

/** One that a newcomer would have, but for the prompt. */
const SHELL = ["PS1=$ ", "bash", "--norc", "--noprofile", "-i"];

/** Line after line. */
const PLAIN = { NO_COLOR: "1" };

/** With what is drawn at the bottom. */
export const DRAWN = { NO_COLOR: "" };

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** The command, or a shell, in a real terminal of 100 columns, as a person sees it. It is closed when the test ends. */
export class TestTerminal {
  readonly #server = `toolwright-${randomUUID()}`;

  constructor(args: readonly string[] | "shell", cwd: string, environment: Readonly<Record<string, string>> = {}) {
    const variables = Object.entries({ ...OWN_PLACES, ...PLAIN, ...environment }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const program = args === "shell" ? SHELL : [...COMMAND, ...args];
    const words = [...variables, ...program].map((word) => `'${word}'`).join(" ");
    const size = ["-x", "100", "-y", "400"];
    // The shell stays, so that what comes after the command can be seen too.
    this.#tmux("new-session", "-d", ...size, "-c", cwd, `env PS1='' ${words}; echo "ended with $?"; sleep 60`);
    onTestFinished(() => void spawnSync("tmux", ["-L", this.#server, "kill-server"]));
  }

  /** Types a line, and Enter. */
  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
    this.press("Enter");
  }

  /** Presses keys by tmux's names, for example `C-c`. */
  press(...keys: string[]): void {
    this.#tmux("send-keys", ...keys);
  }

  /** Pastes, in brackets where the program asked for them. */
  paste(text: string): void {
    this.#tmux("set-buffer", text);
    this.#tmux("paste-buffer", "-p");
  }

  /** Kills the command, and nothing else. */
  kill(): void {
    const shell = this.#tmux("display-message", "-p", "#{pane_pid}").trim();
    spawnSync("pkill", ["-KILL", "-P", shell]);
  }

  /** Gives it another size. */
  resize(columns: number, rows: number): void {
    this.#tmux("resize-window", "-x", String(columns), "-y", String(rows));
  }

  /** Everything on the screen, without blank lines and without blanks at the ends of lines. */
  screen(): string {
    return this.#tmux("capture-pane", "-p")
      .split("\n")
      .map((line) => line.trimEnd())
      .filter((line) => line !== "")
      .join("\n");
  }

  /** The same with its colours and lines. */
  styled(): string {
    return this.#tmux("capture-pane", "-p", "-e");
  }

  /** Everything on the screen as it stands there; lines that the terminal wrapped are whole. */
  transcript(): string {
    const lines = this.#tmux("capture-pane", "-p", "-J").split("\n");
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd();
  }

  /** The same with the sequences that colour it. */
  colours(): string {
    return this.#tmux("capture-pane", "-p", "-e");
  }

  /** Every line of the terminal, those that have scrolled away too. */
  history(): readonly string[] {
    return this.#tmux("capture-pane", "-p", "-J", "-S", "-")
      .split("\n")
      .map((line) => line.trimEnd());
  }

  /** Waits until a pattern is on the screen, and returns the screen. */
  async see(pattern: RegExp): Promise<string> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const screen = this.screen();
      if (pattern.test(screen)) return screen;
      if (performance.now() > until) throw new Error(`Never seen: ${pattern}. On the screen:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #tmux(...args: string[]): string {
    return execFileSync("tmux", ["-L", this.#server, "-f", "/dev/null", ...args], { encoding: "utf8" });
  }
}
