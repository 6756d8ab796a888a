import { describe, expect, it, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, wait } from "../../test/support.ts";
import { errorResult, secret, ToolError, ToolRegistry, ToolRunner } from "../index.ts";

it.each(["throws", "rejects"])("a logger that %s makes no call fail, now or later", async (how) => {
  let asked = 0;
  const fail = () => {
    asked += 1;
    if (how === "rejects") return Promise.reject(new Error("no disk"));
    throw new Error("no disk");
  };
  const logger = { debug: fail, info: fail, warn: fail, error: fail };
  const breaks = toolOf("breaks", () => {
    throw new Error("broken");
  });
  const { runner } = runnerOf([breaks], { logger });
  expect((await runner.exec({ name: "breaks", arguments: {} })).result.error?.message).toBe("broken");
  // An unhandled rejection fails the test by itself.
  await wait(1);
  expect(asked).toBe(2);
});

it("cuts long arguments in the log, at a character, and leaves exceptions whole", async () => {
  const message = "broken ".repeat(200);
  const breaks = toolOf("breaks", () => {
    throw new Error(message);
  });
  const { runner, log } = runnerOf([breaks]);
  const text = `${"a".repeat(499)}😀 and more`;
  await runner.exec({ name: "breaks", arguments: { text, list: ["b".repeat(600)] } });
  const started = log.lines.find((line) => line.startsWith("Tool call started")) ?? "";
  expect(started).toContain(`"text":"${"a".repeat(499)}…"`);
  expect(started).toContain(`"list":["${"b".repeat(500)}…"]`);
  expect(log.lines.some((line) => line.includes(message))).toBe(true);
});

it("bounds a field of many short texts", async () => {
  const { runner, log } = runnerOf([toolOf("takes", () => "ran")]);
  await runner.exec({ name: "takes", arguments: { list: Array(100_000).fill("short") } });
  expect(Math.max(...log.lines.map((line) => line.length))).toBeLessThan(17_000);
});

describe("the default logger", () => {
  const SECRET = "hunter2-hunter2";

  it("prints one masked line for each refusal and failure, with code, text and duration, and no stack", async () => {
    const [warned, failed] = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")].map((spy) =>
      spy.mockReturnValue(),
    );
    const tools = [
      toolOf("throws", () => {
        throw new Error(`broken\nby ${SECRET}`, { cause: new Error("deep") });
      }),
      toolOf("answers", () => errorResult(`no ${SECRET}`)),
      toolOf("typed", () => "", { input: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } }),
      toolOf("fine", () => "fine"),
    ];
    const runner = new ToolRunner({ registry: new ToolRegistry(tools), secrets: [secret("pin", SECRET)] });
    for (const name of ["throws", "answers", "typed", "nobody", "fine"]) await runner.exec({ name, arguments: {} });
    const lines = [warned, failed].map((spy) => spy?.mock.calls.map(([line, ...more]) => [String(line), more.length]));
    vi.restoreAllMocks();
    expect(lines.flat().every((line) => line?.[1] === 0 && !/\n| {4}at |hunter2/.test(String(line[0])))).toBe(true);
    expect(lines[0]?.map(([line]) => line)).toEqual([
      expect.stringMatching(
        /^Tool call refused tool=typed toolCallId=\w{9} durationMs=0 code=invalid_arguments text="\/n: /,
      ),
      expect.stringMatching(/^Tool call refused tool=nobody .* code=unknown_tool text="There is no tool /),
    ]);
    expect(lines[1]?.map(([line]) => line)).toEqual([
      expect.stringMatching(
        /^Tool call failed tool=throws .* durationMs=[\d.]+ code=execution_failed text=broken .* at=".*scrubbed-logger\.test\.ts:\d+:\d+\)?"$/,
      ),
      expect.stringMatching(/^Tool call failed tool=answers .* code=execution_failed text="no \[secret:pin\]"$/),
    ]);
  });

  it("says of an unexpected exception where it was thrown, of a failure that was written for a model not", async () => {
    const failed = vi.spyOn(console, "error").mockReturnValue();
    const throwing = (name: string, error: Error) => toolOf(name, () => Promise.reject(error));
    const strange = Object.assign(new Error("strange"), { stack: undefined });
    const tools = [
      throwing("told", new ToolError("no")),
      throwing("plain", new TypeError("no")),
      throwing("odd", strange),
    ];
    const runner = new ToolRunner({ registry: new ToolRegistry(tools) });
    for (const name of ["told", "plain", "odd"]) await runner.exec({ name, arguments: {} });
    const lines = failed.mock.calls.map(([line]) => String(line));
    vi.restoreAllMocks();
    expect(lines.map((line) => / at=/.test(line))).toEqual([false, true, false]);
    expect(lines[1]).toMatch(/scrubbed-logger\.test\.ts:\d+/);
  });

  it("gives a logger of one's own the whole exception, masked, as a field", async () => {
    const log = new KeptLog();
    const breaks = toolOf("breaks", () => {
      throw new Error(`broken ${SECRET}`);
    });
    const { runner } = runnerOf([breaks], { logger: log, secrets: [secret("pin", SECRET)] });
    await runner.exec({ name: "breaks", arguments: {} });
    expect(log.lines.at(-1)).toMatch(/Tool call failed .*"error":"Error: broken \[secret:pin\]\\n +at /);
  });
});
