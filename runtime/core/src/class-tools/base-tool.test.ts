import { beforeEach, describe, expect, it, vi } from "vitest";
import { kept, type Sample, SampleTool } from "../../test/sample-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { ToolError } from "../result/tool-error.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { ToolRunner } from "../run/runner.ts";
import { secret } from "../secrets/secret.ts";
import { ActivityEventType } from "./activity-stream.ts";
import { BaseTool } from "./base-tool.ts";
import type { FlatResult } from "./flat-result.ts";
import { toFlat } from "./flat-result.ts";
import { ToolManager } from "./tool-manager.ts";

function sample(work: Sample["work"], options: Partial<Sample> = {}) {
  const activityStream = new ActivityStream();
  const tool = new SampleTool(activityStream, { work, ...options });
  return { tool, events: kept(activityStream) };
}

// The runner reports every exception of a tool to the console.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

describe("a returned result", () => {
  it("comes back as it is", async () => {
    const { tool } = sample((args, { success }) => success.call(tool, { result: args.a, list: [1] }));
    expect(await tool.execute({ a: "x" })).toEqual({ success: true, error: "", result: "x", list: [1] });
  });

  it.each([
    ["validation_error", "invalid_arguments"],
    ["permission_error", "policy_denied"],
  ] as const)("of a failure has the code of its kind (%s)", async (kind, code) => {
    const { tool } = sample(() => tool.failure("Not that one", kind));
    const runner = new ToolRunner({ registry: new ToolRegistry([tool]) });
    expect((await runner.exec({ name: "sample", arguments: {} })).result.error).toMatchObject({ code, type: kind });
  });

  it("of a failure names the call, with what was captured", async () => {
    const { tool } = sample((args) => {
      tool.capture(args);
      return tool.failure("File not found", "user_error", "Check the path", { path: "a" });
    });
    expect(await tool.execute({ param1: "value", limit: 5, none: null })).toEqual({
      success: false,
      error: 'sample(param1="value", limit=5): File not found',
      error_type: "user_error",
      suggestion: "Check the path",
      path: "a",
    });
  });

  it("of a failure has no suggestion where there is none, and the type general by default", async () => {
    const { tool } = sample(() => tool.failure("no", undefined, ""));
    expect(await tool.execute()).toEqual({ success: false, error: "sample(): no", error_type: "general" });
  });

  it("may let further fields stand in place of the known ones", async () => {
    const { tool } = sample(() => tool.failure("no", "user_error", undefined, { error: "other" }));
    expect(await tool.execute()).toMatchObject({ error: "other", error_type: "user_error" });
  });

  it("does not carry the parameters of an earlier call", async () => {
    const { tool } = sample((args) => {
      if (args.capture) tool.capture(args);
      return tool.failure("no");
    });
    await tool.execute({ capture: true });
    expect((await tool.execute({})).error).toBe("sample(): no");
  });

  it("that is no result is a failure", async () => {
    const nothing: unknown = undefined;
    const { tool } = sample(() => nothing as FlatResult);
    expect(await tool.execute()).toMatchObject({ success: false, error_type: "system_error" });
  });
});

