import { setTimeout as pause } from "node:timers/promises";
import type { ToolContext } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { scripted } from "../../../../runtime/core/test/scripted-program.ts";
import { type Answer, WrittenModel } from "../../../../runtime/core/test/support.ts";
import { alice, freshStore } from "../../test/making.ts";
import { openStore } from "../sqlite/open-store.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const program: Answer = { calls: [{ id: "p", name: "program" }] };

/** A tool that replays, and mails that are asked about. */
function scene(work: (ctx: ToolContext) => Promise<unknown>, replays = true) {
  const ran: string[] = [];
  const noting = (name: string, effects: "read" | "external", requiresConfirmation: boolean) =>
    toolOf(
      name,
      (_, { toolCallId }) => {
        ran.push(toolCallId);
        return `${name} ran`;
      },
      { effects, requiresConfirmation },
    );
  const tool = toolOf("program", async (_, ctx) => JSON.stringify(await work(ctx)), { effects: "external", replays });
  const config = (answers: readonly Answer[]) => ({
    model: new WrittenModel(answers),
    tools: [tool, noting("look", "read", false), noting("send", "external", true)],
    logger,
    waiting: "return" as const,
  });
  return { ran, config };
}

const textOf = async (called: ReturnType<ToolContext["call"]>) => {
  const { output } = await called;
  return output.type === "text" ? output.text : "";
};

describe("a question inside a tool that replays", () => {
  it("leaves nothing of its run in the process, and its answer goes on with the tool in another", async () => {
    const store = freshStore();
    const { ran, config } = scene(async (ctx) => [
      await textOf(ctx.call("look", {})),
      ...(await Promise.all([textOf(ctx.call("send", { n: 1 })), textOf(ctx.call("send", { n: 2 }))])),
      await textOf(ctx.call("look", { n: 3 })),
    ]);
    const asked = await store.run(alice, config([program]), "go");
    expect([asked.stopReason, asked.questions.map(({ toolCallId }) => toolCallId)]).toEqual([
      "waiting",
      ["p/1", "p/2"],
    ]);
    store.close();

    const second = openStore({ file: store.file, pollMs: 10 });
    onTestFinished(() => second.close());
    second.decide(asked.questions[1]?.approvalId ?? "", { approve: true });
    const half = await second.resume(alice, config([]));
    expect([half.stopReason, half.questions]).toEqual(["waiting", [asked.questions[0]]]);
    expect(ran).toEqual(["p/0", "p/2"]);
    second.decide(asked.questions[0]?.approvalId ?? "", { approve: true });
    const ended = await second.resume(alice, config([{ text: "end" }]));
    expect(ended.messages.flatMap((message) => (message.role === "tool" ? [message.content] : []))).toEqual([
      '["look ran","send ran","send ran","look ran"]',
    ]);
    expect(ran).toEqual(["p/0", "p/2", "p/1", "p/3"]);
  });

  it("is answered by an answer that counts for more calls, over two processes, but for those with one of their own", async () => {
    const store = freshStore();
    const mails = scripted(async ({ call }) => {
      await Promise.all([1, 2, 3, 4].map((n) => call("send", { n })));
      for (const n of [5, 6]) await call("send", { n });
      return "sent";
    });
    const { ran, config } = scene(mails);
    const asked = await store.run(alice, config([program]), "go");
    expect(asked.questions).toHaveLength(4);
    store.close();

    const second = openStore({ file: store.file, pollMs: 10 });
    onTestFinished(() => second.close());
    const [one, two] = asked.questions.map((question) => question.approvalId);
    second.decide(one ?? "", { approve: true, more: { toolName: "send", times: 3 } });
    second.decide(two ?? "", { approve: false, reason: "not that one" });
    const half = await second.resume(alice, config([]));
    expect([half.stopReason, half.questions.map(({ toolCallId }) => toolCallId)]).toEqual(["waiting", ["p/5"]]);
    expect(ran).toEqual(["p/0", "p/2", "p/3", "p/4"]);
    expect(second.approvals.list({ conversation: alice }).map(({ toolCallId }) => toolCallId)).toEqual(["p/5"]);
    second.decide(half.questions[0]?.approvalId ?? "", { approve: true });
    const ended = await second.resume(alice, config([{ text: "end" }]));
    expect(ended.stopReason).toBe("stop");
    expect(ran).toEqual(["p/0", "p/2", "p/3", "p/4", "p/5"]);
  });

  it("waits for calls beside it, and for the tool itself while that goes on between them", async () => {
    const store = freshStore();
    const { ran, config } = scene(async (ctx) => {
      const sent = textOf(ctx.call("send", {}));
      for (let n = 0; n < 4; n += 1) {
        await pause(40);
        await ctx.call("look", { n });
      }
      return sent;
    });
    const asked = await store.run(alice, config([program]), "go");
    expect([asked.stopReason, ran]).toEqual(["waiting", ["p/1", "p/2", "p/3", "p/4"]]);
  });

  it("keeps the process where the tool does not replay", async () => {
    const store = freshStore();
    const { config } = scene((ctx) => textOf(ctx.call("send", {})), false);
    const running = store.run(alice, config([program, { text: "end" }]), "go");
    const asked = () => store.approvals.list({ conversation: alice });
    await expect.poll(asked).toHaveLength(1);
    // One that replays has given its process up by now.
    expect(await Promise.race([running, pause(100)])).toBeUndefined();
    for (const { approvalId } of asked()) store.decide(approvalId, { approve: true });
    expect((await running).stopReason).toBe("stop");
  });
});
