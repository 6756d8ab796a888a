import { describe, expect, it, vi } from "vitest";
import { deferred } from "../../test/making.ts";
import { WrittenModel, wait } from "../../test/support.ts";
import type { JsonObject } from "../json/json.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { asyncResult, errorResult, toolResult } from "../result/result-helpers.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { ToolContext } from "../tool/tool-context.ts";
import type { AsyncCallback, CallbackContext } from "./registry-tool.ts";
import { ToolRegistry } from "./tool-registry.ts";

const greet = {
  name: "greet",
  description: "Say hello.\nTo anyone.",
  parameters: {
    type: "object",
    properties: { name: { type: "string" } },
    required: [],
  },
  execute: (_: ToolContext, args: JsonObject) => toolResult(`hello ${args.name ?? ""}`.trim()),
};

/** Sends to the chat it was last told of, after a while: what 004's own message tool does. */
class Sender {
  readonly name = "message";
  readonly description = "Send a message.";
  readonly parameters = { type: "object", properties: { text: { type: "string" } } };
  readonly contexts: string[] = [];
  readonly sent: string[] = [];
  #chat = "nobody";

  setContext(channel: string, chatId: string): void {
    this.contexts.push(`${channel}:${chatId}`);
    this.#chat = chatId;
  }

  async execute(_: ToolContext, args: JsonObject) {
    await wait(Number(args.after ?? 5));
    this.sent.push(`${this.#chat}: ${args.text}`);
    return toolResult("sent");
  }
}

describe("an object in 004's shape", () => {
  it("is registered, described and run", async () => {
    const registry = new ToolRegistry();
    registry.register(greet);
    expect(registry.toProviderDefs()).toEqual([
      {
        type: "function",
        function: { name: "greet", description: greet.description, parameters: greet.parameters },
      },
    ]);
    expect(registry.getSummaries()).toEqual(["- `greet` - Say hello."]);
    expect(JSON.stringify(await registry.execute("greet", { name: "Ada" }))).toBe(
      '{"for_llm":"hello Ada","silent":false,"is_error":false,"async":false}',
    );
    expect((await registry.execute("greet", null)).output).toEqual({ type: "text", text: "hello" });
  });

  it("may have no parameters", () => {
    const registry = new ToolRegistry([{ ...greet, parameters: null }]);
    expect(registry.getDefinitions()[0]?.function.parameters).toEqual({ type: "object", properties: {} });
  });

  it("may return 004's JSON", async () => {
    const registry = new ToolRegistry([
      {
        ...greet,
        execute: () => ({
          for_llm: "no",
          for_user: "Sorry",
          silent: true,
          is_error: true,
          async: false,
        }),
      },
    ]);
    expect(await registry.execute("greet")).toMatchObject({ isError: true, silent: true, forUser: "Sorry" });
  });

  it("is checked before it runs, and whatever it throws is a result", async () => {
    const ran: unknown[] = [];
    const registry = new ToolRegistry([
      {
        ...greet,
        execute: (_, args) => {
          ran.push(args);
          throw new Error("panic");
        },
      },
    ]);
    expect((await registry.execute("greet", { name: 5 })).error?.code).toBe("invalid_arguments");
    expect(ran).toEqual([]);
    const failed = await registry.executeWithContext("greet", {}, "telegram", "42");
    expect(failed).toMatchObject({ isError: true, error: { code: "execution_failed", message: "panic" } });
    expect((await registry.execute("nobody")).error).toMatchObject({ code: "unknown_tool" });
  });

  it("reads the conversation in its context, empty strings when there is none", async () => {
    const seen: unknown[] = [];
    const registry = new ToolRegistry([
      { ...greet, execute: (ctx) => toolResult(String(seen.push(ctx.conversation))) },
    ]);
    await registry.executeWithContext("greet", {}, "telegram", "42");
    await registry.execute("greet");
    expect(seen).toEqual([
      { channel: "telegram", chatId: "42" },
      { channel: "", chatId: "" },
    ]);
  });

  it("can be stopped", async () => {
    const registry = new ToolRegistry([{ ...greet, execute: () => new Promise<never>(() => undefined) }]);
    const stop = new AbortController();
    const running = registry.execute("greet", {}, { signal: stop.signal });
    await wait(20);
    stop.abort();
    expect((await running).error?.code).toBe("aborted");
  });
});