describe("events", () => {
  it("are a start and an end for every returned result, failures included", async () => {
    const { tool, events } = sample(() => tool.failure("no", "user_error"));
    await tool.execute({ a: 1 });
    expect(events.map(({ type }) => type)).toEqual([
      ActivityEventType.TOOL_CALL_START,
      ActivityEventType.TOOL_CALL_END,
    ]);
    expect(events[0]?.data).toMatchObject({ toolName: "sample", arguments: { a: 1 } });
    expect(events[1]?.data).toMatchObject({ toolName: "sample", success: false });
    expect(events[1]?.id).toBe(events[0]?.id);
  });

  it("tell an exception as an error before the end", async () => {
    const { tool, events } = sample((args) => {
      tool.capture(args);
      throw new Error("disk full");
    });
    expect(await tool.execute({ a: "x" })).toEqual({
      success: false,
      error: 'sample(a="x"): disk full',
      error_type: "system_error",
    });
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "error", "tool_call_end"]);
    expect(events[1]?.data).toMatchObject({ toolName: "sample", error: 'sample(a="x"): disk full' });
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });

  it("show the arguments as they came, whatever the tool does to them", async () => {
    const { tool, events } = sample((args) => {
      args.a = "changed";
      return tool.success();
    });
    const given = { a: "given" };
    await tool.execute(given);
    expect(events[0]?.data).toMatchObject({ arguments: { a: "given" } });
    expect(given).toEqual({ a: "given" });
  });

  it("join chunks to the call, whatever id the tool made up", async () => {
    const { tool, events } = sample(() => {
      tool.chunk("made up", "one ");
      tool.chunk("made up", "two");
      return tool.success();
    });
    await tool.execute();
    const chunks = events.filter((event) => event.type === "tool_output_chunk");
    expect(chunks.map(({ data }) => data.chunk).join("")).toBe("one two");
    expect(chunks.map(({ parentId }) => parentId)).toEqual(chunks.map(() => events[0]?.id));
    expect(chunks[0]?.id).not.toBe(events[0]?.id);
  });

  it("tell that no animation is wanted", async () => {
    class Quiet extends SampleTool {
      override readonly suppressExecutionAnimation = true;
    }
    const activityStream = new ActivityStream();
    const events = kept(activityStream);
    await new Quiet(activityStream, { work: () => ({ success: true, error: "" }) }).execute();
    expect(events[0]?.data).toMatchObject({ suppressExecutionAnimation: true });
  });
});

describe("execute", () => {
  it("leaves arguments to the tool, asks nobody, and allows repeats", async () => {
    const parameters = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const { tool } = sample((args) => tool.success({ a: args.a ?? null }), { parameters, confirms: true });
    expect(await tool.execute({})).toMatchObject({ success: true, a: null });
    expect(await tool.execute({})).toMatchObject({ success: true });
  });

  it("never rejects, and keeps the code of a ToolError", async () => {
    const { tool } = sample(() => {
      throw new ToolError("out of bounds", { code: "security_violation", suggestion: "Stay inside." });
    });
    expect(await tool.execute()).toEqual({
      success: false,
      error: "sample(): out of bounds",
      error_type: "security_error",
      suggestion: "Stay inside.",
    });
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(await tool.execute(circular)).toMatchObject({ success: false, error_type: "validation_error" });
  });

  it("leaves room for the message of an exception behind long parameters", async () => {
    const { tool } = sample((args) => {
      tool.capture(args);
      throw new Error("the reason");
    });
    const args = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, "x".repeat(100)]));
    const { error } = await tool.execute(args);
    expect(error).toMatch(/\.\.\.\): the reason$/);
    expect(error.length).toBeLessThan(300);
  });
});

describe("a deadline", () => {
  it("may depend on the arguments", async () => {
    class Waiting extends SampleTool {
      override readonly timeoutMs = (args: { ms?: number }) => args.ms ?? 5_000;
    }
    const work = () => new Promise<FlatResult>((resolve) => setTimeout(resolve, 150, { success: true, error: "" }));
    const tool = new Waiting(new ActivityStream(), { work });
    expect(await tool.execute({ ms: 20 })).toMatchObject({ success: false, error_type: "system_error" });
    expect(await tool.execute({})).toMatchObject({ success: true });
  });
});

describe("a result of its own kind", () => {
  it("is what a runner is given, and is read back flat", async () => {
    class Worded extends SampleTool {
      protected override resultOf({ words }: FlatResult) {
        return String(words);
      }
      override flatOf(result: ToolResult): FlatResult {
        return { success: !result.isError, error: "", words: result.output.type === "text" && result.output.text };
      }
    }
    const activityStream = new ActivityStream();
    const events = kept(activityStream);
    const tool = new Worded(activityStream, { work: () => ({ success: true, error: "", words: "two words" }) });
    const flat = { success: true, error: "", words: "two words" };
    expect(await tool.execute()).toEqual(flat);
    const end = events.findLast((event) => event.type === "tool_call_end");
    expect(end?.data).toMatchObject({ result: { output: { type: "text", text: "two words" } } });
    expect(await new ToolManager([tool], activityStream).executeTool("sample")).toEqual(flat);
  });
});

