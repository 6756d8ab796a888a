import { spelledStrictly } from "@toolwright/view/internal";
import { askYes } from "../terminal/ask-yes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printable } from "../text/printable.ts";

/** The file that a folder brings, and what would hold its programs. */
interface BroughtHooks {
  readonly file: string;
  readonly text: string;
  readonly heldBy: string | undefined;
}

/** Asks whether hooks that came with a folder may run. Anything but a clear yes is a no. */
export async function askHooks(terminal: Terminal, { file, text, heldBy }: BroughtHooks): Promise<boolean> {
  const { screen } = terminal;
  const { yellow, bold } = screen.styles;
  screen.line(
    `${yellow("?")} ${bold("This folder brings programs that run before and after calls.")} ${printable(file)}`,
  );
  // All of it: nobody should trust what they cannot see.
  for (const line of spelledStrictly(text.trimEnd()).split("\n")) screen.line(`    ${line}`);
  screen.line(
    `    ${heldBy === undefined ? "Nothing holds them: there is no sandbox." : `They are held by ${heldBy}.`}`,
  );
  const prompt = "    Run them? y = yes, until the file changes; n = not now > ";
  return (await askYes(terminal, { prompt })) === "yes";
}
