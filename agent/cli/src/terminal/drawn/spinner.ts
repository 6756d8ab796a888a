import { type Component, truncateToWidth } from "@earendil-works/pi-tui";
import { durationText, spelledOnOneLine } from "@toolwright/view/internal";
import { countOf } from "../../text/count-of.ts";
import { printable } from "../../text/printable.ts";
import { runningCallLine } from "../../view/program-lines.ts";
import type { RunStatus } from "../../view/run-status.ts";
import type { Styles } from "../styles.ts";

const PICTURES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const PICTURE_MS = 100;

/** Lines of agents that are shown at once. */
const MOST_AGENTS = 8;

/** Calls of a program that are shown while it runs. */
const MOST_CALLS = 8;

const INDENT = "      ";

/** What a run does, in one line that moves while it lasts, and below it what its sub-agents do. */
export class Spinner implements Component {
  readonly #status: RunStatus;
  readonly #styles: Styles;
  readonly #redraw: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(status: RunStatus, styles: Styles, redraw: () => void) {
    this.#status = status;
    this.#styles = styles;
    this.#redraw = redraw;
  }

  invalidate(): void {}

  render(width: number): string[] {
    const { doing } = this.#status;
    if (doing === undefined) {
      this.stop();
      return [];
    }
    this.#timer ??= setInterval(this.#redraw, PICTURE_MS).unref();
    const now = performance.now();
    const picture = PICTURES[Math.floor(now / PICTURE_MS) % PICTURES.length] ?? "";
    const { cyan, dim } = this.#styles;
    const step = `step ${doing.step + 1} · `;
    const line = `${cyan(picture)} ${printable(doing.what)}… ${dim(`${step}${secondsText(now - doing.since)} · Esc stops`)}`;
    return ["", line, ...this.#agents(now, width), ...this.#calls(width)];
  }

  /** One line for each sub-agent, which says what it does now. */
  #agents(now: number, width: number): readonly string[] {
    const { agents } = this.#status;
    const lines = agents.slice(0, MOST_AGENTS).map(({ label, depth, doing, calls, since }) => {
      const words = [label, countOf(calls, "call"), secondsText(now - since), doing];
      return `  ${"  ".repeat(depth)}└ ${words.map(spelledOnOneLine).join(" · ")}`;
    });
    if (agents.length > MOST_AGENTS) lines.push(`  … ${countOf(agents.length - MOST_AGENTS, "more agent")}`);
    return lines.map((line) => this.#styles.dim(truncateToWidth(line, width, "…")));
  }

  /** The last calls of programs, each with how it stands. */
  #calls(width: number): readonly string[] {
    const looks = { styles: this.#styles, width: width - INDENT.length };
    return this.#status.lastCalls(MOST_CALLS).map((call) => INDENT + runningCallLine(call, looks));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function secondsText(ms: number): string {
  return durationText(Math.floor(ms / 1_000) * 1_000).replace("0 ms", "0 s");
}
