import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../json/json.ts";
import { createScrubber } from "./create-scrubber.ts";
import { holdsNoSecret } from "./holds-no-secret.ts";
import { secret } from "./secret.ts";

const values = ["hunter2-and-more", 'quo"ted\\value', "first\nbroken-value", "/slash/and/ünicode"];
const scrubber = createScrubber(values.map((value, index) => secret(`s${index}`, value)));
const piece = fc.constantFrom(
  ...values,
  "sk-abcdefghijklmnopqrstuvwx",
  "https://u:pw12345@host",
  "Authorization",
  "x",
  "é",
  "\u2028",
);
const text = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(" "));
const value = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.array(tie("node"), { maxLength: 3 }),
    fc.dictionary(text, tie("node"), { maxKeys: 3 }),
  ),
})).node;

describe("holdsNoSecret", () => {
  it("is never true of a value in which something is masked", () => {
    fc.assert(
      fc.property(value, (made) => {
        if (holdsNoSecret(JSON.stringify(made), scrubber)) expect(scrubber.json(made)).toBe(made);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is true of plain data, so that most values are looked at once", () => {
    expect(
      holdsNoSecret(JSON.stringify({ path: "notes/file-1.md", line: 3, text: "The quick brown fox" }), scrubber),
    ).toBe(true);
  });
});
