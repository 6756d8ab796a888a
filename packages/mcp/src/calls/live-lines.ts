import type { ToolContext } from "@toolwright/core";
import { visibleText } from "../definitions/visible-text.ts";
import type { Progress } from "../session.port.ts";

/** Characters of a line, and lines of one call: what comes after is not shown. */
const MAX_LINE = 500;
const MAX_LINES = 2_000;

/** What a server says while it works on a call, as live output. */
export class LiveLines {
  readonly #ctx: Pick<ToolContext, "emitOutput">;
  #shown = 0;

  constructor(ctx: Pick<ToolContext, "emitOutput">) {
    this.#ctx = ctx;
  }

  progress({ progress, total, message }: Progress): void {
    const share = total === undefined ? String(progress) : `${progress} of ${total}`;
    this.logged(message === undefined || message === "" ? share : `${share}: ${message}`);
  }

  logged(text: string): void {
    if (this.#shown >= MAX_LINES) return;
    this.#shown += 1;
    this.#ctx.emitOutput(`${visibleText(text, MAX_LINE)}\n`);
  }
}
