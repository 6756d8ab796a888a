import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { type Answer, WrittenModel, watched } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { ToolLoopConfig } from "../loop/tool-loop-config.ts";
import { providerHistory } from "./provider-history.ts";
import { stepRecords, toUiFinishReason } from "./step-records.ts";

const look = toolOf("look", () => ({ seen: true }), { effects: "read", formatOutput: () => "formatted" });
const user = [{ role: "user", content: "go" }] as const;

async function played(answers: readonly Answer[], extra: Partial<ToolLoopConfig> = {}) {
  const { activity, journal, events } = watched();
  const result = await runToolLoop({ model: new WrittenModel(answers), tools: [look], activity, ...extra }, user);
  return { ...result, stored: journal.events, events };
}

const answers: readonly Answer[] = [
  {
    text: "first",
    calls: [
      { id: "a", name: "look" },
      { id: "b", name: "nobody" },
    ],
  },
  { text: "cut", finishReason: "length", droppedCalls: 1 },
  { text: "last" },
];

describe("the history that a journal tells", () => {
  it("is the one that the run ended with: formatted results, refusals and the loop's own notes", async () => {
    const { stored, messages } = await played(answers);
    expect(providerHistory(stored)).toEqual(messages);
    expect(messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(messages[2]?.content).toBe("formatted");
  });

  it("says of a call that had begun when its run broke off that it may have run", async () => {
    const { stored } = await played(answers);
    const begun = stored.findIndex(({ type }) => type === "tool_call_start");
    const texts = providerHistory(stored.slice(0, begun + 1)).map(({ content }) => String(content));
    expect(texts.slice(2)).toEqual([expect.stringMatching(/not known.*Check/s), expect.stringContaining("[skipped]")]);
  });

  it("is the same from the events with the live ones between", async () => {
    const { events, messages } = await played(answers);
    expect(providerHistory(events)).toEqual(messages);
  });

  it("is that of the last run, and empty before the first", async () => {
    const { stored, messages } = await played(answers);
    const { activity, journal } = watched();
    await runToolLoop({ model: new WrittenModel([{ text: "one" }]), activity }, user);
    await runToolLoop({ model: new WrittenModel([{ text: "two" }]), activity }, user);
    expect(providerHistory(journal.events).at(-1)?.content).toBe("two");
    expect(providerHistory([])).toEqual([]);
    expect(providerHistory(stored.slice(0, 1))).toEqual(messages.slice(0, 1));
  });

  it("is legal after every single event", async () => {
    const { stored } = await played(answers);
    for (let count = 0; count <= stored.length; count += 1) {
      const roles = providerHistory(stored.slice(0, count)).map(({ role }) => role);
      expect(roles.filter((role) => role === "tool").length % 2).toBe(0);
    }
  });
});

describe("step records", () => {
  it("tell of each step what went in, what came out, and which tools were active", async () => {
    const { stored, messages } = await played(answers);
    const records = stepRecords(stored);
    expect(records.map(({ step, activeTools }) => [step, activeTools])).toEqual([
      [0, ["look"]],
      [1, ["look"]],
      [2, ["look"]],
    ]);
    expect(records.map(({ input }) => input.prompt)).toEqual([
      messages.slice(0, 1),
      messages.slice(0, 4),
      messages.slice(0, 6),
    ]);
    expect(records[0]?.output).toEqual({
      content: [
        { type: "tool-call", toolCallId: "a", toolName: "look", input: {} },
        { type: "tool-call", toolCallId: "b", toolName: "nobody", input: {} },
        { type: "text", text: "first" },
      ],
      finishReason: "tool-calls",
    });
    expect(records.map(({ output }) => output.finishReason)).toEqual(["tool-calls", "length", "stop"]);
    expect(records[0]?.usage).toEqual({ inputTokens: 1, outputTokens: 1 });
  });

  it("show the messages that prepareStep put in place of the history", async () => {
    const only = [{ role: "system", content: "only this" }] as const;
    const { stored } = await played([{ text: "x" }], { prepareStep: () => ({ messages: only, tools: [] }) });
    expect(stepRecords(stored)).toMatchObject([{ input: { prompt: only }, activeTools: [] }]);
  });

  it("are none before the first step, and can be read of a step that was cut off", async () => {
    const { stored } = await played(answers);
    expect(stepRecords([])).toEqual([]);
    const start = stored.findIndex(({ type }) => type === "step_start");
    expect(stepRecords(stored.slice(0, start + 1))).toMatchObject([{ output: { content: [] } }]);
  });

  it("write finish reasons as a UI does", () => {
    expect((["stop", "tool_calls", "length", "content_filter", "error"] as const).map(toUiFinishReason)).toEqual([
      "stop",
      "tool-calls",
      "length",
      "content-filter",
      "error",
    ]);
  });
});
