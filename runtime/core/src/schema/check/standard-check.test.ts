import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Json } from "../../json/json.ts";
import type { Schema } from "../../tool/tool.ts";
import { compileInputSchema } from "../compile/compile-input-schema.ts";
import { Findings } from "../explain/findings.ts";

const check = (schema: Schema<unknown>, value: Json) => compileInputSchema(schema, { toolName: "demo" }).check(value);

/** `/path: message` of a refusal; the value where there is none. */
async function verdict(schema: Schema<unknown>, value: Json): Promise<unknown> {
  const checked = await check(schema, value);
  return checked.ok ? checked.value : checked.issues.map(({ path, message }) => `${path}: ${message}`);
}

describe("unknown keys", () => {
  const schema = z.object({ path: z.string(), edits: z.array(z.object({ find: z.string() })).optional() });

  it("are refused and named, with the nearest known key, however deep", async () => {
    expect(await verdict(schema, { path: "a", edit: [] })).toEqual(['/edit: unknown key; did you mean "edits"?']);
    expect(await verdict(schema, { path: "a", edits: [{ find: "x", fnd: "y" }] })).toEqual([
      "/edits/0/fnd: unknown key",
    ]);
    expect(await verdict(schema, { pth: "a" })).toEqual([
      "/path: missing; expected string",
      '/pth: unknown key; did you mean "path"?',
    ]);
  });

  it("that name what every object inherits are unknown like any other", async () => {
    const value: Json = JSON.parse('{"path":"a","__proto__":{"edits":1},"constructor":1,"toString":1}');
    expect(await verdict(schema, value)).toEqual([
      "/__proto__: unknown key",
      "/constructor: unknown key",
      "/toString: unknown key",
    ]);
    expect(await verdict(z.object({ constructor: z.string() }), {})).toEqual([
      "/constructor: missing; expected string",
    ]);
  });

  it("are refused in unions, also where a library would drop them", async () => {
    const union = z.union([z.object({ a: z.string() }), z.object({ b: z.string(), c: z.number() })]);
    expect(await verdict(union, { a: "x" })).toEqual({ a: "x" });
    expect(await verdict(union, { a: "x", b: "y" })).toEqual(["/b: unknown key"]);
    expect(await verdict(union, { b: "y", c: 1, d: 1 })).toEqual(["/d: unknown key"]);
  });

  it("are refused where the arm is unclear and the library would take one by coercion", async () => {
    const union = z.union([
      z.object({ k: z.literal("a").optional(), n: z.coerce.number() }),
      z.object({ k: z.literal("b").optional(), m: z.string() }),
    ]);
    expect(await verdict(union, { n: "5" })).toEqual({ n: 5 });
    expect(await verdict(union, { n: "5", zz: 1 })).toEqual(["/zz: unknown key"]);
  });

  it("are refused before the library is asked", async () => {
    let asked = 0;
    const counting = z.object({ a: z.string().refine(() => ++asked > 0) });
    await verdict(counting, { a: "x", b: 1 });
    expect(asked).toBe(0);
    await verdict(counting, { a: "x" });
    expect(asked).toBe(1);
  });

  it("count more than the faults of an arm that the library would not take", async () => {
    const union = z.union([z.object({ a: z.string() }), z.looseObject({ a: z.number() })]);
    expect(await verdict(union, { a: "x", u: 1, v: 1 })).toEqual(["/u: unknown key", "/v: unknown key"]);
  });

  it("have their slashes and tildes escaped, and very long ones cut", async () => {
    expect(await verdict(schema, { path: "a", "b/c~d": 1 })).toEqual(["/b~1c~0d: unknown key"]);
    expect(JSON.stringify(await verdict(schema, { path: "a", ["k".repeat(5000)]: 1 })).length).toBeLessThan(200);
  });

  it("pass where the schema takes any key", async () => {
    expect(await verdict(z.looseObject({ a: z.string() }), { a: "x", b: 1 })).toEqual({ a: "x", b: 1 });
    expect(await verdict(z.record(z.string(), z.number()), { b: 1 })).toEqual({ b: 1 });
    expect(await verdict(z.record(z.string(), z.number()), { b: "x" })).toEqual(["/b: expected number, got string"]);
  });

  it("do not hide what coercion would have accepted", async () => {
    const coerced = z.object({ n: z.coerce.number() });
    expect(await verdict(coerced, { n: "5" })).toEqual({ n: 5 });
    expect(await verdict(coerced, { n: "5", m: 1 })).toEqual(["/m: unknown key"]);
  });
});

