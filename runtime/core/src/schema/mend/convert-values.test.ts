import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Json, JsonSchema } from "../../json/json.ts";
import { repairLine } from "../../run/repairs.ts";
import { compileInputSchema } from "../compile/compile-input-schema.ts";
import { convertValues } from "./convert-values.ts";

/** Everywhere is named. */
const convert = (schema: JsonSchema, value: Json, isNamed: (path: string) => boolean = () => true) =>
  convertValues(value, { root: schema, isNamed });

function property(schema: unknown): JsonSchema {
  return { type: "object", properties: { x: schema } };
}

const numbers = { type: "array", items: { type: "number" } };
const texts = { type: "array", items: { type: "string" } };
const point = { type: "object", properties: { x: { type: "integer" } } };

describe("convertValues", () => {
  it.each<[unknown, Json, Json, string[]]>([
    [{ type: "integer" }, "5", 5, ["/x: string → integer"]],
    [{ type: "number" }, "-1.5", -1.5, ["/x: string → number"]],
    [{ type: ["integer", "null"] }, "5", 5, ["/x: string → integer"]],
    [{ enum: [1, 2] }, "2", 2, ["/x: string → number"]],
    [numbers, "[1,2]", [1, 2], ["/x: string → array"]],
    [numbers, '["1"]', [1], ["/x: string → array", "/x/0: string → number"]],
    [numbers, ["1", 2], [1, 2], ["/x/0: string → number"]],
    [point, ' {"x":"7"}', { x: 7 }, ["/x: string → object", "/x/x: string → integer"]],
    [{ anyOf: [{ type: "null" }, numbers] }, "[1]", [1], ["/x: string → array"]],
    [{ type: "boolean" }, "true", true, ["/x: string → boolean"]],
    [{ type: ["boolean", "null"] }, "false", false, ["/x: string → boolean"]],
    [texts, "a b", ["a b"], ["/x: string → array"]],
    [texts, '["a"]', ["a"], ["/x: string → array"]],
    [{ anyOf: [{ type: "null" }, texts] }, "a", ["a"], ["/x: string → array"]],
    [{ type: "array", items: { enum: ["a", "b"] } }, "a", ["a"], ["/x: string → array"]],
    [{ type: "string" }, ["a"], "a", ["/x: array → string"]],
    [{ $ref: "#/properties/y" }, "1", "1", []],
    [{ allOf: [{ type: "number" }] }, "1", 1, ["/x: string → number"]],
    [{ type: "object", additionalProperties: { type: "number" } }, { a: "1" }, { a: 1 }, ["/x/a: string → number"]],
  ])("under %j reads %j as %j", (schema, given, expected, repairs) => {
    const converted = convert(property(schema), { x: given });
    expect(converted.value).toEqual({ x: expected });
    expect(converted.repairs.map(repairLine)).toEqual(repairs);
  });

  it.each<[string, unknown, Json]>([
    ["a number spelt another way", { type: "number" }, "05"],
    ["a number with a blank", { type: "number" }, " 5"],
    ["a number too long to keep", { type: "integer" }, "12345678901234567890"],
    ["no number", { type: "number" }, "NaN"],
    ["an endless number", { type: "number" }, "Infinity"],
    ["nothing", { type: "number" }, ""],
    ["a fraction for an integer", { type: "integer" }, "1.5"],
    ["a number where a text may stand", { type: ["string", "number"] }, "5"],
    ["a number where anything may stand", {}, "5"],
    ["an object for an array", numbers, "{}"],
    ["half an array", numbers, "[1,"],
    ["a boolean spelt another way", { type: "boolean" }, "TRUE"],
    ["a boolean where a text may stand", { type: ["string", "boolean"] }, "true"],
    ["an empty text for a list", texts, ""],
    ["half a list for a list of texts", texts, '["a"'],
    ["a text for a list of anything", { type: "array" }, "a"],
    ["a text for a list of numbers", numbers, "a"],
    ["a list of two for a text", { type: "string" }, ["a", "b"]],
    ["a list of nothing for a text", { type: "string" }, [""]],
    ["null", { type: "null" }, "null"],
    ["a number for a text", { type: "string" }, 5],
    ["a text too deep", numbers, "[".repeat(101) + "]".repeat(101)],
  ])("leaves %s alone", (_, schema, given) => {
    expect(convert(property(schema), { x: given })).toEqual({ value: { x: given }, repairs: [] });
  });

  it("looks into the arm that a tag tells, and into none when it cannot tell", () => {
    const arm = (kind: string, type: string) => ({
      type: "object",
      properties: { kind: { const: kind }, n: { type } },
    });
    const schema = property({ anyOf: [arm("a", "number"), arm("b", "string")] });
    expect(convert(schema, { x: { kind: "a", n: "1" } }).value).toEqual({ x: { kind: "a", n: 1 } });
    expect(convert(schema, { x: { kind: "b", n: "1" } }).repairs).toEqual([]);
    expect(convert(schema, { x: { n: "1" } }).repairs).toEqual([]);
  });

  it("does nothing where nothing is named, changes nothing it was given and no key", () => {
    const given = Object.freeze({ x: "5", y: "6" });
    const schema = property({ type: "number" });
    expect(convert(schema, given, () => false)).toEqual({ value: given, repairs: [] });
    expect(convert(schema, given).value).toEqual({ x: 5, y: "6" });
    expect(given).toEqual({ x: "5", y: "6" });
  });

  it("keeps a __proto__ key as it is", () => {
    const repaired = convert(property({ type: "number" }), JSON.parse('{"x":"5","__proto__":{"a":1}}'));
    expect(JSON.stringify(repaired.value)).toBe('{"x":5,"__proto__":{"a":1}}');
  });

  it("H probe: two repairs, then valid", async () => {
    const schema = compileInputSchema(z.object({ n: z.number(), list: z.array(z.number()) }), { toolName: "h" });
    const given = { n: "5", list: "[1,2]" };
    const repaired = convert(schema.jsonSchema, given);
    expect(repaired.repairs.map(repairLine)).toEqual(["/n: string → number", "/list: string → array"]);
    expect(await schema.check(repaired.value)).toEqual({ ok: true, value: { n: 5, list: [1, 2] } });
  });

  it("never throws and never mutates, whatever the arguments", () => {
    const recursive = { type: "object", additionalProperties: { anyOf: [{ $ref: "#" }, { type: "number" }, numbers] } };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const given: Json = JSON.parse(JSON.stringify(value));
        convert(recursive, given);
        expect(given).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
