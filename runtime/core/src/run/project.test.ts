import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runnerOf, toolOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import { secret } from "../secrets/secret.ts";
import type { RunnerOptions } from "./runner-options.ts";

type Extra = Parameters<typeof toolOf>[2];

async function projected(value: unknown, extra: Extra = {}, options: Partial<RunnerOptions> = {}) {
  const { runner, events, log } = runnerOf([toolOf("tool", () => value, extra)], options);
  const settled = await runner.exec({ name: "tool", arguments: {} });
  return { ...settled, code: settled.result.error?.code, events, seen: JSON.stringify([events, settled, log.lines]) };
}

const result = (part: object) => ({
  output: { type: "text", text: "said" },
  silent: false,
  isError: false,
  async: false,
  ...part,
});

describe("what a tool returns", () => {
  class Money {
    toJSON() {
      return "3 EUR";
    }
  }
  const circular: { self?: unknown } = {};
  circular.self = circular;

  it.each<[unknown, string]>([
    ["", "(no output)"],
    ["text", "text"],
    [undefined, "(no output)"],
    [null, "null"],
    [0, "0"],
    [false, "false"],
    [[], "[]"],
    [{}, "{}"],
    [12n, '"12"'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ price: new Money(), nothing: undefined }, '{"price":"3 EUR"}'],
    [[undefined, -0], "[null,0]"],
    [{ type: "json", value: 1 }, '{"type":"json","value":1}'],
    [{ output: "mine" }, '{"output":"mine"}'],
    ["\ud800", "\ufffd"],
    [result({ output: { type: "json", value: undefined } }), "null"],
  ])("reads as JSON.stringify would have it, and nothing as (no output): case %#", async (value, text) => {
    expect((await projected(value)).message.content).toBe(text);
  });

  it("is awaited when it has a `then`, whoever made it", async () => {
    // biome-ignore lint/suspicious/noThenProperty: that is what is tested
    const thenable = { then: (resolve: (value: string) => void) => resolve("later") };
    expect((await projected(thenable)).message.content).toBe("later");
  });

  it.each([
    ["circular", circular],
    ["a function", () => 1],
    ["deeply a function", { a: [() => 1] }],
  ])("that is %s ran, and cannot be written", async (_, value) => {
    const { code, message } = await projected(value);
    expect(code).toBe("not_serialisable");
    expect(message.content).toContain("the tool ran; its result cannot be written as JSON");
  });

  it.each([
    [{ items: [1, 2, 3, { callback: () => 1 }] }, "result.items[3].callback is a function"],
    [() => 1, "result is a function"],
    [{ "a b": { c: Number.NaN } }, 'result["a b"].c is NaN'],
    [{ when: new Date(Number.NaN) }, "result.when is an invalid date"],
    [circular, "result.self is a circular reference"],
    [{ list: [Promise.resolve()] }, "result.list[0] is a Promise"],
    [result({ output: { type: "json", value: { s: Symbol("x") } } }), "result.s is a symbol"],
    [new Map([["k", () => 1]]), "result[0][1] is a function"],
    [Array.from({ length: 102 }).reduce((inner: unknown) => [inner]), "is more than 100 levels deep"],
  ])("that cannot be written says where and what: case %#", async (value, said) => {
    const { message } = await projected(value);
    expect(message.content).toContain(said);
    expect(message.content).toMatch(/\. Do not repeat it to get the result\.$/);
    expect(String(message.content).length).toBeLessThan(600);
  });

  it("that cannot be written names no key that its allowlist leaves out, and no secret", async () => {
    const { message: hidden } = await projected({ shown: 1, "ann@example.com": () => 1 }, { allowlist: ["shown"] });
    expect(hidden.content).toBe(
      "Error executing tool: the tool ran; its result cannot be written as JSON. Do not repeat it to get the result.",
    );
    const { message: shown } = await projected({ shown: { f: () => 1 } }, { allowlist: ["shown"] });
    expect(shown.content).toContain("result.shown.f is a function");
    const token = `ghp_${"aB3dE6gH9".repeat(4)}`;
    expect((await projected({ [token]: () => 1 })).message.content).not.toContain(token);
  });

  it("stays parts when it is parts, and JSON when it only looks like them", async () => {
    const parts = [
      { type: "text", text: "see", extra: "dropped" },
      { type: "image", mediaType: "image/png", data: "AAAA" },
    ];
    expect((await projected(parts)).message.content).toEqual([
      { type: "text", text: "see" },
      { type: "image", mediaType: "image/png", data: "AAAA" },
    ]);
    expect((await projected([{ type: "text" }])).message.content).toBe('[{"type":"text"}]');
  });

  it("may be a whole result", async () => {
    const { result: settled } = await projected(
      result({ forUser: "for you", silent: true, artifact: { rows: [1] }, endsRun: true, unknown: "dropped" }),
    );
    expect(settled).toEqual({
      output: { type: "text", text: "said" },
      forUser: "for you",
      silent: true,
      isError: false,
      async: false,
      artifact: { rows: [1] },
      endsRun: true,
    });
  });

  it("may be anything at all: the call ends, once, and what is stored is JSON", async () => {
    const anything = fc.anything({ withBigInt: true, withMap: true, withTypedArray: true, withNullPrototype: true });
    const hostile = fc.record(
      {
        output: anything,
        error: anything,
        forUser: anything,
        artifact: anything,
        ref: anything,
        isError: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const values = fc.oneof(
      anything,
      hostile.map(result),
      hostile.map((part) => result({ ...part, output: { type: "text", text: "x" } })),
    );
    const property = fc.asyncProperty(values, async (value) => {
      const { events } = await projected(value, { timeoutMs: 1_000 });
      expect(events.at(-1)?.type).toBe("tool_call_end");
      expect(JSON.parse(JSON.stringify(events))).toEqual(events);
    });
    await fc.assert(property, { numRuns: 300 });
  });
});

describe("what cannot even be looked at", () => {
  const refuse = () => {
    throw new Error("no");
  };
  it.each<[string, object]>([
    ["has", { has: refuse }],
    ["get", { get: refuse }],
    ["ownKeys", { ownKeys: refuse }],
  ])("%s throws: the call still ends", async (_, handler) => {
    for (const target of [{}, result({})]) {
      const { events } = await projected({ deep: new Proxy(target, handler) }, { timeoutMs: 1_000 });
      expect(events.at(-1)?.type).toBe("tool_call_end");
    }
    const { result: settled } = await projected(result({ output: new Proxy({ type: "json", value: 1 }, handler) }));
    expect(settled).toBeDefined();
  });
});

describe("the output schema", () => {
  const shaped = (value: unknown, allowlist?: readonly ["a"]) =>
    defineTool({
      name: "tool",
      description: "",
      input: z.object({}),
      output: z.object({ a: z.number(), b: z.string() }),
      ...(allowlist && { allowlist }),
      execute: () => JSON.parse(JSON.stringify(value)),
    });
  const run = async (tool: ReturnType<typeof shaped>) =>
    (await runnerOf([tool]).runner.exec({ name: "tool", arguments: {} })).result;

  it("is enforced, and what it does not know is dropped", async () => {
    expect((await run(shaped({ a: 1, b: "x", c: "dropped" }))).output).toEqual({
      type: "json",
      value: { a: 1, b: "x" },
    });
    const { error } = await run(shaped({ a: "MARKER", b: "x" }));
    expect(error?.code).toBe("invalid_output");
    expect(error?.message).toContain("/a: expected number, got string");
  });

  it("is checked before the allowlist picks", async () => {
    expect((await run(shaped({ a: 1, b: "x" }, ["a"]))).output).toEqual({ type: "json", value: { a: 1 } });
    expect((await run(shaped({ a: 1 }, ["a"]))).error?.code).toBe("invalid_output");
  });
});

describe("the allowlist", () => {
  const value = { shown: 1, HIDDEN: "HIDDEN" };
  const keys = ["shown" as never];

  it("picks own keys of the output and the artifact", async () => {
    const { message, seen } = await projected(value, { allowlist: keys });
    expect(message.content).toBe('{"shown":1}');
    expect(seen).not.toContain("HIDDEN");
    const whole = await projected(result({ output: { type: "json", value }, artifact: value }), { allowlist: keys });
    expect(whole.result.artifact).toEqual({ shown: 1 });
    expect(whole.seen).not.toContain("HIDDEN");
  });

  it("shows nothing for none, and everything for all or without one", async () => {
    const none = await projected(result({ output: { type: "json", value }, artifact: value, forUser: "HIDDEN" }), {
      allowlist: "none",
    });
    expect(none.message.content).toBe("(no output)");
    expect(none.seen).not.toContain("HIDDEN");
    expect((await projected(value, { allowlist: "all" })).message.content).toBe(JSON.stringify(value));
    expect((await projected(value)).message.content).toBe(JSON.stringify(value));
  });

  it.each(["HIDDEN", ["HIDDEN"], [{ type: "text", text: "HIDDEN" }], 7])(
    "that cannot pick from %j shows nothing",
    async (other) => {
      const { code, seen } = await projected(other, { allowlist: keys });
      expect(code).toBe("redaction_failed");
      expect(seen).not.toContain("HIDDEN");
    },
  );

  it("that is empty is none that could be meant", async () => {
    const { code, seen } = await projected(value, { allowlist: [] });
    expect(code).toBe("redaction_failed");
    expect(seen).not.toContain("HIDDEN");
  });

  it("is required by `redaction: required`, when the runner is made and when a tool comes later", async () => {
    expect(() => runnerOf([toolOf("bare", () => value)], { redaction: "required" })).toThrow(/bare/);
    const { runner, registry, events } = runnerOf([], { redaction: "required" });
    registry.register(toolOf("later", () => value));
    registry.register(toolOf("listed", () => value, { allowlist: "all" }));
    const later = await runner.exec({ name: "later", arguments: {} });
    expect(later.result.error?.code).toBe("redaction_failed");
    expect(JSON.stringify([events, later])).not.toContain("HIDDEN");
    expect((await runner.exec({ name: "listed", arguments: {} })).result.isError).toBe(false);
  });
});

describe("secrets", () => {
  const word = "correct-horse-battery";
  const secrets = [secret("vault", word)];

  it.each<[string, unknown]>([
    ["text", `the word is ${word}`],
    ["JSON", { deep: [{ [word]: word }] }],
    ["parts", [{ type: "text", text: word }]],
    ["forUser", result({ forUser: word })],
    ["the artifact", result({ artifact: { word } })],
    [
      "an error",
      result({
        isError: true,
        error: {
          code: "user_error",
          type: "user_error",
          message: word,
          reason: word,
          suggestion: word,
          issues: [{ path: word, message: word }],
          extra: word,
        },
      }),
    ],
    ["a part's other fields", [{ type: "text", text: "x", note: word }]],
  ])("are masked in %s", async (_, value) => {
    const { seen } = await projected(value, {}, { secrets });
    expect(seen).not.toContain(word);
  });

  it("are masked in what formatOutput makes", async () => {
    const { seen } = await projected({ a: 1 }, { formatOutput: () => word }, { secrets });
    expect(seen).not.toContain(word);
  });

  it("are masked before anything is cut or kept aside", async () => {
    const kept: string[] = [];
    const outputCache = {
      save: async (text: string) => ({ id: "ref", bytes: kept.push(text), lines: 1 }),
      lines: () => undefined,
      recent: () => [],
    };
    const text = `${"x".repeat(40_940)}${word}${"x".repeat(40_000)}`;
    const { seen } = await projected(text, {}, { secrets, outputCache });
    expect(seen).not.toMatch(/correct-h|battery/);
    expect(kept).toHaveLength(1);
    expect(kept[0]).not.toContain(word);
    expect(kept[0]?.length).toBeGreaterThan(80_000);
  });
});
