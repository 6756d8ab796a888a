import { describe, expect, it, vi } from "vitest";
import { ActivityStream as CoreStream } from "../journal/activity-stream.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { onUserMessage } from "../journal/on-user-message.ts";
import { type ActivityEvent, ActivityEventType, ActivityStream } from "./activity-stream.ts";
import { BaseTool } from "./base-tool.ts";
import type { FlatResult } from "./flat-result.ts";
import { ToolManager } from "./tool-manager.ts";
import { type FunctionDefinition, ToolValidator } from "./tool-validator.ts";

/** A tool with a preview of its own, which knows nothing but flat results. */
class Counting extends BaseTool {
  readonly name: string = "counting";
  readonly description = "Counts.";
  readonly requiresConfirmation = false;

  override getFunctionDefinition(): FunctionDefinition {
    const parameters = {
      type: "object",
      properties: { timeout: { type: "number" }, path: { type: "string" }, fail: { type: "boolean" } },
    };
    return { type: "function", function: { name: this.name, description: this.description, parameters } };
  }

  protected async executeImpl(args: { path?: string; fail?: boolean; timeout?: unknown }): Promise<FlatResult> {
    this.captureParams(args);
    if (args.path !== undefined) this.recordRead(args.path, `${args.path}.map`);
    this.emitOutputChunk("mine", "one");
    this.emitOutputChunk("mine", "two\n");
    if (args.fail) return this.formatErrorResponse("no", "user_error", "Say yes");
    return this.formatSuccessResponse({ result: "counted", count: 2, timeout: args.timeout });
  }

  override getResultPreview(result: FlatResult, maxLines = 3): string[] {
    return result.success
      ? [`Found ${String(result.count)} (${result.error})`]
      : super.getResultPreview(result, maxLines);
  }
}

function counting(stream = new ActivityStream(), options = {}) {
  const tool = new Counting(stream);
  const events: ActivityEvent[] = [];
  stream.subscribe("*", (event) => events.push(event));
  const ends: FlatResult[] = [];
  stream.subscribe(ActivityEventType.TOOL_CALL_END, (event) => ends.push(event.data.result));
  return { stream, tool, events, ends, manager: new ToolManager([tool], stream, options) };
}