describe("a contextual tool", () => {
  it("is told the conversation only when channel and chat are both known", async () => {
    const sender = new Sender();
    const registry = new ToolRegistry([sender]);
    await registry.execute("message", {});
    await registry.executeWithContext("message", {}, "telegram", "");
    await registry.executeWithContext("message", {}, "", "42");
    expect(sender.contexts).toEqual([]);
    await registry.executeWithContext("message", {}, "telegram", "42");
    expect(sender.contexts).toEqual(["telegram:42"]);
  });

  it("answers the right chat when two conversations share it at the same time", async () => {
    const sender = new Sender();
    const [one, two] = [new ToolRegistry([sender]), new ToolRegistry([sender])];
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? one : two).executeWithContext("message", { text: `for ${i}` }, "telegram", `${i}`),
      ),
    );
    expect(sender.sent).toHaveLength(10);
    for (const line of sender.sent) expect(line).toMatch(/^(\d): for \1$/);
  });

  it("is not run for a call that was stopped while it waited", async () => {
    const sender = new Sender();
    const registry = new ToolRegistry([sender]);
    const stop = new AbortController();
    const first = registry.executeWithContext("message", { text: "1", after: 60 }, "t", "1");
    const second = registry.executeWithContext("message", { text: "2" }, "t", "2", null, { signal: stop.signal });
    await wait(20);
    stop.abort();
    expect((await second).error?.code).toBe("aborted");
    await first;
    await registry.executeWithContext("message", { text: "3" }, "t", "3");
    expect(sender.sent).toEqual(["1: 1", "3: 3"]);
  });

  it("may call itself", { timeout: 5_000 }, async () => {
    const told: string[] = [];
    const registry = new ToolRegistry([
      {
        ...greet,
        setContext: (_: string, chatId: string) => told.push(chatId),
        execute: async (ctx: ToolContext, args: JsonObject) => {
          if (args.name === "inner") return toolResult("inside");
          const inner = await ctx.call("greet", { name: "inner" });
          return toolResult(inner.output.type === "text" ? inner.output.text : "");
        },
      },
    ]);
    expect((await registry.executeWithContext("greet", {}, "t", "1")).output).toEqual({ type: "text", text: "inside" });
    expect(told).toEqual(["1", "1", "1"]);
  });
});

/** Keeps its callback in a field, as 004's do, and reads it when its work is done: after other calls have come. */
class Spawner {
  readonly name = "spawn";
  readonly description = "Work in the background.";
  readonly done = new Map<string, (ctx: CallbackContext) => void>();
  callback: AsyncCallback | undefined;

  setCallback(callback: AsyncCallback): void {
    this.callback = callback;
  }

  execute(ctx: ToolContext, args: JsonObject): ToolResult {
    if (args.now === true) this.callback?.(ctx, toolResult("too early"));
    const label = String(args.label);
    this.done.set(label, () => this.callback?.(ctx, toolResult(`${label} is done`)));
    return asyncResult(`started ${label}`);
  }
}

/** Waits until so many were heard, then a little longer for one too many. */
async function hearing(heard: readonly unknown[], count: number): Promise<void> {
  await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(count));
  await wait(10);
}

