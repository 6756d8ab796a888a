import { expect, it } from "vitest";
import { parametersInWords } from "./parameters-in-words.ts";

it("names required parameters first, with their types", () => {
  expect(
    parametersInWords({
      $defs: { id: { type: "integer" } },
      type: "object",
      properties: {
        deep: { type: "boolean" },
        ids: { type: "array", items: { $ref: "#/$defs/id" } },
        any: {},
        tags: { type: "array" },
      },
      required: ["ids", "any"],
    }),
  ).toBe("ids (array of integer), any, optional: deep (boolean), tags (array)");
});

it("is empty where nothing is named, and short where much is", () => {
  expect(parametersInWords({ type: "object" })).toBe("");
  const properties = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`key-${n}`, { type: "string" }]));
  const words = parametersInWords({ type: "object", properties });
  expect(words).toMatch(/^optional: key-0 \(string\), .*, 380 more$/);
  const long = Object.fromEntries(Object.keys(properties).map((key) => [key.repeat(99), {}]));
  expect(parametersInWords({ type: "object", properties: long }).length).toBeLessThanOrEqual(601);
});
