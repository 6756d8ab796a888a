import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../json/json.ts";
import { boundOutput } from "./bound-output.ts";

const bounded = (value: Json, maxBytes = 51_200): Json => {
  const { output } = boundOutput({ type: "json", value }, { maxBytes });
  if (output.type !== "json") throw new Error("not JSON");
  return output.value;
};
const bytes = (value: Json) => Buffer.byteLength(JSON.stringify(value));

describe("boundOutput of JSON", () => {
  it("gives a small value back as it is", () => {
    const output = { type: "json", value: { a: [1, 2] } } as const;
    expect(boundOutput(output).output).toBe(output);
  });

  it("cuts the longest array and keeps what stands beside it", () => {
    const value = { ok: true, items: Array.from({ length: 50_000 }, (_, id) => ({ id })), note: "kept" };
    const shown = bounded(value);
    expect(shown).toMatchObject({ ok: true, note: "kept" });
    const items = Object.entries(shown ?? {}).find(([key]) => key === "items")?.[1] as Json[];
    expect(items[0]).toEqual({ id: 0 });
    expect(items.at(-1)).toBe(`… ${50_000 - items.length + 1} more items`);
    expect(bytes(shown)).toBeGreaterThan(50_000);
  });

  it("cuts the longest string and says how much is missing", () => {
    const shown = bounded({ path: "a.txt", text: "x".repeat(68_000) });
    expect(JSON.stringify(shown)).toMatch(/^\{"path":"a\.txt","text":"x{50000,}…\[\+\d+ chars\]"\}$/);
  });

  it("shares the room among several large members", () => {
    const shown = bounded({ a: "a".repeat(100_000), b: "b".repeat(100_000), c: "short" });
    expect(JSON.stringify(shown)).toMatch(/^\{"a":"a{25000,}….*","b":"b{25000,}….*","c":"short"\}$/);
  });

  it.each([100_000, 5_000])("looks at no more members than it can show, of %d", (length) => {
    let looks = 0;
    const item = Object.defineProperty({}, "text", { enumerable: true, get: () => `${(looks += 1)}`.padEnd(60_000) });
    const list: Json = new Array(length).fill(item);
    bounded({ list, note: "kept" });
    expect(looks).toBeLessThan(40_000);
  });

  it("cuts an object of too many keys", () => {
    const shown = bounded(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index])));
    expect(JSON.stringify(shown)).toMatch(/^\{"key0":0,.*"…":"\d+ more keys"\}$/);
  });

  it("names the ref beside the value, within the same limits", () => {
    const result = boundOutput({ type: "json", value: new Array(100_000).fill(1) });
    const named = result.cut ? result.withRef("abcdefghjkmn") : result.output;
    const value = named.type === "json" ? named.value : null;
    expect(value).toMatchObject({ full: expect.stringContaining("ref_id abcdefghjkmn"), value: expect.any(Array) });
    expect(bytes(value)).toBeLessThanOrEqual(51_200);
    expect(result.cut && result.fullText).toBe(JSON.stringify(new Array(100_000).fill(1)));
  });

  it.each<[string, Json]>([
    ["deep arrays", nest(95, "x".repeat(100_000))],
    ["a key of a megabyte", { ["k".repeat(1_000_000)]: 1, other: "o".repeat(60_000) }],
    ["controls, which escape six-fold", "\u0000".repeat(100_000)],
    ["pairs", "😀".repeat(100_000)],
    ["many middling members", Array.from({ length: 5_000 }, () => ["y".repeat(300), { z: "z".repeat(600) }])],
  ])("holds the limit for %s", (_, value) => {
    const shown = bounded(value);
    expect(bytes(shown)).toBeLessThanOrEqual(51_200);
    expect(JSON.stringify(shown).length).toBeGreaterThan(10);
    expect(JSON.stringify(shown).toWellFormed()).toBe(JSON.stringify(shown));
  });

  it("holds the limit for every value, and is the same every time", () => {
    const leaf = fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.double({ noNaN: true }), fc.constant(null));
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie("tree"), { maxLength: 30 }),
        fc.dictionary(fc.string({ maxLength: 60 }), tie("tree"), { maxKeys: 10 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (raw) => {
        const value: Json = JSON.parse(JSON.stringify(raw));
        const before = JSON.stringify(value);
        const result = boundOutput({ type: "json", value }, { maxBytes: 1_024 });
        const named = result.cut ? result.withRef("abcdefghjkmn") : result.output;
        expect(bytes(named.type === "json" ? named.value : "")).toBeLessThanOrEqual(1_024);
        expect(bounded(value, 1_024)).toEqual(bounded(value, 1_024));
        expect(bytes(bounded(value, 1_024))).toBeLessThanOrEqual(1_024);
        expect(JSON.stringify(value)).toBe(before);
        if (bytes(value) <= 1_024) expect(bounded(value, 1_024)).toBe(value);
      }),
    );
  });
});

function nest(levels: number, leaf: Json): Json {
  return levels === 0 ? leaf : [nest(levels - 1, leaf)];
}
