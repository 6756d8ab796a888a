import type { FlatResult } from "./flat-result.ts";
import { shorten } from "./shown-call.ts";

/** Where a result usually has its main text, the likeliest first. */
const MAIN_FIELDS = ["content", "output", "result", "data"];

/** A few lines of a result for a screen. At most `maxLines` of the result's own, then `...` where there is more. */
export function resultPreview(result: FlatResult, maxLines: number): string[] {
  if (result._internal_only === true || !(maxLines > 0)) return [];
  if (!result.success) return failurePreview(result);
  const main = MAIN_FIELDS.map((field) => result[field]).find(Boolean);
  return main === undefined ? fieldsPreview(result, maxLines) : firstLines(textOf(main), maxLines);
}

function failurePreview({ error, suggestion }: FlatResult): string[] {
  return [`Error: ${error}`, ...(suggestion ? [`Suggestion: ${suggestion}`] : [])];
}

function firstLines(text: string, maxLines: number): string[] {
  const lines = text.split(/\r?\n/, maxLines + 1);
  return lines.length > maxLines ? [...lines.slice(0, maxLines), "..."] : lines;
}

function fieldsPreview(result: FlatResult, maxLines: number): string[] {
  const fields = Object.entries(result).filter(([key]) => key !== "success" && key !== "error");
  if (fields.length === 0) return ["Success"];
  return fields.slice(0, maxLines).map(([key, value]) => `${key}: ${shorten(textOf(value))}`);
}

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return String(value);
  }
}
