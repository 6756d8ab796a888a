import { afterEach, describe, expect, it, vi } from "vitest";
import { ListenerSet } from "./listener-set.ts";

afterEach(() => vi.restoreAllMocks());

function warnings() {
  const lines: string[] = [];
  vi.spyOn(console, "warn").mockImplementation((line) => lines.push(String(line)));
  return lines;
}

describe("ListenerSet", () => {
  it("warns once, with the 51st listener of one type, that something may leak", () => {
    const lines = warnings();
    const listeners = new ListenerSet();
    for (let count = 0; count < 50; count++) listeners.add("error", () => {});
    expect(lines).toEqual([]);
    for (let count = 0; count < 10; count++) listeners.add("error", () => {});
    expect(lines).toEqual([expect.stringMatching(/leak/)]);
  });

  it("counts a listener that was taken back, or came twice, only while it is there", () => {
    const lines = warnings();
    const listeners = new ListenerSet();
    const one = () => {};
    for (let count = 0; count < 100; count++) listeners.add("error", () => {})();
    for (let count = 0; count < 100; count++) listeners.add("error", one);
    for (let count = 0; count < 49; count++) listeners.add("error", () => {});
    listeners.add("error", one);
    expect(lines).toEqual([]);
  });
});
