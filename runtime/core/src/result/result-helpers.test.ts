import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { ToolRunner } from "../run/runner.ts";
import {
  asyncResult,
  errorResult,
  newToolResult,
  silentResult,
  textOutput,
  toolResult,
  userResult,
  withError,
} from "./result-helpers.ts";
import { resultFromJson, resultToJson } from "./result-json.ts";

const run = async (result: unknown) => {
  const registry = new ToolRegistry([toolOf("t", () => result)]);
  return new ToolRunner({ registry }).exec({ name: "t", arguments: {} });
};

describe("the result helpers", () => {
  const flags = { silent: false, is_error: false, async: false };

  it.each([
    ["newToolResult", newToolResult("saved"), { for_llm: "saved", ...flags }],
    ["toolResult", toolResult("saved"), { for_llm: "saved", ...flags }],
    ["silentResult", silentResult("kept"), { for_llm: "kept", ...flags, silent: true }],
    ["asyncResult", asyncResult("started"), { for_llm: "started", ...flags, async: true }],
    ["errorResult", errorResult("failed"), { for_llm: "failed", ...flags, is_error: true }],
    ["userResult", userResult("hello"), { for_llm: "hello", for_user: "hello", ...flags }],
  ])("%s has the document's flags, and its JSON", (_, result, json) => {
    expect(JSON.parse(JSON.stringify(result))).toEqual(json);
    expect(Object.keys(result)).not.toContain("withError");
  });

  it("has no for_user when there is nothing to show", () => {
    expect(JSON.stringify(userResult(""))).toBe('{"for_llm":"","silent":false,"is_error":false,"async":false}');
  });

  it.each([
    [toolResult, 5, "The text of toolResult must be a string, got 5."],
    [silentResult, undefined, "The text of silentResult must be a string, got undefined."],
    [asyncResult, null, "The text of asyncResult must be a string, got null."],
    [errorResult, new Error("gone"), "The text of errorResult must be a string, got a Error."],
    [userResult, { n: 1 }, "The text of userResult must be a string, got { n }."],
    [textOutput, ["a"], "The text of textOutput must be a string, got an array of 1."],
  ])("%o refuses what is no text, which would be sent as JSON of a result", (helper, given, message) => {
    expect(() => Reflect.apply(helper, undefined, [given])).toThrow(new TypeError(message));
  });

  it("attaches an error to the same object, keeps its message, and writes neither into JSON", () => {
    const result = errorResult("failed");
    const cause = new Error("disk full");
    expect(result.withError(cause)).toBe(result);
    expect(result.error).toMatchObject({ message: "failed", code: "execution_failed" });
    expect(result.error?.cause).toBe(cause);
    expect(JSON.stringify(result) + JSON.stringify(result.error)).not.toContain("disk full");
  });

  it("attaches an error to a result that is none of ours too", () => {
    const plain = { ...toolResult("x") };
    expect(withError(plain, new Error("why"))).toBe(plain);
    expect(plain.error?.message).toBe("");
  });
});

describe("what the model reads of them", () => {
  it("reads an error's message as it stands", async () => {
    const { message, result } = await run(errorResult("no such chat").withError(new Error("404")));
    expect(message).toMatchObject({ content: "no such chat", is_error: true });
    expect(result.forUser).toBeUndefined();
  });

  it("reads the attached error, masked, when there is no text, and (no output) when there is neither", async () => {
    const cause = new Error("postgres://admin:hunter2@db refused\nat line 1");
    const masked = (await run(errorResult("").withError(cause))).message.content;
    expect(masked).toContain("refused");
    expect(masked).not.toContain("hunter2");
    expect((await run(toolResult("").withError(new Error("disk full")))).message.content).toBe("disk full");
    expect((await run(toolResult(""))).message.content).toBe("(no output)");
  });

  it("keeps the flags through the runner", async () => {
    expect((await run(silentResult("kept"))).result).toMatchObject({ silent: true });
    expect((await run(asyncResult("started"))).result).toMatchObject({ async: true });
    expect((await run(userResult("hello"))).result).toMatchObject({ forUser: "hello" });
  });
});

it("a result's JSON, made a result and written again, is the same", () => {
  for (const json of [toolResult("a"), errorResult("b"), userResult("c"), silentResult("")].map(resultToJson)) {
    expect(resultToJson(resultFromJson(json))).toEqual(json);
  }
});
