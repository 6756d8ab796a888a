import { describe, expect, it } from "vitest";
import { AllowedAhead, comparable } from "./allowed-ahead.ts";

const seen = (toolCallId: string, args: unknown) => ({ toolCallId, shown: comparable(args) });

describe("calls that are allowed ahead", () => {
  it("are so once, with what was shown and nothing else", () => {
    const ahead = new AllowedAhead();
    ahead.allow([seen("a", { x: 1, y: { p: 1, q: [2] } }), seen("d", { x: 1 }), seen("e", {})]);
    expect(ahead.take(seen("a", { y: { q: [2], p: 1 }, x: 1 }))).toBe(true);
    expect(ahead.take(seen("a", { x: 1, y: { p: 1, q: [2] } }))).toBe(false);
    expect(ahead.take(seen("d", { x: 2 }))).toBe(false);
    expect(ahead.take(seen("d", { x: 1 }))).toBe(false);
    expect(ahead.take(seen("other", { x: 1 }))).toBe(false);
  });

  it("are never those that cannot be compared", () => {
    const ahead = new AllowedAhead();
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    ahead.allow([seen("a", { deep }), { toolCallId: "b", shown: undefined }]);
    expect(ahead.take(seen("a", { deep, more: 1 }))).toBe(false);
    expect(ahead.take({ toolCallId: "b", shown: undefined })).toBe(false);
    expect(comparable(JSON.parse('{"__proto__":1}'))).not.toBe(comparable({}));
  });
});
