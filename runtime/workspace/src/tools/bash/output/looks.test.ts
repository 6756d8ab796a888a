import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Looks, MARK, markOf, withoutMarks } from "./looks.ts";

function after(...marks: readonly string[]): string {
  const looks = new Looks();
  for (const mark of marks) looks.take(mark);
  return looks.parameters;
}

describe("Looks", () => {
  it.each([
    [["31"], "31"],
    [["1;31", "42"], "1;31;42"],
    [["31", "39"], ""],
    [["1;3;4;7;92;103", "22;23;24;27"], "92;103"],
    [["31", "0;1"], "1"],
    [["31", ""], ""],
    [["31;;1"], "1"],
    [["38;5;196;1"], "1;38;5;196"],
    [["48;2;1;2;3;4"], "4;48;2;1;2;3"],
    [["38:2::1:2:3;1"], "1;38;2;1;2;3"],
    [["38:5:7"], "38;5;7"],
    [["4:3"], "4"],
    [["38;5;999;1"], "1"],
    [["38", "48;5", "48;2;7"], "2;7"],
    [["5;8;99;1234567"], ""],
  ])("is after %j %j", (marks, parameters) => expect(after(...marks)).toBe(parameters));

  it("has one short form, whatever it was told and in how many marks", () => {
    const parameter = fc.oneof(
      fc.constantFrom("", "38", "48", "5", "2", "0", "38:5:9"),
      fc.integer({ min: 0, max: 110 }).map(String),
    );
    const mark = fc.array(parameter, { maxLength: 8 }).map((list) => list.join(";"));
    fc.assert(
      fc.property(fc.array(mark), (marks) => {
        const whole = after(...marks);
        expect(after("0", whole)).toBe(whole);
        expect(whole.length).toBeLessThanOrEqual(48);
        expect(withoutMarks(`a${markOf(whole)}b`)).toBe("ab");
        expect([...markOf(whole).matchAll(MARK)]).toHaveLength(1);
      }),
    );
  });
});
