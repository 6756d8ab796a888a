import type { JsonObject } from "@toolwright/core";
import { expect, it } from "vitest";
import { askedContent } from "./call-content.ts";

const text = { file_path: "a.txt", old_string: "one", new_string: "1" };
const diff = { type: "diff", path: "/work/a.txt", oldText: "one", newText: "1" };

const shown = (args: JsonObject) =>
  askedContent(args, "/work").map((part) => (part.type === "diff" ? part : JSON.stringify(part)));

it("shows an edit as a diff, and beside it all that the diff does not say", () => {
  expect(shown(text)).toEqual([diff]);
  const edits = [{ old_string: "two", new_string: "2" }];
  for (const others of [{ replace_all: true }, { edits }, { patch: "*** Delete File: b.txt" }]) {
    const [name = "", value] = Object.entries(others)[0] ?? [];
    const [first, second] = shown({ ...text, ...others });
    expect(first).toEqual(diff);
    expect(second).toContain(`${name}: `);
    expect(second).toContain(typeof value === "string" ? value : name === "edits" ? "two" : "true");
  }
});
