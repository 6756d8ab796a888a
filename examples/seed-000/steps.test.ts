import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { calls, play, results, type Turn } from "./trying.ts";

describe("steps", () => {
  it("have the document's shape for calls and results", async () => {
    const { steps } = await play(
      [{ text: "Let me see.", toolCalls: [{ id: "call_1", name: "myTool", arguments: { x: 5 } }] } as Turn],
      ({ defTool, $ }) => {
        defTool("myTool", "", z.object({ x: z.number() }), ({ x }) => ({ twice: 2 * x }));
        $`go`;
      },
    );
    expect(steps[0]).toMatchObject({
      activeTools: ["myTool"],
      input: { prompt: [{ role: "user", content: "go" }] },
      output: { finishReason: "tool-calls" },
    });
    expect(steps[0]?.output.content).toContainEqual({
      type: "tool-call",
      toolCallId: "call_1",
      toolName: "myTool",
      input: { x: 5 },
    });
    expect(JSON.stringify(steps[0])).not.toContain('"args"');
    expect(steps[1]?.input.prompt.at(-1)).toEqual({
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "call_1", toolName: "myTool", result: { twice: 10 } }],
    });
    expect(steps[1]?.output).toMatchObject({ content: [{ type: "text", text: "end" }], finishReason: "stop" });
  });

  it("keep several calls in order", async () => {
    const { steps } = await play([calls({ name: "a" }, { name: "b" }), calls({ name: "a" })], ({ defTool, $ }) => {
      defTool("a", "", z.object({}), () => "A");
      defTool("b", "", z.object({}), () => "B");
      $`go`;
    });
    const called = steps.map(({ output }) =>
      output.content.flatMap((part) => (part.type === "tool-call" ? [part.toolName] : [])),
    );
    expect(called).toEqual([["a", "b"], ["a"], []]);
    expect(results(steps[2])).toEqual(["A", "B", "A"]);
  });
});

it("a cache in beforeCall keeps the query from running again", async () => {
  const cache = new Map<string, { rows: number }>();
  const query = vi.fn(async () => ({ rows: 3 }));
  const { steps } = await play(
    [
      calls({ name: "cachedQuery", arguments: { query: "q" } }),
      calls({ name: "cachedQuery", arguments: { query: "q" } }),
    ],
    ({ defTool, $ }) => {
      defTool("cachedQuery", "Query with cache", z.object({ query: z.string() }), query, {
        beforeCall: async (input) => cache.get(input.query),
        onSuccess: async (input, output) => void cache.set(input.query, output),
      });
      $`go`;
    },
  );
  expect([results(steps[2]), query.mock.calls.length]).toEqual([[{ rows: 3 }, { rows: 3 }], 1]);
});
