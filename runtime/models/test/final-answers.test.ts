import {
  ActivityStream,
  defineTool,
  type JournalEvent,
  type Json,
  MemoryJournal,
  type ModelPort,
  resumeToolLoop,
  runToolLoop,
  type ToolLoopConfig,
} from "@toolwright/core";
import { runPrompt } from "@toolwright/core/prompt";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { createOpenAiCompatibleModel, fromChatProvider, playTape, recordTape, scripted } from "../src/index.ts";
import { type AnsweringServer, events, startAnswering } from "./support/scripted-server.ts";

const City = z.object({ city: z.string(), degrees: z.number(), since: z.string().default("today") });
const asked = [{ role: "user", content: "Where is it warm?" }] as const;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const weather = defineTool({
  name: "weather",
  description: "The weather of a city.",
  input: z.object({ city: z.string() }),
  effects: "read",
  execute: ({ city }) => ({ city, degrees: 21 }),
});

let server: AnsweringServer | undefined;

const says = (content: string) => events({ choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] });
const calls = (name: string, args: Json) =>
  events({
    choices: [
      {
        index: 0,
        delta: { tool_calls: [{ index: 0, id: "a", function: { name, arguments: JSON.stringify(args) } }] },
        finish_reason: "tool_calls",
      },
    ],
  });

/** A model behind a real server, which answers with these. */
async function serving(...answers: readonly ReturnType<typeof events>[]): Promise<ModelPort> {
  server = await startAnswering(...answers);
  return createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m" });
}
const bodies = () => server?.received.map(({ body }) => body) ?? [];

describe("a final answer as data", () => {
  it("is what the schema makes of the model's JSON, and has its type", async () => {
    const model = await serving(says('{"city":"Rome","degrees":31}'));
    const result = await runToolLoop({ model, output: City }, asked);
    expectTypeOf(result.output).toEqualTypeOf<z.infer<typeof City> | undefined>();
    expect(result.output).toEqual({ city: "Rome", degrees: 31, since: "today" });
    expect(result).toMatchObject({ stopReason: "stop", iterations: 1, content: '{"city":"Rome","degrees":31}' });
  });

  it.each([
    ["fenced", 'Here it is:\n```json\n{"city":"Rome","degrees":31}\n```\nEnjoy!'],
    ["in the last of several fences", '```\n{"city":1}\n```\nNo, this:\n```\n{"city":"Rome","degrees":31}\n```'],
    ["in words", 'The answer is {"city":"Rome","degrees":31}, I think.'],
    ["with white space", '\n  {"city":"Rome","degrees":31}  \n'],
  ])("is found %s", async (_, text) => {
    const { output, iterations } = await runToolLoop({ model: await serving(says(text)), output: City }, asked);
    expect([output?.city, iterations]).toEqual(["Rome", 1]);
  });

  it("is asked for once more with what is wrong, and then counts", async () => {
    const model = await serving(says("It is warm in Rome."), says('{"city":"Rome","degrees":31}'));
    const { output, iterations, messages, usage } = await runToolLoop({ model, output: City }, asked);
    expect([output?.degrees, iterations, usage.inputTokens]).toEqual([31, 2, 0]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(messages[2]?.content).toContain("it is no JSON");
    expect(JSON.stringify(bodies()[1]?.messages)).toContain("it is no JSON");
  });

  it("says which fields are wrong", async () => {
    const model = await serving(says('{"city":"Rome","degrees":"warm"}'), says('{"city":"Rome","degrees":31}'));
    const { messages, output } = await runToolLoop({ model, output: City }, asked);
    expect(output?.degrees).toBe(31);
    expect(messages[2]?.content).toContain("degrees");
  });

  it("fails by name when the second answer does not fit either", async () => {
    const model = await serving(says("Rome."), says('{"city":5}'));
    const { output, stopReason, error, iterations } = await runToolLoop({ model, output: City, logger: silent }, asked);
    expect([output, stopReason, iterations]).toEqual([undefined, "error", 2]);
    expect(error).toMatchObject({ code: "invalid_output", message: expect.stringContaining("city") });
  });

  it("is not there where the run ended otherwise", async () => {
    const model = await serving(says("Rome."));
    const { output, stopReason } = await runToolLoop({ model, output: City, maxIterations: 1 }, asked);
    expect([output, stopReason]).toEqual([undefined, "max_iterations"]);
  });

  it("is of any library's schema, or of a JSON Schema", async () => {
    const json = {
      type: "object",
      properties: { city: { type: "string" }, degrees: { type: "number" } },
      required: ["city", "degrees"],
    };
    const schemas = [
      toStandardJsonSchema(v.object({ city: v.string(), degrees: v.number() })),
      type({ city: "string", degrees: "number" }),
      json,
    ];
    for (const output of schemas) {
      const model = await serving(says('{"city":"Rome"}'), says('{"city":"Rome","degrees":31}'));
      const result = await runToolLoop({ model, output }, asked);
      expect([result.output, result.iterations]).toEqual([{ city: "Rome", degrees: 31 }, 2]);
      await server?.close();
    }
  });

  it("may be a list, a choice or a text", async () => {
    const list = await runToolLoop({ model: await serving(says("[1,2]")), output: z.array(z.number()) }, asked);
    expectTypeOf(list.output).toEqualTypeOf<number[] | undefined>();
    expect(list.output).toEqual([1, 2]);
    await server?.close();
    const word = await runToolLoop({ model: await serving(says("hot")), output: z.enum(["hot", "cold"]) }, asked);
    expect(word.output).toBe("hot");
  });

  it("refuses what is no schema before anything is sent", async () => {
    const model = await serving(says("x"));
    const { error } = await Reflect.apply(runToolLoop, undefined, [{ model, output: "json", logger: silent }, asked]);
    expect(error.message).toMatch(/output must be a schema.*got "json"\.$/);
    expect(bodies()).toEqual([]);
  });
});

describe("a model is asked for it", () => {
  it("as a response format where no tools are offered", async () => {
    await runToolLoop({ model: await serving(says('{"city":"Rome","degrees":31}')), output: City }, asked);
    const [body] = bodies();
    expect(body?.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "answer", schema: { type: "object", required: ["city", "degrees"] } },
    });
    expect(body?.messages).toHaveLength(1);
  });

  it("in words beside tools, which servers would not let it call otherwise; the second time without them", async () => {
    const model = await serving(
      calls("weather", { city: "Rome" }),
      says("Rome, 21."),
      says('{"city":"Rome","degrees":21}'),
    );
    const { output, iterations } = await runToolLoop({ model, tools: { weather }, output: City }, asked);
    expect([output?.degrees, iterations]).toEqual([21, 3]);
    const [first, , third] = bodies();
    expect([first?.response_format, third?.tools]).toEqual([undefined, undefined]);
    expect(JSON.stringify(first?.messages)).toContain("JSON Schema");
    expect(third?.response_format).toMatchObject({ type: "json_schema" });
  });

  it("always or never as a response format, if a program says so", async () => {
    server = await startAnswering(says('{"city":"Rome","degrees":31}'));
    for (const structuredOutput of ["always", "never"] as const) {
      const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m", structuredOutput });
      await runToolLoop({ model, tools: { weather }, output: City }, asked);
    }
    const [always, never] = bodies();
    expect([always?.response_format !== undefined, never?.response_format]).toEqual([true, undefined]);
    expect(JSON.stringify(never?.messages)).toContain("JSON Schema");
  });

  it("in words where its port takes no format, at the end of the system text", async () => {
    const model = scripted([{ text: '{"city":"Rome","degrees":31}' }]);
    await runToolLoop({ model, output: City }, [{ role: "system", content: "Be short." }, ...asked]);
    expect(model.requests[0]?.messages[0]?.content).toMatch(/^Be short\.\n\nYour final answer must be JSON/);
    expect(model.requests[0]?.messages).toHaveLength(2);
    const chat = async () => ({ content: '{"city":"Rome","degrees":31}' });
    expect((await runToolLoop({ model: fromChatProvider({ chat }), output: City }, asked)).output?.city).toBe("Rome");
  });
});

