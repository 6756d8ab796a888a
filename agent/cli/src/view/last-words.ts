import type { Message } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import type { Screen } from "../terminal/screen.ts";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";
import { saidLines } from "./said-lines.ts";

/** A conversation that goes on. */
export interface ToldConversation {
  readonly title: string;
  readonly history: readonly Message[] | undefined;
}

/** What is shown of a message: a pasted log would fill the terminal before the first prompt. */
const MOST_LINES = 20;
/** UTF-16 units. */
const MOST_UNITS = 2_000;

/** Shows what a person said last in it, and the answer, to whoever comes back. */
export function showLastWords({ title, history = [] }: ToldConversation, screen: Screen): void {
  const { styles } = screen;
  screen.line(styles.dim(`On with “${printable(title) || "no title"}”.`));
  const at = history.findLastIndex(({ role }) => role === "user");
  const asked = history[at];
  if (asked === undefined) return;
  const said = contentText(asked.content);
  const shown = said.slice(0, MOST_UNITS).split("\n", MOST_LINES).join("\n");
  for (const line of ["", ...saidLines(shown.toWellFormed(), styles)]) screen.line(line);
  if (shown.length < said.length) screen.line(styles.dim(`  … ${countOf(said.length, "character")} in all`));
  const answer = history.slice(at).findLast(({ role, content }) => role === "assistant" && content !== "");
  if (answer === undefined) return;
  screen.line();
  screen.say("text", contentText(answer.content));
  screen.startLine();
}
