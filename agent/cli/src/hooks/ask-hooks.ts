import { spelledOnOneLine } from "@toolwright/view/internal";
import { askYes } from "../terminal/ask-yes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printable } from "../text/printable.ts";
import type { Hook, HooksFile } from "./hooks-file.ts";

/** The file that a folder brings, as lines of {@link linesOfHooks}, and what would hold its programs. */
interface BroughtHooks {
  readonly file: string;
  readonly lines: readonly string[];
  readonly heldBy: string | undefined;
}

/** Asks whether hooks that came with a folder may run. Anything but a clear yes is a no. */
export async function askHooks(terminal: Terminal, { file, lines, heldBy }: BroughtHooks): Promise<boolean> {
  const { screen } = terminal;
  const { yellow, bold } = screen.styles;
  screen.line(
    `${yellow("?")} ${bold("This folder brings programs that run before and after calls.")} ${printable(file)}`,
  );
  screen.line(
    `    ${heldBy === undefined ? "Nothing holds them: there is no sandbox." : `They are held by ${heldBy}.`}`,
  );
  // The commands are the last that is said: nobody should say yes to what has left the screen.
  for (const line of lines) screen.line(`    ${line}`);
  const these = lines.length === 1 ? "this command" : `these ${lines.length} commands`;
  const prompt = `    Run ${these}? y = yes, until the file changes; n = not now > `;
  return (await askYes(terminal, { prompt })) === "yes";
}

/**
 * All that a file of hooks would run, a line each, whatever blanks and lines lie between its commands. Undefined where
 * that is more than a question can show.
 */
export function linesOfHooks({ statusLine, ...lists }: HooksFile): readonly string[] | undefined {
  const around = Object.entries(lists).flatMap(([moment, hooks]) => hooks.map((hook) => lineOf(moment, hook)));
  const lines = statusLine === undefined ? around : [...around, lineOf("statusLine", statusLine)];
  return lines.join("").length > MOST_SHOWN ? undefined : lines;
}

/** Characters of the commands that a question shows. */
export const MOST_SHOWN = 4_000;

function lineOf(moment: string, { tools, seconds, command }: Hook): string {
  const calls = tools === undefined ? moment : `${moment} of ${tools.join(", ")}`;
  return spelledOnOneLine(`${calls}, ${seconds} s: ${command}`);
}
