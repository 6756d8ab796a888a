import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { previewLine } from "./preview-line.ts";
import { readWords } from "./read-words.ts";

const PLACE = { cwd: "/work/repo", root: "/work/repo", home: "/home/u" };

/** A line with its marks in brackets. */
function marked(line: string): string {
  const { text, marks } = previewLine(line, readWords(line, PLACE));
  return marks.toReversed().reduce((shown, [from, to]) => {
    return `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`;
  }, text);
}

describe("previewLine", () => {
  it.each([
    ["ls -la src", "ls -la src"],
    ["cat a | grep -v b > c", "cat a | grep -v b > c"],
    ["cd a && rm -rf b", "cd a && [rm -rf b]"],
    ["echo rm; rm b", "echo rm; [rm b]"],
    ["git status && git reset --hard", "git status && [git reset --hard]"],
    ["git clean -fdx; ls", "[git clean -fdx]; ls"],
    ["sh -c 'rm -rf a'", "sh -c '[rm -rf a]'"],
    ["for f in a b; do rm $f; done", "for f in a b; do [rm $f]; done"],
    ["mv a b && git push --force origin main", "mv a b && [git push --force origin main]"],
  ])("marks in %s what is lost for good", (line, shown) => expect(marked(line)).toBe(shown));

  it("marks its places in a text in which something is masked", () => {
    const line = "rm hunter2hunter2";
    const { text, marks } = previewLine("rm [secret:key]", readWords(line, PLACE));
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["rm [secret:key]"]);
  });

  it("gives every text whole, with marks in it, in order", () => {
    const word = fc.constantFrom("rm", "-rf", "a", "git", "reset", "--hard", "&&", ";", "'", '"', "$(", ")", "|", "é");
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 12 }), (words) => {
        const line = words.join(" ");
        const { text, marks } = previewLine(line, readWords(line, PLACE));
        expect(text).toBe(line);
        let at = 0;
        for (const [from, to] of marks) {
          expect(from >= at && to > from && to <= line.length).toBe(true);
          at = to;
        }
      }),
    );
  });
});
