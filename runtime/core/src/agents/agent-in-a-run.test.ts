import { describe, expect, it } from "vitest";
import { look, run } from "../../test/looping.ts";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { type Answer, KeptLog, WrittenModel } from "../../test/support.ts";
import { AgentTool } from "../class-tools/agent-tool.ts";
import { ActivityStream as ClassActivityStream } from "../class-tools/index.ts";
import { DependencyHolder } from "../dependencies/holder.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import type { Journal } from "../journal/journal.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { type Approver, askForWrites, type Policy } from "../run/policy.ts";
import type { DependencyKey } from "../tool/dependency.ts";
import type { Tool } from "../tool/tool.ts";
import { type AgentToolOptions, agentTool } from "./agent-tool.ts";

const save = toolOf("save", () => "saved", { effects: "write" });
const saving: Answer = { calls: [{ id: "s", name: "save", args: {} }] };
const asked: Answer = { calls: [{ id: "h", name: "helper", args: { prompt: "Do it." } }] };

const helper = (extra: Partial<AgentToolOptions> = {}) =>
  agentTool({
    name: "helper",
    description: "Helps.",
    model: new WrittenModel([saving, { text: "Done." }]),
    tools: [save],
    ...extra,
  });

/** Agents that have each other, with a tool for the innermost; the outermost is `helper`. */
function nested(tool: Tool, depth: number): Tool {
  if (depth === 0) return tool;
  const inner = nested(tool, depth - 1);
  const name = depth === 3 ? "helper" : `level${depth}`;
  const call = { id: "s", name: inner.name, args: depth === 1 ? {} : { prompt: "Do it." } };
  return agentTool({ name, description: "Helps.", model: new WrittenModel([{ calls: [call] }]), tools: [inner] });
}

const callEvents = (events: readonly JournalEvent[]) =>
  events.filter(({ type }) => type === "tool_call_start" || type === "tool_call_end").map(({ type, id }) => [type, id]);

