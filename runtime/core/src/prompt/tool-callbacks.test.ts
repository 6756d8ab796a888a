import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call, play, resultsIn } from "../../test/prompting.ts";
import { wait } from "../../test/support.ts";
import type { ToolOptions } from "../faces/sub-tool.ts";

type Input = { name: string };
type Output = { message: string };

const schema = z.object({ name: z.string() });
const greeting = ({ name }: Input): Output => ({ message: `Hello, ${name}!` });
const failing = (): Output => {
  throw new Error("no greeting");
};

/** One call of one tool with the given hooks: what the model read, and the events. */
async function greet(options?: ToolOptions<Input, Output>, execute: (input: Input) => Output = greeting) {
  const run = vi.fn(execute);
  const played = await play([call("greet", { name: "Alice" })], ({ defTool, $ }) => {
    if (options === undefined) defTool("greet", "Greets.", schema, run);
    else defTool("greet", "Greets.", schema, run, options);
    $`go`;
  });
  const message = played.final.messages.find(({ role }) => role === "tool");
  return { ...played, run, message, result: resultsIn(played.steps[1])[0] };
}

describe("tool callbacks", () => {
  it("onSuccess gets the input and the output", async () => {
    const onSuccess = vi.fn(() => undefined);
    await greet({ onSuccess });
    expect(onSuccess.mock.calls).toEqual([[{ name: "Alice" }, { message: "Hello, Alice!" }]]);
  });

  it("onSuccess replaces the output", async () => {
    const { result } = await greet({ onSuccess: (_input, output) => ({ ...output, seen: true }) });
    expect(result).toEqual({ message: "Hello, Alice!", seen: true });
  });

  it("onError gets the input and the error", async () => {
    const onError = vi.fn(() => undefined);
    const { result } = await greet({ onError }, failing);
    expect(onError.mock.calls).toEqual([[{ name: "Alice" }, { error: "no greeting" }]]);
    expect(result).toEqual({ error: "no greeting" });
  });

  it("onError recovers, and the call counts as a success", async () => {
    const { result, message } = await greet({ onError: () => ({ message: "Hi" }) }, failing);
    expect(result).toEqual({ message: "Hi" });
    expect(message).not.toHaveProperty("is_error");
  });

  it("an error that onError rewrites is still an error", async () => {
    const { result, message } = await greet(
      { onError: (_input, { error }) => ({ error: `${error}, sorry` }) },
      failing,
    );
    expect(result).toEqual({ error: "no greeting, sorry" });
    expect(message).toMatchObject({ is_error: true });
  });

  it("beforeCall gets exactly the input and undefined", async () => {
    const beforeCall = vi.fn(() => undefined);
    await greet({ beforeCall });
    expect(beforeCall.mock.calls).toEqual([[{ name: "Alice" }, undefined]]);
  });

  it("beforeCall bypasses execute", async () => {
    const { run, result } = await greet({ beforeCall: () => ({ message: "cached" }) });
    expect(run).not.toHaveBeenCalled();
    expect(result).toEqual({ message: "cached" });
  });

  it("beforeCall short-circuits with null, false, 0 and an empty text too", async () => {
    const shown = [];
    for (const early of [null, false, 0, ""]) {
      const { run, result } = await greet({ beforeCall: () => early });
      expect(run).not.toHaveBeenCalled();
      shown.push(result);
    }
    expect(shown).toEqual([null, false, 0, ""]);
  });

  it("a beforeCall that throws is a failure of the hook: execute and onError are not called", async () => {
    const onError = vi.fn();
    const { run, result, final } = await greet({ beforeCall: () => Promise.reject(new Error("bug")), onError });
    expect([run.mock.calls.length, onError.mock.calls.length, final.stopReason]).toEqual([0, 0, "stop"]);
    expect(result).toEqual({ error: "beforeCall failed: bug" });
  });

  it("an onSuccess that throws does not reach onError: the side effect has happened", async () => {
    const onError = vi.fn();
    const { run, result, message } = await greet({ onSuccess: () => Promise.reject(new Error("bug")), onError });
    expect([run.mock.calls.length, onError.mock.calls.length]).toEqual([1, 0]);
    expect(result).toEqual({ error: "onSuccess failed: bug" });
    expect(message).toMatchObject({ is_error: true });
  });

  it("an onError that throws ends the call, not the run", async () => {
    const { result, final } = await greet({ onError: () => Promise.reject(new Error("worse")) }, failing);
    expect([result, final.stopReason]).toEqual([{ error: "onError failed: worse" }, "stop"]);
  });

  it("a responseSchema that fits leaves a nested output intact", async () => {
    const responseSchema = z.object({ message: z.string(), at: z.object({ list: z.array(z.number()) }) });
    const nested = { message: "Hi", at: { list: [1, 2] } };
    const { result } = await greet({ responseSchema, onSuccess: () => nested });
    expect(result).toEqual(nested);
  });

  it("a responseSchema that does not fit fails the call and names the tool", async () => {
    const { result, message } = await greet({ responseSchema: z.object({ message: z.number() }) });
    expect(result).toEqual({ error: expect.stringMatching(/^Tool output validation failed for greet: .*\/message/) });
    expect(message).toMatchObject({ is_error: true });
    expect(JSON.stringify(result)).not.toContain("Alice");
  });

  it("all hooks and a success: onError is not called", async () => {
    const hooks = { beforeCall: vi.fn(), onSuccess: vi.fn(), onError: vi.fn() };
    await greet(hooks);
    expect(Object.values(hooks).map((hook) => hook.mock.calls.length)).toEqual([1, 1, 0]);
  });

  it("asynchronous hooks are waited for before the result is delivered", async () => {
    const order: string[] = [];
    const slow = (name: string) => async () => {
      await wait(10);
      order.push(name);
      return undefined;
    };
    const { model } = await greet({ beforeCall: slow("before"), onSuccess: slow("after") });
    expect(order).toEqual(["before", "after"]);
    expect(model.requests).toHaveLength(2);
  });

  it("no options and empty options give the same output, and failures the same shape", async () => {
    expect((await greet({})).result).toEqual((await greet()).result);
    const [bare, empty] = [await greet(undefined, failing), await greet({}, failing)];
    expect([bare.result, empty.result]).toEqual([{ error: "no greeting" }, { error: "no greeting" }]);
    expect([bare.message, empty.message]).toEqual([
      expect.objectContaining({ is_error: true }),
      expect.objectContaining({ is_error: true }),
    ]);
  });

  it("formatOutput makes the text that the model reads", async () => {
    const { message, result } = await greet({ formatOutput: (output) => `<${JSON.stringify(output)}>` });
    expect(message).toMatchObject({ content: '<{"message":"Hello, Alice!"}>' });
    expect(result).toBe('<{"message":"Hello, Alice!"}>');
  });
});