describe("a call's surroundings", () => {
  it("are the runner's context", async () => {
    const { tool, events } = sample(() => tool.success({ id: tool.own.toolCallId, aborted: tool.own.signal.aborted }));
    expect(await tool.execute()).toMatchObject({ id: events[0]?.id, aborted: false });
  });

  it("are not there outside a call, and chunks then go nowhere", () => {
    const { tool, events } = sample(() => tool.success());
    expect(() => tool.own).toThrow("sample: callContext was used outside a call.");
    expect(() => tool.capture({})).toThrow("outside a call");
    tool.chunk("x", "text");
    expect(events).toEqual([]);
    expect(tool.failure("no")).toMatchObject({ error: "sample(): no" });
  });
});

describe("a definition", () => {
  it("takes any object where the class has none", () => {
    const { tool } = sample(() => tool.success());
    expect(tool.getFunctionDefinition()).toEqual({
      type: "function",
      function: {
        name: "sample",
        description: "A sample.",
        parameters: { type: "object", properties: {}, required: [] },
      },
    });
  });

  it("goes out with its parameters as they are given", () => {
    const parameters = {
      type: "object",
      properties: { a: { type: "string", "x-own": 1 } },
      additionalProperties: true,
    };
    const { tool } = sample(() => tool.success(), { parameters });
    expect(JSON.stringify(tool.asTool().definition.parameters)).toBe(JSON.stringify(parameters));
    expect(tool.asTool()).toBe(tool.asTool());
  });

  it("of another name is refused", () => {
    class Misnamed extends SampleTool {
      override getFunctionDefinition() {
        return { type: "function", function: { name: "other", description: "", parameters: {} } } as const;
      }
    }
    const tool = new Misnamed(new ActivityStream(), { work: () => ({ success: true, error: "" }) });
    expect(() => tool.asTool()).toThrow(/"sample".*other/);
  });

  it("is read when it is first used, after the fields of the class are set", () => {
    class Late extends BaseTool {
      readonly name = "late";
      readonly description = "Set after the base constructor.";
      readonly requiresConfirmation = false;
      override readonly effects = "read";
      protected async executeImpl(): Promise<FlatResult> {
        return this.formatSuccessResponse();
      }
    }
    const tool = new Late(new ActivityStream()).asTool();
    expect(tool).toMatchObject({ name: "late", description: "Set after the base constructor." });
    expect(tool.effects.kind).toBe("read");
  });
});

describe("secrets", () => {
  it("of parameters that are not for showing stay out of errors", async () => {
    const parameters = { type: "object", properties: { pin: { type: "string", writeOnly: true } } };
    const { tool } = sample(
      (args) => {
        tool.capture(args);
        return tool.failure("wrong");
      },
      { parameters },
    );
    expect((await tool.execute({ pin: "1234", user: "ann" })).error).toBe(
      'sample(pin=[secret:pin], user="ann"): wrong',
    );
  });

  it("that a runner knows are masked before a long parameter is cut", async () => {
    const value = "0123456789abcdef".repeat(8);
    const { tool } = sample((args) => {
      tool.capture(args);
      return tool.failure("wrong");
    });
    const runner = new ToolRunner({
      registry: new ToolRegistry([tool.asTool()]),
      secrets: [secret("token", value)],
    });
    const { result } = await runner.exec({ name: "sample", arguments: { header: `Token: ${value}` } });
    expect(toFlat(result).error).toBe('sample(header="Token: [secret:token]"): wrong');
  });
});

it("says in the log where in the tool's own code an exception was thrown", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const fails = new SampleTool(new ActivityStream(), { work: () => Object(undefined).rows.length });
  await fails.execute({});
  expect(String(logged.mock.calls)).toMatch(/ at=.*base-tool\.test\.ts/);
  logged.mockRestore();
});
