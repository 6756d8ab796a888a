import type { Component } from "@earendil-works/pi-tui";
import { durationText } from "@toolwright/view/internal";
import { printable } from "../../text/printable.ts";
import type { RunStatus } from "../../view/run-status.ts";
import type { Styles } from "../styles.ts";

const PICTURES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const PICTURE_MS = 100;

/** What a run does, in one line that moves while it lasts. */
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

  render(): string[] {
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
    const seconds = durationText(Math.floor((now - doing.since) / 1_000) * 1_000).replace("0 ms", "0 s");
    return ["", `${cyan(picture)} ${printable(doing.what)}… ${dim(`${step}${seconds} · Esc stops`)}`];
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
