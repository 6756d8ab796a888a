import type { CallPreview, JsonObject } from "@toolwright/core";
import { expect, it } from "vitest";
import { askedContent, resultContent } from "./call-content.ts";

const text = { file_path: "a.txt", old_string: "one", new_string: "1" };
const hunks = [{ oldStart: 1, newStart: 1, text: " zero\n-one\n+1" }];
const file = { path: "a.txt", change: "modified", added: 1, removed: 1, hunks } as const;
const diff = { type: "diff", path: "/work/a.txt", oldText: "zero\none\n", newText: "zero\n1\n" };

const shown = (args: JsonObject, preview: CallPreview = {}) =>
  askedContent(args, preview, "/work").map((part) => (part.type === "diff" ? part : JSON.stringify(part)));

it("shows a change as its preview does, and beside it all arguments that a diff does not say", () => {
  const [head, ...parts] = shown({ ...text, replace_all: true }, { files: [file] });
  expect(head).toContain("a.txt: +1 −1");
  expect(parts).toEqual([diff, expect.stringContaining("replace_all: true")]);
  const moved = { ...file, change: "moved", from: "b.txt" } as const;
  expect(shown({ patch: "*** …" }, { files: [moved] })[0]).toContain("a.txt (moved from b.txt): +1 −1");
});

it("says what is not in the diff, and then shows the arguments whole, as it does without a preview", () => {
  const [head, first, ...others] = shown(text, { files: [{ ...file, added: 900, left: 899 }] });
  expect(head).toContain("+900 −1, 899 lines of it are not in the diff");
  expect(first).toEqual(diff);
  expect(others).toEqual(shown(text));
  expect(shown(text)).toHaveLength(3);
});

it("shows a command whole and last, and the host of a request", () => {
  const parts = shown({ command: "rm a", description: "tidies", timeout: 5 }, { command: { text: "rm a", marks: [] } });
  expect(parts.at(-1)).toContain("```sh\\nrm a");
  expect(shown({ url: "https://a.example/x" }, { host: "a.example" })[0]).toContain("talks to a.example");
});

it("gives an editor a sound as one, and names any other file", () => {
  const sound = { type: "audio", mediaType: "audio/wav", data: "UklGRg==" };
  const pdf = { type: "file", mediaType: "application/pdf", data: "JVBERi0=", name: "a.pdf", ref: "k2" };
  const [heard, named, ...others] = resultContent([sound, pdf], undefined, "/work");
  expect(heard).toEqual({ type: "content", content: { type: "audio", data: "UklGRg==", mimeType: "audio/wav" } });
  expect(JSON.stringify(named)).toContain('[file \\"a.pdf\\", application/pdf, 5 bytes; ref=k2]');
  expect(others).toEqual([]);
});
