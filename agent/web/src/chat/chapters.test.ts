import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Chapter, chaptersOf } from "./chapters.ts";

const textsOf = (chapters: readonly Chapter[]) => chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text));

describe("chaptersOf", () => {
  it("leaves every chapter but the last the same object while blocks are added", () => {
    const blocks = Array.from({ length: 500 }, (_, place) => `${place}\n\n`);
    let before: readonly Chapter[] = [];
    for (let count = 1; count <= blocks.length; count++) {
      const now = chaptersOf(blocks.slice(0, count), before);
      expect(now.filter((chapter, place) => chapter !== before[place]).length).toBe(1);
      before = now;
    }
    expect(before.length).toBeGreaterThan(5);
  });

  it("has all blocks, each where it begins, whatever stood there before", () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 200 });
    fc.assert(
      fc.property(texts, texts, (earlier, blocks) => {
        const chapters = chaptersOf(blocks, chaptersOf(earlier, []));
        expect(textsOf(chapters)).toEqual(blocks);
        const whole = blocks.join("");
        for (const { start, text } of chapters.flatMap((chapter) => chapter.blocks))
          expect(whole.startsWith(text, start)).toBe(true);
      }),
    );
  });
});
