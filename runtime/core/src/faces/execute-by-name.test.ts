import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { KeptLog, wait } from "../../test/support.ts";
import { asyncResult, errorResult, toolResult } from "../result/result-helpers.ts";
import { ToolRegistry } from "./tool-registry.ts";

const KEY = "sk-abcdefghijklmnopqrstuvwxyz0123456789";

/** What a call by name logs. */
async function logged(name: string, args: object = {}): Promise<readonly string[]> {
  const logger = new KeptLog();
  const registry = new ToolRegistry([
    toolOf("echo", () => "done"),
    toolOf("spawn", () => asyncResult("started")),
    toolOf("refuse", () => errorResult("no")),
    toolOf("breaks", () => {
      throw new Error("broken", { cause: new Error(`because of ${KEY}`) });
    }),
  ]);
  await registry.execute(name, JSON.stringify(args), { logger });
  expect(logger.lines.join()).not.toContain(KEY);
  return logger.lines;
}

describe("a call by name is logged", () => {
  it("at its start and its end, with tool, id and duration, and arguments without secrets", async () => {
    const [start, end, ...more] = await logged("echo", { key: KEY });
    expect(start).toMatch(/^Tool call started .*"tool":"echo","toolCallId":"\w{9}","arguments":\{"key":"\[secret:/);
    expect(end).toMatch(/^Tool call completed .*"tool":"echo","toolCallId":"\w{9}","durationMs":\d/);
    expect(more).toEqual([]);
  });

  it("as going on in the background", async () => {
    expect((await logged("spawn")).at(-1)).toMatch(/^Tool call goes on in the background .*"durationMs":\d/);
  });

  it.each([
    ["refuse", "failed", "execution_failed"],
    ["breaks", "failed", "execution_failed"],
    ["nobody", "refused", "unknown_tool"],
  ])("%s as %s", async (name, how, code) => {
    expect((await logged(name)).at(-1)).toMatch(
      new RegExp(`^Tool call ${how} .*"tool":"${name}".*"durationMs":\\d.*"code":"${code}"`),
    );
  });

  it("with what was thrown, and what that was caused by", async () => {
    const thrown = (await logged("breaks")).find((line) => line.startsWith("Tool call failed"));
    expect(thrown).toMatch(/"tool":"breaks".*Error: broken.*Caused by: Error: because of \[secret:/);
  });
});

it("a result by name has the text that a model would read of an error without one", async () => {
  const registry = new ToolRegistry([toolOf("fails", () => errorResult("").withError(new Error(`disk full ${KEY}`)))]);
  const { for_llm, is_error } = JSON.parse(JSON.stringify(await registry.execute("fails")));
  expect(for_llm).toMatch(/^disk full \[secret:/);
  expect(is_error).toBe(true);
});

describe("a callback that fails", () => {
  it.each(["throws", "rejects"])("and %s is logged, and disturbs nobody", async (how) => {
    const logger = new KeptLog();
    const registry = new ToolRegistry([
      toolOf("spawn", (_, ctx) => {
        ctx.background(() => "later");
        return asyncResult("started");
      }),
    ]);
    const heard = new Promise<void>((resolve) => {
      const fail = () => {
        resolve();
        if (how === "rejects") return Promise.reject(new Error("gone"));
        throw new Error("gone");
      };
      void registry.executeWithContext("spawn", {}, "web", "1", fail, { logger });
    });
    await heard;
    // An unhandled rejection fails the test by itself.
    await wait(5);
    expect(logger.lines.at(-1)).toMatch(/^A late result could not be delivered .*Error: gone/);
  });
});

describe("the conversation of a call by name", () => {
  const registry = new ToolRegistry([toolOf("where", (_, { conversation }) => ({ ...conversation }))]);

  it.each([
    ["as it is", ["web", "1"], ["web", "1"]],
    ["with an id that is a number", ["telegram", 42], ["telegram", "42"]],
    ["by halves", ["web"], ["web", ""]],
    ["not at all", [], ["", ""]],
    ["as null", [null, null], ["", ""]],
    ["as what is no id", [Object.create(null), {}], ["", ""]],
  ])("may be given %s", async (_how, given, [channel, chatId]) => {
    const { output } = await Reflect.apply(registry.executeWithContext, registry, ["where", {}, ...given]);
    expect(output).toEqual({ type: "json", value: { channel, chatId } });
  });
});

describe("a registry in use", () => {
  it("goes on while tools are registered, replaced and called at the same time", async () => {
    const registry = new ToolRegistry();
    const settled = Array.from({ length: 50 }, async (_, n) => {
      registry.register(toolOf(`tool_${n % 10}`, () => toolResult(`${n}`)));
      return registry.execute(`tool_${n % 10}`);
    });
    const results = await Promise.all(settled);
    expect(results.every(({ isError }) => !isError)).toBe(true);
    expect([registry.count(), registry.list().length, registry.getDefinitions().length]).toEqual([10, 10, 10]);
  });

  it("takes an object with fields of its own for what it is, and none that cannot run", async () => {
    const mine = { name: "mine", description: "", parameters: null, spec: "v1", execute: () => "ran" };
    const registry = new ToolRegistry([mine]);
    expect((await registry.execute("mine")).output).toEqual({ type: "text", text: "ran" });
    const readTool: unknown = () => mine;
    expect(() => registry.register(Object(readTool))).toThrow("If readTool() makes one, register what it returns");
    expect(() => registry.register({ ...mine, execute: JSON.parse("1") })).toThrow("Tool mine has no execute function");
  });

  it.each(["constructor", "toString", "__proto__", ""])("knows no tool %j that nobody registered", async (name) => {
    const registry = new ToolRegistry([toolOf("own", () => "")]);
    expect(registry.get(name)).toBeUndefined();
    expect((await registry.execute(name)).error?.code).toBe("unknown_tool");
  });
});