describe("an agent in a run", () => {
  it("asks the approver of its call where that has one of its own", async () => {
    const heard: string[] = [];
    const approver = (name: string): Approver => ({
      async approve({ approvalId }) {
        heard.push(name);
        return { approvalId, approve: true };
      },
    });
    const { runner } = runnerOf([helper()], { policy: askForWrites, approver: approver("runner") });
    const call = { name: "helper", arguments: { prompt: "Do it." } };
    await runner.exec(call, { approver: approver("call") });
    expect(heard).toEqual(["call"]);
  });

  it.each<[string, Tool, boolean | undefined]>([
    ["true where a call of it succeeds", save, true],
    ["false where each fails", toolOf("save", () => Promise.reject(new Error("no")), { effects: "write" }), false],
    ["nothing where it only reads", toolOf("save", () => "seen", { effects: "read" }), undefined],
  ])("makes `changed` of the run %s", async (_, tool, changed) => {
    const model = () => new WrittenModel([saving, { text: "Done." }]);
    const asClass = new AgentTool(new ClassActivityStream(), {
      name: "helper",
      description: "Helps.",
      model: model(),
      tools: [tool],
    });
    for (const one of [helper({ model: model(), tools: [tool] }), asClass])
      expect((await run([asked], { tools: [one] })).changed).toBe(changed);
  });

  it("is counted once in its events, with the agents that it has itself", async () => {
    const { events, usage } = await run([asked, { text: "Thanks." }], { tools: [nested(save, 3)] });
    expect(usage).toEqual({ inputTokens: 8, outputTokens: 8 });
    const told = events.map((event) =>
      event.type === "tool_call_end" ? [event.id, event.data.usage?.inputTokens] : [],
    );
    expect(told.filter(([id]) => id !== undefined)).toEqual([
      ["h/s/s/s", undefined],
      ["h/s/s", undefined],
      ["h/s", undefined],
      ["h", 6],
    ]);
  });

  it("does nothing that the journal of the run could not store", async () => {
    let saved = 0;
    const counted = toolOf("save", () => String(++saved), { effects: "write" });
    const kept = new MemoryJournal();
    const full: Journal = {
      async append(event) {
        if (event.type === "tool_call_start" && event.parentId !== undefined) throw new Error("disk full");
        await kept.append(event);
      },
      read: (after) => kept.read(after),
    };
    const { stopReason, error } = await runToolLoop(
      {
        model: new WrittenModel([asked]),
        tools: [helper({ tools: [counted] })],
        activity: new ActivityStream(full),
        logger: new KeptLog(),
      },
      [{ role: "user", content: "go" }],
    );
    expect([stopReason, error?.code, saved]).toEqual(["error", "journal_failed", 0]);
  });

  it("stores that its calls run no oftener than the run does for its own", async () => {
    const { journal } = await run([{ calls: [{ id: "l", name: "look" }, ...(asked.calls ?? [])] }], {
      tools: [look, helper()],
    });
    const stored: unknown[] = [];
    for await (const { type, data } of journal.read())
      if (type === "tool_call_start" || type === "tool_call_running") stored.push([type, data.toolCallId]);
    expect(stored).toContainEqual(["tool_call_start", "h/s"]);
    expect(stored).not.toContainEqual(["tool_call_running", "h/s"]);
  });

  it("has what its tools keep for a conversation to itself, until it ends", async () => {
    const log: string[] = [];
    const CART: DependencyKey<string> = {
      id: "cart",
      scope: "conversation",
      create: () => `cart ${log.push("opened")}`,
      dispose: (cart) => void log.push(`${cart} closed`),
    };
    const fill = toolOf("save", (_, context) => context.resolve(CART));
    const dependencies = new DependencyHolder();
    for (const conversation of [{ channel: "web", chatId: "1" }, undefined])
      await run([asked], {
        tools: [helper({ tools: [fill], model: new WrittenModel([saving]) })],
        dependencies,
        conversation,
      });
    expect(log).toEqual(["opened", "cart 1 closed", "opened", "cart 3 closed"]);
  });

  it("may have the policy of the run as its own", async () => {
    const policy: Policy = { decide: () => ({ verdict: "allow" }), provides: new Map([["guard", () => "strict"]]) };
    const { messages } = await run([asked], { policy, tools: [helper({ policy })] });
    expect(messages.find(({ role }) => role === "tool")?.content).toBe("Done.");
  });

  it("has its usual limits where they are undefined", async () => {
    const model = new WrittenModel((n) => ({ calls: [{ id: `s${n}`, name: "save", args: { n } }] }));
    // What reads options from elsewhere may give a field that is undefined.
    const limits = Object.fromEntries([["turns", undefined]]);
    await run([asked], { tools: [helper({ limits, model })] });
    expect(model.requests).toHaveLength(31);
  });

  it("ends all its calls before the call that it works for, when the run is stopped and a tool does not listen", async () => {
    const stop = new AbortController();
    const deaf = toolOf("save", () => {
      setTimeout(() => stop.abort(), 5);
      return new Promise(() => {});
    });
    const { events } = await run([asked], { tools: [nested(deaf, 3)], signal: stop.signal });
    const heard = events.length;
    const ids = ["h", "h/s", "h/s/s", "h/s/s/s"];
    expect(callEvents(events)).toEqual([
      ...ids.map((id) => ["tool_call_start", id]),
      ...ids.toReversed().map((id) => ["tool_call_end", id]),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect([events.length, events.at(-1)?.type]).toEqual([heard, "done"]);
  });

  it("has calls whose ids no call of the run has", async () => {
    const calls = [...(asked.calls ?? []), { id: "h/s", name: "save" }];
    const { events } = await run([{ calls }, { text: "Done." }], { tools: [helper(), save] });
    const ids = events.filter(({ type }) => type === "tool_call_start").map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
  });

  it("tells people how work in the background of its tools ended, and the model of the run nothing", async () => {
    const end = deferred<void>();
    const late = toolOf("save", (_, context) => {
      context.background(() => end.promise.then(() => "the end"));
      return { output: { type: "text", text: "begun" }, silent: false, isError: false, async: true };
    });
    const { events } = await run([asked], { tools: [helper({ tools: [late] })] });
    end.resolve();
    await expect
      .poll(() => events.at(-1))
      .toMatchObject({
        type: "async_result",
        parentId: "h/s",
        data: { toolCallId: "h/s", deliver: "user", result: { output: { text: "the end" } } },
      });
  });
});
