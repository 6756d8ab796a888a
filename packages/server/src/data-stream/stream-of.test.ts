import { describe, expect, it } from "vitest";
import { streamOf } from "./stream-of.ts";

async function* slow() {
  yield "first";
  await new Promise((resolve) => setTimeout(resolve, 200));
  yield "last";
}

const idle = { afterMs: 50, item: "idle" };

describe("streamOf", () => {
  it("is not silent while nothing comes, and loses nothing by it", async () => {
    const items = [];
    for await (const item of streamOf({ items: slow(), onCancel() {}, idle })) items.push(item);
    expect(items.filter((item) => item !== "idle")).toEqual(["first", "last"]);
    expect(items.filter((item) => item === "idle").length).toBeGreaterThan(0);
  });

  it("tells when its reader leaves, also while nothing comes", async () => {
    let left = 0;
    const reader = streamOf({ items: slow(), onCancel: () => (left += 1), idle }).getReader();
    await reader.read();
    await reader.cancel();
    expect(left).toBe(1);
  });
});
