import { describe, expect, it } from "vitest";
import { UsageError } from "../usage-error.ts";
import { parseJsonFile } from "./parse-json-file.ts";

describe("parseJsonFile", () => {
  it("reads JSON, with a byte order mark or without", () => {
    expect(parseJsonFile('\ufeff[{"a":1}]', "f")).toEqual([{ a: 1 }]);
  });

  it.each([
    ["", "1:1"],
    ["[1,]", "1:4"],
    ["[1,\n 2,\n oops]", "3:2"],
    ['{"a": nope}', "1:8"],
    ['{"a": "open\n', "1:12"],
    ['[{"a": 1}\n {"b": 2}]', "2:2"],
    ["[1, 2", "1:6"],
    ["[1] []", "1:5"],
    ["{'a': 1}", "1:2"],
    ["[-]", "1:3"],
  ])("says where %j goes wrong", (text, place) => {
    expect(() => parseJsonFile(text, "f.json")).toThrow(
      new UsageError(`f.json:${place} is not JSON. Mend it and try again.`),
    );
  });
});
