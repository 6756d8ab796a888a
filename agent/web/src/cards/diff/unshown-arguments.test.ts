import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unshownArguments } from "./unshown-arguments.ts";

describe("the arguments of an edit that its diff does not show", () => {
  it.each([
    [{ file_path: "a", old_string: "x", new_string: "y" }, []],
    [{ file_path: "a", content: "x" }, []],
    [{ patch: "*** Begin Patch" }, []],
    [{ file_path: "a", old_string: "x", new_string: "y", replace_all: true }, [["replace_all", true]]],
    [{ file_path: "a", content: "x", expected_hash: "h" }, [["expected_hash", "h"]]],
    [{ file_path: "a", content: "x", dry_run: true }, []],
    [{ file_path: "a", content: "x", dry_run: false }, [["dry_run", false]]],
    [
      {
        file_path: "a",
        edits: [
          { old_string: "x", new_string: "y" },
          { old_string: "z", replace_all: true },
        ],
      },
      [["edits 2 replace_all", true]],
    ],
    [{ file_path: "a", edits: ["x"] }, [["edits 1", "x"]]],
    [{ file_path: 7, content: "x" }, [["file_path", 7]]],
    [{ path: "a", content: "x" }, [["path", "a"]]],
    [
      { content: "x", old_string: "o", new_string: 1 },
      [
        ["old_string", "o"],
        ["new_string", 1],
      ],
    ],
    [{ old_string: "o", new_string: 1 }, [["new_string", 1]]],
    ["text", []],
    [null, []],
  ])("%j", (args, unshown) => expect(unshownArguments(args)).toEqual(unshown));

  it("are also the edits that are too many to be drawn", () => {
    const edits = Array.from({ length: 52 }, (_, place) => ({ old_string: `${place}`, new_string: "" }));
    expect(unshownArguments({ edits })).toEqual([
      ["edits 51", edits[50]],
      ["edits 52", edits[51]],
    ]);
  });

  it("hold every value that no diff is made of", () => {
    const value = fc.oneof(fc.boolean(), fc.integer(), fc.string());
    const text = fc.record({ old_string: fc.string(), new_string: fc.string() });
    const given = fc.tuple(text, fc.dictionary(fc.stringMatching(/^x[a-z]{1,8}$/), value));
    fc.assert(
      fc.property(given, ([texts, others]) => {
        expect(Object.fromEntries(unshownArguments({ ...texts, ...others }))).toEqual({ ...others });
        expect(unshownArguments({ edits: [{ ...texts, ...others }] })).toHaveLength(Object.keys(others).length);
      }),
    );
  });
});
