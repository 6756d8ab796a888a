import { expect, it } from "vitest";
import { stylesFor } from "../styles.ts";
import { changeLines } from "./change-lines.ts";
import { underlined } from "./underlined.ts";

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

it("underlines the words that differ, whatever their colours", () => {
  const marking = {
    ...styles,
    underline: (text: string) => `_${text}_`,
    green: (text: string) => `\u001b[32m${text}\u001b[39m`,
  };
  const change = { ...file, hunks: [{ oldStart: 1, newStart: 1, text: "-const a = one;\n+const b = two;\n+more" }] };
  const lines = changeLines([change], { styles: marking, width: 80 });
  expect(lines.slice(1)).toEqual([
    " 1 - const _a_ = _one_;",
    "\u001b[32m 1 +\u001b[39m const _b_ = _two_;",
    "\u001b[32m 2 +\u001b[39m more",
  ]);
  expect(underlined("\u001b[35mab\u001b[39mcd", [[1, 3]], marking)).toBe("\u001b[35ma_b_\u001b[39m_c_d");
});

it("cuts what is too much, and nothing of what is asked about", () => {
  expect(changeLines([file], { styles, width: 80, most: 2 }).at(-1)).toBe("  … 3 more lines");
  const long = { ...file, hunks: [{ oldStart: 0, newStart: 1, text: `+${"x".repeat(500)}\u001b[2J\u00a0` }] };
  const [, line] = changeLines([long], { styles, width: 40, isAsked: true });
  expect(line).toBe(` 1 + ${"x".repeat(500)}\\u{1b}[2J\\u{a0}`);
});

it("counts the whole change, and says how much of it is not there", () => {
  const part = { ...file, added: 5_000, removed: 12, left: 4_990 };
  const lines = changeLines([part], { styles, width: 80, isAsked: true });
  expect([lines[0], lines.at(-1)]).toEqual(["src/a.js +5000 −12", "  4,990 lines not shown here"]);
});
