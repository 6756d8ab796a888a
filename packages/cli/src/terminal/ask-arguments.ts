import type { JsonObject } from "@toolwright/core";
import { objectIn } from "@toolwright/core/internal";
import type { Terminal } from "./terminal.ts";

/** Lets a person change what a call says: the command alone where it has one, else all of it as JSON. `back` and `stop` where they leave instead. */
export async function askArguments(
  args: JsonObject,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<JsonObject | "back" | "stop"> {
  const { command } = args;
  const isCommand = typeof command === "string";
  // A question that is asked line by line has one line for it.
  const typed = isCommand ? command : JSON.stringify(args, undefined, terminal.screen.isDrawn ? 2 : undefined);
  const how = terminal.screen.isDrawn && typed.includes("\n") ? " (Ctrl-G: in your editor)" : "";
  for (let text = typed; ; ) {
    const prompt = `    ${isCommand ? "command" : "arguments"}${how} > `;
    const answer = await terminal.ask({ prompt, typed: text, signal, goesBack: true });
    if (answer.kind === "back") return "back";
    if (answer.kind !== "line") return "stop";
    if (isCommand) return { ...args, command: answer.text };
    const read = objectIn(answer.text);
    if (read !== undefined) return read;
    terminal.screen.line(terminal.screen.styles.yellow("    That is no JSON object."));
    text = answer.text;
  }
}
