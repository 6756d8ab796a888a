import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json/json.ts";
import {
  asyncResult,
  errorResult,
  jsonOutput,
  newToolResult,
  partsOutput,
  silentResult,
  textOutput,
  toolResult,
  userResult,
  withError,
} from "../result/result-helpers.ts";
import { ToolRunner } from "../run/runner.ts";
import { defineTool } from "./define-tool.ts";
import { ToolRegistry } from "./tool-registry.ts";

const parameters = { type: "object", properties: {} };
const quiet = { logger: { debug() {}, info() {}, warn() {}, error() {} } };

function returning(value: unknown) {
  return new ToolRegistry([{ name: "tool", description: "", parameters, execute: async () => value as string }]);
}

describe("what an object with execute(ctx, args) returns", () => {
  it.each([
    ["", true, "disk full"],
    ["", false, "disk full"],
    ["no room", true, "no room"],
  ])("may hold the underlying error beside %j, which is read where there is no text", async (text, isError, read) => {
    const err = new Error("disk full");
    for (const value of [
      { forLLM: text, isError, err },
      { for_llm: text, is_error: isError, err },
    ]) {
      const { message, result } = await new ToolRunner({ registry: returning(value), ...quiet }).exec({
        name: "tool",
        arguments: {},
      });
      expect([message.content, result.isError, result.error?.cause]).toEqual([read, isError, err]);
      expect(JSON.stringify(result)).not.toContain("cause");
    }
  });

  it.each([null, undefined])("is an error that names the tool when it is %s", async (value) => {
    const result = await returning(value).execute("tool", {}, quiet);
    expect(result.isError).toBe(true);
    expect(result.forLLM).toBe("Error executing tool: Tool tool returned no result.");
  });

  it.each([
    ["text", "plain", { for_llm: "plain", silent: false, is_error: false, async: false }],
    ["nothing to say", "", { for_llm: "", silent: false, is_error: false, async: false }],
    [
      "data",
      { forLLM: "a", forUser: "b" },
      { for_llm: "a", for_user: "b", silent: false, is_error: false, async: false },
    ],
    [
      "a failure as data",
      { forLLM: "a", isError: true, silent: true },
      { for_llm: "a", silent: true, is_error: true, async: false },
    ],
    ["its JSON", { for_llm: "a", is_error: true }, { for_llm: "a", silent: false, is_error: true, async: false }],
    ["a helper's", userResult("u"), { for_llm: "u", for_user: "u", silent: false, is_error: false, async: false }],
  ])("may be %s", async (_, value, json) => {
    const result = await returning(value).execute("tool", {}, quiet);
    expect(JSON.parse(JSON.stringify(result))).toEqual(json);
    expect(result.forLLM).toBe(json.for_llm);
  });
});

describe("a result", () => {
  it.each([
    [newToolResult("m"), { forLLM: "m", forUser: undefined, silent: false, isError: false, async: false }],
    [silentResult("m"), { forLLM: "m", forUser: undefined, silent: true, isError: false, async: false }],
    [asyncResult("m"), { forLLM: "m", forUser: undefined, silent: false, isError: false, async: true }],
    [errorResult("m"), { forLLM: "m", forUser: undefined, silent: false, isError: true, async: false }],
    [userResult("m"), { forLLM: "m", forUser: "m", silent: false, isError: false, async: false }],
  ])("is read by the names of its flags", ({ forLLM, forUser, silent, isError, async }, expected) => {
    expect({ forLLM, forUser, silent, isError, async }).toEqual(expected);
  });

  it("keeps an attached error for logs, out of its keys and its JSON", () => {
    const error = new Error("disk");
    const result = errorResult("failed").withError(error);
    expect([result.err, result.forLLM, withError(result, error) === result]).toEqual([error, "failed", true]);
    expect([JSON.stringify(result).includes("disk"), Object.keys(result).includes("err")]).toEqual([false, false]);
    expect(toolResult("fine").err).toBeUndefined();
  });
});

