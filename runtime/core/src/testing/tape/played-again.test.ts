import { describe, expect, it } from "vitest";
import { defineTool } from "../../faces/define-tool.ts";
import { runToolLoop } from "../../loop/tool-loop.ts";
import type { ToolLoopConfig } from "../../loop/tool-loop-config.ts";
import type { Message } from "../../model/messages.ts";
import type { ModelPort } from "../../model/model-port.ts";
import { toolOutputCache } from "../../output-tools/tool-output-cache.tool.ts";
import { createMemoryOutputCache } from "../../result/memory-output-cache.ts";
import type { Tool } from "../../tool/tool.ts";
import { type ScriptStep, scripted } from "../index.ts";
import { playTape } from "./play-tape.ts";
import { recordTape } from "./record-tape.ts";

const ask: readonly Message[] = [{ role: "user", content: "go" }];

const print = defineTool({
  name: "print",
  description: "Prints lines.",
  input: { type: "object", properties: { lines: { type: "integer" } } },
  execute: (input) => "a line of text\n".repeat(Number(Reflect.get(Object(input), "lines") ?? 1)),
});

interface Recorded {
  readonly model: ModelPort;
  readonly messages?: readonly Message[];
  readonly tools?: readonly Tool[];
  readonly config?: Partial<ToolLoopConfig>;
}

/** Records a run, plays it, and gives how both ended. */
async function recordedAndPlayed({ model, messages = ask, tools = [print], config }: Recorded) {
  const lines: string[] = [];
  const recorder = recordTape({ model, write: (line) => void lines.push(line) });
  const { now, around } = recorder;
  const first = await runToolLoop({ ...config, model: recorder.model, now, use: [around], tools }, messages);
  const tape = playTape(lines.join(""));
  const again = await runToolLoop({ ...config, model: tape.model, now: tape.now, use: [tape.around], tools }, messages);
  tape.assertComplete();
  return { first, again };
}

const printing = (lines: number, id?: string): ScriptStep => ({
  toolCalls: [{ ...(id === undefined ? {} : { id }), name: "print", arguments: { lines } }],
});

describe("a tape is played to its end", () => {
  it.each([
    ["kept aside, whole", 300],
    ["cut", 6_000],
  ])("though an output was %s under a ref that is new in every run", async (_, lines) => {
    const { first, again } = await recordedAndPlayed({ model: scripted([printing(lines), { text: "end" }]) });
    expect([first.stopReason, again]).toMatchObject(["stop", { stopReason: "stop", content: "end" }]);
    expect(first.messages.find(({ role }) => role === "tool")).toHaveProperty("output_ref");
  });

  it("though the model reads a ref that it was told of", async () => {
    const cache = createMemoryOutputCache();
    const { first, again } = await recordedAndPlayed({
      model: readsWhatWasCut,
      tools: [print, toolOutputCache(cache)],
      config: { outputCache: cache },
    });
    expect(first.messages.at(-2)?.content).toContain("1\ta line of text");
    expect(again.messages.at(-2)?.content).toBe(first.messages.at(-2)?.content);
  });

  it("though the model gives a call an id of an earlier run", async () => {
    const earlier: readonly Message[] = [
      ...ask,
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "call_0", type: "function", function: { name: "print", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "call_0", content: "a line of text\n" },
      ...ask,
    ];
    const model = scripted([printing(1, "call_0"), { text: "end" }]);
    const { first, again } = await recordedAndPlayed({ model, messages: earlier });
    expect(again).toEqual(first);
    expect(first.stopReason).toBe("stop");
  });

  it("though old results are trimmed for a model that reads little", async () => {
    const steps = Array.from({ length: 12 }, () => printing(900));
    const model = { ...scripted([...steps, { text: "end" }]), contextWindow: 8_000 };
    const { first, again } = await recordedAndPlayed({ model, config: { outputCache: false, loopGuard: false } });
    expect(first.messages.some((message) => message.role === "tool" && message.trimmed)).toBe(true);
    expect(again).toEqual(first);
  });

  it("though a tool made calls of its own", async () => {
    const outer = defineTool({
      name: "outer",
      description: "",
      input: { type: "object" },
      execute: async (_, ctx) => (await ctx.call("print", { lines: 2 })).output,
    });
    const model = scripted([{ toolCalls: [{ name: "outer" }] }, { text: "end" }]);
    const { first, again } = await recordedAndPlayed({ model, tools: [outer, print] });
    expect(again).toEqual(first);
  });
});

/** Prints much, asks for the ref of what was cut, and ends. */
const readsWhatWasCut: ModelPort = {
  name: "reads",
  completionStream({ messages }) {
    const results = messages.filter((message) => message.role === "tool");
    const ref = results[0]?.output_ref;
    const step: ScriptStep =
      ref === undefined
        ? printing(6_000, "first")
        : { toolCalls: [{ id: "second", name: "tool_output_cache", arguments: { ref_id: ref, limit: 3 } }] };
    return scripted([results.length === 2 ? { text: "end" } : step]).completionStream({ messages });
  },
};
