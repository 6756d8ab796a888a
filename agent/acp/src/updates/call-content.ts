import type { ToolCallContent, ToolCallLocation } from "@agentclientprotocol/sdk";
import type { CallPreview, Json, JsonObject, PreviewedFile } from "@toolwright/core";
import { type FilePart, fileLine, present } from "@toolwright/core/internal";
import { type FileHunks, fileHunksIn } from "@toolwright/view";
import { fenced, type Hunk, isFields, numberIn, spelledOut, textIn, unshownLines } from "@toolwright/view/internal";
import { type DiffRow, hunkRows } from "@toolwright/view/internal/diff";
import { absolute } from "./call-shape.ts";

/** Text, in a fence: an editor would take it for Markdown. */
export function fencedContent(text: string, language = ""): ToolCallContent {
  return { type: "content", content: { type: "text", text: fenced(text, language) } };
}

/** What came of a call: the files it changed, or what it answered. */
export function resultContent(result: Json, artifact: Json | undefined, root: string): ToolCallContent[] {
  const diffs = diffsOf(fileHunksIn(artifact), root);
  return diffs.length > 0 ? diffs : partsOf(result);
}

/** A part for each place of each file. */
function diffsOf(files: readonly FileHunks[], root: string): ToolCallContent[] {
  return files.flatMap(({ path, change, hunks }) =>
    hunks.map(
      (hunk): ToolCallContent => ({ type: "diff", path: absolute(path, root), ...sidesOf(hunk, change === "created") }),
    ),
  );
}

/** Where the changes of a call are. */
export function changedPlaces(artifact: Json | undefined, root: string): ToolCallLocation[] {
  return fileHunksIn(artifact).map(({ path, hunks: [first] }) => ({
    path: absolute(path, root),
    ...(first !== undefined && { line: first.newStart }),
  }));
}

/**
 * What a call that is asked about would do: as its preview says, and where there is none, or not all is in it, as its
 * arguments do. Marks that hide or turn text are spelled out.
 */
export function askedContent(args: JsonObject, preview: CallPreview, root: string): ToolCallContent[] {
  const { files = [], host } = preview;
  const command = textIn(args, "command");
  const isShownWhole = files.length > 0 && unshownLines(preview) === 0;
  const shown = [...(isShownWhole ? CHANGES : []), ...(command === undefined ? [] : ["command", "description"])];
  const others = Object.entries(args).filter(([name]) => !shown.includes(name));
  return [
    ...(files.length === 0 ? [] : [fencedContent(files.map(headOf).join("\n"))]),
    ...diffsOf(files, root),
    ...(host === undefined ? [] : [fencedContent(spelledOut(`talks to ${host}`))]),
    ...others.map(([name, value]) =>
      fencedContent(spelledOut(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)),
    ),
    // Whole and last: nothing that a model wrote comes between it and the answers.
    ...(command === undefined ? [] : [fencedContent(spelledOut(command), "sh")]),
  ];
}

/** Arguments that a diff shows. */
const CHANGES = ["file_path", "content", "old_string", "new_string", "edits", "patch"];

/** What becomes of a file, in one line; editors count what they are shown. */
function headOf({ path, change, from, added, removed, left = 0 }: PreviewedFile): string {
  const what = change === "modified" ? "" : ` (${change}${from === undefined ? "" : ` from ${from}`})`;
  const unshown = left === 0 ? "" : `, ${left} lines of it are not in the diff`;
  return spelledOut(`${path}${what}: +${added} −${removed}${unshown}`);
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
  const type = textIn(part, "type");
  if (mimeType === undefined) return undefined;
  if ((type === "image" || type === "audio") && data !== undefined)
    return { type: "content", content: { type, data, mimeType } };
  return type === "file" || type === "audio" ? fencedContent(fileLine(fileIn(part, type, mimeType))) : undefined;
}

function fileIn(part: Json, type: "file" | "audio", mediaType: string): FilePart {
  const [data, name, ref] = ["data", "name", "ref"].map((field) => textIn(part, field));
  return { type, mediaType, ...present({ data, name, ref, bytes: numberIn(part, "bytes") }) };
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
