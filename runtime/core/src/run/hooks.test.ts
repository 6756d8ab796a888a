import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { runnerOf, toolOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ToolError } from "../result/tool-error.ts";

type Extra = Parameters<typeof toolOf>[2];

async function hooked(execute: Parameters<typeof toolOf>[1], extra: Extra, options = {}) {
  const { runner, events, log } = runnerOf([toolOf("tool", execute, extra)], options);
  const settled = await runner.exec({ name: "tool", arguments: { a: 1 } });
  return { ...settled, code: settled.result.error?.code, events, log };
}

const boom = () => {
  throw new Error("a bug at /home/somebody/secret/file.ts");
};

describe("beforeCall", () => {
  it.each([
    [null, "null"],
    [false, "false"],
    [0, "0"],
    ["", "(no output)"],
    [{ a: 1 }, '{"a":1}'],
  ])("returning %j takes the place of execute and onSuccess, not of projecting", async (value, text) => {
    const [execute, onSuccess] = [vi.fn(), vi.fn()];
    const { message, durationMs } = await hooked(execute, { beforeCall: () => value, onSuccess });
    expect(message.content).toBe(text);
    expect([execute.mock.calls.length, onSuccess.mock.calls.length, durationMs]).toEqual([0, 0, 0]);
  });

  it("returning undefined, now or later, lets the call run", async () => {
    expect((await hooked(() => "ran", { beforeCall: () => undefined })).message.content).toBe("ran");
    expect((await hooked(() => "ran", { beforeCall: async () => undefined })).message.content).toBe("ran");
  });

  it("gives an output that is checked and filtered like any other", async () => {
    const shape = { output: z.object({ a: z.number(), b: z.number() }), allowlist: ["a"] as const };
    const tool = (early: unknown) =>
      defineTool({
        name: "tool",
        description: "",
        input: z.object({}),
        ...shape,
        beforeCall: () => early,
        execute: () => ({ a: 0, b: 0 }),
      });
    const { runner, registry } = runnerOf([tool({ a: 1, b: 2 })]);
    expect((await runner.exec({ name: "tool", arguments: {} })).message.content).toBe('{"a":1}');
    registry.register(tool({ a: "one" }));
    expect((await runner.exec({ name: "tool", arguments: {} })).result.error?.code).toBe("invalid_output");
  });

  it("that throws is hook_failed, and nothing runs", async () => {
    const execute = vi.fn();
    const { code, message, events } = await hooked(execute, { beforeCall: boom });
    expect([code, execute.mock.calls.length]).toEqual(["hook_failed", 0]);
    expect(message.content).toBe("Error executing tool: beforeCall failed: a bug at …/file.ts");
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "error", "tool_call_end"]);
  });

  it("that hangs runs into the deadline", async () => {
    const { code } = await hooked(() => "ran", { beforeCall: () => new Promise(() => undefined), timeoutMs: 10 });
    expect(code).toBe("timeout");
  });
});

describe("what the schema made", () => {
  class Point {
    readonly #x: number;
    note = "";
    constructor(x: number) {
      this.#x = x;
    }
    get x() {
      return this.#x;
    }
  }

  it("reaches hooks and middleware with its class, and a change that they make stays with them", async () => {
    const seen: unknown[] = [];
    const look = (input: { point: Point; list: number[] }) => {
      seen.push([input.point instanceof Point, input.point.x, input.point.note, input.list.length]);
      input.point.note = "changed";
      input.list.push(1);
    };
    const tool = defineTool({
      name: "tool",
      description: "",
      input: z.object({ point: z.number().transform((x) => new Point(x)), list: z.array(z.number()) }),
      beforeCall: (input) => look(input),
      onSuccess: (input) => look(input),
      onError: (input) => look(input),
      execute: ({ point, list }) => {
        if (list.length !== 0) throw new Error("no");
        return [point instanceof Point, point.note, list.length];
      },
    });
    const { runner } = runnerOf([tool]);
    runner.use(({ input }, next) => {
      const shown: { point: Point; list: number[] } = Object(input);
      look(shown);
      return next();
    });
    const { message } = await runner.exec({ name: "tool", arguments: { point: 3, list: [] } });
    expect(message.content).toBe('[true,"",0]');
    await runner.exec({ name: "tool", arguments: { point: 3, list: [7] } });
    const [calm, failing] = [
      [true, 3, "", 0],
      [true, 3, "", 1],
    ];
    expect(seen).toEqual([calm, calm, calm, failing, failing, failing]);
  });

  it("is not changed by formatOutput either: the program reads what the tool returned", async () => {
    const formatOutput = (output: unknown) => {
      Reflect.set(Object(output), "a", 2);
      return "said";
    };
    const { result, message } = await hooked(() => ({ a: 1 }), { formatOutput });
    expect([message.content, result.output]).toEqual(["said", { type: "json", value: { a: 1 } }]);
  });
});

describe("onSuccess", () => {
  it("may replace the output, with null too", async () => {
    expect((await hooked(() => "ran", { onSuccess: () => undefined })).message.content).toBe("ran");
    expect((await hooked(() => "ran", { onSuccess: async () => "replaced" })).message.content).toBe("replaced");
    expect((await hooked(() => "ran", { onSuccess: () => null })).message.content).toBe("null");
  });

  it("that throws is hook_failed, and is not fed to onError", async () => {
    const onError = vi.fn(() => "recovered");
    const { code } = await hooked(() => "ran", { onSuccess: boom, onError });
    expect([code, onError.mock.calls.length]).toEqual(["hook_failed", 0]);
  });

  it("is not called for a failure", async () => {
    const onSuccess = vi.fn();
    await hooked(boom, { onSuccess });
    expect(onSuccess).not.toHaveBeenCalled();
  });
});

