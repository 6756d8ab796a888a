import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../json/canonical-json.ts";
import { asPlain } from "./prompt-frame.ts";

it("takes every value for what JSON writes of it", () => {
  const values = fc.anything({ withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true });
  fc.assert(
    fc.property(fc.record({ value: values }), (value) => {
      expect(canonicalJson(asPlain(value))).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
    }),
  );
});

it.each([
  ["a missing place of a list", { list: Object.assign([1], { 2: 2 }) }],
  ["what is no number", { a: Number.NaN, b: [Number.POSITIVE_INFINITY] }],
  ["a date", { at: [new Date(0)] }],
  ["what says itself how it is written", { a: { toJSON: () => ({ b: 1 }) } }],
  ["a function", { a: () => 1, b: [() => 1] }],
  ["a field that is not there", { a: undefined, b: { c: undefined } }],
])("writes %s as JSON does", (_, value) => {
  expect(canonicalJson(asPlain(value))).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
});
