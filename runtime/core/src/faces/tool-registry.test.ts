import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { ToolRegistry } from "./tool-registry.ts";

const named = (name: string, description = "") => toolOf(name, () => "", { description });

describe("a registry", () => {
  it("begins empty", () => {
    const registry = new ToolRegistry();
    expect([registry.count(), registry.list(), registry.getDefinitions()]).toEqual([0, [], []]);
    expect(registry.get("toString")).toBeUndefined();
  });

  it("says of what is no tool that it is none", () => {
    for (const wrong of ["null", '"read_file"', "7"]) {
      expect(() => new ToolRegistry([JSON.parse(wrong)])).toThrow(`This is no tool: ${JSON.parse(wrong)}.`);
    }
  });

  it("keeps the order of registering, also of a name that is registered again", () => {
    const registry = new ToolRegistry([named("b"), named("a")]);
    registry.register(named("c"));
    registry.register(named("b", "new"));
    expect(registry.list()).toEqual(["b", "a", "c"]);
    expect(registry.count()).toBe(3);
    expect(registry.get("b")?.description).toBe("new");
    expect(registry.tools().map(({ name }) => name)).toEqual(["b", "a", "c"]);
  });

  it("takes a tool out, and says whether there was one", () => {
    const registry = new ToolRegistry([named("a"), named("b")]);
    expect([registry.unregister("a"), registry.unregister("a"), registry.unregister("toString")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([registry.list(), registry.tools().length, registry.get("a")]).toEqual([["b"], 1, undefined]);
  });

  it("tells models of its tools in identical bytes", () => {
    const registry = new ToolRegistry([named("b", "does b"), named("a")]);
    const first = registry.getDefinitions();
    expect(first[0]).toEqual({
      type: "function",
      function: { name: "b", description: "does b", parameters: { type: "object" } },
    });
    expect(JSON.stringify(registry.getDefinitions())).toBe(JSON.stringify(first));
    expect(registry.getDefinitions()[0]).toBe(first[0]);
  });

  it("gives the same list while nothing changes, and leaves old lists alone", () => {
    const registry = new ToolRegistry([named("a")]);
    const before = registry.tools();
    expect(registry.tools()).toBe(before);
    registry.register(named("b"));
    expect(before).toHaveLength(1);
    expect(registry.tools()).toHaveLength(2);
  });

  it("sums tools up in one line each", () => {
    const registry = new ToolRegistry([named("read_file", "Read a text file.\nAt most 50 KiB."), named("bare")]);
    expect(registry.getSummaries()).toEqual(["- `read_file` - Read a text file.", "- `bare` - "]);
  });
});
