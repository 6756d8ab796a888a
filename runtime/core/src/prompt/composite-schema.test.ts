import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tool } from "../faces/sub-tool.ts";
import { followReferences } from "../schema/nodes/json-pointer.ts";
import { buildEnhancedDescription, createCompositeSchema, rebaseReferences } from "./composite-schema.ts";

const add = tool("add", "Adds.", z.object({ a: z.number() }), () => "");
const list = tool("list", "Lists.", { type: "object", properties: {} }, () => "");
const draft = { target: "draft-07" } as const;

describe("the schema of a composite", () => {
  it("advertises a strict union, with one arm for each sub-tool", () => {
    expect(createCompositeSchema([add, list])["~standard"].jsonSchema.input(draft)).toEqual({
      type: "object",
      properties: {
        calls: {
          type: "array",
          description: "Array of sub-tool calls to execute",
          items: { anyOf: [arm("add", { a: { type: "number" } }, "Adds."), arm("list", {}, "Lists.")] },
        },
      },
      required: ["calls"],
      additionalProperties: false,
    });
  });

  it("takes well-formed calls, also unknown names and arguments, and refuses the rest", async () => {
    const { validate } = createCompositeSchema([add])["~standard"];
    const calls = [{ name: "add", args: { a: 1 } }, { name: "add", args: "{}" }, { name: "other" }];
    expect(await validate({ calls })).toEqual({ value: { calls } });
    for (const wrong of [{}, { calls: {} }, { calls: [{}] }, { calls: [{ name: 1 }] }, { calls: [], more: 1 }, null]) {
      expect(await validate(wrong)).toHaveProperty("issues");
    }
  });

  it("has a description with a line for each sub-tool", () => {
    expect(buildEnhancedDescription("Base.", [add, list])).toBe(
      "Base.\n\nAvailable sub-tools:\n  - add: Adds.\n  - list: Lists.",
    );
    expect(buildEnhancedDescription("Base.", [add], "sub-agent")).toContain("Available sub-agents:\n  - add: Adds.");
  });
});

function arm(name: string, properties: object, description: string): object {
  const args = { type: "object", properties, description };
  return {
    type: "object",
    properties: {
      name: { type: "string", const: name, description: `Call the "${name}" sub-tool` },
      args: name === "add" ? { ...args, required: ["a"], additionalProperties: false } : args,
    },
    required: ["name", "args"],
    additionalProperties: false,
  };
}

describe("a schema that moves into another", () => {
  it("keeps its local references, wherever they stand, and leaves data alone", () => {
    const node = { type: "object", properties: { next: { $ref: "#" }, leaf: { $ref: "#/definitions/leaf" } } };
    const schema = { ...node, definitions: { leaf: { enum: [{ $ref: "#" }] } }, default: { $ref: "#" } };
    const moved = rebaseReferences(schema, "/items/0");
    expect(moved).toMatchObject({
      properties: { next: { $ref: "#/items/0" }, leaf: { $ref: "#/items/0/definitions/leaf" } },
      definitions: { leaf: { enum: [{ $ref: "#" }] } },
      default: { $ref: "#" },
    });
    const root = { items: [moved] };
    expect(followReferences({ $ref: "#/items/0/definitions/leaf" }, root)).toEqual(schema.definitions.leaf);
    expect(rebaseReferences({ $ref: "https://example.org/s#/a" }, "/x")).toEqual({ $ref: "https://example.org/s#/a" });
  });
});
