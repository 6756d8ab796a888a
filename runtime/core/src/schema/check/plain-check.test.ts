import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../json/json.ts";
import { compileInputSchema } from "../compile/compile-input-schema.ts";
import { ajvValidator } from "../validators/ajv-validator.ts";
import type { JsonSchemaValidator } from "../validators/json-schema-validator.ts";

async function verdict(schema: JsonSchema, value: Json, validator?: JsonSchemaValidator): Promise<unknown> {
  const compiled = compileInputSchema(schema, { toolName: "demo", ...(validator && { validator }) });
  const checked = await compiled.check(value);
  return checked.ok ? checked.value : checked.issues.map(({ path, message }) => `${path}: ${message}`);
}

const UNCHECKED = ": could not be checked against its schema";

const object = (properties: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({ type: "object", properties, ...rest });

describe("a plain JSON Schema", () => {
  it("means what JSON Schema says: unknown keys pass unless it refuses them", async () => {
    expect(await verdict(object({ a: { type: "string" } }), { a: "x", b: 1 })).toEqual({ a: "x", b: 1 });
    expect(await verdict(object({ path: {} }, { additionalProperties: false }), { pat: 1 })).toEqual([
      '/pat: unknown key; did you mean "path"?',
    ]);
    expect(await verdict({}, { a: 1 })).toEqual({ a: 1 });
  });

  it("is draft-07 unless it says otherwise", async () => {
    // Draft-07 ignores what stands beside a $ref; later drafts do not.
    const schema = object({ a: { $ref: "#/properties/b", maxLength: 1 }, b: { type: "string" } });
    expect(await verdict(schema, { a: "xx" })).toEqual({ a: "xx" });
    for (const draft of ["2019-09", "2020-12"]) {
      const $schema = `https://json-schema.org/draft/${draft}/schema`;
      expect(await verdict({ ...schema, $schema }, { a: "xx" })).toEqual(["/a: expected at most 1 character"]);
    }
  });

  it.each<[JsonSchema, Json, string]>([
    [{ const: 1 }, 2, "/a: expected 1, got 2"],
    [{ minimum: 3 }, 2, "/a: expected at least 3"],
    [{ exclusiveMinimum: 3 }, 3, "/a: expected more than 3"],
    [{ exclusiveMaximum: 3 }, 3, "/a: expected less than 3"],
    [{ multipleOf: 0.1 }, 0.35, "/a: expected a multiple of 0.1"],
    [{ pattern: "^a" }, "b", '/a: expected to match "^a", such as "a"'],
    [{ minLength: 3 }, "\u{1f600}\u{1f600}", "/a: expected at least 3 characters"],
    [{ maxLength: 1 }, "bb", "/a: expected at most 1 character"],
    [{ format: "date-time" }, "b", '/a: expected format "date-time"'],
    [{ minItems: 1 }, [], "/a: expected at least 1 item"],
    [{ uniqueItems: true }, [1, 1], "/a: expected no two equal items"],
    [{ minProperties: 2 }, {}, "/a: expected at least 2 keys"],
    [{ patternProperties: { "^n": { type: "number" } } }, { n1: "x" }, "/a/n1: expected number, got string"],
    [{ type: ["string", "number", "null"] }, true, "/a: expected string, number or null, got boolean"],
    [{ anyOf: [{ type: "array" }, { type: "null" }] }, true, "/a: expected array or null, got boolean"],
    [{ $ref: "#/definitions/d~1e" }, 1, "/a: expected string, got number"],
    [{ not: { type: "string" } }, "b", '/a: does not satisfy "not"'],
  ])("%j says what is wrong with %j", async (schema, value, message) => {
    const definitions = { "d/e": { type: "string" } };
    expect(await verdict(object({ a: schema }, { definitions }), { a: value })).toEqual([message]);
  });

  const next = { type: ["object", "string"], properties: { a: { $ref: "#/definitions/d" } } };
  const twice = (keyword: string) =>
    object({ a: { $ref: "#/definitions/d" } }, { definitions: { d: { [keyword]: [next, next] } } });
  const deep = (a: Json) => Array.from({ length: 30 }).reduce<Json>((inner) => ({ a: inner }), a);

  it.each([
    ["allOf", 1, UNCHECKED],
    ["anyOf", 1, UNCHECKED],
    ["oneOf", "x", ': does not satisfy "$ref"'],
  ])("refuses by %s that refers to itself twice a value that is wrong thirty deep", async (keyword, a, message) => {
    expect(await verdict(twice(keyword), deep(a))).toEqual([message]);
  });

  it.each(["allOf", "anyOf"])(
    "takes by %s that refers to itself twice a value that is thirty deep",
    async (keyword) => {
      expect(await verdict(twice(keyword), deep("x"))).toEqual(deep("x"));
    },
  );

  it("gives up where a schema refers to itself for the same value, or passes on which keys it has seen", async () => {
    const itself = { definitions: { d: { allOf: [next, { $ref: "#/definitions/d" }, { $ref: "#/definitions/d" }] } } };
    expect(await verdict(object({ a: { $ref: "#/definitions/d" } }, itself), deep("x"))).toEqual([UNCHECKED]);
    const passing = { definitions: { d: { allOf: [next, next], unevaluatedProperties: false } } };
    expect(await verdict(object({ a: { $ref: "#/definitions/d" } }, passing), deep("x"))).toEqual([UNCHECKED]);
  });

  it("goes out untouched, also when it is frozen", async () => {
    const schema = Object.freeze(object({ a: Object.freeze({ $ref: "#/definitions/d" }) }, { definitions: { d: {} } }));
    const before = JSON.stringify(schema);
    const compiled = compileInputSchema(schema, { toolName: "demo" });
    expect(await compiled.check({ a: 1 })).toEqual({ ok: true, value: { a: 1 } });
    expect(compiled.jsonSchema).toBe(schema);
    expect(JSON.stringify(schema)).toBe(before);
    expect(Reflect.ownKeys(schema)).toEqual(["type", "properties", "definitions"]);
  });

  it("is checked synchronously once the validator is there", async () => {
    const { check } = compileInputSchema(object({}), { toolName: "demo" });
    await check({});
    expect(check({})).toEqual({ ok: true, value: {} });
  });

  it("that is broken refuses every call instead of failing", async () => {
    expect(await verdict({ $ref: "#/definitions/none" }, {})).toEqual([UNCHECKED]);
  });

  it("with uniqueItems takes long lists, and knows equal items by what they hold", async () => {
    const schema = object({ a: { type: "array", uniqueItems: true }, b: { type: "array" } });
    const long = Array.from({ length: 300_000 }, (_, index) => index);
    const equal = [{ x: 1, y: [2] }, 3, { y: [2], x: 1 }];
    expect(await verdict(schema, { a: long, b: equal })).toEqual({ a: long, b: equal });
    expect(await verdict(schema, { a: [...long, 7] })).toEqual(["/a: expected no two equal items"]);
    expect(await verdict(schema, { a: equal })).toEqual(["/a: expected no two equal items"]);
    const anywhere = object({ a: { items: { anyOf: [{ type: "string" }, { uniqueItems: true }] } } });
    const different = { a: ["s", [1, "1", [1], { a: 1 }], [], null] };
    expect(await verdict(anywhere, different)).toEqual(different);
    expect(await verdict(anywhere, { a: [[1, 2, 2]] })).not.toEqual({ a: [[1, 2, 2]] });
  });

  it("with uniqueItems means what comparing every item with every other means", async () => {
    const checked = compileInputSchema(object({ a: { items: { uniqueItems: true } } }), { toolName: "demo" });
    const item = fc.oneof(fc.constantFrom(0, "0", null, true), fc.dictionary(fc.constantFrom("x", "y"), fc.nat(1)));
    const lists = fc.array(fc.array(fc.oneof(item, fc.array(item, { maxLength: 2 })), { maxLength: 5 }), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(lists, async (raw) => {
        const a: Json[] = JSON.parse(JSON.stringify(raw));
        const { ok } = await checked.check({ a });
        const hasEqual = (list: Json) =>
          Array.isArray(list) &&
          list.some((one, place) => list.slice(place + 1).some((other) => isDeepStrictEqual(one, other)));
        expect(ok).toBe(!a.some(hasEqual));
      }),
    );
  });

  it("never throws and never quotes a value, whatever comes", async () => {
    const anything = compileInputSchema(
      object(
        { a: { type: "integer" }, b: { type: "array", items: { enum: ["x"] } } },
        { additionalProperties: { $ref: "#" } },
      ),
      { toolName: "demo" },
    );
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: "binary" }), async (raw) => {
        const value: Json = JSON.parse(JSON.stringify(raw));
        const checked = await anything.check({ a: "marker-4711", value });
        expect(JSON.stringify(checked)).not.toContain("marker-4711");
      }),
    );
  });
});

