import type { Json, JsonObject, LlmError, LlmWarning, ProviderCall, ReadingProgress, Usage } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { fieldOf, listOf, textOf } from "./json-field.ts";
import { readMessageState } from "./provider-state.ts";
import { readError } from "./read-error.ts";
import { readFragments, type WireFragment } from "./read-fragments.ts";
import { readingProgress } from "./reading-progress.ts";
import { readUsage } from "./usage.ts";

/** What one chunk of an answer brings, or a whole answer that was not streamed. */
export interface Chunk extends Content {
  readonly model: string;
  /** The provider's own word for the end, or `""`. */
  readonly finish: string;
  /** The answer is not streamed and this is all of it. */
  readonly isWhole: boolean;
  readonly usage: Usage | undefined;
  /** How far the request was read; only before the answer. */
  readonly reading?: ReadingProgress | undefined;
  readonly messageState: JsonObject;
  /** What the server ran itself, once all of it is known. */
  readonly providerCalls?: readonly ProviderCall[] | undefined;
  /** What people should know of it. */
  readonly warnings?: readonly LlmWarning[] | undefined;
  readonly fragments: readonly WireFragment[];
}

/** Reads a chunk; anything that is neither a chunk nor something to ignore is an error. */
export function readChunk(value: Json): Chunk | LlmError {
  const choice = listOf(value, "choices").find((entry) => Number(fieldOf(entry, "index") ?? 0) === 0) ?? null;
  const error = readError(value) ?? readError(choice);
  if (error !== undefined) return error;
  if (!isJsonObject(value))
    return { code: "invalid_stream", message: "The server streamed a JSON value that is no object." };
  const delta = fieldOf(choice, "delta") ?? null;
  const isWhole = !isJsonObject(delta) && isJsonObject(fieldOf(choice, "message"));
  const message = isWhole ? (fieldOf(choice, "message") ?? null) : delta;
  const fragments = readFragments(message, isWhole);
  if (fragments === undefined)
    return { code: "invalid_stream", message: "The server streamed a tool call that is no object." };
  return {
    ...readContent(message),
    model: textOf(value, "model"),
    finish: textOf(choice, "finish_reason"),
    isWhole,
    usage: readUsage(value),
    reading: readingProgress(value),
    messageState: readMessageState(message),
    fragments,
  };
}

/** What a delta says to people. */
interface Content {
  readonly text: string;
  readonly reasoning: string;
}

/** Reads text and reasoning from a delta or a message; content may be a string or a list of parts. */
function readContent(delta: Json): Content {
  const parts = listOf(delta, "content");
  const thoughts = parts.map(thinkingOf).join("");
  // Some servers send the same reasoning under both names.
  const reasoning = textOf(delta, "reasoning_content") || textOf(delta, "reasoning") || thoughts;
  const text = textOf(delta, "content") + parts.map((part) => textOf(part, "text")).join("");
  return { text: text + textOf(delta, "refusal"), reasoning };
}

function thinkingOf(part: Json): string {
  const thinking = fieldOf(part, "thinking");
  if (typeof thinking === "string") return thinking;
  return listOf(part, "thinking")
    .map((inner) => textOf(inner, "text"))
    .join("");
}
