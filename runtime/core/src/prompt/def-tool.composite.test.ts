import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call, play, resultsIn } from "../../test/prompting.ts";
import type { SubTool } from "../faces/sub-tool.ts";
import { tool } from "../faces/sub-tool.ts";

const pair = z.object({ a: z.number(), b: z.number() });
const fail = () => Promise.reject(new Error("failed"));

/** One call of a composite with the given parts. */
async function batch(calls: readonly object[], parts: readonly SubTool[]) {
  const played = await play([call("math", { calls })], ({ defTool, $ }) => {
    defTool("math", "Computes.", parts);
    $`go`;
  });
  return { ...played, result: resultsIn(played.steps[1])[0] };
}

describe("defTool: a composite tool", () => {
  it("registers several sub-tools as one", async () => {
    const { model, prompt } = await batch([], [tool("add", "Adds.", pair, ({ a, b }) => ({ sum: a + b }))]);
    expect(prompt.getTools().map(({ name }) => name)).toEqual(["math"]);
    expect(model.requests[0]?.tools?.[0]?.function.description).toBe(
      "Computes.\n\nAvailable sub-tools:\n  - add: Adds.",
    );
  });

  it("executes the calls in the order of the list, each with its own arguments", async () => {
    const order: string[] = [];
    const part = (name: string) =>
      tool(name, "", z.object({ n: z.number() }), async ({ n }, { toolCallId }) => {
        order.push(`${name}${n} ${typeof toolCallId}`);
        return { n };
      });
    const calls = ["c", "a", "b"].map((name, n) => ({ name, args: { n } }));
    const { result } = await batch(calls, [part("a"), part("b"), part("c")]);
    expect(order).toEqual(["c0 string", "a1 string", "b2 string"]);
    expect(result).toEqual({ results: calls.map(({ name, args }) => ({ name, result: args })) });
  });

  it("answers an unknown sub-tool with an error entry and goes on", async () => {
    const calls = [
      { name: "nope", args: {} },
      { name: "add", args: { a: 1, b: 2 } },
    ];
    const { result } = await batch(calls, [tool("add", "", pair, ({ a, b }) => ({ sum: a + b }))]);
    expect(result).toEqual({
      results: [
        { name: "nope", result: { error: "Unknown sub-tool: nope" } },
        { name: "add", result: { sum: 3 } },
      ],
    });
  });

  it("goes on after a sub-tool that fails", async () => {
    const args = { a: 1, b: 2 };
    const calls = [
      { name: "bad", args },
      { name: "add", args },
    ];
    const { result, final } = await batch(calls, [
      tool("bad", "", pair, fail),
      tool("add", "", pair, ({ a, b }) => ({ sum: a + b })),
    ]);
    expect(result).toEqual({
      results: [
        { name: "bad", result: { error: "failed" } },
        { name: "add", result: { sum: 3 } },
      ],
    });
    expect(final.messages.find(({ role }) => role === "tool")).not.toHaveProperty("is_error");
  });

  it("calls the hooks of each sub-call with its own input and output", async () => {
    const onSuccess = vi.fn();
    const options = { onSuccess };
    await batch(
      [
        { name: "add", args: { a: 1, b: 2 } },
        { name: "multiply", args: { a: 3, b: 4 } },
      ],
      [
        tool("add", "", pair, ({ a, b }) => ({ sum: a + b }), options),
        tool("multiply", "", pair, ({ a, b }) => ({ product: a * b }), options),
      ],
    );
    expect(onSuccess.mock.calls).toEqual([
      [{ a: 1, b: 2 }, { sum: 3 }],
      [{ a: 3, b: 4 }, { product: 12 }],
    ]);
  });

  it("keeps the errors of the sub-calls apart: each has its own onError, also one that throws", async () => {
    const onError = vi.fn((_input: unknown, { error }: { error: string }) => ({ handled: error }));
    const args = { a: 1, b: 2 };
    const { result } = await batch(
      ["one", "two", "three"].map((name) => ({ name, args })),
      [
        tool("one", "", pair, fail, { onError }),
        tool("two", "", pair, fail, { onError: () => Promise.reject(new Error("worse")) }),
        tool("three", "", pair, fail, { onError }),
      ],
    );
    expect(onError).toHaveBeenCalledTimes(2);
    expect(result).toEqual({
      results: [
        { name: "one", result: { handled: "failed" } },
        { name: "two", result: { error: "onError failed: worse" } },
        { name: "three", result: { handled: "failed" } },
      ],
    });
  });
});
