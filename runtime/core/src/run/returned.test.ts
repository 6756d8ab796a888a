import { describe, expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import type { DefineToolOptions } from "../tool/tool.ts";

const answer = async (execute: () => unknown, options: Partial<DefineToolOptions<unknown, unknown>> = {}) => {
  const tool = toolOf("a", execute as () => string, options as object);
  const { messages } = await run([{ calls: [{ name: "a" }] }], { tools: [tool] });
  const message = messages.find(({ role }) => role === "tool");
  return { message, text: String(message?.content) };
};

describe("what a tool returns by mistake", () => {
  it("is a failure where it is an Error, like one that is thrown", async () => {
    const thrown = await answer(() => {
      throw new TypeError("no such table");
    });
    const returned = await answer(async () => new TypeError("no such table"));
    expect(returned.message).toEqual({ ...thrown.message, tool_call_id: expect.any(String) });
    expect(returned.text).toBe("Error executing tool: no such table");
  });

  it("is a failure where a tool of MCP would have failed so, and data where it is anything else", async () => {
    const content = [
      { type: "text", text: "no such" },
      { type: "text", text: "table" },
    ];
    expect((await answer(() => ({ content, isError: true }))).text).toBe("Error executing tool: no such\ntable");
    expect((await answer(() => ({ content }))).text).toBe(JSON.stringify({ content }));
    expect((await answer(() => ({ content, isError: true, id: 1 }))).text).toContain('"id":1');
    expect((await answer(() => ({ content: ["a"], isError: true }))).text).toContain('"isError":true');
    const output = { type: "object", properties: { content: { type: "array" }, isError: { type: "boolean" } } };
    expect((await answer(() => ({ content, isError: true }), { output })).text).toContain('"isError":true');
  });
});
