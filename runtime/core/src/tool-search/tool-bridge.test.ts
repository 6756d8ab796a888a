import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crashed } from "../../test/crashing.ts";
import { run } from "../../test/looping.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import type { Answer } from "../../test/support.ts";
import type { Policy } from "../run/policy.ts";
import type { Tool } from "../tool/tool.ts";
import { createToolBridge } from "./create-tool-bridge.ts";
import { namedCall } from "./named-call.ts";
import { namedDeltas } from "./named-deltas.ts";
import { ToolCatalog } from "./tool-catalog.ts";

const echo = (name: string): Tool =>
  toolOf(name, (input) => `${name} ran with ${JSON.stringify(input)}`, { description: `Does the work of ${name}.` });
const many = Array.from({ length: 130 }, (_, place) => echo(`mail_${place}`));
const own = toolOf("own", () => "own ran");
const through = (args: unknown): Answer => ({ calls: [{ name: "call_tool", args: args as never }] });
const search: Answer = { calls: [{ name: "tool_search", args: { query: "mail 7" } }] };

const open = (tools: readonly Tool[] = many) => createToolBridge(new ToolCatalog(tools));

async function play(answers: readonly Answer[], { policy }: { readonly policy?: Policy } = {}) {
  const { tools, prepareStep } = open();
  const played = await run(answers, {
    tools: [own, ...tools, ...many],
    prepareStep,
    maxIterations: 60,
    ...(policy && { policy }),
  });
  const results = played.messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
  const asked = played.messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
  return { ...played, results, asked: asked.map((call) => call.function) };
}

describe("a bridge to 130 tools", () => {
  it("never changes the list in 57 requests, and each request begins with the one before", async () => {
    const answers = Array.from({ length: 56 }, (_, place) =>
      place % 3 === 0
        ? search
        : place % 3 === 1
          ? through({ name: `mail_${place}`, arguments: { place } })
          : { calls: [{ name: "own" }] },
    );
    const { model, results } = await play(answers);
    const lists = new Set(model.requests.map(({ tools }) => JSON.stringify(tools)));
    const written = model.requests.map(({ messages }) => JSON.stringify(messages).slice(0, -1));
    expect(written).toHaveLength(57);
    expect(
      [...lists].map((list) => JSON.parse(list).map((tool: { function: { name: string } }) => tool.function.name)),
    ).toEqual([["own", "tool_search", "call_tool"]]);
    for (const [place, text] of written.slice(1).entries()) expect(text.startsWith(written[place] ?? "?")).toBe(true);
    expect(results[1]).toBe('mail_1 ran with {"place":1}');
  });

  it("is to all but the model a call of the tool itself: journal, screen, policy and error", async () => {
    const judged: string[] = [];
    const policy: Policy = {
      decide: ({ name }) => {
        judged.push(name);
        return name === "mail_2" ? { verdict: "deny", reason: "not this one" } : { verdict: "allow" };
      },
    };
    const calls = [
      through({ name: "mail_1", arguments: {} }),
      through({ name: "mail_2" }),
      through({ name: "mail_999" }),
    ];
    const { asked, results, journal, events, model } = await play(calls, { policy });
    expect(judged).toEqual(["mail_1", "mail_2"]);
    expect(asked.map(({ name }) => name)).toEqual(["mail_1", "mail_2", "mail_999"]);
    expect(results[1]).toContain("not this one");
    expect(results[2]).toContain("Error [unknown_tool]");
    expect(JSON.stringify([journal.events, events]).match(/"(?:toolName|name)":"call_tool"/g)).toBeNull();
    const told = model.requests
      .at(-1)
      ?.messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
    expect(told?.map((call) => call.function)).toEqual([
      { name: "call_tool", arguments: '{"name":"mail_1","arguments":{}}' },
      { name: "call_tool", arguments: '{"name":"mail_2","arguments":{}}' },
      { name: "call_tool", arguments: '{"name":"mail_999","arguments":{}}' },
    ]);
  });

  it("tells what was found with its parameters", async () => {
    const { results } = await play([{ calls: [{ name: "tool_search", args: { query: "mail_77" } }] }]);
    const [listed = "", note] = (results[0] ?? "").split("\n");
    expect(note).toBe("Call them with call_tool: the name of a tool, and its arguments.");
    expect(Object.keys(JSON.parse(listed)[0])).toEqual(["name", "description", "parameters"]);
  });

  it.each([
    ['{"name":"mail_1","arguments":{"n":12345678901234567890}}', 'mail_1 ran with {"n":12345678901234567000}'],
    ['{"arguments":{"a":1},"name":"mail_1"}', 'mail_1 ran with {"a":1}'],
    ['{"name":"mail_1","arguments":"{\\"a\\":1}"}', 'mail_1 ran with {"a":1}'],
    ['{"name":"mail_1","a":1}', 'mail_1 ran with {"a":1}'],
    ['{"name":"mail_1"}', "mail_1 ran with {}"],
    ['{"name":"mail_1","arguments":{"a":1},"b":2}', "Error [invalid_arguments]"],
    ['{"name":"mail_1","arguments":[1]}', "Error [invalid_arguments]"],
    ['{"name":"","arguments":{}}', "Error [invalid_arguments]"],
    ['{"arguments":{}}', "Error [invalid_arguments]"],
    ["[]", "Error [invalid_arguments]"],
    ['{"name":"own","arguments":{}}', "own ran"],
  ])("reads %s", async (args, expected) => {
    const { results } = await play([through(args)]);
    expect(results[0]?.slice(0, expected.length)).toBe(expected);
  });

  it("keeps the digits that the model wrote", async () => {
    const { asked } = await play([through('{"name": "mail_1", "arguments": {"n": 12345678901234567890}}')]);
    expect(asked[0]?.arguments).toBe('{"n": 12345678901234567890}');
  });

  it("is called under its own name too, and never hides tools of the same names in a catalog", async () => {
    const { tools } = open([echo("call_tool"), echo("tool_search"), echo("other")]);
    expect(tools.map(({ name }) => name)).toEqual(["tool_search", "call_tool"]);
    const { results } = await play([{ calls: [{ name: "mail_5", args: {} }] }]);
    expect(results[0]).toBe("mail_5 ran with {}");
  });

  it("goes on in another process, also where the search was forgotten", async () => {
    const { tools, prepareStep } = open();
    const { texts, model } = await crashed({
      answers: [search, through({ name: "mail_7", arguments: { a: 1 } })],
      tools: [...tools, ...many],
      config: { prepareStep },
      after: ["assistant_message", 2],
      later: [through({ name: "mail_8" })],
    });
    expect(texts.slice(1)).toEqual(['mail_7 ran with {"a":1}', "mail_8 ran with {}"]);
    expect(model.requests[0]?.tools).toHaveLength(2);
  });

  it("calls inside its own call where no loop names it", async () => {
    const { runner } = runnerOf([...open().tools, ...many]);
    const { message } = await runner.exec({ name: "call_tool", arguments: { name: "mail_3", arguments: { a: 1 } } });
    expect(message.content).toBe('mail_3 ran with {"a":1}');
  });
});

