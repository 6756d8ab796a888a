import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../faces/define-tool.ts";
import type { Json, JsonSchema } from "../json/json.ts";
import type { LlmToolDefinition } from "../model/model-port.ts";
import type { StrictProblem } from "./strict-problem.ts";
import type { StrictProvider } from "./strict-provider.ts";
import { toStrictDefinition } from "./to-strict-definition.ts";

function definitionOf(parameters: JsonSchema): LlmToolDefinition {
  return { type: "function", function: { name: "t", description: "d", parameters } };
}

function fromZod(input: z.ZodType): LlmToolDefinition {
  return {
    type: "function",
    function: defineTool({ name: "t", description: "", input, execute: () => "" }).definition,
  };
}

function strict(definition: LlmToolDefinition, provider: StrictProvider = "openai") {
  const made = toStrictDefinition(definition, provider);
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  return {
    parameters: made.definition.function.parameters,
    strict: made.definition.function.strict,
    restore: made.restore,
  };
}

function problems(parameters: JsonSchema, provider: StrictProvider = "openai"): readonly StrictProblem[] {
  const made = toStrictDefinition(definitionOf(parameters), provider);
  return made.ok ? [] : made.problems;
}

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

describe("toStrictDefinition", () => {
  it.each(["^(?!-)a", "a(?=b)", "(?<!x)y", "(?<=x)y"])("leaves out a pattern that looks around: %s", (pattern) => {
    const { parameters } = strict(definitionOf(object({ a: { type: "string", pattern } }, { required: ["a"] })));
    expect(parameters).toEqual(object({ a: { type: "string" } }, { required: ["a"] }));
  });

  it.each(["^(?:a|b)$", "\\(?=", "[(?=]", "(?<year>a)"])("keeps a pattern that only seems to: %s", (pattern) => {
    const { parameters } = strict(definitionOf(object({ a: { type: "string", pattern } }, { required: ["a"] })));
    expect(parameters.properties).toEqual({ a: { type: "string", pattern } });
  });

  it("closes every object, requires every key, and makes optional ones nullable", () => {
    const input = z.object({ path: z.string(), limit: z.number().optional(), mode: z.enum(["a", "b"]).optional() });
    expect(strict(fromZod(input))).toMatchObject({
      strict: true,
      parameters: {
        type: "object",
        additionalProperties: false,
        required: ["path", "limit", "mode"],
        properties: {
          path: { type: "string" },
          limit: { type: ["number", "null"] },
          mode: { type: ["string", "null"], enum: ["a", "b", null] },
        },
      },
    });
  });

  it.each([[null], [undefined], [{}], [{ name: "pay", parameters: {} }], ["pay"]])(
    "takes a definition, and not %j",
    (given) => {
      expect(() => Reflect.apply(toStrictDefinition, undefined, [given, "openai"])).toThrow(
        "The first argument of toStrictDefinition must be a definition, as toolToSchema(tool) gives it, got ",
      );
    },
  );

  it("names the providers that it knows", () => {
    const definition = { type: "function", function: { name: "pay", description: "", parameters: { type: "object" } } };
    expect(() => Reflect.apply(toStrictDefinition, undefined, [definition, "other"])).toThrow(
      /must be "openai".*got "other"/,
    );
  });

  it("leaves the given definition as it was", () => {
    const definition = fromZod(z.object({ a: z.object({ b: z.string().optional() }) }));
    const before = JSON.stringify(definition);
    strict(definition);
    expect(JSON.stringify(definition)).toBe(before);
  });

  it("undoes null only where the rewriting put it in", () => {
    const { restore } = strict(
      definitionOf(
        object(
          {
            made: { type: "string" },
            own: { type: ["string", "null"] },
            needed: { type: ["string", "null"] },
            nested: object({ made: { type: "number" }, own: { anyOf: [{ type: "number" }, { type: "null" }] } }),
            list: { type: "array", items: object({ made: { type: "string" } }) },
          },
          { required: ["needed"] },
        ),
      ),
    );
    const args = { made: null, own: null, needed: null, nested: { made: null, own: null }, list: [{ made: null }] };
    expect(restore(args)).toEqual({ own: null, needed: null, nested: { own: null }, list: [{}] });
    expect(restore({ stranger: null })).toEqual({ stranger: null });
  });

  it("undoes null in the arm of a union that the call is for, and follows references", () => {
    const { parameters, restore } = strict(
      definitionOf(
        object(
          {
            shape: {
              oneOf: [
                object({ kind: { const: "circle" }, label: { type: "string" } }, { required: ["kind"] }),
                object({ kind: { const: "square" }, label: { type: ["string", "null"] } }, { required: ["kind"] }),
              ],
            },
            other: { $ref: "#/definitions/other" },
          },
          { required: ["shape", "other"], definitions: { other: object({ x: { type: "string" } }) } },
        ),
      ),
    );
    expect(JSON.stringify(parameters)).not.toContain("oneOf");
    expect(restore({ shape: { kind: "circle", label: null }, other: { x: null } })).toEqual({
      shape: { kind: "circle" },
      other: {},
    });
    const square = { shape: { kind: "square", label: null }, other: {} };
    expect(restore(square)).toBe(square);
  });

  it("keeps optional keys for Anthropic, whose strict mode knows them, and undoes nothing", () => {
    const { parameters, restore } = strict(
      fromZod(z.object({ a: z.string().min(2), b: z.number().optional() })),
      "anthropic",
    );
    expect(parameters).toMatchObject({ required: ["a"], properties: { a: { type: "string" }, b: { type: "number" } } });
    expect(JSON.stringify(parameters)).not.toContain("minLength");
    expect(restore({ a: "x", b: null })).toEqual({ a: "x", b: null });
  });

  it.each<[string, JsonSchema, StrictProblem]>([
    ["no object", { type: "array", items: { type: "string" } }, { code: "root_not_object", path: "" }],
    ["a free object", object({ o: { type: "object" } }), { code: "open_object", path: "/properties/o" }],
    [
      "an open object",
      object({ "a/b": object({}, { additionalProperties: { type: "string" } }) }),
      { code: "open_object", path: "/properties/a~1b" },
    ],
    ["any value", object({ v: {} }), { code: "any_value", path: "/properties/v" }],
    ["any items", object({ v: { type: "array" } }), { code: "any_value", path: "/properties/v/items" }],
    [
      "a condition",
      object({ v: { type: "string", not: { const: "x" } } }),
      { code: "unsupported_keyword", path: "/properties/v", keyword: "not" },
    ],
    [
      "a remote reference",
      object({ v: { $ref: "https://example.com/s" } }),
      { code: "unsupported_reference", path: "/properties/v", keyword: "https://example.com/s" },
    ],
    ["depth", deep(12), { code: "too_deep", path: "/properties/o".repeat(11) }],
    [
      "enums",
      object({ v: { enum: Array.from({ length: 1001 }, String) } }),
      { code: "too_many_enum_values", path: "" },
    ],
  ])("says why there is no strict form for %s", (_what, schema, problem) => {
    expect(problems(schema)).toContainEqual(problem);
  });

  it("takes recursion for OpenAI and not for Anthropic", () => {
    const tree = object({ next: { $ref: "#" } });
    expect(problems(tree, "openai")).toEqual([]);
    expect(problems(tree, "anthropic")).toContainEqual({ code: "recursive", path: "" });
  });

  it("makes every strict call fit the original schema again", () => {
    const ajv = new Ajv({ strict: false });
    fc.assert(
      fc.property(schemas, fc.infiniteStream(fc.boolean()), (schema, isNull) => {
        const { parameters, restore } = strict(definitionOf(schema));
        const args = fill(parameters, isNull);
        expect(ajv.validate(parameters, args)).toBe(true);
        expect(ajv.validate(schema, restore(args))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

function deep(levels: number): JsonSchema {
  return object(levels === 0 ? {} : { o: deep(levels - 1) });
}

const { schemas } = fc.letrec<{ schemas: JsonSchema; leaf: JsonSchema; member: JsonSchema }>((tie) => ({
  leaf: fc.constantFrom<JsonSchema>(
    { type: "string" },
    { type: ["number", "null"] },
    { enum: ["x", "y"] },
    { const: 1 },
    { anyOf: [{ type: "string" }, { type: "null" }] },
  ),
  member: fc.oneof(
    { maxDepth: 3 },
    tie("leaf"),
    tie("schemas"),
    tie("member").map((items): JsonSchema => ({ type: "array", items })),
  ),
  schemas: fc
    .tuple(fc.dictionary(fc.constantFrom("a", "b", "c"), tie("member"), { maxKeys: 3 }), fc.subarray(["a", "b", "c"]))
    .map(([properties, wanted]) => object(properties, { required: wanted.filter((key) => key in properties) })),
}));

/** Arguments that fit a strict schema, with null wherever it is allowed and the stream says so. */
function fill(schema: unknown, isNull: Iterator<boolean>): Json {
  const node = z.record(z.string(), z.unknown()).parse(schema);
  const types = [node.type].flat();
  const arms = Array.isArray(node.anyOf) ? node.anyOf : [];
  const takesNull = types.includes("null") || arms.some((arm) => fillable(arm));
  if (takesNull && isNull.next().value) return null;
  if (arms.length > 0) return fill(arms[0], isNull);
  if (node.const !== undefined) return 1;
  if (Array.isArray(node.enum)) return "x";
  if (types.includes("array")) return [fill(node.items, isNull)];
  if (!types.includes("object")) return types.includes("number") ? 2 : "text";
  const properties = z.record(z.string(), z.unknown()).parse(node.properties);
  return Object.fromEntries(Object.entries(properties).map(([key, member]) => [key, fill(member, isNull)]));
}

function fillable(arm: unknown): boolean {
  return z.object({ type: z.literal("null") }).safeParse(arm).success;
}
