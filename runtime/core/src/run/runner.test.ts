import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { runnerOf, toolOf } from "../../test/making.ts";
import { watched } from "../../test/support.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { Journal } from "../journal/journal.ts";
import { ToolError } from "../result/tool-error.ts";
import { ToolRunner } from "./runner.ts";

const echo = toolOf("echo", (input) => JSON.stringify(input), { effects: "read" });

describe("exec", () => {
  it("needs no ceremony", async () => {
    const settled = await new ToolRunner({ registry: new ToolRegistry([echo]) }).exec({
      name: "echo",
      arguments: '{"a":1}',
    });
    expect(settled).toEqual({
      toolCallId: expect.stringMatching(/^[A-Za-z0-9]{9}$/),
      toolName: "echo",
      result: { output: { type: "text", text: '{"a":1}' }, silent: false, isError: false, async: false },
      message: { role: "tool", tool_call_id: settled.toolCallId, content: '{"a":1}' },
      durationMs: expect.any(Number),
    });
  });

  it("publishes a start and an end under the call's id, and an error before the end of a failed call", async () => {
    const fails = toolOf("fails", () => {
      throw new Error("broken");
    });
    const { runner, events } = runnerOf([echo, fails]);
    await runner.exec({ id: "one", name: "echo", arguments: {} });
    await runner.exec({ id: "two", name: "fails", arguments: {} });
    expect(events.map(({ type, id }) => [type, id])).toEqual([
      ["tool_call_start", "one"],
      ["tool_call_end", "one"],
      ["tool_call_start", "two"],
      ["error", "two"],
      ["tool_call_end", "two"],
    ]);
    expect(new Set(events.map(({ seq }) => seq)).size).toBe(5);
    expect(events[4]?.data).toMatchObject({ success: false, result: { error: { code: "execution_failed" } } });
  });

  it("publishes no error event for a refusal, nor for a failure that the tool returned", async () => {
    const reports = toolOf("reports", () => ({
      output: { type: "text" as const, text: "it is closed" },
      silent: false,
      isError: true,
      async: false,
    }));
    const { runner, events } = runnerOf([reports]);
    const { result } = await runner.exec({ name: "reports", arguments: {} });
    await runner.exec({ name: "nobody", arguments: {} });
    expect(events.map(({ type }) => type)).toEqual([
      "tool_call_start",
      "tool_call_end",
      "tool_call_start",
      "tool_call_end",
    ]);
    expect(result.error).toEqual({ code: "execution_failed", type: "system_error", message: "it is closed" });
  });

  it("publishes an error event for a thrown ToolError", async () => {
    const throws = toolOf("throws", () => {
      throw new ToolError("no such file", { code: "user_error", reason: "MISSING", suggestion: "List the folder." });
    });
    const { runner, events } = runnerOf([throws]);
    const { result, message } = await runner.exec({ name: "throws", arguments: {} });
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "error", "tool_call_end"]);
    expect(result.error).toMatchObject({ code: "user_error", type: "user_error", reason: "MISSING" });
    expect(message).toMatchObject({ is_error: true, content: "Error executing tool: no such file List the folder." });
  });

  it("takes an id that is new, and makes one where it is empty or taken", async () => {
    const { runner } = runnerOf([echo]);
    const ids = [];
    for (const id of ["a", "a", "", "b"]) {
      ids.push((await runner.exec({ id, name: "echo", arguments: {} })).toolCallId);
    }
    expect([ids[0], ids[3]]).toEqual(["a", "b"]);
    expect(ids[1]).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(ids[2]).toMatch(/^[A-Za-z0-9]{9}$/);
  });

  it("takes no id that a provider or a journal could choke on", async () => {
    const { runner } = runnerOf([echo]);
    for (const id of ["\ud800", "x".repeat(100_000)]) {
      expect((await runner.exec({ id, name: "echo", arguments: {} })).toolCallId).toMatch(/^[A-Za-z0-9]{9}$/);
    }
  });

  it("does not change the arguments it was given, nor share them with the tool", async () => {
    const changes = toolOf("changes", (input) => {
      if (typeof input === "object" && input !== null) Object.assign(input, { list: "changed" });
      return "ok";
    });
    const args = Object.freeze({ list: Object.freeze([1]) });
    const { runner, events } = runnerOf([changes]);
    const { result } = await runner.exec({ name: "changes", arguments: args });
    expect(result.isError).toBe(false);
    expect(events[0]?.data).toMatchObject({ arguments: { list: [1] } });
  });

  it("logs start and end with tool, call id and duration, arguments scrubbed", async () => {
    const { runner, log } = runnerOf([echo]);
    await runner.exec({ id: "c1", name: "echo", arguments: { key: "sk-abcdefghijklmnopqrstuvwxyz0123456789" } });
    expect(log.lines).toHaveLength(2);
    expect(log.lines[0]).toMatch(/started .*"tool":"echo","toolCallId":"c1","arguments":\{"key":"\[secret:/);
    expect(log.lines[1]).toMatch(/completed .*"tool":"echo","toolCallId":"c1","durationMs":/);
  });
});

