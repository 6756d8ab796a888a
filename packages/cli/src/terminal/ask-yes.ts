import type { Terminal } from "./terminal.ts";

/** Asks until there is a yes or a no. Whoever gives no answer at all has not said yes. */
export async function askYes(terminal: Terminal, prompt: string): Promise<boolean> {
  for (;;) {
    const answer = await terminal.ask({ prompt });
    if (answer.kind !== "line") return false;
    const word = answer.text.trim().toLowerCase();
    if (word === "y" || word === "yes") return true;
    if (word === "n" || word === "no") return false;
  }
}
