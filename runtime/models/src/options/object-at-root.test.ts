import { defineTool, toolToSchema } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { objectAtRoot } from "./object-at-root.ts";

const text = { type: "string" };

describe("the parameters of a tool", () => {
  it("go out as they are where they are an object", () => {
    const parameters = { type: "object", properties: { a: { anyOf: [text, { type: "null" }] } } };
    expect(objectAtRoot(parameters)).toBe(parameters);
  });

  it("go out as one object where they are a union of objects", () => {
    const input = z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("file"), path: z.string(), at: z.number().optional() }),
      z.object({ kind: z.literal("page"), url: z.string(), at: z.string().optional() }),
    ]);
    const tool = defineTool({ name: "open", description: "Opens.", input, execute: () => "open" });
    expect(objectAtRoot(toolToSchema(tool).function.parameters)).toEqual({
      type: "object",
      properties: {
        kind: {
          anyOf: [
            { type: "string", const: "file" },
            { type: "string", const: "page" },
          ],
        },
        path: text,
        at: { anyOf: [{ type: "number" }, text] },
        url: text,
      },
      required: ["kind"],
      additionalProperties: false,
    });
  });

  it("keep what stands beside a union that only says what is needed, as servers of MCP have it", () => {
    const shared = { type: "object", properties: { route: text, file: text }, required: ["depth"], $schema: "x" };
    expect(objectAtRoot({ ...shared, anyOf: [{ required: ["route"] }, { required: ["file"] }] })).toEqual(shared);
  });

  it("have the keys of intersections, of what is referred to, and of unions in each other", () => {
    const $defs = { b: { properties: { b: text }, required: ["b"] }, self: { anyOf: [{ $ref: "#/$defs/self" }] } };
    const arms = [{ oneOf: [{ $ref: "#/$defs/b" }, { $ref: "#/$defs/b" }] }, { properties: { c: text } }];
    expect(objectAtRoot({ allOf: [...arms, { $ref: "#/$defs/self" }], not: {}, $defs })).toEqual({
      type: "object",
      properties: { b: text, c: text },
      required: ["b"],
      $defs,
    });
  });
});
