import { describe, expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

describe("nearestName", () => {
  it.each([
    ["pth", ["base", "path"], "path"],
    ["filePath", ["path", "file_path", "file"], "file_path"],
    ["read_fil", ["write_file", "read_file", "grep"], "read_file"],
    ["weather", ["get_time", "get_weather"], "get_weather"],
  ])("%s of %j is %s", (name, candidates, nearest) => {
    expect(nearestName(name, candidates)).toBe(nearest);
  });

  it("names nothing that is not near, nor of nothing", () => {
    expect(nearestName("__unexpected__", ["base", "height"])).toBeUndefined();
    expect(nearestName("a", [])).toBeUndefined();
    expect(nearestName("__", ["_"])).toBeUndefined();
  });

  it("is not slowed by a long name", () => {
    const long = "x".repeat(1_000_000);
    expect(nearestName(long, ["x".repeat(63), long])).toBeUndefined();
  });
});
