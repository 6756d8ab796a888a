import { type CharacterTest, remembered } from "@toolwright/core/internal";

/**
 * A test for one class, written as a class of JavaScript's `v` mode. A single character cannot make the engine
 * backtrack. The answers are remembered.
 */
export function characterTest(source: string, ignoreCase: boolean): CharacterTest {
  const single = new RegExp(`^${source}$`, ignoreCase ? "iv" : "v");
  return remembered((codePoint) => single.test(String.fromCodePoint(codePoint)));
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
