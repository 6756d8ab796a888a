import { expect, it } from "vitest";
import { z } from "zod";
import type { Json } from "../../json/json.ts";
import type { Schema } from "../../tool/tool.ts";
import { compileInputSchema } from "../compile/compile-input-schema.ts";

async function issuesOf(schema: Schema<unknown>, value: Json) {
  const checked = await compileInputSchema(schema, { toolName: "t" }).check(value);
  return checked.ok ? [] : checked.issues;
}

const records: readonly [string, Schema<unknown>][] = [
  ["zod", z.object({ sizes: z.record(z.enum(["small", "large"]), z.number()) })],
  [
    "a plain schema",
    {
      type: "object",
      properties: {
        sizes: {
          type: "object",
          propertyNames: { enum: ["small", "large"] },
          additionalProperties: { type: "number" },
          required: ["small", "large"],
        },
      },
    },
  ],
];

it.each(records)("names a key that is none of those a record takes, and the nearest: %s", async (_, schema) => {
  expect(await issuesOf(schema, { sizes: { small: 1, large: 2, huge: 3 } })).toEqual([
    { path: "/sizes/huge", message: "unknown key" },
  ]);
  expect(await issuesOf(schema, { sizes: { small: 1, lorge: 2 } })).toEqual([
    { path: "/sizes/large", message: expect.stringMatching(/^missing/) },
    { path: "/sizes/lorge", message: 'unknown key; did you mean "large"?' },
  ]);
  expect(await issuesOf(schema, { sizes: { small: 1, large: "2" } })).toEqual([
    { path: "/sizes/large", message: "expected number, got string" },
  ]);
});

it("says of what may never be there that it is not allowed, not what it was", async () => {
  const schema = z.object({ old: z.never().optional() });
  expect(await issuesOf(schema, { old: 7 })).toEqual([{ path: "/old", message: "not allowed" }]);
});

it("stays on one line, whatever a key or an author's own text holds", async () => {
  const schema = z.object({
    a: z
      .string()
      .refine(() => false, "one\ntwo\u2028three")
      .optional(),
  });
  expect(await issuesOf(schema, { "k\n\u001b[31m\u0085": 1 })).toEqual([
    { path: "/k\\n\\u001b[31m\\u0085", message: "unknown key" },
  ]);
  expect(await issuesOf(schema, { a: "x" })).toEqual([{ path: "/a", message: "one\\ntwo\\u2028three" }]);
});
