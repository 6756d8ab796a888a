import { describe, expect, it } from "vitest";
import { defineTool } from "../../faces/define-tool.ts";
import { runToolLoop } from "../../loop/tool-loop.ts";
import type { ToolLoopConfig } from "../../loop/tool-loop-config.ts";
import type { Message } from "../../model/messages.ts";
import type { ModelPort } from "../../model/model-port.ts";
import type { Middleware } from "../../run/call-states.ts";
import { secret } from "../../secrets/secret.ts";
import { withStrictTools } from "../../strict/with-strict-tools.ts";
import { withPrices } from "../../telemetry/with-prices.ts";
import { type ScriptStep, scripted } from "../index.ts";
import { playTape } from "./play-tape.ts";
import { recordTape } from "./record-tape.ts";

let executed = 0;

const roll = defineTool({
  name: "roll",
  description: "Rolls dice.",
  input: { type: "object", properties: { sides: { type: "integer" } }, additionalProperties: false },
  effects: { kind: "read", volatile: true },
  execute: (_input, ctx) => ({ number: (executed += 1), at: ctx.now().toISOString() }),
});

const messages: Message[] = [{ role: "user", content: "roll twice" }];
const steps: ScriptStep[] = [
  { reasoning: "dice", text: "Rolling.", toolCalls: [{ name: "roll", arguments: { sides: 6 } }] },
  { toolCalls: [{ name: "roll", arguments: { sides: 6 } }, { name: "unknown" }] },
  { text: "Done.", usage: { inputTokens: 3, outputTokens: 2 } },
];

async function recorded(script = steps, ask = messages): Promise<{ tape: string; result: unknown }> {
  const lines: string[] = [];
  const { model, around, now } = recordTape({ model: scripted(script), write: (line) => lines.push(line) });
  const result = await runToolLoop({ model, tools: [roll], use: [around], now }, ask);
  return { tape: lines.join(""), result };
}

function play(tape: string): { readonly config: ToolLoopConfig; assertComplete(): void } {
  const { model, around, now, assertComplete } = playTape(tape);
  return { config: { model, use: [around], now, tools: [roll] }, assertComplete };
}

