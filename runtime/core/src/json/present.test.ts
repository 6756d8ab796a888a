import { expect, it } from "vitest";
import { present } from "./present.ts";

it("leaves out what is undefined, and nothing else", () => {
  const fields = present({ a: undefined, b: null, c: 0, d: "", e: false, f: { g: undefined } });
  expect(Object.keys(fields)).toEqual(["b", "c", "d", "e", "f"]);
  expect(fields.f).toEqual({ g: undefined });
});
