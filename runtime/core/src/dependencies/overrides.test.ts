import { describe, expect, it, vi } from "vitest";
import { run } from "../../test/looping.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import type { DependencyKey } from "../tool/dependency.ts";

/** What a tool gets that resolves a key twice, and how often the override was asked. */
async function resolving(override: () => unknown, key: Partial<DependencyKey<unknown>> = {}) {
  const create = vi.fn(() => "made");
  const asked = vi.fn(override);
  const never = vi.fn();
  const got: unknown[] = [];
  const tool = toolOf("tool", async (_, ctx) => {
    const wanted = { id: "key", create, ...key };
    got.push(...(await Promise.all([ctx.resolve(wanted), ctx.resolve(wanted)])));
  });
  const overrides = new Map([
    ["key", asked],
    ["nobody asks for this", never],
  ]);
  const { runner } = runnerOf([tool], { overrides });
  const settled = await runner.exec({ name: "tool", arguments: {} }, { runId: "r" });
  expect([create, never].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  return { ...settled, got, asked, again: () => runner.exec({ name: "tool", arguments: {} }, { runId: "r" }) };
}

describe("an override", () => {
  it.each<[string, () => unknown, unknown]>([
    ["a value", () => "theirs", "theirs"],
    ["a promise", async () => "theirs", "theirs"],
    ["undefined", () => undefined, undefined],
    ["null, promised", async () => null, null],
  ])("may give %s, is asked once, without arguments, and `create` never", async (_, override, value) => {
    const { got, asked, result } = await resolving(override);
    expect(result.isError).toBe(false);
    expect(got).toEqual([value, value]);
    expect(asked.mock.calls).toEqual([[]]);
  });

  it.each(["call", "run"] as const)("lives as long as what it stands for: a %s", async (scope) => {
    const { asked, again } = await resolving(() => "theirs", { scope });
    await again();
    expect(asked).toHaveBeenCalledTimes(scope === "call" ? 2 : 1);
  });

  it.each(["throws", "rejects"])("that %s fails the call, not the ones after it", async (how) => {
    let attempts = 0;
    const { result, got, again } = await resolving(() => {
      attempts += 1;
      if (attempts > 1) return "there again";
      if (how === "rejects") return Promise.reject(new Error("no database"));
      throw new Error("no database");
    });
    expect(result.error).toMatchObject({ code: "execution_failed", message: "no database" });
    expect((await again()).result.isError).toBe(false);
    expect(got).toEqual(["there again", "there again"]);
  });

  it("in a circle of keys ends it", async () => {
    const a: DependencyKey<string> = { id: "a", create: (resolve) => resolve(b) };
    const b: DependencyKey<string> = { id: "b", create: (resolve) => resolve(a) };
    const tool = toolOf("tool", (_, ctx) => ctx.resolve(a));
    const { runner } = runnerOf([tool], { overrides: new Map([["b", () => "the end"]]) });
    expect((await runner.exec({ name: "tool", arguments: {} })).message.content).toBe("the end");
  });

  it("given to a loop reaches every tool of it, also those called by tools", async () => {
    const key = { id: "root", create: () => "/" };
    const inner = toolOf("inner", (_, ctx) => ctx.resolve(key));
    const outer = toolOf("outer", async (_, ctx) => (await ctx.call("inner", {})).output);
    const { messages } = await run([{ calls: [{ name: "inner" }, { name: "outer" }] }], {
      tools: [inner, outer],
      overrides: new Map([["root", () => "/work"]]),
    });
    const said = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
    expect(said).toEqual(["/work", '{"type":"text","text":"/work"}']);
  });
});
