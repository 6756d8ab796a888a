import { describe, expect, it } from "vitest";
import { findValues } from "./find-values.ts";

describe("findValues", () => {
  it.each<[string, [kind: string, text: string][]]>([
    ["run `npm test` now", [["code", "npm test"]]],
    ["it's 'a thing' isn't it", [["quoted", "a thing"]]],
    [
      '“curly” and "straight"',
      [
        ["quoted", "curly"],
        ["quoted", "straight"],
      ],
    ],
    ["see https://a.b/c?d=1.", [["url", "https://a.b/c?d=1"]]],
    ["mail ann@x.org.", [["email", "ann@x.org"]]],
    [
      "read src/a.ts, ./x and ~/y.",
      [
        ["path", "src/a.ts"],
        ["path", "./x"],
        ["path", "~/y"],
      ],
    ],
    ["README.md's end", [["path", "README.md"]]],
    ["and/or e.g. i.e.", []],
    [
      "in Europe/Berlin or UTC",
      [
        ["zone", "Europe/Berlin"],
        ["zone", "UTC"],
      ],
    ],
    ["all *.ts files", [["glob", "*.ts"]]],
    [
      "1,200 and -3.5",
      [
        ["number", "1,200"],
        ["number", "-3.5"],
      ],
    ],
    [
      "tomorrow at 5pm",
      [
        ["datetime", "tomorrow at 5pm"],
        ["date", "tomorrow"],
        ["time", "5pm"],
      ],
    ],
    ["2 + 3 * 4", [["expression", "2 + 3 * 4"]]],
  ])("%s", (request, expected) => {
    expect(findValues(request).values.map(({ kind, text }) => [kind, text])).toEqual(expected);
  });

  it("keeps every position and blanks what it found", () => {
    const { rest, values } = findValues("read a.txt now");
    expect(rest).toHaveLength("read a.txt now".length);
    expect(rest.replace(/[^\w ]/g, "")).toBe("read  now");
    expect(values[0]).toMatchObject({ start: 5, end: 10 });
  });
});
