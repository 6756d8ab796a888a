import { describe, expect, it } from "vitest";
import { frozenJson } from "./frozen-json.ts";

describe("frozenJson", () => {
  it("freezes every object and list inside", () => {
    const value = { list: [{ deep: ["x"] }], text: "x", nothing: null };
    expect(frozenJson(value)).toBe(value);
    expect([value, value.list, value.list[0], value.list[0]?.deep].every(Object.isFrozen)).toBe(true);
  });
});
