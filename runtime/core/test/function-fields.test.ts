import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

// V8 puts a function that is assigned to a field as it is written among old objects at once, and all that it reaches
// stays for many collections: a run of 1,000 steps kept twice as much. A constant before it is enough.
it("nothing on the way of a call writes a function into a field", () => {
  const folders = ["async", "journal", "loop", "run"].map((name) => join(import.meta.dirname, "../src", name));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(70);
  const written = /this\.#?\w+ (\?\?)?= (async )?(\([^)]*\)|\w+) =>/;
  expect(sources.filter((file) => written.test(readFileSync(file, "utf8")))).toEqual([]);
});