describe("what streams in", () => {
  const text = '{"name": "mail_1", "arguments": {"text": "}} \\" {", "inner": {"a": [1, {}]}}}';
  const shown = '{"text": "}} \\" {", "inner": {"a": [1, {}]}}';

  async function* cut(written: string, cuts: readonly number[]) {
    const places = [...new Set([0, ...cuts, written.length])].toSorted((a, b) => a - b);
    yield { type: "tool_call_delta", delta: { index: 0, id: "c", function: { name: "call_tool" } } } as const;
    for (const [at, place] of places.slice(0, -1).entries()) {
      const piece = written.slice(place, places[at + 1]);
      yield { type: "tool_call_delta", delta: { index: 0, function: { arguments: piece } } } as const;
    }
  }

  const read = async (written: string, cuts: readonly number[]) => {
    const deltas = [];
    for await (const event of namedDeltas(cut(written, cuts)))
      if (event.type === "tool_call_delta") deltas.push(event.delta);
    return deltas;
  };

  it("has the name of the tool and its own arguments, however it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length)), async (cuts) => {
        const deltas = await read(text, cuts);
        expect(deltas[0]).toMatchObject({ index: 0, id: "c", function: { name: "mail_1" } });
        const joined = deltas.map((delta) => delta.function?.arguments ?? "").join("");
        expect(shown.startsWith(joined) && /^[}\s]*$/.test(shown.slice(joined.length))).toBe(true);
      }),
    );
  });

  it("is read in time that grows with its length, whatever it holds", async () => {
    const begun = '{"name":"mail_1","arguments":{"a":';
    const streamed = async (n: number) => {
      await read(
        `${begun}${"}".repeat(n)}x${"}".repeat(n)}`,
        Array.from({ length: n }, (_, at) => begun.length + n + at),
      );
      await read(
        `{"name":"${"a".repeat(n)}`,
        Array.from({ length: n }, (_, at) => at + 10),
      );
    };
    const whole = async (n: number) => {
      const text = `${begun}"${" }".repeat(n)}x"}}`;
      namedCall({ id: "c", type: "function", function: { name: "call_tool", arguments: text } });
    };
    for (const work of [streamed, whole]) {
      const took = async (n: number) => {
        const begunAt = performance.now();
        await work(n);
        return performance.now() - begunAt;
      };
      await took(1_000);
      const [once, often] = [await took(20_000), await took(160_000)];
      expect(often).toBeLessThan(40 * Math.max(once, 50));
    }
  });

  it("is not shown where its arguments come first", async () => {
    expect(await read('{"arguments": {"a": 1}, "name": "mail_1"}', [5, 9])).toEqual([]);
  });
});
