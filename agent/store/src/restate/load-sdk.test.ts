import { describe, expect, it } from "vitest";
import { loadSdk } from "./load-sdk.ts";

describe("the engine's SDK", () => {
  it("is not begun with on a Node where it would wait for ever", async () => {
    await expect(loadSdk("20.20.2")).rejects.toThrow("Runs on Restate need Node 22 or newer; this is 20.20.2.");
    await expect(loadSdk("8.0.0")).rejects.toThrow("Node 22 or newer");
  });

  it("is loaded on Node 22", async () => {
    expect(typeof (await loadSdk("22.0.0")).createEndpointHandler).toBe("function");
  });
});
