import { present } from "../json/present.ts";
import { toJson } from "../json/to-json.ts";
import { realMessage } from "../result/thrown.ts";
import { ToolError } from "../result/tool-error.ts";
import { followReferences } from "../schema/nodes/json-pointer.ts";
import { isNode, membersOf, type SchemaNode } from "../schema/nodes/schema-node.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { cutStart } from "../text/cut-units.ts";

/** How much of a long value is looked at: far more than is shown. */
const MAX_READ = 4_096;
/** The most characters that a list may take before only its length is shown. */
const MAX_LIST = 50;

/** How parameters are shown. */
interface ShownParametersOptions {
  /** Parameters that are masked whole. */
  readonly hidden: ReadonlySet<string>;
  readonly scrubber: Scrubber | undefined;
}

/**
 * Arguments as they stand in an error's text: `path="a.ts", limit=5`. Nothing that says nothing (`undefined`, null, an
 * empty list or object); long values masked and shortened.
 */
export function shownParameters(args: object, { hidden, scrubber }: ShownParametersOptions): string {
  return Object.entries(args)
    .filter(([, value]) => saysSomething(value))
    .map(([key, value]) => `${key}=${hidden.has(key) ? `[secret:${key}]` : shown(value, scrubber)}`)
    .join(", ");
}

function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function shown(value: unknown, scrubber: Scrubber | undefined): string {
  if (typeof value === "string") return `"${short(value, scrubber)}"`;
  const json = toJson(value);
  const text = json.ok ? JSON.stringify(json.value) : "[not JSON]";
  if (Array.isArray(value) && text.length > MAX_LIST) return `[${value.length} items]`;
  return short(text, scrubber);
}

/** Masked before it is cut: of half a secret nobody would know that it is one. */
function short(text: string, scrubber: Scrubber | undefined): string {
  const head = text.slice(0, MAX_READ);
  return shorten(scrubber?.text(head) ?? head);
}

const MAX_LENGTH = 50;

/** A text of at most 50 UTF-16 units: a longer one keeps 47 and gets `...`. Never cuts a character in two. */
export function shorten(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${cutStart(text, MAX_LENGTH - 3)}...`;
}

/** The parameters whose schema, or a schema inside it, says that a value is not for showing. */
export function hiddenParameters(parameters: SchemaNode): ReadonlySet<string> {
  const members = membersOf(parameters.properties);
  const hidden = members.filter(([, schema]) => holdsHidden(schema, { root: parameters, seen: new Set() }));
  return new Set(hidden.map(([name]) => name));
}

interface Search {
  readonly root: SchemaNode;
  readonly seen: Set<unknown>;
}

function holdsHidden(schema: unknown, search: Search): boolean {
  if (typeof schema !== "object" || schema === null || search.seen.has(schema)) return false;
  search.seen.add(schema);
  if (isNode(schema) && (schema.writeOnly === true || schema.format === "password")) return true;
  const below = "$ref" in schema ? [followReferences(schema, search.root)] : Object.values(schema);
  return below.some((part) => holdsHidden(part, search));
}

/** UTF-16 units: the call must leave room for what happened. */
const MAX_CALL = 200;

/**
 * The exception of a call with the call in front of its message. Of what is not an `Error`, its text is the message.
 */
export function withCallNamed(thrown: unknown, call: string): Error {
  const named = call.length > MAX_CALL ? `${call.slice(0, MAX_CALL - 4).toWellFormed()}...)` : call;
  if (ToolError.isInstance(thrown)) {
    const { code, reason, suggestion } = thrown;
    return new ToolError(`${named}: ${thrown.message}`, {
      cause: thrown,
      ...present({ code, reason, suggestion }),
    });
  }
  const error = new Error(`${named}: ${realMessage(thrown).trimStart() || "it failed"}`, { cause: thrown });
  const stack = stackOf(thrown);
  // A log says where it was thrown, and that is not here.
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Undefined where it has none, or does not let it be read. */
function stackOf(thrown: unknown): string | undefined {
  try {
    const { stack }: { stack?: unknown } = Object(thrown);
    return typeof stack === "string" ? stack : undefined;
  } catch {
    return undefined;
  }
}
