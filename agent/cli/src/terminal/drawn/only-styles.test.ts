import fc from "fast-check";
import { expect, it } from "vitest";
import { onlyStyles } from "./only-styles.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const ACTING = /[\u0000-\u0008\u000a-\u001a\u001c-\u001f\u007f-\u009f]|\u001b(?!\[[\d;]*m)/;

it("lets through styles, and nothing else that acts on a terminal", () => {
  const piece = fc.constantFrom(
    "\u001b",
    "[",
    "]",
    "2",
    ";",
    "J",
    "m",
    "H",
    "\u0007",
    "\u009b",
    "\n",
    "\r",
    "x",
    "\u001bP",
    "\\",
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (line) => {
        expect(onlyStyles(line)).not.toMatch(ACTING);
      },
    ),
    { numRuns: 2_000 },
  );
});

it("keeps what it need not touch", () => {
  const line = "\u001b[1;31mred\u001b[0m\tand plain 漢字 👩‍💻";
  expect(onlyStyles(line)).toBe(line);
  expect(onlyStyles("a\u001b]0;title\u0007b\u001b[2Jc\u001b]8;;http://x\u001b\\d")).toBe("abcd");
});
