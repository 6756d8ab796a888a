import type { Message } from "@toolwright/core";
import { isJsonObject, objectIn, SUMMARY_TASK } from "@toolwright/core/internal";

/** Words of a person and calls that a summary names, and characters of each word. */
const MOST = 20;
const MAX_SAID = 300;

/** What was said and called in the record of a request for a summary; undefined for any other request. */
export function summaryFor([first, second]: readonly Message[]): string | undefined {
  if (first?.role !== "system" || typeof first.content !== "string" || !first.content.startsWith(SUMMARY_TASK)) return;
  if (second === undefined || typeof second.content !== "string") return;
  const lines = second.content
    .split("\n")
    .map(objectIn)
    .filter((line) => line !== undefined);
  const said = lines.flatMap(({ said_by: by, text }) => (by === "user" && typeof text === "string" ? [text] : []));
  const calls = lines.flatMap(({ calls: made }) => (Array.isArray(made) ? made.filter(isJsonObject) : []));
  const words = said.slice(-MOST).map((text) => `- The person said: ${text.slice(0, MAX_SAID).toWellFormed()}`);
  const called = calls.slice(-MOST).map(({ name, arguments: args }) => `- Called: ${name} ${args}`);
  return [...words, ...called].join("\n") || "Nothing was said.";
}
