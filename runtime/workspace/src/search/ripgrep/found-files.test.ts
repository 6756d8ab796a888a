import { expect, it } from "vitest";
import { FoundFiles } from "./found-files.ts";

it("leaves out a file whose end was not seen: it may turn out to be no text", () => {
  const found = new FoundFiles();
  for (const path of ["b.txt", "a.txt", "cut-off.txt"]) {
    found.file(path);
    found.line({ number: 1, text: path, isMatch: true });
    if (path !== "cut-off.txt") found.end({ binary: false });
  }
  expect(found.files.map(({ path }) => path)).toEqual(["b.txt", "a.txt"]);
});
