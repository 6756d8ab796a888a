import { describe, expect, it } from "vitest";
import { planWrite } from "./plan-write.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function written(before: string | undefined, content: string): { text?: string; summary: string; changed?: boolean } {
  const plan = planWrite({ path: "src/a.ts", before: before === undefined ? undefined : encode(before), content });
  if (!plan.ok) return { summary: `${plan.reason} ${plan.message}` };
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(plan.bytes);
  return { text, summary: plan.summary, changed: plan.changed };
}

describe("planWrite", () => {
  it("creates", () => {
    expect(written(undefined, "a\nb\n")).toEqual({
      text: "a\nb\n",
      summary: "Created src/a.ts (2 lines)",
      changed: true,
    });
    expect(written(undefined, "a")).toMatchObject({ summary: "Created src/a.ts (1 line)" });
    expect(written(undefined, "")).toMatchObject({
      text: "",
      summary: "Created src/a.ts (0 lines)",
      changed: true,
    });
  });

  it("overwrites, and says how many lines there were", () => {
    expect(written("a\nb\n", "c\n")).toEqual({
      text: "c\n",
      summary: "Overwrote src/a.ts (2→1 lines)",
      changed: true,
    });
  });

  it("says when nothing would change", () => {
    expect(written("a\n", "a\n")).toMatchObject({ summary: "src/a.ts is unchanged (1 line)", changed: false });
  });

  it("keeps CRLF in a file that has nothing else", () => {
    expect(written("a\r\nb\r\n", "a\nc\n")).toMatchObject({
      text: "a\r\nc\r\n",
      summary: "Overwrote src/a.ts (2→2 lines) [kept CRLF]",
    });
    expect(written("a\r\nb\r\n", "a\nb\n")).toMatchObject({ changed: false });
  });

  it.each([
    ["the file is mixed", "a\r\nb\n", "c\nd\n", "c\nd\n"],
    ["the content has CRLF of its own", "a\r\nb\r\n", "c\r\nd\n", "c\r\nd\n"],
    ["there was no file", undefined, "c\n", "c\n"],
    ["the file is not text", "\0\r\n", "c\n", "c\n"],
  ])("writes the content as given when %s", (_, before, content, text) => {
    expect(written(before, content).text).toBe(text);
  });

  it("keeps a byte order mark, which the content cannot show", () => {
    expect(written("\uFEFFa\n", "b\n")).toMatchObject({
      text: "\uFEFFb\n",
      summary: "Overwrote src/a.ts (1→1 lines) [kept UTF-8 BOM]",
    });
    expect(written("\uFEFFa\n", "\uFEFFb\n").text).toBe("\uFEFFb\n");
  });

  it("refuses an omission placeholder that is new", () => {
    expect(written("x\n", "a\n// ... rest of code\n").summary).toBe(
      "NO_MATCH line 2 looks like an omission placeholder. Write the full content or use edit.",
    );
    expect(written("// ... rest of code\n", "a\n// ... rest of code\n").text).toBe("a\n// ... rest of code\n");
  });

  it("refuses half a surrogate pair", () => {
    expect(written(undefined, "\uD800").summary).toContain("NOT_UTF8");
  });
});