describe("the library's part", () => {
  it("applies defaults and transforms", async () => {
    const schema = z.object({ a: z.string().default("q"), n: z.string().transform(Number).optional() });
    expect(await verdict(schema, { n: "5" })).toEqual({ a: "q", n: 5 });
  });

  it("is synchronous where the library is", async () => {
    expect(check(z.object({ a: z.string() }), { a: "x" })).not.toBeInstanceOf(Promise);
    const late = z.object({ a: z.string().refine(async (value) => value === "q", "must be q") });
    expect(check(late, { a: "x" })).toBeInstanceOf(Promise);
    expect(await verdict(late, { a: "x" })).toEqual(["/a: must be q"]);
    expect(await verdict(late, { a: "q" })).toEqual({ a: "q" });
  });

  it("speaks where JSON Schema has no word: a refinement's own message and path", async () => {
    const same = z
      .object({ a: z.string(), b: z.string(), n: z.coerce.number() })
      .refine(({ a, b }) => a === b, { path: ["b"], message: "must equal a" });
    expect(await verdict(same, { a: "x", b: "y", n: "1" })).toEqual(["/b: must equal a"]);
    expect(
      await verdict(z.object({ u: z.url().refine(() => false, "not allowed here") }), { u: "http://a.b" }),
    ).toEqual(["/u: not allowed here"]);
  });

  it("never gets to quote the value", async () => {
    const marker = "marker-4711";
    const narrow = type({ a: "string" }).narrow((data, context) => data.a === "q" || context.mustBe("right"));
    const even = type({ a: type("string").narrow((text, context) => text === "q" || context.mustBe("q")) });
    const checked = toStandardJsonSchema(
      v.object({
        a: v.pipe(
          v.string(),
          v.check((text) => text === "q"),
        ),
      }),
    );
    for (const schema of [narrow, even, checked]) {
      const refused = JSON.stringify(await verdict(schema, { a: marker }));
      expect(refused).toMatch(/^\[/);
      expect(refused).not.toContain(marker);
    }
  });

  it("may throw or reject: the call is refused, the error not shown", async () => {
    const failed = [": could not be checked against its schema"];
    const fail = (): boolean => {
      throw new Error("secret");
    };
    expect(await verdict(z.object({ a: z.string().refine(fail) }), { a: "x" })).toEqual(failed);
    const rejecting: Schema<unknown> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: async () => ({ value: fail() }),
        ...{ jsonSchema: { input: () => ({ type: "object" }), output: () => ({}) } },
      },
    };
    expect(await verdict(rejecting, {})).toEqual(failed);
  });
});

describe("limits of a refusal", () => {
  it("keeps no more issues than it shows, and counts them all", () => {
    const found = new Findings({ attempts: 0, blamed: new Set(), quotes: true });
    for (let index = 0; index < 1000; index++) found.add(`/${index}`, () => "wrong");
    expect(found.issues).toHaveLength(20);
    expect(found.count).toBe(1000);
  });

  it("names 20 values of a long enum", async () => {
    const values = Array.from({ length: 30 }, (_, index) => `v${index}`);
    const [message] = [await verdict(z.object({ e: z.enum(values) }), { e: "x" })].flat();
    expect(message).toMatch(/"v19", …, got "x"(; did you mean "v\d+"\?)?$/);
  });

  it("blames a format only for a text without another fault", async () => {
    const mail = toStandardJsonSchema(v.object({ m: v.pipe(v.string(), v.email(), v.minLength(50)) }));
    expect(await verdict(mail, { m: "a@b.org" })).toEqual(["/m: expected at least 50 characters"]);
  });

  it("names 20 issues and counts the rest", async () => {
    const checked = await check(z.object({ l: z.array(z.number()) }), { l: Array(100_000).fill("x") });
    expect(checked.ok ? [] : checked.issues).toHaveLength(21);
    expect(checked).toMatchObject({ issues: { 20: { path: "", message: "…and 99980 more" } } });
  });

  it("gives up, refusing, on unions that would take exponential time", async () => {
    const pair = z.object({
      get l() {
        return either;
      },
      get r() {
        return either;
      },
    });
    const triple = z.object({
      get l() {
        return either;
      },
      get r() {
        return either;
      },
      t: z.string(),
    });
    const either: z.ZodType = z.union([z.number(), z.lazy(() => pair), z.lazy(() => triple)]);
    let value: Json = "wrong";
    for (let level = 0; level < 60; level++) value = { l: value, r: 1 };
    expect(await verdict(z.object({ root: either }), { root: value })).toEqual([
      ": could not be checked against its schema",
    ]);
  });
});
