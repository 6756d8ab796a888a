import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { runnerOf, toolOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Middleware } from "./call-states.ts";

const text = (value: string): ToolResult => ({
  output: { type: "text", text: value },
  silent: false,
  isError: false,
  async: false,
});

async function wrapped(around: readonly unknown[], execute: Parameters<typeof toolOf>[1] = () => "ran", extra = {}) {
  const { runner, events } = runnerOf([toolOf("tool", execute, extra)]);
  for (const wrap of around) runner.use(wrap as Middleware);
  const settled = await runner.exec({ name: "tool", arguments: { list: [1] } });
  return { ...settled, code: settled.result.error?.code, types: events.map(({ type }) => type), events };
}

describe("a middleware", () => {
  it("wraps the ones that came after it", async () => {
    const order: string[] = [];
    const named =
      (name: string): Middleware =>
      async (_, next) => {
        order.push(`${name} before`);
        const result = await next();
        order.push(`${name} after`);
        return result;
      };
    await wrapped([named("outer"), named("inner")], () => void order.push("execute"));
    expect(order).toEqual(["outer before", "inner before", "execute", "inner after", "outer after"]);
  });

  it("may answer itself, and may change the result", async () => {
    const execute = vi.fn(() => "ran");
    const own = await wrapped([async () => text("its own")], execute);
    expect([own.message.content, execute.mock.calls.length]).toEqual(["its own", 0]);
    const changing: Middleware = async (_, next) => ({ ...(await next()), forUser: "for you" });
    expect((await wrapped([changing])).result.forUser).toBe("for you");
  });

  it("leaves a failure one: an exception of the tool is told as an error before the end of its call", async () => {
    const fails = () => {
      throw new Error("disk full");
    };
    const plain = await wrapped([], fails);
    const around = await wrapped([(_: unknown, next: () => Promise<ToolResult>) => next()], fails);
    expect(around.types).toEqual(plain.types);
    expect(around.types).toContain("error");
  });

  it("cannot change what runs", async () => {
    const execute = vi.fn((_: unknown) => "ran");
    const changing: Middleware = (call, next) => {
      Reflect.set(Object(call.input), "added", true);
      Reflect.set(Object(call.input).list, 0, 2);
      Reflect.set(call.arguments, "added", true);
      Reflect.set(call, "input", "replaced");
      Reflect.set(call, "tool", "replaced");
      return next();
    };
    const { events } = await wrapped([changing], execute);
    expect(execute.mock.calls[0]?.[0]).toEqual({ list: [1] });
    expect(events[0]?.data).toMatchObject({ arguments: { list: [1] } });
  });

  it("sees input that cannot be cloned", async () => {
    const seen: unknown[] = [];
    const tool = defineTool({
      name: "tool",
      description: "",
      input: z.object({ n: z.number().transform((n) => () => n) }),
      execute: ({ n }) => `ran ${n()}`,
    });
    const { runner } = runnerOf([tool]);
    runner.use((call, next) => {
      seen.push(call.tool.name, call.arguments);
      return next();
    });
    expect((await runner.exec({ name: "tool", arguments: { n: 4 } })).message.content).toBe("ran 4");
    expect(seen).toEqual(["tool", { n: 4 }]);
  });

  it("gets its output scrubbed and bounded", async () => {
    const key = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    const { message, events } = await wrapped([async () => text(`${key} ${"x".repeat(200_000)}`)]);
    expect(JSON.stringify([message, events])).not.toContain(key);
    expect(Buffer.byteLength(String(message.content))).toBeLessThanOrEqual(51_200);
  });

  it.each<[string, unknown]>([
    [
      "throws",
      () => {
        throw new Error("a bug");
      },
    ],
    ["rejects", () => Promise.reject(new Error("a bug"))],
    ["returns nothing", async () => undefined],
    ["returns a word", async () => "word"],
    ["calls next twice", (_: unknown, next: () => Promise<unknown>) => next().then(next)],
  ])("that %s ends in hook_failed, and the call still ends", async (_, around) => {
    const { code, types } = await wrapped([around]);
    expect(code).toBe("hook_failed");
    expect(types).toEqual(["tool_call_start", "error", "tool_call_end"]);
  });

  it.each<[string, object]>([
    ["a BigInt", { output: { type: "json", value: { n: 1n } } }],
    ["half a character", { output: { type: "text", text: "\ud800" } }],
    ["a failure without details", { isError: true }],
  ])("that returns %s leaves a call that ends and can be stored", async (_, part) => {
    const { types, events } = await wrapped([async () => ({ ...text("x"), ...part })]);
    expect(types.at(-1)).toBe("tool_call_end");
    const end = events.at(-1)?.data;
    expect(JSON.stringify(end)).not.toMatch(/\\ud800/);
    if ("isError" in part) expect(end).toMatchObject({ result: { error: { code: "execution_failed" } } });
  });

  it("that refuses a call leaves it refused, as its tool has not run", async () => {
    const error = { code: "policy_denied", type: "permission_error", message: "Not on Sundays." } as const;
    const refusing: Middleware = async () => ({
      ...text("Error [policy_denied]: Not on Sundays."),
      isError: true,
      error,
    });
    const ran = vi.fn(() => "ran");
    const { code, message } = await wrapped([refusing], ran);
    expect([code, message.content]).toEqual(["policy_denied", "Error [policy_denied]: Not on Sundays."]);
    expect(ran).not.toHaveBeenCalled();
  });

  it("that throws synchronously inside another can be caught by it", async () => {
    const catching: Middleware = (_, next) => next().catch(() => text("caught"));
    const throwing = () => {
      throw new Error("a bug");
    };
    expect((await wrapped([catching, throwing])).message.content).toBe("caught");
  });

  it("that hangs runs into the deadline", async () => {
    const { code } = await wrapped([() => new Promise(() => undefined)], () => "ran", { timeoutMs: 10 });
    expect(code).toBe("timeout");
  });
});
