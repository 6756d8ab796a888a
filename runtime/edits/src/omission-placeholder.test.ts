import { describe, expect, it } from "vitest";
import { findOmissionPlaceholder } from "./omission-placeholder.ts";

describe("findOmissionPlaceholder", () => {
  it.each([
    "// ... rest of code",
    "// ... rest of the code ...",
    "  // ...existing code...",
    "# existing code unchanged",
    "# ... existing code ...",
    "# rest of the file remains unchanged",
    "/* ... remaining methods unchanged ... */",
    "<!-- rest of the content -->",
    "{/* ... existing imports ... */}",
    "// … unchanged …",
    "-- rest of the function stays the same",
    "// (rest of methods ...)",
    "// Rest of the implementation remains the same",
    "... rest of code ...",
    "# [rest of the code unchanged]",
  ])("sees %j", (line) => {
    expect(findOmissionPlaceholder(`a\n${line}\nb`, "")).toBe(2);
  });

  it.each([
    "...",
    "    ...",
    "const [first, ...rest] = items;",
    "// the rest of the arguments are passed to the command",
    "# existing code paths must keep working, see the tests",
    "return [...existing, next];",
    "// wait for the remaining requests",
    "# unchanged",
    "print('... rest of code')",
    "// loading...",
    "// TODO: handle the remaining cases",
    "// code",
    "/** The rest of the file. */",
    " * The rest of the file.",
    "// rest of the line",
    "// remaining tests",
  ])("lets %j pass", (line) => {
    expect(findOmissionPlaceholder(line, "")).toBeUndefined();
  });

  it("lets a line pass that was there before", () => {
    expect(findOmissionPlaceholder("x\n  // ... rest of code\n", "// ... rest of code\n")).toBeUndefined();
  });

  it("looks at lines of any length and number in linear time", () => {
    const hostile = `// ${"... ".repeat(40)}`;
    expect(findOmissionPlaceholder(`${hostile}\n`.repeat(50_000), "")).toBeUndefined();
    expect(findOmissionPlaceholder("#".repeat(1_000_000), "")).toBeUndefined();
  });
});
