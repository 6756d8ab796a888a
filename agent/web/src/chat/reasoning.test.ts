import fc from "fast-check";
import { expect, it } from "vitest";
import { lastLine } from "./reasoning.tsx";

it("is the line that is written now, or the one before an empty one", () => {
  expect(lastLine("")).toBe("");
  expect(lastLine("First I look")).toBe("First I look");
  expect(lastLine("First I look.\nThen I th")).toBe("Then I th");
  expect(lastLine("First I look.\n\n")).toBe("First I look.");
});

it("is one bounded line of the text", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 500 }), { maxLength: 5 }), (lines) => {
      const line = lastLine(lines.join("\n"));
      expect(line.length).toBeLessThanOrEqual(300);
      expect(line).not.toContain("\n");
      expect(lines.join("\n")).toContain(line);
    }),
  );
});
