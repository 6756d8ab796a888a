import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runnerOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { JsonObject } from "../json/json.ts";
import { secret } from "../secrets/secret.ts";
import type { DefineToolOptions } from "../tool/tool.ts";
import type { RunnerOptions } from "./runner-options.ts";

const input = {
  type: "object",
  properties: {
    table: { type: "string" },
    where: { type: "string" },
    limit: { type: "integer", minimum: 1 },
    order: { enum: ["up", "down"] },
    since: { type: "string", format: "date" },
    color: { type: "string", pattern: "^#" },
    note: { type: ["string", "null"] },
    dry: { type: "boolean" },
    columns: { type: "array", items: { type: "string" } },
    rows: { type: "array", items: { type: "object", properties: { x: { type: "number" } } } },
    deep: { type: "object", properties: { x: { type: "number" } }, required: ["x"] },
  },
  required: ["table"],
  additionalProperties: false,
};

type Extra = Pick<DefineToolOptions<unknown, unknown>, "effects" | "emptyIsAbsent" | "aliases">;

const READ: Extra = { effects: "read" };
const ASKS: Extra = { effects: "write", emptyIsAbsent: [] };
const WRITE: Extra = { effects: "write" };

async function call(args: JsonObject, extra: Extra, options: Partial<RunnerOptions> = {}) {
  const ran: string[] = [];
  const execute = (given: JsonObject) => {
    ran.push(JSON.stringify(given));
    return "ran";
  };
  const { runner, events } = runnerOf(
    [defineTool({ ...extra, name: "rows", description: "", input, execute })],
    options,
  );
  const { result, message } = await runner.exec({ name: "rows", arguments: args });
  const start = events.find((event) => event.type === "tool_call_start")?.data;
  return { ran: ran[0], note: result.note, content: String(message.content), start, code: result.error?.code, events };
}

/** What is mended, what the tool gets, and what is said. */
const EMPTY: readonly [JsonObject, JsonObject, string][] = [
  [{ table: "t", where: null }, { table: "t" }, "left out: `where` was null"],
  [{ table: "t", limit: "" }, { table: "t" }, "left out: `limit` was empty"],
  [{ table: "t", order: "" }, { table: "t" }, "left out: `order` was empty"],
  [{ table: "t", since: "" }, { table: "t" }, "left out: `since` was empty"],
  [{ table: "t", color: "" }, { table: "t" }, "left out: `color` was empty"],
  [{ table: "t", dry: "true" }, { table: "t", dry: true }, "read `dry` as true"],
  [{ table: "t", dry: "True" }, { table: "t", dry: true }, "read `dry` as true"],
  [{ table: "t", dry: "False" }, { table: "t", dry: false }, "read `dry` as false"],
  [
    { table: "t", type: "object", properties: { table: {} }, required: ["table"] },
    { table: "t" },
    "left out: `type` is a word of JSON Schema, `properties` is a word of JSON Schema, `required` is a word of JSON Schema",
  ],
  [
    { table: "t", dry: "false", limit: null, order: "", note: null },
    { table: "t", dry: false, note: null },
    "left out: `limit` was null, `order` was empty; read `dry` as false",
  ],
];

