import { describe, expect, it } from "vitest";
import { closeObjects } from "./close-objects.ts";

const object = { type: "object", properties: { a: {} } };
const closed = { ...object, additionalProperties: false };

describe("closeObjects", () => {
  it("leaves a definition open that a later keyword makes part of an intersection", () => {
    const parts = { allOf: [{ $ref: "#/definitions/part" }, object] };
    const schema = { definitions: { part: object, alone: object }, type: "object", properties: { parts } };
    expect(closeObjects(schema)).toEqual({
      definitions: { part: object, alone: closed },
      type: "object",
      properties: { parts },
      additionalProperties: false,
    });
  });

  it("takes an allOf of one part for that part", () => {
    expect(closeObjects({ allOf: [object] })).toEqual({ allOf: [closed] });
  });

  it("touches no schema inside values, and not what it was given", () => {
    const schema = Object.freeze({ ...object, default: object, examples: [object], not: object });
    expect(closeObjects(schema)).toEqual({ ...schema, additionalProperties: false });
  });
});