describe("an asynchronous tool", () => {
  it("gives the result at once and calls back once, however often the tool does", async () => {
    const spawner = new Spawner();
    const registry = new ToolRegistry([spawner]);
    const heard: unknown[] = [];
    const result = await registry.executeWithContext("spawn", { label: "a" }, "t", "1", (ctx, late) =>
      heard.push(ctx.conversation.chatId, late.output),
    );
    expect(result).toMatchObject({ async: true, output: { text: "started a" } });
    const [finish] = [...spawner.done.values()];
    finish?.(ANY);
    finish?.(ANY);
    await hearing(heard, 2);
    expect(heard).toEqual(["1", { type: "text", text: "a is done" }]);
  });

  it("calls back each caller with its own result, though the tool keeps only the last callback", async () => {
    const spawner = new Spawner();
    const registry = new ToolRegistry([spawner]);
    const heard: string[] = [];
    const start = (label: string, chat: string) =>
      registry.executeWithContext("spawn", { label }, "t", chat, (ctx, late) =>
        heard.push(`${chat}/${ctx.conversation.chatId} ${JSON.stringify(late)}`),
      );
    await start("a", "1");
    await start("b", "2");
    await registry.execute("spawn", { label: "c" });
    for (const label of ["c", "b", "a"]) spawner.done.get(label)?.(ANY);
    await hearing(heard, 2);
    expect(heard).toHaveLength(2);
    expect(heard[0]).toContain('2/2 {"for_llm":"b is done"');
    expect(heard[1]).toContain('1/1 {"for_llm":"a is done"');
  });

  it("that calls back before it returns is heard after its result", async () => {
    const registry = new ToolRegistry([new Spawner()]);
    const heard: string[] = [];
    const running = registry.executeWithContext("spawn", { label: "a", now: true }, "t", "1", (_, late) =>
      heard.push(JSON.stringify(late)),
    );
    void running.then(() => heard.push("result"));
    await running;
    await hearing(heard, 2);
    expect(heard[0]).toBe("result");
    expect(heard[1]).toContain("too early");
    expect(heard).toHaveLength(2);
  });

  it("says that no follow-up will arrive where nobody could hear of it", async () => {
    const registry = new ToolRegistry([new Spawner()]);
    const { output } = await registry.execute("spawn", { label: "a" });
    expect(output).toEqual({ type: "text", text: "started a\nNo follow-up will arrive." });
  });

  it("calls back with a failure when it is stopped, or was stopped before it had started", async () => {
    const registry = new ToolRegistry([new Spawner()]);
    const stop = new AbortController();
    const late = deferred<ToolResult>();
    const { signal } = stop;
    await registry.executeWithContext("spawn", { label: "a" }, "t", "1", (_, result) => late.resolve(result), {
      signal,
    });
    stop.abort();
    expect(await late.promise).toMatchObject({ isError: true, error: { code: "aborted" } });
    const refused = await registry.executeWithContext("spawn", {}, "t", "1", () => undefined, { signal });
    expect(refused).toMatchObject({ isError: true, async: false, error: { code: "skipped" } });
  });

  it("is heard by the model in a loop, which always listens", async () => {
    const spawner = new Spawner();
    const model = new WrittenModel((request) => {
      if (request === 0) return { calls: [{ name: "spawn", args: { label: "a" } }] };
      if (request > 1) return { text: "end" };
      spawner.done.get("a")?.(ANY);
      return { calls: [{ name: "spawn", args: { label: "b" } }] };
    });
    const tools = new ToolRegistry([spawner]);
    await runToolLoop({ model, tools }, [{ role: "user", content: "go" }], "t", "1");
    const last = model.requests[2]?.messages ?? [];
    expect(last.find(({ role }) => role === "tool")?.content).toBe("started a");
    expect(last.at(-1)?.content).toContain("a is done");
  });

  it("a failure that it calls back with is one", async () => {
    const spawner = new Spawner();
    const late = deferred<ToolResult>();
    const registry = new ToolRegistry([
      {
        ...greet,
        setCallback: (callback: AsyncCallback) => spawner.setCallback(callback),
        execute: (ctx: ToolContext) => {
          spawner.callback?.(ctx, errorResult("it broke"));
          return asyncResult("started");
        },
      },
    ]);
    await registry.executeWithContext("greet", {}, "t", "1", (_, result) => late.resolve(result));
    expect(await late.promise).toMatchObject({ isError: true, error: { message: "it broke" } });
  });
});

const ANY: CallbackContext = { toolCallId: "", conversation: { channel: "", chatId: "" } };
