import { describe, expect, it } from "vitest";
import { deferred } from "../../test/making.ts";
import { WrittenModel, wait } from "../../test/support.ts";
import type { JsonObject } from "../json/json.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { asyncResult, errorResult, toolResult } from "../result/result-helpers.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { AsyncCallback, CallbackContext } from "./registry-tool.ts";
import { ToolRegistry } from "./tool-registry.ts";

/**
 * Keeps its callback in a field, as tools with a `setCallback` do, and reads it when its work is done: after other
 * calls have come.
 */
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
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(count);
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
        name: "greet",
        description: "",
        parameters: null,
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
