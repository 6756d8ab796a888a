import { describe, expect, it } from "vitest";
import { defineTool } from "../../faces/define-tool.ts";
import type { JsonSchema } from "../../json/json.ts";
import { tooManyBranches } from "./too-many-branches.ts";

/** Schemas each of which refers to the next one twice: two to the power of `count` for one value. */
function doubling(count: number, branch: (next: object) => object): JsonSchema {
  const names = Array.from({ length: count }, (_, n) => [`d${n}`, branch({ $ref: `#/$defs/d${n + 1}` })]);
  return { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs: Object.fromEntries(names) };
}

const FORMS: readonly (readonly [string, (next: object) => object])[] = [
  ["allOf", (next) => ({ allOf: [next, next] })],
  ["anyOf and not", (next) => ({ anyOf: [next, { not: next }] })],
  ["oneOf and a reference", (next) => ({ ...next, oneOf: [next] })],
  ["if, then, else", (next) => ({ if: next, else: next })],
  ["dependentSchemas", (next) => ({ dependentSchemas: { a: next, b: next } })],
];

describe("schemas by which one value is judged", () => {
  it.each(FORMS)("are too many where references double them twenty times: %s", (_, branch) => {
    expect(tooManyBranches(doubling(20, branch))).toMatch(/^judges one value by more than 10000 schemas/);
    expect(tooManyBranches(doubling(8, branch))).toBeUndefined();
  });

  it("are refused as a tool is made, in words that say what to do", () => {
    const input = doubling(20, (next) => ({ allOf: [next, next] }));
    const define = () => defineTool({ name: "deep", description: "x", input, execute: () => "x" });
    expect(define).toThrow(
      /^Tool "deep": its JSON Schema cannot be used: it judges one value .*; say the same with few/,
    );
  });

  it("may come back to themselves, and be used in a thousand places", () => {
    const text = { type: "string" };
    const tree = { properties: { items: { type: "array", items: { $ref: "#" } } }, anyOf: [{ $ref: "#" }, text] };
    expect(tooManyBranches(tree)).toBeUndefined();
    const many = Array.from({ length: 1_000 }, (_, n) => [`p${n}`, { anyOf: [{ $ref: "#/$defs/text" }, text] }]);
    expect(tooManyBranches({ properties: Object.fromEntries(many), $defs: { text } })).toBeUndefined();
  });
});
