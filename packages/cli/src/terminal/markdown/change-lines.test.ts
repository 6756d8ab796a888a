import { expect, it } from "vitest";
import { stylesFor } from "../styles.ts";
import { changeLines } from "./change-lines.ts";

const styles = stylesFor(false, {});
const file = {
  path: "src/a.js",
  change: "modified",
  hunks: [{ oldStart: 9, newStart: 9, text: " one\n-two\n+zwei\n+drei\n\\ No newline" }],
} as const;

it("numbers lines as the file was and is", () => {
  expect(changeLines([file], { styles, width: 80 })).toEqual([
    "src/a.js +2 −1",
    "  9   one",
    " 10 - two",
    " 10 + zwei",
    " 11 + drei",
    "    \\ No newline",
  ]);
});

it("cuts what is too much, and nothing of what is asked about", () => {
  expect(changeLines([file], { styles, width: 80, most: 2 }).at(-1)).toBe("  … 3 more lines");
  const long = { ...file, hunks: [{ oldStart: 0, newStart: 0, text: `+${"x".repeat(500)}\u001b[2J\u00a0` }] };
  const [, line] = changeLines([long], { styles, width: 40, isProposed: true });
  expect(line).toBe(`  + ${"x".repeat(500)}\\u{1b}[2J\\u{a0}`);
});
