import type { Thread } from "@toolwright/store";
import { printable } from "../text/printable.ts";
import type { Terminal } from "./terminal.ts";

/** Lets a person choose a conversation by its number; none where there is no answer. */
export function chooseThread(terminal: Terminal): (threads: readonly Thread[]) => Promise<Thread | undefined> {
  const { isDrawn } = terminal.screen;
  return async (threads) => {
    const labels = threads.map((thread) => labelOf(thread, terminal));
    if (!isDrawn)
      for (const [index, label] of labels.entries()) terminal.screen.line(`${String(index + 1).padStart(3)}  ${label}`);
    const choices = labels.map((label, index) => ({
      key: index < 9 ? String(index + 1) : "",
      word: String(index + 1),
      label,
    }));
    for (;;) {
      const prompt = "Which one? (a number; Enter for the first) > ";
      const answer = await terminal.ask({ prompt, choices, leaving: "Esc chooses none" });
      if (answer.kind !== "line") return undefined;
      const chosen = numbered(threads, answer.text.trim());
      if (chosen !== undefined) return chosen;
    }
  };
}

function labelOf({ title, updatedAt, status }: Thread, { screen }: Terminal): string {
  const when = `${new Date(updatedAt).toLocaleString()}${status === "idle" ? "" : `  ${status}`}`;
  // A choice is coloured whole.
  return `${printable(title) || "(no title)"}  ${screen.isDrawn ? when : screen.styles.dim(when)}`;
}

function numbered(threads: readonly Thread[], text: string): Thread | undefined {
  if (text === "") return threads[0];
  return /^\d{1,3}$/.test(text) ? threads[Number(text) - 1] : undefined;
}