describe("onError", () => {
  it("gets the input and the real message, and may recover", async () => {
    const onError = vi.fn((_: unknown, { error }: { error: string }) => `recovered from ${error.slice(0, 5)}`);
    const { result, events } = await hooked(boom, { onError }, { thrownErrors: "safe" });
    expect(onError).toHaveBeenCalledWith({ a: 1 }, { error: "a bug at /home/somebody/secret/file.ts" });
    expect(result).toMatchObject({ isError: false, output: { text: "recovered from a bug" } });
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_end"]);
  });

  it("that returns nothing leaves the failure, and one that throws is hook_failed", async () => {
    expect((await hooked(boom, { onError: () => undefined })).code).toBe("execution_failed");
    expect((await hooked(boom, { onError: boom })).code).toBe("hook_failed");
    expect((await hooked(boom, { onError: () => null })).message.content).toBe("null");
  });
});

describe("formatOutput", () => {
  it("gives what the model reads, from the output that passed the allowlist", async () => {
    const formatOutput = vi.fn((value: unknown) => `formatted ${JSON.stringify(value)}`);
    const { message, result } = await hooked(() => ({ a: 1, b: 2 }), { formatOutput, allowlist: ["a" as never] });
    expect(message.content).toBe('formatted {"a":1}');
    expect(result.output).toEqual({ type: "json", value: { a: 1 } });
    expect(formatOutput).toHaveBeenCalledTimes(1);
  });

  it.each([[Promise.resolve("later")], [{ a: 1 }]])("that gives %o is hook_failed: it is no text", async (made) => {
    const formatOutput: unknown = () => made;
    const { message, code } = await hooked(() => ({ a: 1 }), { formatOutput } as Extra);
    expect(code).toBe("hook_failed");
    expect(message.content).toBe("Error executing tool: formatOutput failed: it returned no text");
  });

  it("that throws is hook_failed, with an error event and a message", async () => {
    const { code, message, events } = await hooked(() => ({ a: 1 }), { formatOutput: boom });
    expect(code).toBe("hook_failed");
    expect(message).toMatchObject({ is_error: true });
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "error", "tool_call_end"]);
  });
});

describe("what is shown of an exception", () => {
  it.each([
    [{ code: 3 }, "[object Object]"],
    [7, "7"],
    [["a", "b"], "a,b"],
    [Symbol("gone"), "Symbol(gone)"],
  ])("is a text also where its message is %o, which kept the call from ending", async (said, text) => {
    const thrown = Object.assign(new Error("x"), { message: said });
    const { message, code } = await hooked(() => Promise.reject(thrown), {});
    expect([code, message.content]).toEqual(["execution_failed", `Error executing tool: ${text}`]);
  });

  it("is its first line without directories, scrubbed and at most 500 characters", async () => {
    const thrown = (message: string) => hooked(() => Promise.reject(new Error(message)), {});
    expect((await thrown("first\nsecond")).message.content).toBe("Error executing tool: first");
    expect((await thrown("at /srv/app/deep/x.ts:3")).message.content).toBe("Error executing tool: at …/x.ts:3");
    const long = await thrown("x".repeat(10_000));
    expect(long.result.error?.message).toHaveLength(500);
    expect((await thrown("")).message.content).toBe("Error executing tool: Error");
  });

  it("never holds a part of a secret that stands where the text is cut", async () => {
    const key = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    for (const before of [470, 480, 490, 495]) {
      const { message, events } = await hooked(() => Promise.reject(new Error(`${"x".repeat(before)} ${key}`)), {});
      expect(JSON.stringify([message, events])).not.toContain(key.slice(0, 5));
    }
  });

  it("is a fixed text under `thrownErrors: safe`, but for a ToolError", async () => {
    const safe = { thrownErrors: "safe" };
    expect((await hooked(boom, {}, safe)).message.content).toBe("Error executing tool: The tool failed.");
    expect((await hooked(() => "ran", { beforeCall: boom }, safe)).message.content).not.toContain("a bug");
    const told = await hooked(() => Promise.reject(new ToolError("no such file")), {}, safe);
    expect(told.message.content).toBe("Error executing tool: no such file");
  });

  it("survives what is thrown instead of an error, and the logger gets everything", async () => {
    const hostile = {
      get message(): string {
        throw new Error("no");
      },
      toString() {
        throw new Error("no");
      },
    };
    for (const thrown of [
      undefined,
      null,
      "a word",
      7,
      Symbol("s"),
      hostile,
      Object.create(null),
      { message: "mine" },
    ]) {
      const { code, log } = await hooked(() => Promise.reject(thrown), { onError: () => undefined });
      expect(code).toBe("execution_failed");
      expect(log.lines.some((line) => line.startsWith("Tool call failed"))).toBe(true);
    }
  });

  it("ends the call also where it is an object that throws at every look", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const throws = () => {
      throw proxy;
    };
    expect((await hooked(throws, { timeoutMs: 100 })).code).toBe("execution_failed");
  });

  it("is never a stack, and its cause is in no JSON", async () => {
    const { result, events } = await hooked(
      () => Promise.reject(new ToolError("outer", { cause: new Error("inner-cause") })),
      {},
    );
    expect(result.error?.cause).toBeInstanceOf(Error);
    expect(JSON.stringify([result, events])).not.toMatch(/inner-cause|\.ts:\d/);
  });
});
