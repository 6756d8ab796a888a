import type { Thread } from "@toolwright/durable";
import { printable } from "../text/printable.ts";
import type { Terminal } from "./terminal.ts";

/** Lets a person choose a conversation by its number; none where there is no answer. */
export function chooseThread(terminal: Terminal): (threads: readonly Thread[]) => Promise<Thread | undefined> {
  return async (threads) => {
    for (const [index, thread] of threads.entries()) showThread(terminal, index + 1, thread);
    for (;;) {
      const answer = await terminal.ask({ prompt: "Which one? (a number; Enter for the first) > " });
      if (answer.kind !== "line") return undefined;
      const chosen = numbered(threads, answer.text.trim());
      if (chosen !== undefined) return chosen;
    }
  };
}

function showThread({ screen }: Terminal, number: number, { title, updatedAt }: Thread): void {
  const when = screen.styles.dim(new Date(updatedAt).toLocaleString());
  screen.line(`${String(number).padStart(3)}  ${printable(title) || "(no title)"}  ${when}`);
}

function numbered(threads: readonly Thread[], text: string): Thread | undefined {
  if (text === "") return threads[0];
  return /^\d{1,3}$/.test(text) ? threads[Number(text) - 1] : undefined;
}