describe("arguments that do not fit, and say nothing where they do not", () => {
  it.each(EMPTY)("are mended for a tool that reads: %j", async (given, expected, said) => {
    const { ran, note, start } = await call(given, READ);
    expect([ran, note]).toEqual([JSON.stringify(expected), said]);
    expect(start).toMatchObject({ arguments: expected, repairs: expect.any(Array) });
  });

  it.each(EMPTY)("are mended for a tool that asked for it: %j", async (given, expected, said) => {
    const { ran, note } = await call(given, ASKS);
    expect([ran, note]).toEqual([JSON.stringify(expected), said]);
  });

  it.each(EMPTY)("are refused for every other tool, with the call as it should be: %j", async (given, expected) => {
    for (const extra of [WRITE, { effects: "external" } as const, {}, { aliases: { table: ["tbl"] } }]) {
      const { ran, code, content } = await call(given, extra);
      expect([ran, code]).toEqual([undefined, "invalid_arguments"]);
      expect(content.endsWith(` Nothing was run. Call it as ${JSON.stringify(expected)}`)).toBe(true);
      expect((await call(JSON.parse(content.split("Call it as ")[1] ?? ""), extra)).ran).toBe(JSON.stringify(expected));
    }
  });

  it.each<[JsonObject, string, string]>([
    [{ table: "t", columns: "a" }, '{"table":"t","columns":["a"]}', "columns"],
    [{ table: "t", rows: { x: 1 } }, '{"table":"t","rows":[{"x":1}]}', "rows"],
    [{ table: ["t"] }, '{"table":"t"}', "table"],
  ])("%j is mended only for a tool that asked for mending", async (given, listed, key) => {
    expect(await call(given, ASKS)).toMatchObject({
      ran: listed,
      note: expect.stringContaining(`read \`${key}\` as a `),
    });
    for (const extra of [READ, WRITE]) {
      const { ran, content } = await call(given, extra);
      expect([ran, content]).toEqual([undefined, expect.stringContaining(`Call it as ${listed}`)]);
    }
  });

  it.each<JsonObject>([
    { table: null },
    { table: "t", deep: { x: null } },
    { table: "t", deep: { x: "" } },
    { table: "t", dry: "yes" },
    { table: ["a", "b"] },
    { table: [""] },
    { table: [] },
    { table: "t", limit: 0 },
    { where: null },
    { table: "t", where: null, limit: -1 },
  ])("is refused where it is required, or says something: %j", async (given) => {
    for (const extra of [READ, ASKS, WRITE]) {
      const { ran, content } = await call(given, extra);
      expect([ran, content]).toEqual([undefined, expect.not.stringContaining("Call it as")]);
    }
  });

  it.each<JsonObject>([
    { table: "t", nothing: null },
    { table: "t", type: "archive" },
    { table: "t", properties: { table: "u" } },
  ])("is refused where the tool has no such key: %j", async (given) => {
    for (const extra of [READ, WRITE])
      expect((await call(given, extra)).content).toEqual(expect.not.stringContaining("Call it as"));
    expect(await call(given, ASKS)).toMatchObject({
      ran: undefined,
      content: expect.stringMatching(/Call it as \{"table":"t"\}$/),
    });
  });

  it("a number or JSON in a text is read by every tool, and said to programs alone", async () => {
    const { ran, note, start } = await call({ table: "t", limit: "5", columns: '["a"]' }, WRITE);
    expect([ran, note]).toEqual(['{"table":"t","limit":5,"columns":["a"]}', undefined]);
    expect(start).toHaveProperty("repairs", ["/limit: string → integer", "/columns: string → array"]);
  });

  it("nothing is mended where the runner says so", async () => {
    const { ran, content } = await call({ table: "t", where: null }, READ, { repair: false });
    expect([ran, content]).toEqual([undefined, expect.not.stringContaining("Call it as")]);
  });

  it("what was mended is what a policy judges and a person is asked about", async () => {
    const seen: unknown[] = [];
    await call({ table: "t", where: null, dry: "true" }, ASKS, {
      policy: {
        decide: (_, args) => {
          seen.push(args);
          return { verdict: "ask" };
        },
      },
      approver: {
        approve: async (request) => {
          seen.push(request.arguments);
          return { approvalId: request.approvalId, approve: true };
        },
      },
    });
    expect(seen).toEqual([
      { table: "t", dry: true },
      { table: "t", dry: true },
    ]);
  });
});