describe("the output of another tool", () => {
  it.each([
    [textOutput("x"), { type: "text", text: "x" }],
    [jsonOutput({ type: "text", text: "data" }), { type: "json", value: { type: "text", text: "data" } }],
    [jsonOutput([]), { type: "json", value: [] }],
    [jsonOutput(null), { type: "json", value: null }],
    [jsonOutput(5n), { type: "json", value: "5" }],
    [partsOutput([{ type: "text", text: "p" }]), { type: "parts", parts: [{ type: "text", text: "p" }] }],
  ])("is handed on as it is", async (returned, output) => {
    const inner = defineTool({ name: "inner", description: "", input: parameters, execute: () => returned });
    expect(await inner.executeRaw("{}")).toEqual(output);
    const outer = defineTool({
      name: "outer",
      description: "",
      input: parameters,
      execute: async (_, ctx) => {
        const given = await inner.executeRaw("{}", ctx);
        if (given.type === "text") return textOutput(given.text);
        return given.type === "json" ? jsonOutput(given.value) : partsOutput(given.parts);
      },
    });
    expect(await outer.executeRaw("{}")).toEqual(output);
  });

  it("cannot be what JSON has no words for", () => {
    expect(() => jsonOutput({ f: () => 1 })).toThrow(/cannot be written as JSON/);
  });
});

describe("a registry's list", () => {
  const named = (name: string, description = "") => ({ name, description, parameters, execute: () => "" });

  it("is refused with two tools of one name, by that name", () => {
    expect(() => new ToolRegistry([named("a"), named("b"), named("a")])).toThrow(/"a"/);
  });

  it("may be overwritten later, and keeps the place", () => {
    const registry = new ToolRegistry([named("a", "old"), named("b")]);
    registry.register(named("a", "new"));
    expect([registry.count(), registry.list(), registry.getSummaries()]).toEqual([
      2,
      ["a", "b"],
      ["- `a` - new", "- `b` - "],
    ]);
  });
});

describe("work in the background, by name", () => {
  const background = (returned: unknown) =>
    new ToolRegistry([
      defineTool({
        name: "work",
        description: "",
        input: parameters,
        execute: (_, ctx) => {
          ctx.background(async () => "late");
          return returned as string;
        },
      }),
    ]);

  it.each([
    ["a plain return", "started"],
    ["an announcement", asyncResult("started")],
  ])("after %s is told once to whoever listens", async (_, returned) => {
    const heard: unknown[] = [];
    const result = await background(returned).executeWithContext("work", {}, "chat", "7", (ctx, late) =>
      heard.push([ctx.conversation.chatId, late.isError, Reflect.get(late, "forLLM")]),
    );
    expect([result.forLLM, result.async, heard]).toEqual(["started", true, []]);
    await expect.poll(() => heard).toEqual([["7", false, "late"]]);
  });

  it.each([
    ["a plain return", "started"],
    ["an announcement", asyncResult("started")],
  ])("after %s says that nobody listens", async (_, returned) => {
    const result = await background(returned).execute("work", {});
    expect([result.forLLM, result.async]).toEqual(["started\nNo follow-up will arrive.", true]);
  });
});

describe("calls of one object that keeps its state, in two registries", () => {
  it("do not meet", async () => {
    const seen: string[] = [];
    const tool = {
      name: "send",
      description: "",
      parameters,
      chat: "",
      setContext(_channel: string, chat: string) {
        this.chat = chat;
      },
      async execute(_ctx: unknown, { text }: JsonObject) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        seen.push(`${this.chat}:${String(text)}`);
        return toolResult("ok");
      },
    };
    const registries = [new ToolRegistry([tool]), new ToolRegistry([tool])];
    await Promise.all(
      ["1", "2", "3"].flatMap((chat) =>
        registries.map((one) => one.executeWithContext("send", { text: chat }, "c", chat)),
      ),
    );
    expect(seen.sort()).toEqual(["1:1", "1:1", "2:2", "2:2", "3:3", "3:3"]);
    expect(Object.keys(tool)).toEqual(["name", "description", "parameters", "chat", "setContext", "execute"]);
  });
});

describe("an object with execute(ctx, args)", () => {
  const hiding = { name: "tool", description: "", parameters, execute: () => ({ for_llm: "s3cr3t" }) };

  it("may say what leaves the runner, and has to where that is required", async () => {
    expect(() => new ToolRunner({ registry: new ToolRegistry([hiding]), redaction: "required" })).toThrow(/tool/);
    const registry = new ToolRegistry([{ ...hiding, allowlist: "all" }]);
    const { message } = await new ToolRunner({ registry, redaction: "required" }).exec({ name: "tool", arguments: {} });
    expect(message.content).toBe("s3cr3t");
    expect(
      (await new ToolRegistry([{ ...hiding, allowlist: "none" }]).execute("tool", {}, quiet)).forLLM,
    ).not.toContain("s3cr3t");
  });
});
