import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { LlmError, Usage } from "@toolwright/core/types";
import { fieldOf, listOf, textOf } from "./json-field.ts";
import { readMessageState } from "./provider-state.ts";
import { type Content, readContent } from "./read-content.ts";
import { readError } from "./read-error.ts";
import { readFragments, type WireFragment } from "./read-fragments.ts";
import { readUsage } from "./usage.ts";

/** What one chunk of an answer brings, or a whole answer that was not streamed. */
export interface Chunk extends Content {
  readonly model: string;
  /** The provider's own word for the end, or `""`. */
  readonly finish: string;
  /** The answer is not streamed and this is all of it. */
  readonly isWhole: boolean;
  readonly usage: Usage | undefined;
  readonly messageState: JsonObject;
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
    messageState: readMessageState(message),
    fragments,
  };
}
