import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compileOutputSchema } from "./compile-output-schema.ts";

const compile = (schema: Parameters<typeof compileOutputSchema>[0]) =>
  compileOutputSchema(schema, { toolName: "demo" });

describe("compileOutputSchema", () => {
  it("describes the output side, of any type", () => {
    expect(compile(z.string().transform(Number).pipe(z.number())).jsonSchema).toEqual({ type: "number" });
    expect(compile(z.object({ a: z.string().default("x") })).jsonSchema).toMatchObject({ required: ["a"] });
  });

  it("lets unknown keys pass to the library, which drops them", async () => {
    expect(await compile(z.object({ a: z.string() })).check({ a: "x", b: 1 })).toEqual({ ok: true, value: { a: "x" } });
  });

  it("repeats no value: it may be one that the reader must not see", async () => {
    const checked = await compile(z.object({ a: z.enum(["x", "y"]) })).check({ a: "hidden" });
    expect(checked).toMatchObject({ issues: [{ path: "/a", message: 'expected one of "x", "y"' }] });
    const plain = await compile({ type: "object", properties: { a: { enum: ["x", "y"] } } }).check({ a: "hidden" });
    expect(plain).toMatchObject({ issues: [{ path: "/a", message: 'expected one of "x", "y"' }] });
  });

  it("names what is wrong in the same words as for inputs", async () => {
    expect(await compile(z.object({ a: z.string() })).check({ a: 1 })).toEqual({
      ok: false,
      issues: [{ path: "/a", message: "expected string, got number" }],
    });
    expect(await compile({ type: "array" }).check("x")).toMatchObject({ ok: false });
  });

  it("checks also what cannot be written as JSON Schema", async () => {
    const schema = compile(
      z.custom<string>((value) => value === "q", "must be q").transform((text) => new Map([[text, 1]])),
    );
    expect(schema.jsonSchema).toEqual({});
    expect(await schema.check("q")).toMatchObject({ ok: true });
    expect(await schema.check("x")).toEqual({ ok: false, issues: [{ path: "", message: "must be q" }] });
  });
});