describe("the call that a refusal brings", () => {
  it("holds no secret, and no mask that would be copied", async () => {
    const value = "a-registered-word-1";
    const { content, events } = await call({ table: value, where: null }, WRITE, { secrets: [secret("KEY", value)] });
    expect(content).toMatch(/ Nothing was run\. Call it again so: without `where`\.$/);
    expect(JSON.stringify(events)).not.toContain(value);
  });

  it("is said by its changes where it is long", async () => {
    const { content } = await call({ table: "x".repeat(2_000), where: null, dry: "true" }, WRITE);
    expect(content).toMatch(/ Call it again so: `dry` as boolean, without `where`\.$/);
    expect(content.length).toBeLessThan(400);
  });

  it("is quoted in no log and no event beyond what the model reads", async () => {
    const { start } = await call({ table: "t", where: null }, WRITE);
    expect(start).toEqual({ toolCallId: expect.any(String), toolName: "rows", arguments: {} });
  });
});

describe("a call that fits", () => {
  const schema = z.object({
    text: z.string(),
    path: z.string().optional(),
    count: z.number().int().optional(),
    flag: z.boolean().nullable().optional(),
    list: z.array(z.string()).optional(),
  });
  const fits = fc.record(
    {
      text: fc.string(),
      path: fc.string(),
      count: fc.integer(),
      flag: fc.option(fc.boolean()),
      list: fc.array(fc.oneof(fc.string(), fc.constantFrom("true", "[1]", "5"))),
    },
    { requiredKeys: ["text"] },
  );

  it("is unchanged, byte for byte, whatever the tool declares but for the empty texts that it names", async () => {
    const extras: readonly Extra[] = [READ, ASKS, WRITE, { aliases: { path: ["file"] } }];
    await fc.assert(
      fc.asyncProperty(fits, fc.constantFrom(...extras), async (args, extra) => {
        const { runner, events } = runnerOf([
          defineTool({
            ...extra,
            name: "fits",
            description: "",
            input: schema,
            execute: (given) => JSON.stringify(given),
          }),
        ]);
        const { result, message } = await runner.exec({ name: "fits", arguments: args });
        expect([message.content, result.note]).toEqual([JSON.stringify(args), undefined]);
        expect(JSON.stringify(events[0]?.data)).toContain(`"arguments":${JSON.stringify(args)}`);
      }),
    );
  });
});

it("whatever is given, what runs fits the schema and holds every required argument as it was given", async () => {
  const anything = fc.oneof(fc.constantFrom(null, "", 0, "true", "5", "a", "[1]", "down"), fc.jsonValue());
  const keys = [...Object.keys(input.properties), "type", "required", "other"];
  const given = fc.dictionary(fc.constantFrom(...keys), anything);
  await fc.assert(
    fc.asyncProperty(given, fc.constantFrom(READ, ASKS, WRITE), async (raw, extra) => {
      const args: JsonObject = JSON.parse(JSON.stringify(raw));
      const { ran } = await call(args, extra);
      if (ran === undefined) return;
      expect(JSON.parse(ran)).toHaveProperty("table", args.table);
      expect((await call(JSON.parse(ran), {})).ran).toBe(ran);
    }),
  );
});

describe("a refusal", () => {
  it("names what is left after mending, and not what would have been mended", async () => {
    const { content } = await call({ table: "t", columns: "a", dry: "false", limit: 0 }, ASKS);
    expect(content).toContain("/limit: ");
    expect(content).not.toMatch(/columns|dry/);
  });

  it("brings the call without the keys that the tool does not have, which is not run", async () => {
    const { ran, content } = await call({ table: "t", columns: "a", yield_time_ms: 5 }, ASKS);
    expect(ran).toBeUndefined();
    expect(content).toContain("/yield_time_ms: unknown key");
    expect(content).toMatch(/ Nothing was run\. Call it as \{"table":"t","columns":\["a"\]\}$/);
  });

  it.each<[string, JsonObject, Extra]>([
    ["anything else is wrong", { table: "t", x: 1, limit: 0 }, ASKS],
    ["its tool did not ask for mending", { table: "t", x: 1 }, WRITE],
    ["the rest lacks a key", { x: 1 }, ASKS],
  ])("brings no call where %s", async (_, args, extra) => {
    expect((await call(args, extra)).content).not.toContain("Call it as");
  });
});
