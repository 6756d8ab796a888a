import type { ToolCallContent, ToolCallLocation } from "@agentclientprotocol/sdk";
import type { Json, JsonObject } from "@toolwright/core";
import { fileHunksIn } from "@toolwright/view";
import { fenced, type Hunk, isFields, spelledOut, textIn } from "@toolwright/view/internal";
import { type DiffRow, hunkRows } from "@toolwright/view/internal/diff";
import { absolute } from "./call-shape.ts";

/** Text, in a fence: an editor would take it for Markdown. */
export function fencedContent(text: string, language = ""): ToolCallContent {
  return { type: "content", content: { type: "text", text: fenced(text, language) } };
}

/** What came of a call: the files it changed, or what it answered. */
export function resultContent(result: Json, artifact: Json | undefined, root: string): ToolCallContent[] {
  const diffs = fileHunksIn(artifact).flatMap(({ path, change, hunks }) =>
    hunks.map(
      (hunk): ToolCallContent => ({ type: "diff", path: absolute(path, root), ...sidesOf(hunk, change === "created") }),
    ),
  );
  return diffs.length > 0 ? diffs : partsOf(result);
}

/** Where the changes of a call are. */
export function changedPlaces(artifact: Json | undefined, root: string): ToolCallLocation[] {
  return fileHunksIn(artifact).map(({ path, hunks: [first] }) => ({
    path: absolute(path, root),
    ...(first !== undefined && { line: first.newStart }),
  }));
}

/**
 * What a call that is asked about would do, as far as its arguments say it. Marks that hide or turn text are spelled
 * out.
 */
export function askedContent(args: JsonObject, root: string): ToolCallContent[] {
  const path = textIn(args, "file_path");
  const oldText = textIn(args, "old_string");
  const newText = textIn(args, "new_string");
  const command = textIn(args, "command");
  const isDiff = path !== undefined && oldText !== undefined && newText !== undefined;
  const shown = [
    ...(isDiff ? ["file_path", "old_string", "new_string"] : []),
    ...(command === undefined ? [] : ["command", "description"]),
  ];
  const others = Object.entries(args).filter(([name]) => !shown.includes(name));
  return [
    ...(isDiff ? [{ type: "diff", path: absolute(path, root), oldText, newText } as const] : []),
    ...others.map(([name, value]) =>
      fencedContent(spelledOut(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)),
    ),
    // Whole and last: nothing that a model wrote comes between it and the answers.
    ...(command === undefined ? [] : [fencedContent(spelledOut(command), "sh")]),
  ];
}

function partsOf(result: Json): ToolCallContent[] {
  if (typeof result === "string") return [fencedContent(result)];
  const parts = Array.isArray(result) ? result.map(partOf) : [];
  return parts.length > 0 && parts.every((part) => part !== undefined)
    ? parts
    : [fencedContent(messageOf(result) ?? JSON.stringify(result, undefined, 2))];
}

function partOf(part: Json): ToolCallContent | undefined {
  const text = textIn(part, "text");
  if (textIn(part, "type") === "text" && text !== undefined) return fencedContent(text);
  const data = textIn(part, "data");
  const mimeType = textIn(part, "mediaType");
  if (textIn(part, "type") !== "image" || data === undefined || mimeType === undefined) return undefined;
  return { type: "content", content: { type: "image", data, mimeType } };
}

/** Of a call that failed. */
function messageOf(result: Json): string | undefined {
  return isFields(result) && result.ok === false ? textIn(result, "message") : undefined;
}

/** The two sides of changed lines. */
function sidesOf(hunk: Hunk, isNew: boolean): { readonly oldText: string | null; readonly newText: string } {
  const rows = hunkRows(hunk);
  const side = (changed: DiffRow["kind"]) =>
    rows.flatMap(({ kind, text }) => (kind === changed || kind === "context" ? [`${text}\n`] : [])).join("");
  return { oldText: isNew ? null : side("removed"), newText: side("added") };
}
