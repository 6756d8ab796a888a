import { describe, expect, it } from "vitest";
import { zoomed, zoomTo } from "./zoom.ts";

const row = (startedAt: number, endedAt?: number) => ({ startedAt, endedAt });

describe("a zoom", () => {
  it("shows the time of a row, of which a moment has some, too", () => {
    expect(zoomTo(row(100, 200), 500)).toEqual({ from: 100, to: 200 });
    expect(zoomTo(row(100, 100), 500)).toEqual({ from: 100, to: 101 });
    expect(zoomTo(row(100), 500)).toEqual({ from: 100, to: 500 });
  });

  it("cuts bars at its edges, and leaves out those outside", () => {
    const zoom = { from: 100, to: 200 };
    expect(zoomed(row(100, 200), zoom)).toEqual({ from: 0, to: 1 });
    expect(zoomed(row(0, 150), zoom)).toEqual({ from: 0, to: 0.5 });
    expect(zoomed(row(150), zoom)).toEqual({ from: 0.5, to: 1 });
    expect(zoomed(row(0, 50), zoom)).toBeUndefined();
    expect(zoomed(row(300), zoom)).toBeUndefined();
  });
});
