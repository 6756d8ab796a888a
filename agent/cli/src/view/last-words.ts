import type { Message } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import type { Screen } from "../terminal/screen.ts";
import { printable } from "../text/printable.ts";
import { saidLines } from "./said-lines.ts";

/** A conversation that goes on. */
export interface ToldConversation {
  readonly title: string;
  readonly history: readonly Message[] | undefined;
}

/** Shows what a person said last in it, and the answer, to whoever comes back. */
export function showLastWords({ title, history = [] }: ToldConversation, screen: Screen): void {
  const { styles } = screen;
  screen.line(styles.dim(`On with “${printable(title) || "no title"}”.`));
  const at = history.findLastIndex(({ role }) => role === "user");
  const asked = history[at];
  if (asked === undefined) return;
  for (const line of ["", ...saidLines(contentText(asked.content), styles)]) screen.line(line);
  const answer = history.slice(at).findLast(({ role, content }) => role === "assistant" && content !== "");
  if (answer === undefined) return;
  screen.line();
  screen.say("text", contentText(answer.content));
  screen.startLine();
}
