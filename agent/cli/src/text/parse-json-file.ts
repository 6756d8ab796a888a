import { UsageError } from "../usage-error.ts";

/** The JSON in a file's text. Throws a `UsageError` that names the line and column of the first mistake. */
export function parseJsonFile(text: string, file: string): unknown {
  const body = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(body);
  } catch {
    throw new UsageError(`${file}:${lineAndColumn(body, firstMistake(body))} is not JSON. Mend it and try again.`);
  }
}

function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/**
 * Engines do not always say where. A text that could still become JSON ends before the mistake, so halving finds it.
 */
function firstMistake(text: string): number {
  let fine = 0;
  let wrong = text.length + 1;
  while (wrong - fine > 1) {
    const length = Math.floor((fine + wrong) / 2);
    if (mayGoOn(text.slice(0, length))) fine = length;
    else wrong = length;
  }
  return fine;
}

function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : "";
    return /end of JSON input|Unterminated/.test(message) || message.includes(`at position ${text.length}`);
  }
}
