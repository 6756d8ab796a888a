import type { Uncopied } from "../json/to-json.ts";
import { NOT_LOADED } from "../tool/lazy.ts";
import type { Allowlist } from "../tool/tool.ts";
import { failure } from "./failure.ts";
import type { ToolResult } from "./tool-result.ts";

/** What is to be known of the tool and its runner. */
export interface Unwritable {
  readonly maxBytes?: number;
  /** Only names that it lists may be seen. */
  readonly allowlist?: Allowlist | undefined;
}

/** The result of a tool that ran, and whose output cannot be taken: it says where and why. */
export function unwritable(why: Uncopied, { maxBytes = 0, allowlist }: Unwritable = {}): ToolResult {
  if (why.atLeast !== undefined) return tooLarge(why.atLeast, maxBytes);
  const mayName = !Array.isArray(allowlist) || allowlist.includes(why.path[0]);
  return notSerialisable(mayName && allowlist !== "none" ? `: ${placeOf(why.path)} is ${why.what}.` : ".");
}

/** The same where reading the output failed. What was thrown may say anything, but that a file is lost. */
export function unreadable(thrown: unknown): ToolResult {
  const { message } = Object(thrown);
  return notSerialisable(message === NOT_LOADED ? `: ${message}` : ".");
}

function notSerialisable(why: string): ToolResult {
  const message = `the tool ran; its result cannot be written as JSON${why}`;
  return failure({ code: "not_serialisable", message, suggestion: "Do not repeat it to get the result." });
}

function tooLarge(bytes: number, maxBytes: number): ToolResult {
  const [size, limit] = [bytes, maxBytes].map((count) => count.toLocaleString("en"));
  const message = `the tool ran; its output has ${size} bytes or more, and at most ${limit} are taken.`;
  return failure({ code: "output_too_large", message, suggestion: "Ask for less of it." });
}

/** As the tool's author would write it: `result.items[3].callback`. */
function placeOf(path: Uncopied["path"]): string {
  const place = `result${path.map(stepOf).join("")}`;
  return place.length > 300 ? `${place.slice(0, 300)}…` : place;
}

function stepOf(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[A-Za-z_$][\w$]{0,99}$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 100))}]`;
}
