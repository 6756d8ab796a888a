import { spelledStrictly } from "@toolwright/view/internal";
import { askYes } from "../../terminal/ask-yes.ts";
import { framed } from "../../terminal/framed.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { countOf } from "../../text/count-of.ts";

/** A message that a stranger has written. */
export interface StrangersMessage {
  /** Who says it; printable. */
  readonly whose: string;
  readonly text: string;
  /** What a yes says, beside yes, such as until when it holds. */
  readonly meaning?: string;
}

/**
 * Whether a person says these very words, all of which are shown. The question and the number of their lines stand
 * below them: long words carry off what stands above.
 */
export async function askToSend({ whose, text, meaning = "" }: StrangersMessage, terminal: Terminal): Promise<boolean> {
  const lines = framed(terminal.screen);
  lines.words(`  ? ${whose}`);
  const said = spelledStrictly(text.trimEnd()).split("\n");
  for (const line of said) lines.line(`    ${line}`);
  lines.words(`  Send this as your message (${countOf(said.length, "line")})?`);
  const prompt = `    Send it? y = yes${meaning}; n = no > `;
  const choices = [
    { key: "1", word: "y", label: `Yes${meaning}` },
    { key: "2", word: "n", label: "No" },
  ];
  return (await askYes(terminal, { prompt, choices, isFramed: true, leaving: "Esc does not send it" })) === "yes";
}
