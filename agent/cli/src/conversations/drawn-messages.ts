import type { DrawnTerminal } from "../terminal/drawn/drawn-terminal.ts";
import { saidLines } from "../view/said-lines.ts";

/** What the person writes in the composer, until they leave. */
export async function* drawnMessages({ composer, screen }: DrawnTerminal, signal: AbortSignal): AsyncGenerator<string> {
  signal.addEventListener("abort", () => composer.close(), { once: true });
  for (;;) {
    const message = signal.aborted ? undefined : await composer.next();
    if (message === undefined) return;
    screen.line();
    for (const line of saidLines(composer.shown(message), screen.styles)) screen.line(line);
    yield message;
  }
}
