import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInputSchema } from "../compile/compile-input-schema.ts";
import { matchPattern } from "./match-pattern.ts";

/** Each of these keeps a backtracking engine busy for longer than anyone waits. */
const endless = ["^(a+)+$", "^(a|aa)+$", "^(.*a){20}$", "(x+x+)+y", "^([a-z]+)*[0-9]$", "a*a*a*a*a*a*b"];
const long = `${"a".repeat(3_000)}!`;

describe("a pattern", () => {
  it.each(endless)("is judged in linear time: %s", (pattern) => {
    expect(matchPattern(pattern)?.(long.replaceAll("a", pattern.includes("x") ? "x" : "a"))).toBe(false);
  });

  it("means what RegExp means", () => {
    const pattern = fc.constantFrom(
      "^(a|ab)+$",
      "^(b+)*a?$",
      "^.{3,}$",
      "[^a]b",
      "^\\d+(-\\d+)*$",
      "\\p{L}+\\.$",
      "^(?=a)(a|b)*$",
      "^.$",
    );
    const text = fc.string({ unit: fc.constantFrom("a", "b", "x", "1", "-", "é", "😀", "\n"), maxLength: 12 });
    const padding = fc.constantFrom("", "-1".repeat(15), "b".repeat(30));
    fc.assert(
      fc.property(pattern, text, padding, (source, value, end) => {
        expect(matchPattern(source)?.(value + end)).toBe(new RegExp(source, "u").test(value + end));
      }),
      { numRuns: 1_000 },
    );
  });

  it("is nothing where it is no regular expression", () => {
    expect(matchPattern("[")).toBeUndefined();
  });
});

describe("a pattern for the names of members", () => {
  const checkOf = (schema: object) => compileInputSchema({ type: "object", ...schema }, { toolName: "t" }).check;

  it.each(endless.slice(0, 4))("is judged in linear time: %s", async (pattern) => {
    const check = checkOf({ patternProperties: { [pattern]: { type: "number" } }, additionalProperties: false });
    expect(await check({ [long.replaceAll("a", pattern.includes("x") ? "x" : "a")]: 1 })).toMatchObject({ ok: false });
    const inside = checkOf({ not: { patternProperties: { [pattern]: { type: "number" } } } });
    expect(await inside({ [long]: 1 })).toMatchObject({ ok: false });
  });

  it("means what RegExp means, whatever the names are made of", async () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "b", ".", "|", "$", "^", "\\", "(", "-", "/", "é", "😀", "\n"),
      maxLength: 20,
    });
    const pattern = fc.constantFrom("^(a|ab)+$", "(b+)*\\.", "^[^a]*$", "[|$]", "\\\\", "^.$", "^(?:x|)$", "(😀|é)+");
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(pattern, { minLength: 1 }),
        fc.dictionary(name, fc.constantFrom(1, "s")),
        async (patterns, value) => {
          const patternProperties = Object.fromEntries(patterns.map((source) => [source, { type: "number" }]));
          const isRight = ([key, member]: [string, unknown]) =>
            patterns.every((source) => !new RegExp(source, "u").test(key) || typeof member === "number") &&
            patterns.some((source) => new RegExp(source, "u").test(key));
          const { ok } = await checkOf({ anyOf: [{ patternProperties, additionalProperties: false }] })(value);
          expect(ok).toBe(Object.entries(value).every(isRight));
        },
      ),
    );
  });

  it("judges inner values, references to it, and one value after the other", async () => {
    const schema = {
      properties: {
        a: { patternProperties: { "^(x|y)+$": { type: "number" } } },
        b: { $ref: "#/properties/a/patternProperties/%5E(x%7Cy)+$" },
      },
      required: ["a"],
    };
    const check = checkOf({ allOf: [schema] });
    expect(await check({ a: { xy: 1 } })).toMatchObject({ ok: true });
    expect(await check({ a: { xyx: "s" } })).toMatchObject({ ok: false });
    expect(await check({ a: { z: "s" } })).toMatchObject({ ok: true });
  });
});

describe("a plain schema with such a pattern", () => {
  const slow = { type: "string", pattern: "^(a+)+$" };
  it.each([
    ["of a property", { properties: { p: slow } }],
    ["behind a reference", { properties: { p: { $ref: "#/definitions/p" } }, definitions: { p: slow } }],
    ["in a union", { properties: { p: { anyOf: [slow, { type: "number" }] } } }],
    ["beside a format and an allOf", { properties: { p: { ...slow, format: "email", allOf: [{ minLength: 1 }] } } }],
    [
      "of a property that has its name",
      { properties: { p: { not: { pattern: "^!" } }, pattern: slow }, required: ["pattern"] },
    ],
    ["that is denied", { properties: { p: { type: "number", not: slow } } }],
  ])("refuses in linear time: %s", async (_, schema) => {
    const { check } = compileInputSchema({ type: "object", ...schema }, { toolName: "t" });
    expect(await check({ p: long })).toMatchObject({ ok: false });
  });

  it("takes what fits, and leaves a constant that looks like a schema alone", async () => {
    const schema = { type: "object", properties: { p: slow, c: { const: { pattern: "x" } } } };
    const { check } = compileInputSchema(schema, { toolName: "t" });
    expect(await check({ p: "a".repeat(3_000), c: { pattern: "x" } })).toMatchObject({ ok: true });
    expect(await check({ p: "b" })).toMatchObject({
      issues: [{ path: "/p", message: 'expected to match "^(a+)+$", such as "a"' }],
    });
  });
});
