import { expect, it } from "vitest";
import { generateId } from "./generate-id.ts";

it("ids are nine letters and digits, and do not repeat", () => {
  const ids = Array.from({ length: 1000 }, generateId);
  expect(ids.every((id) => /^[A-Za-z0-9]{9}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(1000);
});