describe("a run with a schema that is taken up", () => {
  /** The events of a whole run, cut off after so many. */
  async function brokenOff(model: ModelPort, config: Partial<ToolLoopConfig>) {
    const journal = new MemoryJournal();
    await runToolLoop({ model, output: City, ...config, activity: new ActivityStream(journal), logger: silent }, asked);
    const stored: JournalEvent[] = [];
    for await (const event of journal.read()) stored.push(event);
    return stored;
  }

  it("comes to the same wherever it broke off: the answer is asked for once more, and not twice", async () => {
    const script = [
      { toolCalls: [{ name: "weather", arguments: { city: "Rome" } }] },
      { text: "Rome." },
      { text: '{"city":"Rome","degrees":21}' },
    ];
    const stored = await brokenOff(scripted(script), { tools: { weather } });
    for (let count = 1; count < stored.length; count += 1) {
      const journal = new MemoryJournal();
      for (const event of stored.slice(0, count)) await journal.append(event);
      const done = stored.slice(0, count).filter(({ type }) => type === "assistant_message").length;
      const model = scripted(script.slice(done));
      const config = { model, tools: { weather }, output: City, activity: new ActivityStream(journal), logger: silent };
      const { output, stopReason, iterations } = await resumeToolLoop(config);
      expect([count, output, stopReason, iterations]).toEqual([
        count,
        { city: "Rome", degrees: 21, since: "today" },
        "stop",
        3,
      ]);
    }
  });

  it("fails by the same name when the second answer was stored and does not fit", async () => {
    const stored = await brokenOff(scripted([{ text: "Rome." }, { text: "Rome!" }]), {});
    const journal = new MemoryJournal();
    for (const event of stored.filter(({ type }) => type !== "done" && type !== "error")) await journal.append(event);
    const activity = new ActivityStream(journal);
    const { error } = await resumeToolLoop({ model: scripted([]), output: City, activity, logger: silent });
    expect(error?.code).toBe("invalid_output");
  });
});

it("is there for prompts, and their agents have forms of their own", async () => {
  const model = scripted([
    { toolCalls: [{ name: "scout", arguments: {} }] },
    { text: "It is warm in Rome." },
    { text: '{"city":"Rome","degrees":31}' },
  ]);
  const { result } = await runPrompt(
    ({ defAgent, $ }) => {
      defAgent("scout", "Looks.", z.object({}), (_, { $: say }) => void say`Look.`);
      $`Where is it warm?`;
    },
    { model, output: City },
  );
  const { output, iterations } = await result.final;
  expectTypeOf(output).toEqualTypeOf<z.infer<typeof City> | undefined>();
  expect([output?.city, iterations]).toEqual(["Rome", 2]);
});

it("is on a tape as it was asked for", async () => {
  const lines: string[] = [];
  const model = await serving(says('{"city":"Rome","degrees":31}'));
  const tape = recordTape({ model, write: (line) => void lines.push(line) });
  await runToolLoop({ model: tape.model, use: [tape.around], now: tape.now, output: City }, asked);
  const { model: played } = playTape(lines.join(""));
  expect((await runToolLoop({ model: played, output: City }, asked)).output?.city).toBe("Rome");
});
