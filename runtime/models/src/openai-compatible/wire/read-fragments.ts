import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { CallFragment } from "../calls/assembled-call.ts";
import { fieldOf, pickFields, textOf } from "./json-field.ts";

/** A fragment of a call with what its provider wants back beside it. */
export interface WireFragment {
  readonly fragment: CallFragment;
  readonly callState: JsonObject;
}

const stateKeys = ["extra_content", "provider_specific_fields", "thought_signature"];

/** No server numbers a call like this, so the one call of the older `function_call` form meets no other. */
const functionCallIndex = -1;

/**
 * Reads the calls of a delta, or of a whole message, where every entry is a call of its own.
 * Undefined when an entry is not an object: leaving it out could lose a call.
 */
export function readFragments(delta: Json, isWhole: boolean): readonly WireFragment[] | undefined {
  const entries = entriesOf(delta);
  if (entries.some((entry) => !isJsonObject(entry))) return undefined;
  if (entries.length > 0) return entries.map((entry, place) => toFragment(entry, isWhole ? place : indexOf(entry)));
  const legacy = fieldOf(delta, "function_call");
  return isJsonObject(legacy) ? [toFragment(legacy, functionCallIndex)] : [];
}

function entriesOf(delta: Json): readonly Json[] {
  const calls = fieldOf(delta, "tool_calls") ?? null;
  const entries: readonly Json[] = Array.isArray(calls) ? calls : [calls];
  return entries.filter((entry) => entry !== null);
}

function indexOf(entry: Json): number | undefined {
  const index = fieldOf(entry, "index");
  if (typeof index === "string" && /^\d{1,9}$/.test(index)) return Number(index);
  return typeof index === "number" ? index : undefined;
}

function toFragment(entry: Json, index: number | undefined): WireFragment {
  const called = fieldOf(entry, "function") ?? entry;
  const id = fieldOf(entry, "id");
  const fragment = {
    ...(index === undefined ? {} : { index }),
    id: typeof id === "number" ? String(id) : textOf(entry, "id"),
    name: textOf(called, "name"),
    arguments: argumentsOf(called),
  };
  return { fragment, callState: callStateOf(entry, called) };
}

/** The arguments of a call as text, also where a server sends them as a value. */
export function argumentsOf(called: Json): string {
  const value = fieldOf(called, "arguments") ?? null;
  if (typeof value === "string") return value;
  return value === null ? "" : JSON.stringify(value);
}

function callStateOf(entry: Json, called: Json): JsonObject {
  const own = pickFields(entry, stateKeys);
  const inner = called === entry ? {} : pickFields(called, stateKeys);
  return Object.keys(inner).length === 0 ? own : { ...own, function: inner };
}
