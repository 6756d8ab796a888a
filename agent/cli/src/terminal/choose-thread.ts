import type { Thread } from "@toolwright/store";
import { agoText } from "../text/ago-text.ts";
import { hasAllWords } from "../text/has-all-words.ts";
import { printable } from "../text/printable.ts";
import type { Terminal } from "./terminal.ts";

/** Lets a person choose a conversation by its number or words of its title; none where there is no answer. */
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
      const prompt = "Which one? (a number, or words of its title; Enter for the first) > ";
      const answer = await terminal.ask({ prompt, choices, isFiltered: true, leaving: "Esc chooses none" });
      if (answer.kind !== "line") return undefined;
      const chosen = meant(threads, answer.text.trim());
      if (chosen !== undefined) return chosen;
    }
  };
}

const LONGEST_AGO = 10;

function labelOf({ title, updatedAt, status }: Thread, { screen }: Terminal): string {
  const when = agoText(updatedAt).padEnd(LONGEST_AGO);
  const state = status === "idle" ? "" : `  ${status}`;
  // A choice is coloured whole.
  return `${screen.isDrawn ? when : screen.styles.dim(when)}  ${printable(title) || "(no title)"}${state}`;
}

/** Words must be those of one title alone. */
function meant(threads: readonly Thread[], text: string): Thread | undefined {
  if (text === "") return threads[0];
  if (/^\d{1,3}$/.test(text)) return threads[Number(text) - 1];
  const [only, ...others] = threads.filter(({ title }) => hasAllWords(title, text));
  return others.length === 0 ? only : undefined;
}
