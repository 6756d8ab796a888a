import type { Json } from "../../json/json.ts";
import { typeOf } from "../nodes/expected-types.ts";
import { matchPattern } from "../nodes/match-pattern.ts";
import type { SchemaNode } from "../nodes/schema-node.ts";
import { quote } from "./expectation.ts";
import type { Explain } from "./explainer.ts";
import { example } from "./hints.ts";

interface Limit {
  readonly type: "number" | "string" | "array" | "object";
  readonly holds: (size: number, limit: number) => boolean;
  readonly words: string;
  readonly unit: string;
}

const atLeast = { holds: (size: number, limit: number) => size >= limit, words: "at least" };
const atMost = { holds: (size: number, limit: number) => size <= limit, words: "at most" };

const LIMITS: Readonly<Record<string, Limit>> = {
  minimum: { type: "number", ...atLeast, unit: "" },
  maximum: { type: "number", ...atMost, unit: "" },
  exclusiveMinimum: { type: "number", holds: (size, limit) => size > limit, words: "more than", unit: "" },
  exclusiveMaximum: { type: "number", holds: (size, limit) => size < limit, words: "less than", unit: "" },
  multipleOf: { type: "number", holds: isMultiple, words: "a multiple of", unit: "" },
  minLength: { type: "string", ...atLeast, unit: " character" },
  maxLength: { type: "string", ...atMost, unit: " character" },
  minItems: { type: "array", ...atLeast, unit: " item" },
  maxItems: { type: "array", ...atMost, unit: " item" },
  minProperties: { type: "object", ...atLeast, unit: " key" },
  maxProperties: { type: "object", ...atMost, unit: " key" },
};

/** The limits of numbers, and of how long a text, an array or an object may be. */
export function explainLimits(schema: SchemaNode): Explain[] {
  return Object.entries(LIMITS).flatMap(([keyword, limit]) => {
    const bound = schema[keyword];
    return typeof bound === "number" ? [explainLimit(limit, bound)] : [];
  });
}

function explainLimit({ type, holds, words, unit }: Limit, bound: number): Explain {
  const message = `expected ${words} ${bound}${unit}${unit === "" || bound === 1 ? "" : "s"}`;
  return (value, path, found) => {
    if (typeOf(value) === type && !holds(sizeOf(value), bound)) found.add(path, () => message);
  };
}

/** Texts are counted in characters (code points), as JSON Schema says. */
function sizeOf(value: Json): number {
  if (typeof value === "number") return value;
  if (typeof value === "string") return Array.from(value).length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON;
}

/**
 * `pattern` and `format`. A format is believed wrong where its pattern fails, or where the validator refuses a text
 * that has no other fault.
 */
export function explainText(schema: SchemaNode): Explain[] {
  const { pattern, format } = schema;
  const matches = typeof pattern === "string" ? matchPattern(pattern) : undefined;
  const hasFormat = typeof format === "string";
  if (!matches && !hasFormat) return [];
  const message = () =>
    hasFormat ? `expected format ${quote(format)}` : `expected to match ${quote(pattern)}${example(schema)}`;
  return [
    (value, path, found) => {
      if (typeof value !== "string") return;
      const wrong = matches ? !matches(value) : found.run.blamed.has(path) && !found.has(path);
      if (wrong) found.add(path, message);
    },
  ];
}
