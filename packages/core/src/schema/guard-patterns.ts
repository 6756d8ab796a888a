import { format } from "@cfworker/json-schema";
import { matchPattern } from "./match-pattern.ts";

/** Keywords whose members are schemas, each under a name of its own. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** Keywords that hold any JSON, which is no schema however it looks. */
const DATA = new Set(["const", "enum", "default", "examples"]);

/**
 * A copy of a schema in which every `pattern` has become a format, for the one validator that lets formats be added:
 * it would judge a pattern by backtracking, and a pattern and a text from strangers can keep that busy for years.
 */
export function guardPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(guardPatterns);
  if (typeof schema !== "object" || schema === null) return schema;
  const guarded = new Map(Object.entries(schema).map(([key, value]) => [key, guardMember(key, value)]));
  const pattern = guarded.get("pattern");
  const matches = typeof pattern === "string" ? matchPattern(pattern) : undefined;
  if (matches !== undefined) {
    const name = `pattern:${pattern}`;
    format[name] = matches;
    guarded.delete("pattern");
    const others = guarded.get("allOf");
    guarded.set("allOf", [...(Array.isArray(others) ? others : []), { format: name }]);
  }
  return Object.fromEntries(guarded);
}

function guardMember(key: string, value: unknown): unknown {
  if (DATA.has(key)) return value;
  if (!NAMED.has(key) || typeof value !== "object" || value === null || Array.isArray(value))
    return guardPatterns(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, guardPatterns(inner)]));
}
