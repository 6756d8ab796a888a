import type { FoundPolicy } from "../permissions/read-policy-file.ts";
import { printable } from "../text/printable.ts";
import { askYes } from "./ask-yes.ts";
import type { Terminal } from "./terminal.ts";

/** Asks whether the rules that came with a folder may allow calls. Anything but a clear yes is a no. */
export async function askTrust(terminal: Terminal, { file, policy }: FoundPolicy): Promise<boolean> {
  const { screen } = terminal;
  const { yellow, bold } = screen.styles;
  screen.line(`${yellow("?")} ${bold("This folder brings rules that allow calls without asking.")} ${printable(file)}`);
  // All of them: nobody should trust what they cannot see.
  for (const { rule } of policy.allow) screen.line(`    ${printable(rule).replaceAll("\n", "\\n")}`);
  const prompt = "    Trust them? y = yes, until the file changes; n = not now > ";
  return (await askYes(terminal, { prompt })) === "yes";
}
