import { describe, expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { WrittenModel, watched } from "../../test/support.ts";
import {
  ActivityStream,
  createMemoryOutputCache,
  MemoryJournal,
  type Message,
  resumeToolLoop,
  runToolLoop,
  toolOutputCache,
} from "../index.ts";

const READER = "tool_output_cache";
const GREP = "tool_output_cache_grep";
const long = Array.from({ length: 9_000 }, (_, n) => `line ${n}`).join("\n");
const big = toolOf("big", () => long, { effects: { kind: "read", volatile: true } });
const asksBig = { calls: [{ name: "big" }] };

const namesIn = ({ requests }: Pick<WrittenModel, "requests">) =>
  requests.map(({ tools = [] }) => tools.map(({ function: { name } }) => name));
const contentOf = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : [])).join("\n");

describe("the two tools for kept outputs", () => {
  it("are offered from the request after the first cut, and read what was kept", async () => {
    const read = { calls: [{ name: READER, args: { ref_id: "", offset: 8_999 } }] };
    let ref = "";
    const answers = (request: number) => {
      if (request < 2) return asksBig;
      return request === 2
        ? { calls: [{ name: READER, args: { ...read.calls[0]?.args, ref_id: ref } }] }
        : { text: "end" };
    };
    const { activity, journal } = watched();
    activity.subscribe("tool_call_end", ({ data }) => (ref = data.result.ref?.id ?? ref));
    const model = new WrittenModel(answers);
    const { messages } = await runToolLoop({ model, tools: [big], activity }, []);
    expect(namesIn(model)).toEqual([["big"], ...Array.from({ length: 3 }, () => ["big", READER, GREP])]);
    expect(contentOf(messages)).toMatch(/read all of it with tool_output_cache, ref_id /);
    expect(contentOf(messages)).toContain("\n  9000\tline 8999");
    const steps = journal.events.flatMap((event) => (event.type === "step_start" ? [event.data.activeTools] : []));
    expect(steps).toEqual(namesIn(model));
  });

  it("are offered beside the tools that prepareStep chose, and in a run that goes on from a cut", async () => {
    const first = await run([asksBig], { tools: [big], prepareStep: () => ({ tools: [big] }) });
    expect(namesIn(first.model)).toEqual([["big"], ["big", READER, GREP]]);
    const next = await run([{ text: "x" }], { tools: [big] }, [...first.messages, { role: "user", content: "on" }]);
    expect(namesIn(next.model)).toEqual([["big", READER, GREP]]);
  });

  it("are offered once a result was trimmed", async () => {
    const kept = toolOf("kept", () => "x".repeat(4_000), { effects: { kind: "read", volatile: true } });
    const asks = { calls: [{ name: "kept", args: {} }] };
    const answers = (request: number) => (request < 3 ? asks : { text: "end" });
    const { model } = await run(answers, { tools: [kept], trim: { budgetTokens: 1_500 }, loopGuard: false });
    expect(namesIn(model).map((names) => names.length)).toEqual([1, 1, 3, 3]);
  });

  it.each([
    ["the host turned them off", { cacheTools: false }],
    ["nothing is kept", { outputCache: false as const }],
    [
      "the policy does not offer them",
      {
        policy: {
          offers: (tool: { name: string }) => tool.name === "big",
          decide: () => ({ verdict: "allow" as const }),
        },
      },
    ],
  ])("are neither offered nor named where %s", async (_, extra) => {
    const { model, messages } = await run([asksBig], { tools: [big], ...extra });
    expect(namesIn(model)).toEqual([["big"], ["big"]]);
    expect(contentOf(messages)).toContain("left out");
    expect(contentOf(messages)).not.toContain("tool_output_cache");
  });

  it("are the host's own where it has registered them", async () => {
    const outputCache = createMemoryOutputCache();
    const own = toolOutputCache(outputCache);
    const { model, messages } = await run([asksBig], { tools: [own, big], outputCache, cacheTools: false });
    expect(namesIn(model)).toEqual([
      [READER, "big"],
      [READER, "big"],
    ]);
    expect(contentOf(messages)).toContain("tool_output_cache");
    const both = await run([asksBig], { tools: [own, big], outputCache });
    expect(namesIn(both.model)).toEqual([
      [READER, "big"],
      [READER, "big", GREP],
    ]);
  });

  it("are there when a run is resumed in a call of theirs", async () => {
    const outputCache = createMemoryOutputCache();
    const { activity, journal } = watched();
    let ref = "";
    activity.subscribe("tool_call_end", ({ data }) => (ref ||= data.result.ref?.id ?? ""));
    const model = new WrittenModel(
      (request) => [asksBig, { calls: [{ name: READER, args: { ref_id: ref, offset: 8_999 } }] }][request] ?? {},
    );
    await runToolLoop({ model, tools: [big], activity, outputCache }, []);
    const crashed = new MemoryJournal();
    const second = journal.events.filter((event) => event.type === "assistant_message")[1];
    for (const event of journal.events) if (event.seq <= (second?.seq ?? 0)) crashed.append(event);
    const later = new WrittenModel([{ text: "end" }]);
    const config = { model: later, tools: [big], activity: new ActivityStream(crashed), outputCache };
    const { messages } = await resumeToolLoop(config);
    expect(contentOf(messages)).toContain("\n  9000\tline 8999");
    expect(namesIn(later)).toEqual([["big", READER, GREP]]);
  });
});
