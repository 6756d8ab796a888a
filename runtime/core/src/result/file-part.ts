import { cutStart } from "../text/cut-units.ts";
import type { Part } from "./part.ts";

/** A part that is a file of its own: a document, a sound, an archive. */
export type FilePart = Extract<Part, { type: "file" | "audio" }>;

/** A file part in one line, with what there is to say of it: `[file "a.pdf", application/pdf, 12 bytes; ref=k2]`. */
export function fileLine(part: FilePart, said = ""): string {
  const { type, name, ref } = part;
  const named = name === undefined ? "" : ` "${short(name, MAX_NAME)}"`;
  const kept = ref === undefined ? "" : `; ref=${short(ref, MAX_REF)}`;
  return `[${type}${named}, ${short(part.mediaType, MAX_TYPE)}, ${fileBytes(part)} bytes${said}${kept}]`;
}

/** How large the file itself is. */
export function fileBytes({ data, bytes }: { readonly data?: string; readonly bytes?: number }): number {
  if (data === undefined) return bytes ?? 0;
  const padding = data.endsWith("==") ? 2 : Number(data.endsWith("="));
  return Math.floor((data.length * 3) / 4) - padding;
}

/** The same part without its bytes, of which only the number stays. */
export function withoutBytes(part: FilePart): FilePart {
  const { data, ...others } = part;
  return data === undefined ? part : { ...others, bytes: fileBytes(part) };
}

export function isFilePart(part: Part): part is FilePart {
  return part.type === "file" || part.type === "audio";
}

/** UTF-16 units of what a tool or a server says of a file. */
const MAX_NAME = 120;
const MAX_TYPE = 80;
const MAX_REF = 64;

/** On one line, and nothing that ends the brackets. */
function short(text: string, most: number): string {
  return cutStart(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"[\]]/gu, "_"), most);
}
