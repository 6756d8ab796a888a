import { defineTool, type JsonSchema, type Logger } from "@toolwright/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ran } from "./ran.test-data.ts";

/** What a program can make of a text, each of them so that the text can be had back. */
const ENCODINGS = [
  `[...s].reverse().join("")`,
  `[...s].join("-")`,
  `[...s].map((c) => c.charCodeAt(0)).join()`,
  `[...s].map((c) => c.charCodeAt(0).toString(16)).join("")`,
  `[...s].map((c) => c.charCodeAt(0) ^ 7).join(".")`,
  `s.replace(/[a-z]/g, (c) => String.fromCharCode(97 + (c.charCodeAt(0) - 84) % 26))`,
  `s.slice(0, 9) + "|" + s.slice(9)`,
  `[...s].map((c) => (BigInt(c.charCodeAt(0)) ** 3n).toString(36)).join("_")`,
  "encodeURIComponent(s)",
  "JSON.stringify(s)",
  "escape(s)",
  "s.toUpperCase()",
  "s",
];

/** How it gets a text that holds a secret. */
const SOURCES = [
  "await tools.look({})",
  "(await tools.open({})).key",
  "Object.keys(await tools.keyed({}))[0]",
  "(await attempt(tools.broken({}))).error.message",
];

/** Where a program can put it. */
const SINKS = [
  "return s;",
  "return { [s]: [s] };",
  "console.log(s);",
  "console.warn({ [s]: 1 });",
  "throw new Error(s);",
  "await tools.note({ text: s });",
  "await tools.note({ text: [[s]], [s]: 1 });",
  "await tools.choose({ one: s });",
  "await tools[s]({});",
  "return await attempt(tools.failing({ text: s }));",
];

// Found by it: results that a program sees before they are masked; a log that is not masked.
it("has the value of a secret in no event, message, log or argument, however a program encodes what it sees", async () => {
  const value = fc.string({
    unit: fc.constantFrom(...'abcxyzABCXYZ0189-_/+=."\\ü %\n'),
    minLength: 16,
    maxLength: 40,
  });
  const program = fc.record({
    source: fc.constantFrom(...SOURCES),
    encodings: fc.array(fc.constantFrom(...ENCODINGS), { minLength: 1, maxLength: 2 }),
    sink: fc.constantFrom(...SINKS),
  });
  const before = fc.constantFrom("", "a ", "key: ", "is\n", "{", "x".repeat(3_000), "line\n".repeat(12_000));
  await fc.assert(
    fc.asyncProperty(value, program, before, async (value, { source, encodings, sink }, before) => {
      const code = [`let s = ${source};`, ...encodings.map((encoding) => `s = ${encoding};`), sink].join("\n");
      fc.pre(code.length <= 200);
      const held = await heldBy(code, value, before);
      const whole = `${before}${value}`;
      const encode = (text: string) =>
        encodings.reduce((s, encoding) => new Function("s", `return ${encoding}`)(s), text);
      for (const wrong of [value, whole, encode(value), encode(whole)]) expect(held.includes(wrong)).toBe(false);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 25), seed: Number(process.env.PROPERTY_SEED ?? Date.now()) },
  );
});

/** Every text that is left of one program: what was stored, sent, logged, and given to tools. */
async function heldBy(code: string, value: string, before: string): Promise<string> {
  const left: unknown[] = [];
  const tool = (name: string, execute: (given: unknown) => unknown, input: JsonSchema = { type: "object" }) =>
    defineTool({
      ...{ name, description: name, input, effects: "external", allowlist: "all" },
      execute: (given) => {
        left.push(given);
        return execute(given);
      },
    });
  const fail = (text: string) => {
    throw new Error(text);
  };
  const tools = [
    tool("look", () => `${before}${value}`),
    tool("open", () => ({ key: `${before}${value}` })),
    tool("keyed", () => ({ [`${before}${value}`]: 1 })),
    tool("broken", () => fail(`${before}${value}`)),
    tool("note", () => "noted"),
    tool("failing", (given) => fail(JSON.stringify(given))),
    tool("choose", () => "chosen", { type: "object", properties: { one: { enum: ["a", "b"] } } }),
  ];
  const log = (...given: unknown[]) => void left.push(given);
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const { messages, events } = await ran(code, tools, { secrets: [{ name: "v", value }], logger });
  return textsIn([left, messages, events]).join("\n\n");
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [
    ...(value instanceof Error ? [value.message, String(value.stack)] : []),
    ...Object.entries(value).flat().flatMap(textsIn),
  ];
}