describe("a tape", () => {
  it("plays a run again: the same messages, ids and results, and no tool is executed", async () => {
    const { tape, result } = await recorded();
    const before = executed;
    const { config, assertComplete } = play(tape);
    expect(await runToolLoop(config, messages)).toEqual(result);
    expect(executed).toBe(before);
    expect(assertComplete).not.toThrow();
  });

  it("plays a failed model call as a failed one", async () => {
    const failing: ScriptStep[] = [{ text: "so far", error: { code: "http", message: "overloaded", status: 529 } }];
    const { tape, result } = await recorded(failing);
    expect(result).toMatchObject({ stopReason: "error", error: { status: 529 } });
    expect(await runToolLoop(play(tape).config, messages)).toEqual(result);
  });

  it("fails a request that is not on it, and names the nearest and where it differs", async () => {
    const { tape } = await recorded();
    const { stopReason, error } = await runToolLoop(play(tape).config, [{ role: "user", content: "roll once" }]);
    expect(stopReason).toBe("error");
    expect(error).toEqual({
      code: "tape_miss",
      message:
        "This request is not on the tape. The nearest is number 1, which differs at /messages/0/content: " +
        'recorded "roll twice", now "roll once".',
    });
  });

  it("answers every recording once", async () => {
    const { tape } = await recorded([{ text: "once" }]);
    const { config } = play(tape);
    await runToolLoop(config, messages);
    expect((await runToolLoop(config, messages)).error?.message).toContain("Number 1 is the same, and was used.");
  });

  it("fails a call that is not on it instead of executing it", async () => {
    const { tape } = await recorded();
    const before = executed;
    const { around } = playTape(tape);
    const model = scripted([{ toolCalls: [{ name: "roll", arguments: { sides: 20 } }] }, { text: "end" }]);
    const played = await runToolLoop({ model, tools: [roll], use: [around satisfies Middleware] }, messages);
    expect(JSON.stringify(played.messages)).toContain("This call is not on the tape. The nearest is number 1");
    expect(executed).toBe(before);
  });

  it("gives the recorded times in their order", () => {
    const head = '{"kind":"tape","version":1,"model":"m"}\n';
    const { now } = playTape(`${head}{"kind":"clock","time":5}\n{"kind":"clock","time":9}\n`);
    expect([now(), now(), now()].map((time) => time.getTime())).toEqual([5, 9, 9]);
  });

  it("holds no secret and nothing that only the provider understands", async () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const { tape } = await recorded(
      [{ text: `it is ${key}`, toolCalls: [{ name: "roll", arguments: "{}" }] }, { text: "end" }],
      [
        { role: "assistant", content: "x", providerState: { signature: "opaque-bytes" } },
        { role: "user", content: key },
      ],
    );
    expect(tape).toContain("[secret:");
    expect(tape).not.toContain(key);
    expect(tape).not.toContain("opaque-bytes");
  });

  it.each([
    ["", "no tape"],
    ['{"kind":"tape","version":9,"model":"m"}\n', "version 9"],
    ['{"kind":"tape","version":1,"model":"m"}\n{"kind":"model","answer":{"txt":"x"}}\n', "line 2"],
    ['{"kind":"tape","version":1,"model":"m"}\nnot json\n', "line 2"],
    ['{"kind":"tape","version":1}\n', "line 1"],
    ['{"kind":"tape","version":1,"model":"m","contextWindow":"much"}\n', "line 1"],
    ['{"kind":"tape","version":1,"model":"m"}\nnull\n', "line 2"],
    ['{"kind":"tape","version":1,"model":"m"}\n{"kind":"tool","name":"t","arguments":{}}\n', "line 2"],
    ['{"kind":"tape","version":1,"model":"m"}\n{"kind":"model","model":"m","answer":{}}\n', "line 2"],
    ['{"kind":"tape","version":1,"model":"m"}\n{"kind":"clock","time":"now"}\n', "line 2"],
  ])("refuses %j", (text, message) => {
    expect(() => playTape(text)).toThrow(message);
  });

  it("plays as far as it got when its last line was cut off by a crash", async () => {
    const { tape } = await recorded();
    const cut = tape.trimEnd().slice(0, -20);
    const { error, iterations } = await runToolLoop(play(cut).config, messages);
    expect([iterations, error?.code]).toEqual([3, "tape_miss"]);
  });
});

it.each([
  ["alone", (model: ModelPort) => model],
  ["behind strict tools and prices", (model: ModelPort) => withStrictTools(withPrices(model, {}), "openai")],
])("holds no secret that its run was given, without being told: %s", async (_how, around) => {
  const pin = "correct horse battery";
  const lines: string[] = [];
  const tell = defineTool({ name: "tell", description: "", input: { type: "object" }, execute: () => `it is ${pin}` });
  const script = [
    { reasoning: pin, text: `Use ${pin}.`, toolCalls: [{ name: "tell", arguments: { pin } }] },
    { text: `It is ${pin}.` },
  ];
  const recorder = recordTape({ model: scripted(script), write: (line) => lines.push(line) });
  const config = { tools: [tell], secrets: [secret("pin", pin)] };
  const ask: Message[] = [{ role: "user", content: `Is it ${pin}?` }];
  const { now, around: recording } = recorder;
  const first = await runToolLoop({ ...config, model: around(recorder.model), now, use: [recording] }, ask);
  expect(lines.join("")).toContain("[secret:pin]");
  expect(lines.join("")).not.toContain(pin);
  const tape = playTape(lines.join(""));
  const again = await runToolLoop({ ...config, model: around(tape.model), now: tape.now, use: [tape.around] }, ask);
  expect(again).toEqual(first);
});
