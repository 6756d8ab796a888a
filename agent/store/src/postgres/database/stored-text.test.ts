import fc from "fast-check";
import { expect, it } from "vitest";
import { givenText, storedText } from "./stored-text.ts";

const name = fc.string({
  unit: fc.constantFrom("a", "\\", '"', "\0", "\ud800", "\udc00", "\u{1f600}", "\ufffd"),
  maxLength: 6,
});

it("every name comes back as it was, two names stay two, and PostgreSQL can keep them all", () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(givenText(storedText(one))).toBe(one);
      expect(storedText(one) === storedText(other)).toBe(one === other);
      expect(storedText(one)).not.toContain("\0");
      expect(storedText(one).isWellFormed()).toBe(true);
    }),
  );
  expect(storedText("web")).toBe("web");
});
