import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../json/json.ts";
import { mendArguments } from "./mend-arguments.ts";

const text = { type: "string" };
const count = { type: "integer" };

function mended(args: Json, schema: JsonSchema, ...paths: readonly string[]) {
  return mendArguments(
    args,
    schema,
    paths.map((path) => ({ path, message: "" })),
  )?.arguments;
}

const schemaOf = (properties: Readonly<Record<string, JsonSchema>>, ...required: readonly string[]): JsonSchema => ({
  type: "object",
  properties,
  required,
});

describe("what is mended", () => {
  const schema = schemaOf({ a: count, ab: text, note: text, deep: schemaOf({ x: count, y: text }) });

  it("is at the places that the issues name, and below them", () => {
    const args = { a: null, ab: null, note: null };
    expect(mended(args, schema, "/a")).toEqual({ ab: null, note: null });
    expect(mended({ deep: { x: null, y: "" }, note: null }, schema, "/deep")).toEqual({ deep: { y: "" }, note: null });
    expect(mended(args, schema, "")).toEqual({});
    expect(mended({ a: 1, ab: null }, schema, "/a")).toBeUndefined();
  });

  it("is no empty text that the schema takes", () => {
    expect(mended({ a: "", ab: "" }, schema, "")).toEqual({ ab: "" });
    expect(mended({ ab: "" }, schema, "")).toBeUndefined();
  });

  it("is nothing that is required, whether or not the library would miss it", () => {
    expect(mended({ a: null }, schemaOf({ a: count }, "a"), "/a")).toBeUndefined();
    expect(mended({ deep: { x: "" } }, schemaOf({ deep: schemaOf({ x: count }, "x") }), "/deep/x")).toBeUndefined();
  });

  it("is judged by the arm of a union whose constant the arguments have", () => {
    const circle = schemaOf({ kind: { const: "circle" }, size: count }, "kind");
    const square = schemaOf({ kind: { const: "square" }, size: count }, "kind", "size");
    const union = { type: "object", oneOf: [circle, square] };
    expect(mended({ kind: "circle", size: null }, union, "")).toEqual({ kind: "circle" });
    expect(mended({ kind: "square", size: null }, union, "")).toBeUndefined();
  });
});

describe("words of JSON Schema", () => {
  const schema = schemaOf({ a: text });

  it.each<[string, Json]>([
    ["type", "object"],
    ["required", ["a"]],
    ["required", true],
    ["properties", { a: { type: "string" } }],
    ["additionalProperties", false],
    ["$schema", "https://json-schema.org/draft/2020-12/schema"],
  ])("are left out: %s %j", (key, value) => {
    expect(mended({ a: "b", [key]: value }, schema, `/${key}`)).toEqual({ a: "b" });
  });

  it.each<[string, Json]>([
    ["type", "archive"],
    ["required", "yes"],
    ["properties", { a: "b" }],
    ["additionalProperties", {}],
    ["$schema", 7],
    ["items", {}],
  ])("are none where a schema has no such value: %s %j", (key, value) => {
    expect(mended({ a: "b", [key]: value }, schema, `/${key}`)).toBeUndefined();
  });

  it("are none where the tool has such a key, or nothing is wrong with it", () => {
    const own = schemaOf({ type: { enum: ["file"] } });
    expect(mended({ type: "object" }, own, "/type")).toBeUndefined();
    expect(mended({ a: null, required: true }, schema, "/a")).toEqual({ required: true });
  });
});
