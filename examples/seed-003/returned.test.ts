import { defineTool, jsonOutput, partsOutput, ToolRegistry, ToolRunner, textOutput } from "@toolwright/core";
import { describe, expect, it, vi } from "vitest";
import { logger, none, rejection, returning } from "./trying.ts";

describe("what a tool returns", () => {
  it.each<[unknown, unknown, unknown]>([
    ["text", { type: "text", text: "text" }, "text"],
    ["", { type: "text", text: "" }, "(no output)"],
    [undefined, { type: "text", text: "" }, "(no output)"],
    [{ a: 1 }, { type: "json", value: { a: 1 } }, '{"a":1}'],
    [[1, 2], { type: "json", value: [1, 2] }, "[1,2]"],
    [[], { type: "json", value: [] }, "[]"],
    [{}, { type: "json", value: {} }, "{}"],
    [0, { type: "json", value: 0 }, "0"],
    [false, { type: "json", value: false }, "false"],
    [null, { type: "json", value: null }, "null"],
    [5n, { type: "json", value: "5" }, '"5"'],
    [new Date(0), { type: "json", value: "1970-01-01T00:00:00.000Z" }, '"1970-01-01T00:00:00.000Z"'],
    [new Map([["a", 1]]), { type: "json", value: [["a", 1]] }, '[["a",1]]'],
    [new Set([1]), { type: "json", value: [1] }, "[1]"],
    [
      { nested: new Map([[1, new Set(["x"])]]) },
      { type: "json", value: { nested: [[1, ["x"]]] } },
      '{"nested":[[1,["x"]]]}',
    ],
    [
      [{ type: "text", text: "p" }],
      { type: "parts", parts: [{ type: "text", text: "p" }] },
      [{ type: "text", text: "p" }],
    ],
    [textOutput("t"), { type: "text", text: "t" }, "t"],
    [jsonOutput("j"), { type: "json", value: "j" }, '"j"'],
    [
      partsOutput([{ type: "image", mediaType: "image/png", data: "AA==" }]),
      { type: "parts", parts: [{ type: "image", mediaType: "image/png", data: "AA==" }] },
      [{ type: "image", mediaType: "image/png", data: "AA==" }],
    ],
  ])("%o is an output, and a message", async (value, output, content) => {
    const tool = returning(value);
    expect(await tool.executeRaw("{}", { logger })).toEqual(output);
    const { result, message } = await new ToolRunner({ registry: new ToolRegistry([tool]), logger }).exec({
      id: "c",
      name: "tool",
      arguments: "{}",
    });
    expect(result.output).toEqual(output);
    expect(message).toMatchObject({ role: "tool", tool_call_id: "c", content });
  });

  it("an Error is a failure, like one that is thrown", async () => {
    const tool = returning(new Error("said"));
    expect(await rejection(tool.executeRaw("{}", { logger }))).toMatchObject({ message: "tool: said" });
  });

  it.each([[Symbol("s")], [() => 1], [{ f: () => 1 }], [{ n: Number.NaN }], [Number.POSITIVE_INFINITY]])(
    "%o is an error, and never {} or null",
    async (value) => {
      expect(await rejection(returning(value).executeRaw("{}", { logger }))).toMatchObject({
        code: "not_serialisable",
      });
    },
  );

  it("is an error for a value that holds itself", async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(await rejection(returning(circle).executeRaw("{}", { logger }))).toMatchObject({ code: "not_serialisable" });
  });

  it("is warned of when it looks like the internal form", async () => {
    const warn = vi.fn();
    expect(await returning({ type: "text", text: "x" }).executeRaw("{}", { logger: { ...logger, warn } })).toEqual({
      type: "json",
      value: { type: "text", text: "x" },
    });
    expect(warn.mock.calls[0]?.[0]).toContain("textOutput");
    warn.mockClear();
    await returning({ type: "text", text: "x", more: 1 }).executeRaw("{}", { logger: { ...logger, warn } });
    expect(warn).not.toHaveBeenCalled();
  });

  it("is an error message after an exception", async () => {
    const throwing = defineTool({
      name: "tool",
      description: "",
      input: none,
      execute: () => {
        throw new Error("disk full");
      },
    });
    const { message, result } = await new ToolRunner({ registry: new ToolRegistry([throwing]), logger }).exec({
      id: "c",
      name: "tool",
      arguments: "{}",
    });
    expect([message.is_error, message.content, result.isError]).toEqual([
      true,
      "Error executing tool: disk full",
      true,
    ]);
    expect(await rejection(throwing.executeRaw("{}", { logger }))).toMatchObject({
      code: "execution_failed",
      message: expect.stringContaining("disk full"),
    });
  });

  it("stays whole for programs, however long", async () => {
    const long = "line\n".repeat(100_000);
    expect(await returning(long).executeRaw("{}", { logger })).toEqual({ type: "text", text: long });
    expect(await returning({ long }).executeRaw("{}", { logger })).toEqual({ type: "json", value: { long } });
  });
});
