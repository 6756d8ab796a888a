import { isBase64 } from "./is-base64.ts";
import type { ToolOutput } from "./output.ts";
import type { Part } from "./part.ts";
import type { ToolResult } from "./tool-result.ts";

/** True for a complete result, as the helpers make it; a domain object that merely has an `output` is none. */
export function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== "object" || value === null || !("output" in value)) return false;
  return (
    "silent" in value &&
    typeof value.silent === "boolean" &&
    "isError" in value &&
    typeof value.isError === "boolean" &&
    "async" in value &&
    typeof value.async === "boolean" &&
    isToolOutput(value.output)
  );
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
  const { content, isError, structuredContent, _meta, ...others } = Object(value);
  return Array.isArray(content) && content.length > 0 && content.every(isBlock) && Object.keys(others).length === 0;
}

function isBlock(value: unknown): boolean {
  return typeof Object(value).type === "string";
}

function isToolOutput(value: unknown): value is ToolOutput {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (value.type === "text") return "text" in value && typeof value.text === "string";
  if (value.type === "json") return "value" in value && (!("forModel" in value) || isParts(value.forModel));
  return value.type === "parts" && "parts" in value && Array.isArray(value.parts) && areParts(value.parts);
}

// `every` passes over holes, and takes minutes for a long list of them; `findIndex` stops at the first.
function areParts(values: readonly unknown[]): boolean {
  return values.findIndex((value) => !isPart(value)) === -1;
}

function isPart(value: unknown): value is Part {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (value.type === "text") return "text" in value && typeof value.text === "string";
  return isMedia(value);
}

/** True for one part that is no text. What is said of it may be called `mimeType`, as in other formats. */
export function isMedia(value: unknown): value is Exclude<Part, { type: "text" }> {
  const { type, mediaType, mimeType, data, ref, name = "" } = Object(value);
  if (typeof (mediaType ?? mimeType) !== "string") return false;
  if (type === "image") return typeof data === "string";
  if ((type !== "file" && type !== "audio") || typeof name !== "string") return false;
  return data === undefined ? typeof ref === "string" : typeof data === "string" && isBase64(data);
}
