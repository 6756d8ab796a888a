import fc from "fast-check";
import { expect, it } from "vitest";
import { LEAST_SIDE, SideWidth, USUAL_SIDE } from "./side-width.ts";

function memory(kept: Readonly<Record<string, string>> = {}): Storage {
  const values = new Map(Object.entries(kept));
  return {
    length: 0,
    key: () => null,
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

it("stays between the least and the room that there is, and is the same at the next visit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000, max: 5_000 }),
      fc.integer({ min: LEAST_SIDE, max: 3_000 }),
      (wanted, most) => {
        const storage = memory();
        const width = new SideWidth(storage);
        width.choose(wanted, most);
        expect(width.state()).toBeGreaterThanOrEqual(LEAST_SIDE);
        expect(width.state()).toBeLessThanOrEqual(most);
        expect(new SideWidth(storage).state()).toBe(width.state());
      },
    ),
  );
});

it("has the usual width where nothing, or no width, was kept", () => {
  for (const kept of ["", "wide", "-1", "12", "Infinity"]) {
    expect(new SideWidth(memory({ "toolwright.side-width": kept })).state()).toBe(USUAL_SIDE);
  }
  expect(new SideWidth(undefined).state()).toBe(USUAL_SIDE);
});

it("goes on without a storage that takes something", () => {
  const full: Storage = {
    ...memory(),
    setItem() {
      throw new DOMException("There is no room.", "QuotaExceededError");
    },
  };
  const width = new SideWidth(full);
  width.choose(700, 900);
  expect(width.state()).toBe(700);
});
