import fc from "fast-check";

/** One of these texts, in pieces of one to nine characters. */
export function cutText(texts: readonly string[]): fc.Arbitrary<{ readonly text: string; readonly pieces: string[] }> {
  const cuts = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));
  return fc.tuple(fc.constantFrom(...texts), cuts).map(([text, lengths]) => {
    const pieces: string[] = [];
    for (let at = 0; at < text.length; ) {
      const { value: length = 1 } = lengths.next();
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    return { text, pieces };
  });
}
