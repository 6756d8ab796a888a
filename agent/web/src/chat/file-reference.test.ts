import { expect, it } from "vitest";
import { fileReference } from "./file-reference.ts";

it.each([
  ["src/app.js:3", "src/app.js", 3],
  ["src/app.js:3-9", "src/app.js", 3],
  ["src/app.js#L12", "src/app.js", 12],
  ["./a-b/c.test.ts", "./a-b/c.test.ts", undefined],
  ["app.js:1:20", "app.js", 1],
  ["/work/a.py", "/work/a.py", undefined],
])("takes %s for a file", (text, path, line) => {
  expect(fileReference(text)).toEqual({ path, line });
});

it.each([
  "app.js",
  "npm test",
  "a/b",
  "https://example.org/a.js",
  "1.2:3",
  "x".repeat(400),
  "",
  "a b/c.js:1",
  "javascript:1",
])("takes %j for none", (text) => {
  expect(fileReference(text)).toBeUndefined();
});
