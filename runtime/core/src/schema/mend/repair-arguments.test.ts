import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Json, JsonSchema } from "../../json/json.ts";
import { repairLine } from "../../run/repairs.ts";
import { compileInputSchema } from "../compile/compile-input-schema.ts";
import { repairArguments } from "./repair-arguments.ts";

const issues = [{ path: "", message: "some" }];

function property(schema: unknown): JsonSchema {
  return { type: "object", properties: { x: schema } };
}

const numbers = { type: "array", items: { type: "number" } };
const point = { type: "object", properties: { x: { type: "integer" } } };

describe("repairArguments", () => {
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
    [{ $ref: "#/properties/y" }, "1", "1", []],
    [{ allOf: [{ type: "number" }] }, "1", 1, ["/x: string → number"]],
    [{ type: "object", additionalProperties: { type: "number" } }, { a: "1" }, { a: 1 }, ["/x/a: string → number"]],
  ])("under %j reads %j as %j", (schema, given, expected, repairs) => {
    const repaired = repairArguments(property(schema), { x: given }, issues);
    expect(repaired?.arguments).toEqual(repairs.length === 0 ? undefined : { x: expected });
    expect(repaired?.repairs.map(repairLine) ?? []).toEqual(repairs);
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
    ["a boolean", { type: "boolean" }, "true"],
    ["null", { type: "null" }, "null"],
    ["a number for a text", { type: "string" }, 5],
    ["a text too deep", numbers, "[".repeat(101) + "]".repeat(101)],
  ])("leaves %s alone", (_, schema, given) => {
    expect(repairArguments(property(schema), { x: given }, issues)).toBeUndefined();
  });

  it("looks into the arm that a tag tells, and into none when it cannot tell", () => {
    const arm = (kind: string, type: string) => ({
      type: "object",
      properties: { kind: { const: kind }, n: { type } },
    });
    const schema = property({ anyOf: [arm("a", "number"), arm("b", "string")] });
    expect(repairArguments(schema, { x: { kind: "a", n: "1" } }, issues)?.arguments).toEqual({
      x: { kind: "a", n: 1 },
    });
    expect(repairArguments(schema, { x: { kind: "b", n: "1" } }, issues)).toBeUndefined();
    expect(repairArguments(schema, { x: { n: "1" } }, issues)).toBeUndefined();
  });

  it("does nothing without issues, changes nothing it was given and no key", () => {
    const given = Object.freeze({ x: "5", y: "6" });
    const schema = property({ type: "number" });
    expect(repairArguments(schema, given, [])).toBeUndefined();
    expect(repairArguments(schema, given, issues)?.arguments).toEqual({ x: 5, y: "6" });
    expect(given).toEqual({ x: "5", y: "6" });
  });

  it("keeps a __proto__ key as it is", () => {
    const repaired = repairArguments(property({ type: "number" }), JSON.parse('{"x":"5","__proto__":{"a":1}}'), issues);
    expect(JSON.stringify(repaired?.arguments)).toBe('{"x":5,"__proto__":{"a":1}}');
  });

  it("H probe: two repairs, then valid", async () => {
    const schema = compileInputSchema(z.object({ n: z.number(), list: z.array(z.number()) }), { toolName: "h" });
    const given = { n: "5", list: "[1,2]" };
    const first = await schema.check(given);
    const repaired = repairArguments(schema.jsonSchema, given, first.ok ? [] : first.issues);
    expect(repaired?.repairs.map(repairLine)).toEqual(["/n: string → number", "/list: string → array"]);
    expect(await schema.check(repaired?.arguments ?? null)).toEqual({ ok: true, value: { n: 5, list: [1, 2] } });
  });

  it("never throws and never mutates, whatever the arguments", () => {
    const recursive = { type: "object", additionalProperties: { anyOf: [{ $ref: "#" }, { type: "number" }, numbers] } };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const given: Json = JSON.parse(JSON.stringify(value));
        repairArguments(recursive, given, issues);
        expect(given).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
