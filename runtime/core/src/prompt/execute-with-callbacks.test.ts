import { describe, expect, it, vi } from "vitest";
import { errorMessage, executeWithCallbacks } from "./execute-with-callbacks.ts";

const input = { x: 1 };
const toolOptions = { toolCallId: "c1", messages: [] };

describe("executeWithCallbacks", () => {
  it("gives the very output of execute, which got the input and the tool options", async () => {
    const output = { result: 42 };
    const execute = vi.fn(async () => output);
    expect(await executeWithCallbacks(execute, input, toolOptions)).toBe(output);
    expect(execute.mock.calls).toEqual([[input, toolOptions]]);
  });

  it("takes what beforeCall returns and calls neither execute nor onSuccess", async () => {
    const execute = vi.fn();
    const onSuccess = vi.fn();
    const early = await executeWithCallbacks(execute, input, {}, { beforeCall: () => ({ early: true }), onSuccess });
    expect(early).toEqual({ early: true });
    expect([execute.mock.calls, onSuccess.mock.calls]).toEqual([[], []]);
  });

  it("goes on to execute when beforeCall returns undefined", async () => {
    const beforeCall = vi.fn(() => undefined);
    expect(await executeWithCallbacks(() => "ran", input, {}, { beforeCall })).toBe("ran");
    expect(beforeCall.mock.calls).toEqual([[input, undefined]]);
  });

  it("replaces the output by what onSuccess returns", async () => {
    const onSuccess = vi.fn(() => ({ modified: true }));
    expect(await executeWithCallbacks(() => ({ n: 1 }), input, {}, { onSuccess })).toEqual({ modified: true });
    expect(onSuccess.mock.calls).toEqual([[input, { n: 1 }]]);
  });

  it("keeps the output when onSuccess returns undefined", async () => {
    expect(await executeWithCallbacks(() => ({ n: 1 }), input, {}, { onSuccess: () => undefined })).toEqual({ n: 1 });
  });

  it("resolves with what onError returns", async () => {
    const onError = vi.fn(() => ({ recovered: true }));
    expect(await executeWithCallbacks(fails, input, {}, { onError })).toEqual({ recovered: true });
    expect(onError.mock.calls).toEqual([[input, { error: "failed" }]]);
  });

  it("resolves with {error} when onError returns undefined, and without onError", async () => {
    expect(await executeWithCallbacks(fails, input, {}, { onError: () => undefined })).toEqual({ error: "failed" });
    expect(await executeWithCallbacks(fails, input, {})).toEqual({ error: "failed" });
  });

  it("hands every final output to formatOutput with the callbacks, and gives what it returns", async () => {
    const format = vi.fn((output: unknown) => ({ formatted: output }));
    const callbacks = { onError: () => undefined };
    expect(await executeWithCallbacks(() => 1, input, {}, undefined, format)).toEqual({ formatted: 1 });
    expect(await executeWithCallbacks(fails, input, {}, callbacks, format)).toEqual({ formatted: { error: "failed" } });
    expect(await executeWithCallbacks(() => 1, input, {}, { beforeCall: () => 0 }, format)).toEqual({ formatted: 0 });
    expect(format.mock.calls.slice(0, 2)).toEqual([
      [1, undefined],
      [{ error: "failed" }, callbacks],
    ]);
  });

  it("rejects with what beforeCall, onSuccess, onError or formatOutput throws, and never hands it to onError", async () => {
    const onError = vi.fn(() => undefined);
    const bug = () => {
      throw new Error("bug");
    };
    await expect(executeWithCallbacks(() => 1, input, {}, { beforeCall: bug, onError })).rejects.toThrow("bug");
    await expect(executeWithCallbacks(() => 1, input, {}, { onSuccess: bug, onError })).rejects.toThrow("bug");
    await expect(executeWithCallbacks(() => 1, input, {}, { onError }, bug)).rejects.toThrow("bug");
    expect(onError).not.toHaveBeenCalled();
    await expect(executeWithCallbacks(fails, input, {}, { onError: bug })).rejects.toThrow("bug");
  });
});

async function fails(): Promise<unknown> {
  throw new Error("failed");
}

describe("the text of what was thrown", () => {
  it.each([
    [new Error("failed"), "failed"],
    [new Error(""), "Error"],
    ["boom", "boom"],
    [42, "42"],
    [null, "null"],
    [undefined, "undefined"],
    [{ message: "obj" }, "obj"],
  ])("%o reads as %s", async (thrown, text) => {
    expect(errorMessage(thrown)).toBe(text);
    const outcome = executeWithCallbacks(() => Promise.reject(thrown), {}, {});
    await expect(outcome).resolves.toEqual({ error: text });
  });

  it("a value whose message cannot be read is still a text", () => {
    const throwing = {
      get message(): string {
        throw new Error("no");
      },
    };
    expect(errorMessage(throwing)).toBe("Unknown error");
    expect(errorMessage(Object.create(null))).toBe("Unknown error");
  });
});
