import type { Json, JsonObject } from "@toolwright/core";
import { clip } from "../text/clip.ts";
import { printable } from "../text/printable.ts";

/** Fewer characters say nothing, however long the tool's name is. */
const LEAST_WIDTH = 10;

/** The arguments of a call on one line: the first one as it is, the others as `name=value`. */
export function describeArguments(args: JsonObject, room: number): string {
  const width = Math.max(room, LEAST_WIDTH);
  const words = Object.entries(args).map(([name, value], index) => {
    const text = describeValue(value, width);
    return index === 0 && isPlain(value) ? text : `${name}=${text}`;
  });
  return clip(words.join(" "), width);
}

function isPlain(value: Json): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
}

/** Cut before it is cleaned: an argument may be megabytes long. */
function describeValue(value: Json, width: number): string {
  const text = isPlain(value) ? [value].flat().join(" ") : JSON.stringify(value);
  return printable(text.slice(0, width * 2)).replace(/\s*\n\s*/g, " ⏎ ");
}
