import { isPairAt } from "../text/utf8-length.ts";
import { isJsonArray } from "./is-json-array.ts";
import type { Json } from "./json.ts";
import { type Container, isLong, PIECE, partsOf } from "./json-parts.ts";

/** How a value is written. */
interface Writing {
  /** As `JSON.stringify(value, null, 2)` has it. */
  readonly onLines: boolean;
  /** How many containers the value stands in. */
  readonly depth: number;
}

/** The text that `JSON.stringify` makes of plain data, piece by piece; with `onLines` on many lines. */
export function jsonPieces(value: Json, onLines = false): Generator<string> {
  return piecesOf(value, { onLines, depth: 0 });
}

function* piecesOf(value: Json, writing: Writing): Generator<string> {
  if (typeof value === "string") yield* piecesOfText(value);
  else if (typeof value !== "object" || value === null || !isLong(value))
    yield JSON.stringify(value, null, writing.onLines ? 2 : 0);
  else yield* piecesOfContainer(value, writing);
}

function* piecesOfText(text: string): Generator<string> {
  let quote = '"';
  for (let at = 0; at < text.length; ) {
    const end = isPairAt(text, at + PIECE - 1) ? at + PIECE - 1 : at + PIECE;
    yield quote + JSON.stringify(text.slice(at, end)).slice(1, -1);
    quote = "";
    at = end;
  }
  yield `${quote}"`;
}

function* piecesOfContainer(value: Container, { onLines, depth }: Writing): Generator<string> {
  const [open, close] = isJsonArray(value) ? "[]" : "{}";
  let before = open;
  for (const part of partsOf(value)) {
    if ("run" in part) yield before + members(part.run, { onLines, depth });
    else {
      const key = isJsonArray(value) ? "" : `${JSON.stringify(part.key)}:${onLines ? " " : ""}`;
      yield before + lineAt(depth + 1, onLines) + key;
      yield* piecesOf(part.long, { onLines, depth: depth + 1 });
    }
    before = ",";
  }
  yield lineAt(depth, onLines) + close;
}

function lineAt(depth: number, onLines: boolean): string {
  return onLines ? `\n${"  ".repeat(depth)}` : "";
}

/** The members of a list or an object with the commas between them. */
function members(run: Container, { onLines, depth }: Writing): string {
  if (!onLines) return JSON.stringify(run).slice(1, -1);
  // In as many lists as the whole stands in, each line has its indent; what these lists take of the text is known.
  let whole: Json = run;
  for (let level = 0; level < depth; level++) whole = [whole];
  const before = depth * (depth + 3) + 1;
  const after = (depth + 1) * (depth + 2);
  return JSON.stringify(whole, null, 2).slice(before, -after);
}
