import { describe, expect, it } from "vitest";
import { normalisePatchPath } from "./plan-patch.ts";

describe("normalisePatchPath", () => {
  it.each([
    ["a.ts", "a.ts"],
    ["./src//a.ts", "src/a.ts"],
    ["src/x/../a.ts", "src/a.ts"],
    ["..foo/a", "..foo/a"],
    ["a/..b", "a/..b"],
  ])("writes %s as %s", (given, path) => {
    expect(normalisePatchPath(given)).toBe(path);
  });

  it.each(["", ".", "..", "../a", "a/../../b", "/etc/passwd", "C:\\x", "c:/x", "a\0b"])("refuses %j", (given) => {
    expect(normalisePatchPath(given)).toBeUndefined();
  });
});
