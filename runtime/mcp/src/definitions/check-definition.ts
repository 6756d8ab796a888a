import { createHash } from "node:crypto";
import type { Json, JsonObject } from "@toolwright/core";
import { cutStart, isJsonObject, tooManyBranches } from "@toolwright/core/internal";
import { appFacts } from "../apps/app-facts.ts";
import { headersProblem } from "../calls/parameter-headers.ts";
import type { Definition } from "./definition.ts";
import { markOf } from "./mark-of.ts";
import { visibleText } from "./visible-text.ts";

/** Bytes of one schema as JSON: a list of large ones is a way to fill a model's context. */
const MAX_BYTES = 64 * 1024;

/** How deep schemas may lie in each other. */
const MAX_DEPTH = 32;

/** How deep all that is said of a tool may be nested: a mark is made of it. */
const MAX_LEVELS = 100;

/** What providers take as the name of a function. */
const MAX_NAME = 64;

const HASH = 8;

/** Characters of a name that a server gives a tool. */
const MAX_TOOL = 256;
/** Characters of a description that a model is told: more is a way to fill its context. */
const MAX_DESCRIPTION = 4_096;

/** A definition that is fit to be offered, or why it is not. */
export type CheckedDefinition =
  | { readonly ok: true; readonly definition: Definition }
  | { readonly ok: false; readonly tool: string; readonly reason: string };

/** Reads one definition of a list. One that is wrong costs itself alone. */
export function checkDefinition(server: string, raw: Json): CheckedDefinition {
  if (!isJsonObject(raw)) return { ok: false, tool: "", reason: "it is not an object" };
  const { name, inputSchema, outputSchema } = raw;
  const tool = typeof name === "string" ? cutStart(name, 200) : "";
  const aside = (reason: string): CheckedDefinition => ({ ok: false, tool, reason });
  if (typeof name !== "string" || name === "") return aside("it has no name");
  if (name.length > MAX_TOOL) return aside(`its name has more than ${MAX_TOOL} characters`);
  if (!isJsonObject(inputSchema)) return aside("it has no input schema");
  if (inputSchema.type !== "object") return aside('its input schema is not of the type "object"');
  if (outputSchema !== undefined && !isJsonObject(outputSchema)) return aside("its output schema is not an object");
  const input = schemaProblem(inputSchema) ?? headersProblem(inputSchema);
  if (input !== undefined) return aside(`its input schema ${input}`);
  const output = outputSchema === undefined ? undefined : schemaProblem(outputSchema);
  if (output !== undefined) return aside(`its output schema ${output}`);
  if (isOnlyTask(raw)) return aside(ONLY_AS_TASK);
  if (isDeeper(raw, MAX_LEVELS)) return aside(`it is nested more than ${MAX_LEVELS} deep`);
  return { ok: true, definition: definitionOf({ server, name, raw, inputSchema, outputSchema }) };
}

function isOnlyTask({ execution }: JsonObject): boolean {
  return isJsonObject(execution) && execution.taskSupport === "required";
}

/** Tasks of 2025-11-25 were an experiment; those of 2026-07-28 are the server's own choice, and need no field. */
const ONLY_AS_TASK = "it runs only as a task of the protocol of 2025-11-25, which is not spoken here";

interface Given {
  readonly server: string;
  readonly name: string;
  readonly raw: JsonObject;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
}

function definitionOf({ server, name, raw, inputSchema, outputSchema }: Given): Definition {
  const hints = isJsonObject(raw.annotations) ? raw.annotations : {};
  return {
    server,
    tool: name,
    name: toolName(server, name),
    description: described(raw),
    inputSchema,
    outputSchema,
    repeatable: hints.readOnlyHint === true || hints.idempotentHint === true,
    ...appFacts(raw),
    raw,
    mark: markOf(raw),
  };
}

function described({ description, title, name }: JsonObject): string {
  const given = [description, title, name].find((text) => typeof text === "string" && text.trim() !== "");
  return visibleText(String(given), MAX_DESCRIPTION);
}

/**
 * `server__tool`, the name under which a model calls it. Where that is too long or has other characters than letters,
 * digits, `_` and `-`, its end is a hash of both names: the same for ever, whatever else the server offers.
 */
function toolName(server: string, tool: string): string {
  const name = `${server}__${tool}`;
  if (name.length <= MAX_NAME && /^[A-Za-z0-9_-]+$/.test(name)) return name;
  const hash = createHash("sha256")
    .update(JSON.stringify([server, tool]))
    .digest("hex")
    .slice(0, HASH);
  return `${name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_NAME - HASH - 1)}_${hash}`;
}

/** What keeps a schema from being used, as the end of a sentence; undefined where nothing does. */
function schemaProblem(schema: JsonObject): string | undefined {
  const problem = problemAt(schema, 0);
  if (problem !== undefined) return problem;
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  return bytes > MAX_BYTES ? `has ${bytes} bytes, more than ${MAX_BYTES}` : tooManyBranches(schema);
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values<Json>(value).some((inner) => isDeeper(inner, levels - 1));
}

function problemAt(value: Json, depth: number): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} deep`;
  for (const [key, inner] of Object.entries(value)) {
    // Nothing is ever fetched to read a schema.
    if ((key === "$ref" || key === "$dynamicRef") && typeof inner === "string" && !inner.startsWith("#"))
      return "refers to another document";
    const problem = problemAt(inner, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
