import { defineTool, ToolError } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { logger, none, rejection } from "./trying.ts";

describe("defineTool", () => {
  const tool = defineTool({
    name: "read_file",
    description: "Reads.",
    input: z.object({
      path: z.string().describe("Where"),
      limit: z.number().int().min(1).default(50),
      deep: z.boolean().optional(),
    }),
    execute: ({ path, limit }) => `${path}:${limit}`,
  });

  it("has the document's four members", () => {
    expect([tool.name, tool.description, typeof tool.executeRaw]).toEqual(["read_file", "Reads.", "function"]);
    expect(tool.definition).toEqual({
      name: "read_file",
      description: "Reads.",
      parameters: {
        type: "object",
        properties: {
          path: { type: "string", description: "Where" },
          limit: { type: "integer", minimum: 1, default: 50 },
          deep: { type: "boolean" },
        },
        required: ["path"],
        additionalProperties: false,
      },
    });
  });

  it.each([
    ['{"path":"a"}', "a:50"],
    ['{"path":"a","limit":2}', "a:2"],
    ['{"path":"ü😀"}', "ü😀:50"],
    ['  {"path":"a"}\n', "a:50"],
  ])("runs on raw JSON %j", async (raw, text) => {
    expect(await tool.executeRaw(raw, { logger })).toEqual({ type: "text", text });
  });

  it.each([
    ["{", "invalid_json"],
    ["", "invalid_arguments"],
    ["[]", undefined],
    ["null", undefined],
    ['"path"', undefined],
    ["{}", "invalid_arguments"],
    ['{"path":5,"limit":"x"}', "invalid_arguments"],
    ['{"path":"a","limit":0}', "invalid_arguments"],
    ['{"path":"a","other":1}', "invalid_arguments"],
    ['{"path":"a"} x', "invalid_json"],
  ])("rejects %j with a ToolError that has its code, and does not run", async (raw, code) => {
    const error = await rejection(tool.executeRaw(raw, { logger }));
    expect(ToolError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ message: expect.stringContaining("read_file"), code: code ?? expect.any(String) });
  });

  it.each(["", "a b", "ä", "x".repeat(65), "a.b"])("refuses the name %j when the program starts", (name) => {
    expect(() => defineTool({ name, description: "", input: none, execute: () => "" })).toThrow(TypeError);
  });
});
