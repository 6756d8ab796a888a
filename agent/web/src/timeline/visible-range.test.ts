import { describe, expect, it } from "vitest";
import { rowAfterKey, visibleRange } from "./visible-range.ts";

describe("visibleRange", () => {
  const view = { height: 100, rowHeight: 10, count: 1_000 };

  it("is what is in view and a little more, however long the list", () => {
    expect(visibleRange({ ...view, scrollTop: 5_000 })).toEqual([488, 522]);
    expect(visibleRange({ ...view, scrollTop: 0 })).toEqual([0, 22]);
    expect(visibleRange({ ...view, scrollTop: 9_900 })).toEqual([978, 1_000]);
  });

  it("bears a list that became shorter, and a page that is pulled beyond its edge", () => {
    expect(visibleRange({ ...view, count: 3, scrollTop: 5_000 })).toEqual([3, 3]);
    expect(visibleRange({ ...view, count: 0, scrollTop: 0 })).toEqual([0, 0]);
    expect(visibleRange({ ...view, scrollTop: -50 })).toEqual([0, 22]);
  });
});

describe("rowAfterKey", () => {
  it("stays within the list", () => {
    expect(["ArrowDown", "ArrowUp", "PageDown", "Home", "End"].map((key) => rowAfterKey(key, 3, 10))).toEqual([
      4, 2, 9, 0, 9,
    ]);
    expect(rowAfterKey("ArrowUp", 0, 10)).toBe(0);
    expect(rowAfterKey("a", 3, 10)).toBeUndefined();
    expect(rowAfterKey("End", 0, 0)).toBeUndefined();
  });
});
