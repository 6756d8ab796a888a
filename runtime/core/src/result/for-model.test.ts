import { describe, expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import type { Part } from "./part.ts";
import { jsonOutput, toolResult } from "./result-helpers.ts";

const image: Part = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" };
const look = (value: unknown, forModel: readonly Part[], allowlist: "all" | readonly string[] = "all") =>
  toolOf("look", () => jsonOutput(value, forModel), { allowlist });

describe("a value with something else for the model", () => {
  it("is the value for programs and in the journal, which has what the model reads beside it", async () => {
    const parts = [{ type: "text", text: "a dot" }, image] as const;
    const { messages, events } = await run([{ calls: [{ name: "look" }] }], { tools: [look({ width: 1 }, parts)] });
    expect(messages.find(({ role }) => role === "tool")?.content).toEqual(parts);
    const end = events.find((event) => event.type === "tool_call_end");
    expect(end?.data).toMatchObject({ result: { output: { type: "json", value: { width: 1 } } }, content: parts });
    expect(JSON.stringify(end).split(image.data)).toHaveLength(2);
  });

  it("is masked like all that a model reads, bounded, and never shows what an allowlist leaves out", async () => {
    const secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
    const said = (text: string) => [{ type: "text", text }] as const;
    const exec = async (tool: ReturnType<typeof look>) => {
      const { runner } = runnerOf([tool]);
      return String((await runner.exec({ name: "look", arguments: {} })).message.content);
    };
    expect(await exec(look({ a: 1 }, said(`key ${secret}`)))).toMatch(/^key \[secret:/);
    expect((await exec(look({ a: 1 }, said("x\n".repeat(60_000))))).length).toBeLessThan(60_000);
    expect(await exec(look({ a: 1, b: 2 }, said("b is 2"), ["a"]))).toBe('{"a":1}');
  });

  it("is the whole text for programs, and what the model reads for events, without secrets", async () => {
    const whole = `${"x".repeat(100_000)} end`;
    const text = (allowlist: "all" | "none" | readonly string[], own = whole) => {
      const output = {
        type: "text",
        text: own,
        forModel: [{ type: "text", text: "xxx sk-ant-api03-abcdefghijklmnopqr" }],
      };
      return toolOf("look", () => ({ ...toolResult(""), output }), { allowlist });
    };
    const { runner, activity } = runnerOf([text("all")]);
    const ends: unknown[] = [];
    activity.subscribe("tool_call_end", ({ data }) => ends.push(data));
    const { message, result } = await runner.exec({ name: "look", arguments: {} });
    expect(result.output).toEqual({ type: "text", text: whole });
    expect(message.content).toBe("xxx [secret:api-key]");
    expect(ends).toMatchObject([{ result: { output: { type: "text", text: "xxx [secret:api-key]" } } }]);
    expect(ends[0]).not.toHaveProperty("content");
    for (const own of [whole, ""]) {
      const kept = async (allowlist: "none" | readonly string[]) =>
        (await runnerOf([text(allowlist, own)]).runner.exec({ name: "look", arguments: {} })).message.content;
      expect(await kept(["a"])).toContain("its result may not be shown");
      expect(await kept("none")).toBe("(no output)");
    }
  });

  it("is refused as data where it is no list of parts", async () => {
    const tool = toolOf("look", () => ({ ...jsonOutput({ a: 1 }), output: { type: "json", value: 1, forModel: "x" } }));
    const { runner } = runnerOf([tool]);
    expect((await runner.exec({ name: "look", arguments: {} })).message.content).toContain('"forModel":"x"');
  });
});
