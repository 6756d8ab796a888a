import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";

/** A name of an HTTP header (RFC 9110, section 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

/**
 * Arguments that a tool wants as headers, too, so that what stands between can route by them: properties with
 * `x-mcp-header` (revision 2026-07-28, SEP-2243).
 */
export function parameterHeaders(schema: JsonObject, args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  for (const [key, property] of Object.entries(properties)) {
    const value = Object.hasOwn(args, key) ? args[key] : undefined;
    if (!isJsonObject(property) || value === undefined) continue;
    const name = property["x-mcp-header"];
    const text = headerText(value);
    if (typeof name === "string" && TOKEN.test(name) && text !== undefined) headers[`Mcp-Param-${name}`] = text;
    if (isJsonObject(value)) Object.assign(headers, parameterHeaders(property, value));
  }
  return headers;
}

/** What is wrong with the headers that a schema wants, as the end of a sentence; undefined where nothing is. */
export function headersProblem(schema: JsonObject, seen: Set<string> = new Set()): string | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  for (const property of Object.values(properties)) {
    if (!isJsonObject(property)) continue;
    const problem = headerProblem(property, seen) ?? headersProblem(property, seen);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Values that are written the same by everybody: fractions are not. */
const PLAIN: ReadonlySet<Json | undefined> = new Set(["string", "integer", "boolean"]);

function headerProblem({ "x-mcp-header": name, type }: JsonObject, seen: Set<string>): string | undefined {
  if (name === undefined) return undefined;
  if (typeof name !== "string" || !TOKEN.test(name)) return "wants a header whose name is none";
  if (!PLAIN.has(type)) return "wants a header of a value that is no text, whole number or yes and no";
  if (seen.has(name.toLowerCase())) return "wants one header for two values";
  seen.add(name.toLowerCase());
  return undefined;
}

function headerText(value: Json): string | undefined {
  if (typeof value === "boolean" || (typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    return String(value);
  if (typeof value !== "string") return undefined;
  const isPlain = /^[\t\x20-\x7e]+$/.test(value) && value.trim() === value && !/^=\?base64\?.*\?=$/.test(value);
  return isPlain ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;
}
