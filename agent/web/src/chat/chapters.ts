/**
 * Blocks that stand together: rendered again only when one of them is another, and skipped by the browser where they
 * are far from the screen.
 */
export interface Chapter {
  readonly start: number;
  readonly blocks: readonly PlacedBlock[];
}

/** A block of Markdown. Blocks only change at the end of a text, so each is known by where it begins. */
export interface PlacedBlock {
  readonly start: number;
  readonly text: string;
}

/** Blocks of one chapter. */
const LENGTH = 40;

/** The chapters of a text. One that has not changed is the same object as `before`. */
export function chaptersOf(blocks: readonly string[], before: readonly Chapter[]): readonly Chapter[] {
  const chapters: Chapter[] = [];
  let start = 0;
  for (let place = 0; place < blocks.length; place += LENGTH) {
    const known = before[chapters.length];
    const texts = blocks.slice(place, place + LENGTH);
    const chapter = isSame(known, start, texts) ? known : { start, blocks: placed(texts, start) };
    chapters.push(chapter);
    start = texts.reduce((end, text) => end + text.length, start);
  }
  return chapters;
}

function isSame(known: Chapter | undefined, start: number, texts: readonly string[]): known is Chapter {
  if (known?.start !== start || known.blocks.length !== texts.length) return false;
  return known.blocks.every(({ text }, place) => text === texts[place]);
}

function placed(texts: readonly string[], from: number): readonly PlacedBlock[] {
  let end = from;
  return texts.map((text) => {
    const start = end;
    end += text.length;
    return { start, text };
  });
}
