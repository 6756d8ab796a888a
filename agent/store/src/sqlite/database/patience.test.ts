import { expect, it, onTestFinished, vi } from "vitest";
import { Patience } from "./patience.ts";

it("a lock counts from its first refusal, over all calls, and anew when others have stored something or it was long ago", () => {
  let now = 10_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const patience = new Patience();
  const after = (ms: number, version: number) => {
    now += ms;
    return patience.refused(version);
  };
  // What is queued tries once, which takes nothing from the call that waits next.
  expect(after(0, 1)).toBe(0);
  expect(after(40, 1)).toBe(40);
  expect(after(200, 1)).toBe(240);
  expect(after(10, 2)).toBe(0);
  expect(after(10, 2)).toBe(10);
  expect(after(5_000, 2)).toBe(0);
  expect(after(30, 2)).toBe(30);
  patience.free();
  expect(after(1, 2)).toBe(0);
});
