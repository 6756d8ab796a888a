import type { Json } from "@toolwright/core";
import { toWellFormed } from "../openai-compatible/well-formed.ts";

/** Where two values part, and what stands there in each. */
export interface Difference {
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly recorded: string;
  readonly now: string;
}

/** The first place, in key order, at which two JSON values differ; undefined when they are equal. */
export function firstDifference(recorded: Json | undefined, now: Json | undefined, path = ""): Difference | undefined {
  if (recorded === now) return undefined;
  const [left, right] = [membersOf(recorded), membersOf(now)];
  if (left === undefined || right === undefined || Array.isArray(recorded) !== Array.isArray(now)) {
    return { path, recorded: shown(recorded), now: shown(now) };
  }
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const step = key.replaceAll("~", "~0").replaceAll("/", "~1");
    const found = firstDifference(left.get(key), right.get(key), `${path}/${step}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function membersOf(value: Json | undefined): Map<string, Json> | undefined {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : undefined;
}

/** UTF-16 units: a person compares the beginnings. */
const LONGEST = 80;

function shown(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length <= LONGEST ? text : `${toWellFormed(text.slice(0, LONGEST))}…`;
}
