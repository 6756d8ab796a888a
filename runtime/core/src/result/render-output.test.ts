import { afterEach, describe, expect, it, vi } from "vitest";
import { renderJson } from "./render-output.ts";

describe("renderJson", () => {
  afterEach(() => vi.restoreAllMocks());

  it("writes once what is asked for twice in a row", () => {
    const results = Array.from({ length: 3 }, (_, number) => ({ number }));
    const written = vi.spyOn(JSON, "stringify");
    const shown = results.map((result) => [renderJson(result), renderJson(result)]);
    expect(written).toHaveBeenCalledTimes(3);
    expect(shown[2]).toEqual(['{"number":2}', '{"number":2}']);
  });

  it("gives what a value says now, where it is asked a third time", () => {
    const value = { said: "before" };
    renderJson(value);
    renderJson(value);
    value.said = "after";
    expect(renderJson(value)).toBe('{"said":"after"}');
  });
});
