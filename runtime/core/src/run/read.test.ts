import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { JsonObject } from "../json/json.ts";
import { secret } from "../secrets/secret.ts";

const typed = defineTool({
  name: "typed",
  description: "",
  input: z.object({
    n: z.number().optional(),
    list: z.array(z.number()).optional(),
    options: z.object({ deep: z.boolean() }).optional(),
    when: z
      .string()
      .transform((text) => new Date(text))
      .optional(),
    mode: z.enum(["fast", "slow"]).default("fast"),
  }),
  execute: (input) => JSON.stringify(input),
});

async function read(args: string | JsonObject, name = "typed") {
  const { runner, events } = runnerOf([typed]);
  const settled = await runner.exec({ name, arguments: args });
  const start = events.find((event) => event.type === "tool_call_start");
  return { ...settled, start: start?.data, code: settled.result.error?.code };
}

describe("reading a call", () => {
  it.each(["", "  \n", "null"])("reads %j as no arguments", async (text) => {
    expect((await read(text)).message.content).toBe('{"mode":"fast"}');
  });

  it("tells of the arguments before defaults and transforms, and gives the tool what they come to", async () => {
    const { start, message } = await read({ when: "2020-01-01T00:00:00Z" });
    expect(start).toEqual({
      toolCallId: expect.any(String),
      toolName: "typed",
      arguments: { when: "2020-01-01T00:00:00Z" },
    });
    expect(message.content).toBe('{"when":"2020-01-01T00:00:00.000Z","mode":"fast"}');
  });

  it("repairs what needs no guess, and tells of it", async () => {
    const { start } = await read({ n: "1.5", list: "[1]", options: '{"deep":true}' });
    expect(start).toMatchObject({ arguments: { n: 1.5, list: [1], options: { deep: true } } });
    expect(start).toHaveProperty("repairs.length", 3);
  });

  it.each<JsonObject>([
    { n: "1.50" },
    { n: "0x10" },
    { n: "" },
    { n: true },
    { list: "1,2" },
    { options: '{"deep":"yes"}' },
  ])("repairs nothing in %j", async (args) => {
    const { code, start } = await read(args);
    expect(code).toBe("invalid_arguments");
    expect(start).toMatchObject({ arguments: {} });
    expect(start).not.toHaveProperty("repairs");
  });

  it("says that nothing ran and that the same call will fail again, and what came in place of a value", async () => {
    const { message } = await read({ mode: "Fast" });
    expect(message.content).toBe(
      'Error [invalid_arguments]: /mode: expected one of "fast", "slow", got "Fast"; did you mean "fast"? Nothing was run, and the same call will fail again: change the arguments.',
    );
  });

  it("masks a secret in what came in place of a value", async () => {
    const key = "a-registered-word-1";
    const { runner, events } = runnerOf([typed], { secrets: [secret("KEY", key)] });
    const settled = await runner.exec({ name: "typed", arguments: { mode: key } });
    expect(settled.result.error?.code).toBe("invalid_arguments");
    expect(JSON.stringify([settled, events])).not.toContain(key);
    expect(settled.message.content).toContain("[secret:KEY]");
  });

  it("renames no key, and names the nearest", async () => {
    const { result } = await read({ lst: [1] });
    expect(result.error?.code).toBe("invalid_arguments");
    expect(result.error?.message).toContain("list");
  });

  it("refuses what is no JSON, no object, too deep or too large, and starts it with no arguments", async () => {
    const deep = "[".repeat(200) + "]".repeat(200);
    const codes = [];
    for (const text of ['{"n":', `{"list":${deep}}`, `{"n":"${"x".repeat(9 * 1024 * 1024)}"}`, "[1]", '"x"', "7"]) {
      const { code, start } = await read(text);
      expect(start).toMatchObject({ arguments: {} });
      codes.push(code);
    }
    expect(codes).toEqual([
      "invalid_json",
      "invalid_json",
      "invalid_json",
      "invalid_arguments",
      "invalid_arguments",
      "invalid_arguments",
    ]);
  });

  it("looks names up among the registered ones only", async () => {
    for (const name of ["constructor", "__proto__", "toString", ""]) {
      expect((await read({}, name)).code).toBe("unknown_tool");
    }
    expect((await read({}, "type")).message.content).toContain('Did you mean "typed"?');
  });

  it("keeps names that cannot be shown out of events and messages", async () => {
    const { start, message, toolName } = await read({}, `\ud800${"x".repeat(100_000)}`);
    const seen = JSON.stringify([start, message, toolName]);
    expect(seen.length).toBeLessThan(2_000);
    expect(seen).not.toMatch(/\\ud800/);
  });

  it("masks a secret in the arguments it tells of, and gives it to the tool", async () => {
    const key = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    const execute = vi.fn(() => "ok");
    const { runner, events } = runnerOf([toolOf("login", execute)]);
    await runner.exec({ name: "login", arguments: { key } });
    expect(JSON.stringify(events)).not.toContain(key);
    expect(execute).toHaveBeenCalledWith({ key }, expect.anything());
  });

  it("can be stopped while an asynchronous schema takes its time", async () => {
    const never = deferred<boolean>();
    const slow = defineTool({
      name: "slow",
      description: "",
      input: z.object({ n: z.number().refine(() => never.promise) }),
      execute: () => "ran",
    });
    const { runner, events } = runnerOf([slow]);
    const controller = new AbortController();
    const settling = runner.exec({ name: "slow", arguments: { n: 1 } }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect((await settling).result.error?.code).toBe("skipped");
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_end"]);
  });

  it("refuses arguments whose own schema throws", async () => {
    const bad = defineTool({
      name: "bad",
      description: "",
      input: z.object({
        n: z.number().refine(() => {
          throw new Error("a bug in the schema");
        }),
      }),
      execute: () => "ran",
    });
    const { runner, events } = runnerOf([bad]);
    expect((await runner.exec({ name: "bad", arguments: { n: 1 } })).result.isError).toBe(true);
    expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_end"]);
  });
});

it("a call whose run is stopped while mended arguments are checked is not told to change them", async () => {
  const stop = new AbortController();
  const mended = defineTool({
    name: "mended",
    description: "",
    input: z.object({ n: z.number() }).refine(async () => {
      stop.abort();
      await new Promise(() => undefined);
    }),
    execute: () => "ran",
  });
  const { runner } = runnerOf([mended]);
  const { result } = await runner.exec({ name: "mended", arguments: { n: "5" } }, { signal: stop.signal });
  expect(result.error).toMatchObject({ code: "skipped", message: "The run was stopped before this call ran." });
});
