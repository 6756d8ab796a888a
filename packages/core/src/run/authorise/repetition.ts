import type { Part } from "../../result/part.ts";
import { refuse, type Settlement } from "../settlement.ts";

/** Told to the model with the third identical outcome in a row. */
const NOTE =
  "[The same call came to the same result 3 times in a row. Change the arguments or go on without it: the run stops if it is repeated twice more.]";

/** The answer to a call, with the note under it. */
export function withRepetitionNote(content: string | readonly Part[]): string | readonly Part[] {
  return typeof content === "string" ? `${content}\n${NOTE}` : [...content, { type: "text", text: NOTE }];
}

/** The refusal of the fifth identical call. */
export function repeatedTooOften(): Settlement {
  const message = "The same call came to the same result four times in a row, so it was not made again.";
  return refuse({ code: "redundant_call", message }, "loop_guard");
}

/** The refusal of a read whose answer is still in the history. */
export function redundant(earlierId: string): Settlement {
  return refuse({
    code: "redundant_call",
    message: `The identical call ${earlierId} was made in this run, and nothing has changed since.`,
    suggestion: "Use its result.",
  });
}
