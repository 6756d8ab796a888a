import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import { withoutOptionalNulls } from "../schema/mend/optional-nulls.ts";
import { pointerStep } from "../schema/nodes/json-pointer.ts";
import type { ToolSpec } from "../tool/tool.ts";

/** An argument that was given and holds nothing, so that its key counts as absent. */
export interface LeftOut {
  /** JSON Pointer. */
  readonly path: string;
  readonly value: null | "" | 0;
}

/** Arguments as a tool means them. */
export interface WithoutEmpty {
  /** The same value where nothing was left out. */
  readonly args: Json;
  readonly leftOut: readonly LeftOut[];
}

/** Leaves out what a tool declares to mean nothing (`emptyIsAbsent`). Arguments of other tools stay as they are. */
export function leaveOutEmpty(args: Json, { emptyIsAbsent: keys, input }: ToolSpec): WithoutEmpty {
  if (keys === undefined || !isJsonObject(args)) return { args, leftOut: [] };
  const leftOut: LeftOut[] = [];
  const rest = withoutOptionalNulls(args, input.jsonSchema, (path) => leftOut.push({ path, value: null }));
  const kept = Object.entries(rest).filter(([key, value]) => {
    const isEmpty = (value === "" || value === 0) && keys.includes(key);
    if (isEmpty) leftOut.push({ path: pointerStep(key), value });
    return !isEmpty;
  });
  return { args: leftOut.length === 0 ? args : Object.fromEntries(kept), leftOut };
}

/** As `tool_call_start` lists it among the repairs: `/limit: 0 → left out`. */
export function repairLine({ path, value }: LeftOut): string {
  return `${path}: ${JSON.stringify(value)} → left out`;
}

/** The most arguments that a note names. */
const MAX_NAMED = 20;

/** One sentence for the model and for programs: "left out: `path` was empty, `limit` was 0". */
export function leftOutNote(leftOut: readonly LeftOut[]): string {
  const named = leftOut.slice(0, MAX_NAMED).map(({ path, value }) => {
    return `\`${path.slice(1)}\` was ${value === "" ? "empty" : String(value)}`;
  });
  const more = leftOut.length > MAX_NAMED ? [`${leftOut.length - MAX_NAMED} more`] : [];
  return `left out: ${[...named, ...more].join(", ")}`;
}
