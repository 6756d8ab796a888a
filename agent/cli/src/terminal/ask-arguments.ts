import type { JsonObject } from "@toolwright/core";
import { objectIn } from "@toolwright/core/internal";
import type { Terminal } from "./terminal.ts";

/**
 * Lets a person change what a call says: the command alone where it has one, else all of it as JSON. `back` and `stop`
 * where they leave instead.
 */
export async function askArguments(
  args: JsonObject,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<JsonObject | "back" | "stop"> {
  const { screen } = terminal;
  const command = typeof args.command === "string" ? args.command : undefined;
  // A question that is asked line by line has one line for it.
  const typed = command ?? JSON.stringify(args, undefined, screen.isDrawn ? 2 : undefined);
  const prompt = promptFor(command === undefined ? "arguments" : "command", screen.isDrawn && typed.includes("\n"));
  for (let text = typed; ; ) {
    const answer = await terminal.ask({ prompt, typed: text, signal, goesBack: true });
    if (answer.kind !== "line") return answer.kind === "back" ? "back" : "stop";
    const read = command === undefined ? objectIn(answer.text) : { ...args, command: answer.text };
    if (read !== undefined) return read;
    screen.line(screen.styles.yellow("    That is no JSON object."));
    text = answer.text;
  }
}

function promptFor(what: string, isLong: boolean): string {
  return `    ${what}${isLong ? " (Ctrl-G: in your editor)" : ""} > `;
}
