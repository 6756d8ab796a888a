import type { Environment } from "../model/environment.ts";
import type { DrawnTerminal } from "./drawn/drawn-terminal.ts";

/** Where a conversation is shown. */
export interface WantedTerminal {
  /** Line after line, whatever the terminal can do. */
  readonly plain?: boolean;
}

/**
 * A terminal that is drawn; undefined where lines are better: in pipes, for screen readers (`--plain`), without colours
 * (`NO_COLOR`), and in terminals that cannot move their cursor (`TERM=dumb`). What draws is loaded only here.
 */
export async function openDrawnTerminal(
  { plain }: WantedTerminal,
  environment: Environment,
): Promise<DrawnTerminal | undefined> {
  const isPerson = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const { NO_COLOR, TERM } = environment;
  if (!isPerson || plain === true || NO_COLOR || TERM === undefined || TERM === "dumb" || TERM === "") return undefined;
  const { DrawnTerminal } = await import("./drawn/drawn-terminal.ts");
  return new DrawnTerminal(environment);
}
