import { describe, expect, it, vi } from "vitest";
import { createDefinitionProxy } from "./definition-proxy.ts";

function proxyOf(name: string) {
  const [onRemind, onDisable] = [vi.fn(), vi.fn()];
  return {
    proxy: createDefinitionProxy({ tag: `<${name}>`, type: "defTool", name, onRemind, onDisable }),
    onRemind,
    onDisable,
  };
}

describe("a definition proxy", () => {
  it("reads as its tag wherever a text is wanted", () => {
    const { proxy } = proxyOf("t");
    expect([proxy.value, String(proxy), `${proxy}`, proxy.valueOf(), proxy.toString()]).toEqual(Array(5).fill("<t>"));
  });

  it("remind and disable call back once each, and give the tag", () => {
    const { proxy, onRemind, onDisable } = proxyOf("t");
    expect([proxy.remind(), proxy.disable()]).toEqual(["<t>", "<t>"]);
    expect([onRemind.mock.calls, onDisable.mock.calls]).toEqual([[["defTool", "t"]], [["defTool", "t"]]]);
  });

  it("reads as its tag under any other text name, also those of Object.prototype", () => {
    const { proxy } = proxyOf("t");
    for (const key of ["name", "foo", "constructor", "hasOwnProperty", "__proto__"]) {
      expect(Reflect.get(proxy, key)).toBe("<t>");
      expect(key in proxy).toBe(false);
    }
    expect(Reflect.get(proxy, Symbol.iterator)).toBeUndefined();
  });

  it("shows its value, remind and disable and nothing else", () => {
    const { proxy } = proxyOf("t");
    expect(Object.keys(proxy)).toEqual(["value", "remind", "disable"]);
    expect(["value", "remind", "disable", "toString", "valueOf"].every((key) => key in proxy)).toBe(true);
    expect(JSON.stringify(proxy)).toBe('{"value":"<t>"}');
  });

  it("may be awaited, and comes out as itself", async () => {
    const { proxy } = proxyOf("t");
    expect(Object.is(await proxy, proxy)).toBe(true);
  });
});
