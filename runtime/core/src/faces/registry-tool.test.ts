import { describe, expect, it } from "vitest";
import { wait } from "../../test/support.ts";
import type { JsonObject } from "../json/json.ts";
import { toolResult } from "../result/result-helpers.ts";
import type { ToolContext } from "../tool/tool.ts";
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

/** Sends to the chat it was last told of, after a while: what a message tool does. */
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

describe("an object with execute(ctx, args)", () => {
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

  it("may return a result's JSON", async () => {
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

  it("may call itself", async () => {
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
