import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit } from "./apply-edit.ts";

/** `npm test` tries each property a fifth as often. */
const SHARE = process.env.LONG_PLAY === undefined ? 0.2 : 1;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** Texts in which near misses and repetitions are likely. */
const piece = fc.constantFrom(
  "a",
  "b",
  "foo",
  " ",
  "  ",
  "\t",
  "\n",
  "\r\n",
  "“",
  '"',
  "–",
  "-",
  "e\u0301",
  "é",
  "😀",
  "}",
);
const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(""));
const anything = fc.string({ unit: "binary", maxLength: 40 });
const mode = fc.constantFrom("auto", "exact", "line_trimmed", "block_anchor");

const toLf = (value: string): string => value.replaceAll("\r\n", "\n");

describe("every edit", () => {
  it("never throws, whatever it is given", () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 60 }), text.map(encode), fc.constant(undefined));
    const strings = fc.oneof(text, anything);
    fc.assert(
      fc.property(
        bytes,
        strings,
        strings,
        mode,
        fc.boolean(),
        fc.option(fc.nat(3)),
        (file, one, other, matchMode, replaceAll, n) => {
          const outcome = applyEdit({
            path: "a",
            bytes: file,
            oldString: one,
            newString: other,
            matchMode,
            replaceAll,
            ...(n === null ? {} : { expectedReplacements: n }),
          });
          expect(typeof outcome.ok).toBe("boolean");
          if (!outcome.ok) expect(outcome.message).not.toBe("");
        },
      ),
      { numRuns: 1_000 * SHARE },
    );
  });

  it("with a unique exact old_string gives exactly what stood before, the new text, and what stood after", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), text, (file, one, other, newString) => {
        const view = toLf(file);
        const [start = 0, end = 0] = [one, other].map((n) => n % (view.length + 1)).sort((a, b) => a - b);
        const oldString = view.slice(start, end);
        fc.pre(oldString !== "" && occurrences(view, oldString) === 1 && toLf(newString) !== oldString);
        fc.pre(!/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(oldString));
        const outcome = applyEdit({ path: "a", bytes: encode(file), oldString, newString });
        expect(outcome.ok && toLf(decode(outcome.bytes))).toBe(
          toLf(view.slice(0, start) + toLf(newString) + view.slice(end)),
        );
      }),
      { numRuns: 1_000 * SHARE },
    );
  });

  it("never applies where the exact text stands in several places", () => {
    fc.assert(
      fc.property(text, fc.array(piece, { minLength: 1, maxLength: 3 }), text, (file, wanted, newString) => {
        const oldString = wanted.join("");
        fc.pre(occurrences(toLf(file), toLf(oldString)) > 1 && toLf(oldString) !== toLf(newString));
        const outcome = applyEdit({ path: "a", bytes: encode(file), oldString, newString });
        expect(outcome).toMatchObject({ ok: false, reason: "AMBIGUOUS" });
      }),
      { numRuns: 1_000 * SHARE },
    );
  });

  it("changes no byte outside the lines it says it touched, in every mode", () => {
    fc.assert(
      fc.property(text, text, text, text, mode, (before, oldString, after, newString, matchMode) => {
        const guard = "GUARD\r\n\u201Cx\u201D  \n";
        const file = `${guard}${before}\n${oldString}\n${after}\n${guard}`;
        const outcome = applyEdit({ path: "a", bytes: encode(file), oldString, newString, matchMode });
        if (!outcome.ok) return;
        const written = decode(outcome.bytes);
        expect(written.startsWith(guard)).toBe(true);
        expect(written.endsWith(guard)).toBe(true);
      }),
      { numRuns: 1_000 * SHARE },
    );
  });

  it("says no more and no less than the diff", () => {
    fc.assert(
      fc.property(text, text, text, (file, oldString, newString) => {
        const outcome = applyEdit({ path: "a", bytes: encode(file + oldString), oldString, newString });
        if (!outcome.ok) return;
        const lines = outcome.diff.split("\n").slice(2);
        expect(lines.filter((line) => line.startsWith("+")).length).toBe(outcome.added);
        expect(lines.filter((line) => line.startsWith("-")).length).toBe(outcome.removed);
      }),
    );
  });
});

function occurrences(file: string, wanted: string): number {
  let count = 0;
  for (let at = file.indexOf(wanted); at !== -1; at = file.indexOf(wanted, at + 1)) count += 1;
  return count;
}
