import type { CharacterTest } from "@toolwright/core/internal";

/** More answers than this are not remembered at once. */
const MAX_REMEMBERED = 10_000;

/**
 * A test for one class, written as a class of JavaScript's `v` mode. A single character cannot make the engine backtrack.
 * The answers are remembered.
 */
export function characterTest(source: string, ignoreCase: boolean): CharacterTest {
  const single = new RegExp(`^${source}$`, ignoreCase ? "iv" : "v");
  const known = new Map<number, boolean>();
  return (codePoint) => {
    let answer = known.get(codePoint);
    if (answer === undefined) {
      if (known.size >= MAX_REMEMBERED) known.clear();
      answer = single.test(String.fromCodePoint(codePoint));
      known.set(codePoint, answer);
    }
    return answer;
  };
}

/** A code point as it may stand inside a class. */
export function classLiteral(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}

/** What `\w` stands for, as Unicode's recommendation for regular expressions (UTS #18) has it. */
export const WORD = "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";

const isWordCharacter = characterTest(WORD, false);

/** True for a character of a word; -1, an end of the text, is none. */
export function isWord(codePoint: number): boolean {
  return codePoint >= 0 && isWordCharacter(codePoint);
}
