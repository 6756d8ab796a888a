import { expect, it } from "vitest";
import { isMended } from "./is-mended.ts";

it.each([
  ["hello.txt\n[left out: `path` was empty]", true],
  ["hello.txt\n[read `path` as `file_path`]", true],
  ["hello.txt\n[left out: `glob` was empty; read `path` as `file_path`]", true],
  ["[left out: a note in a file]\nhello.txt", false],
  ["Error [invalid_arguments]: /path: unknown key", false],
])("tells a mended call by what its result says: %j", (answer, expected) => {
  expect(isMended(answer)).toBe(expected);
});
