import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Json, JsonSchema } from "../../json/json.ts";
import type { Schema } from "../../tool/tool.ts";
import { compileInputSchema } from "../compile/compile-input-schema.ts";

const zod = z.object({
  base: z.int().min(0).max(9),
  name: z.string().min(3).optional(),
  unit: z.enum(["cm", "in"]),
  none: z.string().nullable(),
  list: z.array(z.object({ on: z.boolean() })).max(2),
  shape: z.union([
    z.object({ kind: z.literal("a"), x: z.string() }),
    z.object({ kind: z.literal("b"), y: z.number() }),
  ]),
  mail: z.email().optional(),
});
const ark = type({
  base: "0<=number.integer<=9",
  "name?": "string>=3",
  unit: "'cm'|'in'",
  none: "string|null",
  list: type({ on: "boolean" }).array().atMostLength(2),
  shape: type({ kind: "'a'", x: "string" }).or({ kind: "'b'", y: "number" }),
  "mail?": "string.email",
});
const valibot = toStandardJsonSchema(
  v.object({
    base: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9)),
    name: v.optional(v.pipe(v.string(), v.minLength(3))),
    unit: v.picklist(["cm", "in"]),
    none: v.nullable(v.string()),
    list: v.pipe(v.array(v.object({ on: v.boolean() })), v.maxLength(2)),
    shape: v.variant("kind", [
      v.object({ kind: v.literal("a"), x: v.string() }),
      v.object({ kind: v.literal("b"), y: v.number() }),
    ]),
    mail: v.optional(v.pipe(v.string(), v.email())),
  }),
);
const plain: JsonSchema = structuredClone(compileInputSchema(zod, { toolName: "zod" }).jsonSchema);

const compiled = Object.entries({ zod, ark, valibot, plain }).map(([name, schema]: [string, Schema<unknown>]) => ({
  name,
  check: compileInputSchema(schema, { toolName: name }).check,
}));
const good = { base: 1, unit: "cm", none: null, list: [], shape: { kind: "a", x: "q" } };

async function messages(value: Json): Promise<string[][]> {
  return Promise.all(
    compiled.map(async ({ check }) => {
      const checked = await check(value);
      return checked.ok ? [] : checked.issues.map(({ path, message }) => `${path}: ${message}`).sort();
    }),
  );
}

describe("messages are the same for zod, arktype, valibot and plain JSON Schema", () => {
  it.each<[string, Json, string[]]>([
    ["nothing", good, []],
    ["a wrong type", { ...good, base: "4711" }, ["/base: expected integer, got string"]],
    ["a fraction", { ...good, base: 1.5 }, ["/base: expected integer, got number"]],
    ["too much", { ...good, base: 10 }, ["/base: expected at most 9"]],
    ["too short", { ...good, name: "ab" }, ["/name: expected at least 3 characters"]],
    ["no value of the list", { ...good, unit: "4711" }, ['/unit: expected one of "cm", "in", got "4711"']],
    [
      "one that is nearly on the list",
      { ...good, unit: "CM" },
      ['/unit: expected one of "cm", "in", got "CM"; did you mean "cm"?'],
    ],
    [
      "one that is long",
      { ...good, unit: "x".repeat(41) },
      ['/unit: expected one of "cm", "in", got another string of 41 characters'],
    ],
    [
      "one with a quote",
      { ...good, unit: 'a"b' },
      ['/unit: expected one of "cm", "in", got another string of 3 characters'],
    ],
    ["no text at all", { ...good, unit: ["cm"] }, ['/unit: expected one of "cm", "in", got array']],
    ["neither text nor null", { ...good, none: 4711 }, ["/none: expected string or null, got number"]],
    ["too many", { ...good, list: [{ on: true }, { on: true }, { on: true }] }, ["/list: expected at most 2 items"]],
    ["an item's member", { ...good, list: [{ on: 0 }] }, ["/list/0/on: expected boolean, got number"]],
    ["an unknown kind", { ...good, shape: { kind: "c" } }, ['/shape/kind: expected one of "a", "b", got "c"']],
    ["no kind", { ...good, shape: {} }, ['/shape/kind: missing; expected one of "a", "b"']],
    ["inside an arm", { ...good, shape: { kind: "b", y: "4711" } }, ["/shape/y: expected number, got string"]],
    ["no arm at all", { ...good, shape: [] }, ["/shape: expected object, got array"]],
    ["a format", { ...good, mail: "4711" }, ['/mail: expected format "email"']],
    ["an unknown key", { ...good, bas: 1 }, ["/bas: unknown key"]],
    [
      "not an object",
      [4711],
      [
        ': expected object, got array; its keys are "base", "list", "none", "shape", "unit", "mail" (optional), "name" (optional)',
      ],
    ],
    ["no object in a list", { ...good, list: ["on"] }, ['/list/0: expected object, got string; its keys are "on"']],
    [
      "everything missing",
      {},
      [
        "/base: missing; expected integer",
        "/list: missing; expected array",
        "/none: missing; expected string or null",
        "/shape: missing; expected object",
        '/unit: missing; expected one of "cm", "in"',
      ],
    ],
  ])("%s", async (_, value, expected) => {
    expect(await messages(value)).toEqual(compiled.map(() => expected));
  });

  it("for any change to a good value, and never quote it where values are free, throw or change it", async () => {
    const marker = "marker-4711";
    const wrong = fc.oneof(
      fc.constantFrom<Json>(
        marker,
        1.5,
        -1,
        99,
        null,
        true,
        [],
        {},
        [marker],
        { kind: marker },
        { kind: "b", y: marker },
      ),
      fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value))),
    );
    const changes = fc.dictionary(fc.constantFrom("base", "unit", "none", "list", "shape", "other"), wrong, {
      maxKeys: 3,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const value: Json = { ...good, ...change };
        const before = JSON.stringify(value);
        const [first, ...others] = await messages(value);
        for (const other of others) expect(other).toEqual(first);
        const free = first?.filter((message) => !/: expected one of .*, got "/.test(message));
        expect(JSON.stringify(free)).not.toContain(marker);
        expect(JSON.stringify(value)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it("tell a type that JSON Schema does not have as it is written", async () => {
    const schema = { type: "object", properties: { at: { type: "strin" } } };
    const checked = await compileInputSchema(schema, { toolName: "t" }).check({ at: "x" });
    expect(checked).toMatchObject({ ok: false, issues: [{ path: "/at", message: "expected strin, got string" }] });
  });

  it("name the keys of an object that may also be null", async () => {
    const schema = z.object({ at: z.object({ line: z.number(), column: z.number().optional() }).nullable() });
    const checked = await compileInputSchema(schema, { toolName: "t" }).check({ at: "3" });
    expect(checked).toMatchObject({
      issues: [
        { path: "/at", message: 'expected object or null, got string; its keys are "line", "column" (optional)' },
      ],
    });
  });
});
