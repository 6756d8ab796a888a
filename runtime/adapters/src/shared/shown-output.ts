import type { Json, Part, SettledCall } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";

/**
 * What the program around a foreign loop gets of a call: what its model reads, as the value itself where that is all
 * that the model reads.
 */
export type ShownOutput = Json | { readonly parts: readonly Part[] };

/**
 * The output of a call for the framework's own records and pages: bounded, masked, picked by the allowlist. JSON that
 * was not cut comes as a value; everything else as the text, or the parts, that the model reads.
 */
export function shownOutput({ message: { content }, result: { output, ref } }: SettledCall): ShownOutput {
  if (typeof content !== "string") return { parts: content };
  if (output.type !== "json" || ref !== undefined || typeof output.value === "string") return content;
  return JSON.stringify(output.value) === content ? output.value : content;
}

/** What the model reads of an output that was shown: exactly what the runner had made of it. */
export function modelReads(shown: unknown): string | readonly Part[] {
  if (typeof shown === "string") return shown;
  return isParts(shown) ? shown.parts : (JSON.stringify(shown) ?? "");
}

function isParts(shown: unknown): shown is { readonly parts: readonly Part[] } {
  if (!isJsonObject(shown) || Object.keys(shown).length !== 1 || !Array.isArray(shown.parts)) return false;
  return shown.parts.length > 0 && shown.parts.every((part) => isJsonObject(part) && (isText(part) || isMedia(part)));
}

function isText({ type, text }: Readonly<Record<string, unknown>>): boolean {
  return type === "text" && typeof text === "string";
}

function isMedia({ type, mediaType, data, ref }: Readonly<Record<string, unknown>>): boolean {
  if (typeof mediaType !== "string") return false;
  if (type === "image") return typeof data === "string";
  return (type === "file" || type === "audio") && typeof (data ?? ref) === "string";
}
