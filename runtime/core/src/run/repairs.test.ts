import { describe, expect, it } from "vitest";
import { runnerOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { JsonObject } from "../json/json.ts";

const input = {
  type: "object",
  properties: {
    text: { type: "string" },
    path: { type: "string" },
    limit: { type: "integer", minimum: 1 },
    level: { type: ["integer", "null"] },
    deep: { type: "object", properties: { path: { type: "string" }, flag: { type: "boolean" } } },
  },
  required: ["text"],
  additionalProperties: false,
};

function find(emptyIsAbsent?: readonly string[]) {
  const options = { name: "find", description: "", input, ...(emptyIsAbsent && { emptyIsAbsent }) };
  return defineTool({ ...options, execute: (given: JsonObject) => JSON.stringify(given) });
}

async function ran(args: JsonObject, emptyIsAbsent?: readonly string[]) {
  const { runner, events } = runnerOf([find(emptyIsAbsent)]);
  const { message, result } = await runner.exec({ name: "find", arguments: args });
  const start = events.find((event) => event.type === "tool_call_start");
  const end = events.find((event) => event.type === "tool_call_end");
  return { content: message.content, note: result.note, start: start?.data, end: end?.data };
}

const EMPTY = { text: "", path: "", limit: 0, level: null, deep: { path: "", flag: null } };

describe("emptyIsAbsent", () => {
  it("leaves out what it names, and null wherever the schema has no null, and says so once to each reader", async () => {
    const { content, note, start, end } = await ran(EMPTY, ["path", "limit"]);
    const rest = { text: "", level: null, deep: { path: "" } };
    const said = "left out: `deep/flag` was null, `path` was empty, `limit` was 0";
    expect(content).toBe(`${JSON.stringify(rest)}\n[${said}]`);
    expect(note).toBe(said);
    expect(start).toMatchObject({
      arguments: rest,
      repairs: ["/deep/flag: null → left out", '/path: "" → left out', "/limit: 0 → left out"],
    });
    expect(end).toMatchObject({ content, result: { note, output: { text: JSON.stringify(rest) } } });
  });

  it("refuses 0 where no number is wanted, by an alias too", async () => {
    const { content, note } = await ran({ text: "a", path: 0 }, ["path", "limit"]);
    expect([content, note]).toEqual([expect.stringContaining("/path: expected string"), undefined]);
  });

  it("changes nothing of a tool that does not declare it, and nothing where every argument says something", async () => {
    expect((await ran({ text: "a", path: "" })).content).toBe('{"text":"a","path":""}');
    expect((await ran({ text: "a", limit: 0 })).content).toContain("invalid_arguments");
    const { content, note, start } = await ran({ text: "a", limit: 1 }, ["limit"]);
    expect([content, note]).toEqual(['{"text":"a","limit":1}', undefined]);
    expect(start).not.toHaveProperty("repairs");
  });

  it("bounds what it says of many", async () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, { type: "string" }]));
    const keys = Object.keys(properties);
    const many = { name: "many", description: "", input: { type: "object", properties }, emptyIsAbsent: keys };
    const { runner } = runnerOf([defineTool({ ...many, execute: () => "ran" })]);
    const { result } = await runner.exec({ name: "many", arguments: Object.fromEntries(keys.map((key) => [key, ""])) });
    expect(result.note).toMatch(/^left out: `k0` was empty, .*`k19` was empty, 10 more$/);
  });

  it.each([["text"], ["missing"]])("names no key that is required or not there: %s", (key) => {
    expect(() => find([key])).toThrow(
      `Tool find: emptyIsAbsent names "${key}", which is no optional key of its input; these are path, limit, level, deep.`,
    );
  });
});
