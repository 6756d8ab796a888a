import type { Answer, Question, Terminal } from "./terminal.ts";

/** Asks until there is a yes or a no, or whoever is asked leaves: that is no yes either. */
export async function askYes(
  terminal: Terminal,
  question: Question,
): Promise<"yes" | "no" | Exclude<Answer, { kind: "line" }>["kind"]> {
  for (;;) {
    const answer = await terminal.ask(question);
    if (answer.kind !== "line") return answer.kind;
    const word = answer.text.trim().toLowerCase();
    if (word === "y" || word === "yes") return "yes";
    if (word === "n" || word === "no") return "no";
  }
}
