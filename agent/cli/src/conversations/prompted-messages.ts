import type { PlainTerminal } from "../terminal/plain-terminal.ts";

/** How many messages the arrow keys go back. */
const REMEMBERED = 200;

/** What the person types at the prompt, until Ctrl-D, or Ctrl-C twice. */
export async function* promptedMessages(terminal: PlainTerminal, signal: AbortSignal): AsyncGenerator<string> {
  const { screen } = terminal;
  let history: readonly string[] = [];
  let interrupted = false;
  while (!signal.aborted) {
    screen.line();
    const answer = await terminal.ask({
      prompt: PROMPT,
      history,
      typed: terminal.takeTyped(),
      signal,
      // Work in the background may have to ask.
      givesWay: true,
    });
    if (answer.kind === "ended" || (answer.kind === "interrupted" && interrupted)) break;
    interrupted = answer.kind === "interrupted";
    if (answer.kind !== "line") {
      screen.line(screen.styles.dim("Ctrl-C again, or Ctrl-D, leaves."));
      continue;
    }
    if (answer.text.trim() !== "") history = [answer.text, ...history].slice(0, REMEMBERED);
    yield answer.text;
  }
}

const PROMPT = "> ";
