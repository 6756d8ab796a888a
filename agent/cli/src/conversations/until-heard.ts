import type { DrawnTerminal } from "../terminal/drawn/drawn-terminal.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";

/** Something that was said to a run under way. */
export interface Said {
  readonly text: string;
  /** Whether the run heard it; undefined where it had ended before. */
  readonly sent: Promise<boolean | undefined>;
}

/**
 * Shows a message until its run has heard it. One that comes too late is the next one, and so is one that was said
 * before Esc; after Ctrl-C or a failure it goes back to where it was written. Never rejects.
 */
export async function untilHeard(
  { text, sent }: Said,
  { terminal, drawn }: { readonly terminal: Terminal; readonly drawn: DrawnTerminal | undefined },
): Promise<void> {
  const leave = drawn?.composer.join(text);
  const isSent = await sent.catch((thrown: unknown) => {
    const why = terminal.screen.styles.red(printable(messageOf(thrown)));
    if (drawn === undefined) terminal.screen.line(why);
    else drawn.screen.note(why);
    return false;
  });
  leave?.();
  if (isSent === true) return;
  if (drawn !== undefined && (isSent === undefined || drawn.stoppedBy === "escape")) drawn.composer.add(text);
  else terminal.putBack(text);
}
