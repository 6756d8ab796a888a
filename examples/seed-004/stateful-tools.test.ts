import { asyncResult, type ToolContext, ToolRegistry, toolResult } from "@toolwright/core";
import { describe, expect, it, vi } from "vitest";

import { named } from "./trying.ts";

describe("tools that keep their conversation or callback", () => {
  const contextual = () => ({
    ...named("message"),
    seen: [] as string[],
    to: "",
    setContext(channel: string, chatId: string) {
      this.to = `${channel}:${chatId}`;
      this.seen.push(this.to);
    },
    execute() {
      return this.to;
    },
  });

  it.each([
    ["telegram", "chat-42", ["telegram:chat-42"]],
    ["", "chat-42", []],
    ["telegram", "", []],
    ["", "", []],
  ])("are told %j and %j as the document says", async (channel, chat, seen) => {
    const tool = contextual();
    await new ToolRegistry([tool]).executeWithContext("message", {}, channel, chat);
    expect(tool.seen).toEqual(seen);
  });

  it("never meet: fifty conversations at once, each answered in its own", async () => {
    const tool = {
      ...contextual(),
      async execute(this: { to: string }) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return this.to;
      },
    };
    const registry = new ToolRegistry([tool]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, chat) => registry.executeWithContext("message", {}, "c", String(chat))),
    );
    expect(answers.map(({ forLLM }) => forLLM)).toEqual(Array.from({ length: 50 }, (_, chat) => `c:${chat}`));
  });

  it("return at once and call back once", async () => {
    let callback: ((ctx: ToolContext, result: ReturnType<typeof toolResult>) => void) | undefined;
    let context: ToolContext | undefined;
    const spawn = {
      ...named("spawn"),
      setCallback(given: typeof callback) {
        callback = given;
      },
      execute(ctx: ToolContext) {
        context = ctx;
        return asyncResult("Task started");
      },
    };
    const heard = vi.fn();
    const result = await new ToolRegistry([spawn]).executeWithContext("spawn", {}, "c", "1", heard);
    expect([result.async, result.forLLM, heard.mock.calls.length]).toEqual([true, "Task started", 0]);
    for (const text of ["done", "again"]) callback?.(context as ToolContext, toolResult(text));
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    expect(heard.mock.calls[0]?.[1].forLLM).toBe("done");
    expect(heard.mock.calls[0]?.[0].conversation).toEqual({ channel: "c", chatId: "1" });
  });

  it("say that no follow-up will arrive where nobody listens", async () => {
    const spawn = { ...named("spawn", () => asyncResult("Task started")), setCallback() {} };
    expect((await new ToolRegistry([spawn]).execute("spawn")).forLLM).toBe("Task started\nNo follow-up will arrive.");
    expect((await new ToolRegistry([spawn]).executeWithContext("spawn", {}, "c", "1", null)).forLLM).toBe(
      "Task started\nNo follow-up will arrive.",
    );
  });
});
