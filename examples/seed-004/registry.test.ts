import { ToolRegistry, toolToSchema } from "@toolwright/core";
import { describe, expect, it, vi } from "vitest";

import { logger, named, parameters, reading } from "./trying.ts";

describe("the registry", () => {
  it("begins empty, and counts, lists and sums up", () => {
    const registry = new ToolRegistry();
    expect([registry.count(), registry.list(), registry.getSummaries(), registry.getDefinitions()]).toEqual([
      0,
      [],
      [],
      [],
    ]);
    registry.register(reading);
    registry.register(named("other", undefined, { description: "First line.\nSecond." }));
    expect([registry.count(), registry.list()]).toEqual([2, ["read_file", "other"]]);
    expect(registry.getSummaries()).toEqual([
      "- `read_file` - Read the contents of a file at the given path.",
      "- `other` - First line.",
    ]);
    expect([
      registry.get("read_file")?.name,
      registry.get("nobody"),
      registry.get("constructor"),
      registry.get("__proto__"),
    ]).toEqual(["read_file", undefined, undefined, undefined]);
  });

  it("exports the document's definitions, by value", () => {
    const registry = new ToolRegistry([reading]);
    const definition = {
      type: "function",
      function: { name: "read_file", description: reading.description, parameters },
    };
    expect([registry.getDefinitions(), registry.toProviderDefs(), toolToSchema(reading)]).toEqual([
      [definition],
      [definition],
      definition,
    ]);
  });

  it("overwrites what is registered later", async () => {
    const registry = new ToolRegistry([named("a", () => "old")]);
    registry.register(named("a", () => "new"));
    expect([registry.count(), (await registry.execute("a")).forLLM]).toEqual([1, "new"]);
  });

  it.each([["nobody"], [""], ["constructor"], ["toString"]])(
    "answers for %j, which nobody registered",
    async (name) => {
      const result = await new ToolRegistry([reading]).execute(name, {}, { logger });
      expect([result.isError, result.error?.code]).toEqual([true, "unknown_tool"]);
      expect(result.forLLM).toContain(name);
    },
  );

  it.each([[undefined], [null], [{}], ["{}"], [""]])("takes %j for no arguments", async (args) => {
    expect((await new ToolRegistry([named("a", (_, given) => JSON.stringify(given))]).execute("a", args)).forLLM).toBe(
      "{}",
    );
  });

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("panic");
      },
    ],
    ["rejects", () => Promise.reject(new Error("panic"))],
    [
      "throws a text",
      () => {
        throw "panic";
      },
    ],
    [
      "throws undefined",
      () => {
        throw undefined;
      },
    ],
    ["returns null", () => null],
    ["returns nothing", () => undefined],
  ])("never rejects: a tool that %s has failed", async (_, execute) => {
    const result = await new ToolRegistry([named("a", execute)]).execute("a", {}, { logger });
    expect(result.isError).toBe(true);
    expect(result.forLLM).not.toBe("");
  });

  it("stands many calls and registrations at once", async () => {
    const registry = new ToolRegistry();
    const all = Array.from({ length: 50 }, async (_, index) => {
      registry.register(named(`t${index}`, () => `r${index}`));
      return (await registry.execute(`t${index}`)).forLLM;
    });
    expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, (_, index) => `r${index}`));
    expect(registry.count()).toBe(50);
  });

  it("logs start, end and failure with the time they took", async () => {
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const registry = new ToolRegistry([
      named("good"),
      named("bad", () => {
        throw new Error("x");
      }),
    ]);
    await registry.execute("good", {}, { logger: log });
    await registry.execute("bad", {}, { logger: log });
    await registry.execute("nobody", {}, { logger: log });
    const levels = [...log.info.mock.calls, ...log.warn.mock.calls, ...log.error.mock.calls].map(
      ([, fields]) => fields as { tool?: string; durationMs?: number },
    );
    expect(levels.some(({ tool, durationMs }) => tool === "good" && typeof durationMs === "number")).toBe(true);
    expect(log.error.mock.calls.concat(log.warn.mock.calls).some(([, fields]) => fields?.tool === "bad")).toBe(true);
    expect(log.warn.mock.calls.concat(log.error.mock.calls).some(([, fields]) => fields?.tool === "nobody")).toBe(true);
  });
});
