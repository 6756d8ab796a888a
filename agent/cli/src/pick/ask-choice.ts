import type { Choice, Terminal } from "../terminal/terminal.ts";

/** What is chosen from. */
export interface AskedChoice {
  readonly choices: readonly Choice[];
  /** What comes of Esc, or of an empty line. */
  readonly leaving: string;
}

/** Asks until one of the choices is taken: its word, `back` for Esc or an empty line, `left` for Ctrl-C and Ctrl-D. */
export async function askChoice(terminal: Terminal, { choices, leaving }: AskedChoice): Promise<string> {
  const { screen } = terminal;
  if (!screen.isDrawn) for (const [place, { label }] of choices.entries()) screen.line(`${numbered(place)}  ${label}`);
  const prompt = `Which one? (a number; ${leaving.replace(/^Esc/, "Enter alone")}) > `;
  for (;;) {
    const answer = await terminal.ask({ prompt, choices, goesBack: true, leaving });
    if (answer.kind === "back") return "back";
    if (answer.kind !== "line") return "left";
    const text = answer.text.trim();
    if (text === "") return "back";
    const chosen = choices.find(({ word }) => word === text) ?? choices[Number(text) - 1];
    if (chosen !== undefined) return chosen.word;
  }
}

function numbered(place: number): string {
  return String(place + 1).padStart(3);
}
