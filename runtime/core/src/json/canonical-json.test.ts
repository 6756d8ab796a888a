import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./json.ts";

describe("canonicalJson", () => {
  it("gives the known hash of the promptHash vector", () => {
    const text = canonicalJson({
      temperature: 0.7,
      prompt_hash_version: "phv1",
      model: "gpt-4o",
      messages: [{ role: "user", content: "hi" }],
      max_tokens: 2048,
    });
    const hash = createHash("sha256").update(text).digest("hex");
    expect(hash).toBe("3150782d304a7d50db18ec1063728c11f95d4de9ad278dbe58dad62bc5907038");
  });

  it("keeps the order of arrays and sorts keys by code unit", () => {
    expect(canonicalJson({ b: [3, 1, { z: 1, a: 2 }], B: null, "\u{1f600}": 1, "\uff5e": 2 })).toBe(
      '{"B":null,"b":[3,1,{"a":2,"z":1}],"\u{1f600}":1,"\uff5e":2}',
    );
  });

  it("leaves undefined properties out, as JSON does", () => {
    const value: { [key: string]: Json } = JSON.parse('{"a":1,"b":2}');
    Reflect.set(value, "a", undefined);
    expect(canonicalJson(value)).toBe('{"b":2}');
  });

  it("writes an own __proto__ key like any other", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });

  it("writes 100 levels", () => {
    let deep: Json = 1;
    for (let level = 0; level < 100; level++) deep = { a: deep };
    expect(canonicalJson(deep)).toBe(JSON.stringify(deep));
  });

  it("is the same for every order of keys, and parses back", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const plain: Json = JSON.parse(JSON.stringify(value));
        expect(canonicalJson(reversed(plain))).toBe(canonicalJson(plain));
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
      }),
    );
  });
});

function reversed(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, member]) => [key, reversed(member)]));
}