describe("a plugged validator", () => {
  it("is used instead, and our words are found for its refusal", async () => {
    const seen: Json[] = [];
    const refusing: JsonSchemaValidator = () => (value) => {
      seen.push(value);
      return { valid: false, errors: [{ path: "/a", message: "its own words" }] };
    };
    expect(await verdict(object({ a: { type: "string" } }), { a: 1 }, refusing)).toEqual([
      "/a: expected string, got number",
    ]);
    expect(await verdict(object({ a: { type: "string" } }), { a: "x" }, refusing)).toEqual(["/a: its own words"]);
    expect(seen).toHaveLength(2);
  });

  it("that refuses the schema makes a TypeError that names the tool", () => {
    const validator = () => {
      throw new Error("strict mode");
    };
    expect(() => compileInputSchema({}, { toolName: "demo", validator })).toThrow(/"demo".*strict mode/);
  });

  it("may be Ajv, whose shape is all that is asked for", async () => {
    const validate = Object.assign((value: unknown) => JSON.stringify(value) === "{}", {
      errors: [{ instancePath: "/b", keyword: "custom" }],
    });
    const validator = ajvValidator({ compile: () => validate });
    expect(await verdict({}, {}, validator)).toEqual({});
    expect(await verdict({}, { b: 1 }, validator)).toEqual(['/b: does not satisfy "custom"']);
  });
});