describe("a subscriber of class tools", () => {
  it.each([{}, { path: "a.ts" }, { fail: true }])(
    "reads at the end of a call what its caller is given: %j",
    async (args) => {
      const { tool, manager, ends, events } = counting();
      const results = [await tool.execute(args), await manager.executeTool("counting", args)];
      expect(ends).toEqual(results);
      const shown = events.flatMap((event) =>
        event.type === "tool_call_end" ? [tool.getResultPreview(event.data.result)] : [],
      );
      expect(shown).toEqual(results.map((result) => tool.getResultPreview(result)));
      expect(shown[0]).toEqual(args.fail ? ["Error: counting(fail=true): no", "Suggestion: Say yes"] : ["Found 2 ()"]);
    },
  );

  it("reads a call that was refused as its caller does", async () => {
    const { manager, ends } = counting();
    const results = [
      await manager.executeTool("counting", { timeout: [] }),
      await manager.executeTool("nobody", {}),
      await manager.executeTool("counting", { path: "a" }),
      await manager.executeTool("counting", { path: "a" }),
    ];
    expect(ends).toEqual(results);
    expect(ends.map(({ error }) => error)).toEqual([
      "Invalid type for parameter 'timeout' in counting: Expected number, got array",
      "Unknown tool: nobody",
      "",
      expect.stringContaining("Redundant tool call detected: counting"),
    ]);
  });

  it("hears chunks as they were emitted", async () => {
    const { tool, stream, events } = counting();
    const heard: string[] = [];
    stream.subscribe("tool_output_chunk", ({ data }) => heard.push(data.chunk));
    await tool.execute({});
    expect(heard).toEqual(["one", "two\n"]);
    expect(events.map(({ type }) => type)).toEqual([
      "tool_call_start",
      "tool_output_chunk",
      "tool_output_chunk",
      "tool_call_end",
    ]);
  });

  it("is told the same on a scoped stream, and once for a function that subscribed twice", async () => {
    const scoped = new ActivityStream().createScoped("parent");
    const tool = new Counting(scoped);
    const listener = vi.fn();
    scoped.subscribe("tool_call_end", listener);
    const end = scoped.subscribe("tool_call_end", listener);
    await tool.execute({});
    expect(listener.mock.calls).toMatchObject([[{ data: { result: { success: true, count: 2 } } }]]);
    end();
    await tool.execute({});
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("changes nothing for those who store, follow or listen", async () => {
    const journal = new MemoryJournal();
    const stream = new ActivityStream(journal);
    const said: unknown[] = [];
    onUserMessage(stream, (message) => said.push(message));
    await new Counting(stream).execute({});
    const stored = [];
    for await (const event of journal.read()) if (event.type === "tool_call_end") stored.push(event.data.result);
    expect(stored).toMatchObject([{ isError: false, output: { type: "json", value: { count: 2 } } }]);
    expect(said).toEqual([]);
  });

  it("is shown a preview on a stream of the core too", async () => {
    const stream = new CoreStream();
    const tool = new Counting(stream);
    const shown: string[][] = [];
    stream.subscribe("tool_call_end", ({ data }) =>
      shown.push(BaseTool.prototype.getResultPreview.call(tool, data.result)),
    );
    await tool.execute({ fail: true });
    expect(shown).toEqual([["Error: counting(fail=true): no", "Suggestion: Say yes"]]);
  });
});

describe("a class of one's own", () => {
  it("takes part in file tracking, once its call has succeeded", async () => {
    const { manager } = counting(undefined, { workspace: "/w" });
    await manager.executeTool("counting", { path: "src/a.ts" });
    await manager.executeTool("counting", { path: "src/b.ts", fail: true });
    const paths = ["/w/src/a.ts", "src/a.ts.map", "src/b.ts"];
    expect(paths.map((path) => manager.hasFileBeenRead(path))).toEqual([true, true, false]);
    manager.clearState();
    expect(manager.hasFileBeenRead("src/a.ts")).toBe(false);
  });

  it("records nothing where no manager keeps it, and in nobody else's manager", async () => {
    const { tool, manager, stream } = counting();
    expect((await tool.execute({ path: "a.ts" })).success).toBe(true);
    const other = new ToolManager([tool], stream);
    await other.executeTool("counting", { path: "a.ts" });
    expect([manager, other].map((one) => one.hasFileBeenRead("a.ts"))).toEqual([false, true]);
  });
});

describe("the types of arguments", () => {
  it.each([{ timeout: "30" }, { timeout: "x" }, { path: 5 }, { fail: "true" }, { timeout: null }, { timeout: 30 }])(
    "are judged by the manager as by its validator: %j",
    async (args) => {
      const { tool, manager } = counting();
      const { valid, error, suggestion } = new ToolValidator().validateArguments(
        tool,
        tool.getFunctionDefinition(),
        args,
      );
      const result = await manager.executeTool("counting", args);
      expect(result).toMatchObject(valid ? { success: true } : { success: false, error, suggestion });
    },
  );
});

describe("a logger", () => {
  const logger = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });

  it("of a tool hears of execute, that of a manager of executeTool", async () => {
    class Failing extends Counting {
      protected override async executeImpl(): Promise<FlatResult> {
        throw new Error("disk full");
      }
    }
    const [own, managed, stream] = [logger(), logger(), new ActivityStream()];
    const tool = new Failing(stream, { logger: own });
    await tool.execute({});
    expect(own.warn.mock.calls.length + own.error.mock.calls.length).toBeGreaterThan(0);
    await new ToolManager([tool], stream, { logger: managed }).executeTool("counting", {});
    expect(managed.warn.mock.calls.length + managed.error.mock.calls.length).toBeGreaterThan(0);
  });
});
