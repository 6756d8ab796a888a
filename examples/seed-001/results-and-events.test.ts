import { ActivityEventType } from "@toolwright/core/class-tools";
import { describe, expect, it, vi } from "vitest";
import { setup } from "./trying.ts";

describe("results", () => {
  it.each([
    [{}, { success: true, error: "" }],
    [
      { result: "operation completed", data: [1], count: 42 },
      { success: true, error: "", result: "operation completed", data: [1], count: 42 },
    ],
    [{ error: "note" }, { success: true, error: "note" }],
    [{ big: 5n }, { success: true, error: "", big: "5" }],
    [
      { text: "ü😀", empty: "" },
      { success: true, error: "", text: "ü😀", empty: "" },
    ],
    [{ long: "x".repeat(200_000) }, { success: true, error: "", long: "x".repeat(200_000) }],
  ])("of a success are flat and whole", async (fields, expected) => {
    const { tool, manager } = setup((one) => one.ok(fields));
    expect([await tool.execute({}), await manager.executeTool("any_tool", {})]).toEqual([expected, expected]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ param1: "value" }, 'any_tool(param1="value"): File not found'],
    [{}, "any_tool(): File not found"],
    [{ a: 1, b: true, c: [1, 2] }, "any_tool(a=1, b=true, c=[1,2]): File not found"],
    [
      { none: null, list: [], object: {}, zero: 0, no: false, text: "" },
      'any_tool(zero=0, no=false, text=""): File not found',
    ],
  ])("of an error name the call: %j", async (args, error) => {
    const { tool } = setup((one) => one.bad("File not found", "user_error", "Check the file path and try again"));
    expect(await tool.execute(args)).toEqual({
      success: false,
      error,
      error_type: "user_error",
      suggestion: "Check the file path and try again",
    });
  });

  it.each(["validation_error", "user_error", "system_error", "permission_error", "security_error", "own_error"])(
    "keep the type %s",
    async (type) => {
      const { tool, manager } = setup((one) => one.bad("no", type));
      expect([(await tool.execute({})).error_type, (await manager.executeTool("any_tool", {})).error_type]).toEqual([
        type,
        type,
      ]);
      expect(await tool.execute({})).not.toHaveProperty("suggestion");
    },
  );

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("disk full"))],
    [
      "throws a text",
      () => {
        throw "disk full";
      },
    ],
  ])("never reject: a tool that %s has a system_error", async (_, work) => {
    const { tool, events } = setup(work);
    expect(await tool.execute({ a: 1 })).toEqual({
      success: false,
      error: "any_tool(a=1): disk full",
      error_type: "system_error",
    });
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "error", "tool_call_end"]);
  });
});

describe("events", () => {
  it("have the document's payload, under one id", async () => {
    const { tool, events } = setup((one) => {
      one.chunk("Processing...\n");
      one.chunk("Done!\n");
      return one.ok({ result: 1 });
    });
    const args = { path: "a" };
    const result = await tool.execute(args);
    expect(events.map(({ type }) => type)).toEqual([
      ActivityEventType.TOOL_CALL_START,
      ActivityEventType.TOOL_OUTPUT_CHUNK,
      ActivityEventType.TOOL_OUTPUT_CHUNK,
      ActivityEventType.TOOL_CALL_END,
    ]);
    expect(events[0]?.data).toMatchObject({ toolName: "any_tool", arguments: args });
    expect([events[1]?.data, events[2]?.data]).toMatchObject([{ chunk: "Processing...\n" }, { chunk: "Done!\n" }]);
    expect(events.at(-1)?.data).toMatchObject({ toolName: "any_tool", success: true, result });
    const [start, chunk, , end] = events;
    expect([chunk?.parentId, end?.id]).toEqual([start?.id, start?.id]);
  });

  it("reach those who listen, in order, and nobody who has left", async () => {
    const { stream, tool } = setup((one) => one.ok());
    const heard: string[] = [];
    const leave = stream.subscribe(ActivityEventType.TOOL_CALL_START, () => heard.push("typed"));
    stream.subscribe("*", ({ type }) => heard.push(type));
    stream.subscribe("*", () => {
      throw new Error("listener");
    });
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    await tool.execute({});
    leave();
    leave();
    await tool.execute({});
    error.mockRestore();
    expect(heard).toEqual(["typed", "tool_call_start", "tool_call_end", "tool_call_start", "tool_call_end"]);
  });

  it("of overlapping calls keep to their own", async () => {
    const { tool, events } = setup(async (one, { n }) => {
      await new Promise((resolve) => setTimeout(resolve, Number(n) % 3));
      one.chunk(`${String(n)}\n`);
      return one.bad(`no ${String(n)}`, "user_error");
    });
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => tool.execute({ n })));
    expect(results.map(({ error }) => error)).toEqual(
      Array.from({ length: 20 }, (_, n) => `any_tool(n=${n}): no ${n}`),
    );
    const starts = new Map(
      events.flatMap((event) => (event.type === "tool_call_start" ? [[event.id, event.data.arguments.n]] : [])),
    );
    for (const event of events)
      if (event.type === "tool_output_chunk")
        expect(event.data.chunk).toBe(`${String(starts.get(event.parentId ?? ""))}\n`);
  });
});
