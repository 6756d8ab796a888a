import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Json } from "../../json/json.ts";
import type { Schema } from "../../tool/tool.ts";
import { compileInputSchema } from "./compile-input-schema.ts";

const compile = (schema: Schema<unknown>) => compileInputSchema(schema, { toolName: "demo" });
const definition = (schema: Schema<unknown>) => compile(schema).jsonSchema;

const zodSchemas = {
  flat: z.object({ path: z.string().min(1).describe("where"), n: z.int().optional(), d: z.string().default("q") }),
  nested: z.object({ o: z.object({ p: z.array(z.object({ q: z.string() })) }) }),
  union: z.object({ u: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) }),
  tuple: z.object({ t: z.tuple([z.object({ a: z.string() }), z.number()]) }),
  record: z.object({ r: z.record(z.string(), z.object({ a: z.number() })) }),
  definitions: z.object({ a: z.object({ z: z.number() }).meta({ id: "Shared" }) }),
  strict: z.strictObject({ a: z.string() }),
  loose: z.looseObject({ a: z.string() }),
  transform: z.object({ a: z.string().transform(Number) }),
};

/** Zod writes them to every integer. */
function withoutSafeBounds(schema: unknown): unknown {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replace(/,?"(minimum":-|maximum":)9007199254740991/g, "").replaceAll("{,", "{"));
}

describe("the definition", () => {
  it.each(Object.entries(zodSchemas))(
    "is zod's own draft-07 but for closed objects and the bounds of every integer: %s",
    (_, schema) => {
      const { $schema, ...expected } = z.toJSONSchema(schema, { target: "draft-07", io: "input" });
      expect(withoutClosing(definition(schema))).toEqual(withoutSafeBounds(withoutClosing(expected)));
      expect(openObjects(definition(schema))).toEqual([]);
    },
  );

  it("closes every silent object and keeps what the others say", () => {
    const closed = {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      additionalProperties: false,
    };
    expect(definition(zodSchemas.strict)).toEqual(closed);
    expect(definition(z.object({ a: z.string() }))).toEqual(closed);
    expect(definition(type({ a: "string" }))).toEqual(closed);
    expect(definition(toStandardJsonSchema(v.object({ a: v.string() })))).toEqual(closed);
    expect(definition(zodSchemas.loose)).toEqual({ ...closed, additionalProperties: {} });
  });

  it("K03 a root union of objects gains type object and keeps its arms", () => {
    const union = definition(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]));
    expect(union).toMatchObject({
      type: "object",
      anyOf: [{ additionalProperties: false }, { additionalProperties: false }],
    });
    expect(union.additionalProperties).toBeUndefined();
  });

  it("sends a plain JSON Schema out as it is, the same object", () => {
    const plain = Object.freeze({ $schema: "http://json-schema.org/draft-07/schema#", type: "object", "x-own": 1 });
    expect(definition(plain)).toBe(plain);
    const empty = {};
    expect(definition(empty)).toBe(empty);
  });

  it("closes a recursive schema", async () => {
    interface Tree {
      v: string;
      kids: Tree[];
    }
    const tree: z.ZodType<Tree> = z.object({ v: z.string(), kids: z.array(z.lazy(() => tree)) });
    const { check } = compile(tree);
    expect(await check({ v: "x", kids: [{ v: "y", kids: [] }] })).toMatchObject({ ok: true });
    expect(await check({ v: "x", kids: [{ v: "y", kids: [], w: 1 }] })).toEqual({
      ok: false,
      issues: [{ path: "/kids/0/w", message: "unknown key" }],
    });
  });
});

describe("intersections", () => {
  const parts = [v.object({ a: v.string() }), v.object({ b: v.object({ c: v.number() }) })] as const;
  const shared = z.object({ a: z.string() }).meta({ id: "Base" });
  const cases: [string, Schema<unknown>][] = [
    ["of inline parts", toStandardJsonSchema(v.intersect(parts))],
    ["of a definition", z.intersection(shared, z.object({ b: z.object({ c: z.number() }) }).meta({ title: "More" }))],
  ];

  it.each(cases)("%s stay satisfiable and still name unknown keys", async (_, schema) => {
    const { check, jsonSchema } = compile(schema);
    expect(jsonSchema.type).toBe("object");
    expect(await check({ a: "x", b: { c: 1 } })).toEqual({ ok: true, value: { a: "x", b: { c: 1 } } });
    const refused = await check({ a: "x", b: { c: 1, inner: 1 }, outer: 1 });
    expect(refused).toEqual({
      ok: false,
      issues: [
        { path: "/b/inner", message: "unknown key" },
        { path: "/outer", message: "unknown key" },
      ],
    });
    const outside = await compile(jsonSchema).check({ a: "x", b: { c: 1 } });
    expect(outside.ok).toBe(true);
  });
});

describe("a definition that is part of an intersection here and stands alone there", () => {
  it("is closed where it stands alone", async () => {
    const base = z.object({ a: z.string() }).meta({ id: "Alone" });
    const both = z.intersection(base, z.object({ b: z.string() }));
    const { check } = compile(z.object({ both, alone: base }));
    expect(await check({ both: { a: "x", b: "y" }, alone: { a: "x" } })).toMatchObject({ ok: true });
    expect(await check({ both: { a: "x", b: "y" }, alone: { a: "x", b: "y" } })).toEqual({
      ok: false,
      issues: [{ path: "/alone/b", message: "unknown key" }],
    });
  });
});

describe("what cannot be a definition", () => {
  const cases: [string, Schema<unknown>, RegExp][] = [
    ["a BigInt", z.object({ a: z.bigint() }), /"demo".*BigInt/],
    ["a Map", z.object({ a: z.map(z.string(), z.string()) }), /"demo".*Map/],
    ["a bare transform", z.object({ a: z.transform((value) => value) }), /"demo".*Transforms/],
    ["a root that is a string", z.string(), /"demo".*object/],
    ["a root that may be null", z.object({}).nullable(), /"demo".*object/],
    ["a plain root that is an array", { type: "array" }, /"demo".*object/],
    ["valibot without JSON Schema", v.object({ a: v.string() }), /"demo".*toStandardJsonSchema/],
    ["valibot that cannot be written", toStandardJsonSchema(v.object({ a: v.bigint() })), /"demo".*bigint/],
    ["arktype with a BigInt", type({ a: "bigint" }), /"demo".*JSON does not have/],
    ["arktype with a Date", type({ a: "Date" }), /"demo".*JSON does not have/],
    ["an object of schemas", { path: z.string() }, /"demo".*wrap/],
  ];

  it.each(cases)("%s is a TypeError that names the tool", (_, schema, message) => {
    expect(() => compile(schema)).toThrow(TypeError);
    expect(() => compile(schema)).toThrow(message);
  });

  it("a circular plain schema is one too", () => {
    const circular: Record<string, unknown> = { type: "object" };
    circular.properties = { self: circular };
    expect(() => compile(circular)).toThrow(/"demo"/);
  });
});

function withoutClosing(schema: unknown): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === "additionalProperties" && value === false ? undefined : value)),
  );
}

/** Object schemas that say nothing of other keys. */
function openObjects(schema: unknown): unknown[] {
  if (typeof schema !== "object" || schema === null) return [];
  const open = "type" in schema && schema.type === "object" && !("additionalProperties" in schema) ? [schema] : [];
  return [...open, ...Object.values(schema).flatMap(openObjects)];
}
