import { describe, expect, it } from "vitest";
import { applyEdit } from "./apply-edit.ts";

function edited(file: string, oldString: string, newString: string, replaceAll = false): string {
  const bytes = new TextEncoder().encode(file);
  const outcome = applyEdit({ path: "a", bytes, oldString, newString, replaceAll });
  return outcome.ok ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(outcome.bytes) : outcome.reason;
}

const withBreaks = (lineBreak: string, text: string): string => text.replaceAll("\n", lineBreak);

describe("line breaks", () => {
  const styles = ["\n", "\r\n"];
  const matrix = styles.flatMap((file) =>
    styles.flatMap((old) => styles.map((now): [string, string, string] => [file, old, now])),
  );

  it.each(matrix)("of the file %j win over those of old %j and new %j", (file, old, now) => {
    const [text, oldString, newString] = [
      withBreaks(file, "a\nb\nc\nd\n"),
      withBreaks(old, "b\nc\n"),
      withBreaks(now, "B\nx\nC\n"),
    ];
    expect(edited(text, oldString, newString)).toBe(withBreaks(file, "a\nB\nx\nC\nd\n"));
    expect(edited(text + text, oldString, newString, true)).toBe(withBreaks(file, "a\nB\nx\nC\nd\na\nB\nx\nC\nd\n"));
  });

  it("of a mixed file stay mixed", () => {
    expect(edited("a\r\nb\nc\r\nd\n", "b\nc", "B\nC")).toBe("a\r\nB\nC\r\nd\n");
    expect(edited("a\r\nb\nc\r\nd\n", "c\nd", "c\nx\nd")).toBe("a\r\nb\nc\r\nx\r\nd\n");
  });

  it("do not hide a duplicate", () => {
    expect(edited("a\r\nb\r\na\nb\n", "a\nb", "x")).toBe("AMBIGUOUS");
  });

  it("at the end of the file are as the edit says, both ways", () => {
    expect(edited("a\nb\n", "b\n", "b")).toBe("a\nb");
    expect(edited("a\nb", "b", "b\n")).toBe("a\nb\n");
    expect(edited("a\nb", "a", "A")).toBe("A\nb");
  });

  it("and the byte order mark survive", () => {
    expect(edited("\uFEFFa\r\nb\r\n", "a", "A")).toBe("\uFEFFA\r\nb\r\n");
    expect(edited("\uFEFFa\nb\n", "\uFEFFa", "\uFEFFA")).toBe("\uFEFFA\nb\n");
    expect(edited("\uFEFFa\nb\n", "\uFEFFa", "A")).toBe("\uFEFFA\nb\n");
  });
});
