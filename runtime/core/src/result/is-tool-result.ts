import { isBase64 } from "./is-base64.ts";
import type { ToolOutput } from "./output.ts";
import type { Part } from "./part.ts";
import type { ToolResult } from "./tool-result.ts";

/** True for a complete result, as the helpers make it; a domain object that merely has an `output` is none. */
export function isToolResult(value: unknown): value is ToolResult {
  const { silent, isError, async, output } = Object(value);
  const isMarked = typeof silent === "boolean" && typeof isError === "boolean" && typeof async === "boolean";
  return isMarked && isToolOutput(output);
}

/** True for a non-empty list of parts. An empty list is a list without items, and stays JSON. */
export function isParts(value: unknown): value is readonly Part[] {
  return Array.isArray(value) && value.length > 0 && areParts(value);
}

/** True for an output that is in no result, and is nothing else: `{ type: "text", text }` and its kin. */
export function isBareOutput(value: unknown): value is ToolOutput {
  return isToolOutput(value) && Object.keys(value).length === 2;
}

/** True for what tools of MCP servers return: `{ content: [{ type: "text", text }] }`. */
export function isMcpResult(
  value: unknown,
): value is { readonly content: readonly object[]; readonly isError?: unknown } {
  // The fields of a text are its characters: they are listed only where there is a list of blocks.
  const { content } = Object(value);
  return isBlocks(content) && Object.keys(Object(value)).every((key) => OF_MCP.includes(key));
}

const OF_MCP: readonly string[] = ["content", "isError", "structuredContent", "_meta"];

function isBlocks(content: unknown): boolean {
  return Array.isArray(content) && content.length > 0 && content.every(isBlock);
}

function isBlock(value: unknown): boolean {
  return typeof Object(value).type === "string";
}

function isToolOutput(value: unknown): value is ToolOutput {
  const output = Object(value);
  if (output.type === "parts") return Array.isArray(output.parts) && areParts(output.parts);
  if ("forModel" in output && !isParts(output.forModel)) return false;
  return output.type === "json" ? "value" in output : isText(output);
}

// `every` passes over holes, and takes minutes for a long list of them; `findIndex` stops at the first.
function areParts(values: readonly unknown[]): boolean {
  return values.findIndex((value) => !isPart(value)) === -1;
}

function isPart(value: unknown): value is Part {
  return isText(value) || isMedia(value);
}

function isText(value: unknown): boolean {
  const { type, text } = Object(value);
  return type === "text" && typeof text === "string";
}

/** True for one part that is no text. What is said of it may be called `mimeType`, as in other formats. */
export function isMedia(value: unknown): value is Exclude<Part, { type: "text" }> {
  const { type, mediaType, mimeType, data, ref, name = "" } = Object(value);
  if (typeof (mediaType ?? mimeType) !== "string") return false;
  if (type === "image") return typeof data === "string";
  if ((type !== "file" && type !== "audio") || typeof name !== "string") return false;
  return data === undefined ? typeof ref === "string" : typeof data === "string" && isBase64(data);
}