describe("exec never rejects", () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });

  it("whatever is called, with whatever", async () => {
    const { runner } = runnerOf([echo]);
    const untyped: { exec(call: unknown, context?: unknown): Promise<unknown> } = JSON.parse("{}");
    Object.assign(untyped, { exec: runner.exec.bind(runner) });
    const property = fc.asyncProperty(
      fc.oneof(
        anything,
        fc.record({ id: anything, name: fc.oneof(anything, fc.constant("echo")), arguments: anything }),
      ),
      fc.constantFrom(undefined, null, {}),
      async (call, context) => {
        expect(await untyped.exec(call, context)).toMatchObject({ message: { role: "tool" } });
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it("nor does execAll", async () => {
    const { runner } = runnerOf([echo]);
    const untyped: { execAll(calls: unknown, context?: unknown): Promise<unknown> } = JSON.parse("{}");
    Object.assign(untyped, { execAll: runner.execAll.bind(runner) });
    expect(await untyped.execAll([])).toEqual([]);
    expect(await untyped.execAll(null, null)).toEqual([]);
    expect(await untyped.execAll([null, 1])).toHaveLength(2);
  });

  it("when the journal cannot be read", async () => {
    const execute = vi.fn(() => "ran");
    const journal: Journal = {
      append() {},
      // biome-ignore lint/correctness/useYield: it fails before its first event
      async *read() {
        throw new Error("no disk");
      },
    };
    const { runner } = runnerOf([toolOf("tool", execute)], { activity: new ActivityStream(journal) });
    const { result, toolCallId } = await runner.exec({ id: "c1", name: "tool", arguments: {} });
    expect(result.error?.code).toBe("skipped");
    expect(toolCallId).toBe("c1");
    expect(await runner.execAll([{ name: "tool", arguments: {} }])).toHaveLength(1);
    expect(execute).not.toHaveBeenCalled();
  });

  it.each(["throws", "rejects"])("when the journal %s: the call is not run", async (how) => {
    const execute = vi.fn(() => "ran");
    const journal: Journal = {
      append() {
        if (how === "throws") throw new Error("full");
        return Promise.reject(new Error("full"));
      },
      async *read() {},
    };
    const { runner } = runnerOf([toolOf("tool", execute)], { activity: new ActivityStream(journal) });
    const { result } = await runner.exec({ name: "tool", arguments: {} });
    expect(result.error?.code).toBe("outcome_unknown");
    expect(execute).not.toHaveBeenCalled();
  });

  it("when listeners and loggers throw", async () => {
    const { activity } = watched();
    const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
    activity.subscribe("*", () => {
      throw new Error("listener");
    });
    const bad = () => {
      throw new Error("logger");
    };
    const logger = { debug: bad, info: bad, warn: bad, error: bad };
    const { runner } = runnerOf([echo], { activity, logger });
    expect((await runner.exec({ name: "echo", arguments: {} })).result.isError).toBe(false);
    expect(complaints).toHaveBeenCalled();
    complaints.mockRestore();
  });
});

describe("validate: false", () => {
  it("hands the arguments over unchecked", async () => {
    const strict = toolOf("strict", (input) => JSON.stringify(input), { input: z.object({ n: z.number() }) });
    const { runner } = runnerOf([strict], { validate: false });
    expect((await runner.exec({ name: "strict", arguments: { other: true } })).message.content).toBe('{"other":true}');
  });
});
