import { afterEach, describe, expect, it, vi } from "vitest";
import { renderJson } from "./render-output.ts";

describe("renderJson", () => {
  afterEach(() => vi.restoreAllMocks());

  it("writes each result once, also where calls run at the same time", async () => {
    // What other tests have rendered is kept, too, and takes room.
    vi.resetModules();
    const { renderJson } = await import("./render-output.ts");
    const results = Array.from({ length: 100 }, (_, number) => ({ number }));
    const written = vi.spyOn(JSON, "stringify");
    const scrubbed = results.map(renderJson);
    const shown = results.map(renderJson);
    expect(written).toHaveBeenCalledTimes(100);
    expect(shown).toEqual(scrubbed);
    expect(shown[99]).toBe('{"number":99}');
  });

  it("gives what a value says now, where it is asked a third time", () => {
    const value = { said: "before" };
    renderJson(value);
    renderJson(value);
    value.said = "after";
    expect(renderJson(value)).toBe('{"said":"after"}');
  });

  it("keeps few texts, and of long ones the last", () => {
    const long = Array.from({ length: 3 }, () => ({ text: "x".repeat(2_000) }));
    const written = vi.spyOn(JSON, "stringify");
    for (const value of [...long, ...long.toReversed()]) renderJson(value);
    expect(written).toHaveBeenCalledTimes(5);
    for (let number = 0; number < 1_000; number++) renderJson({ number });
    expect(renderJson({ last: true })).toBe('{"last":true}');
  });
});
