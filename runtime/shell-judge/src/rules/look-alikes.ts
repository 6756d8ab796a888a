const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u;

/** Letters that may look like those of the Latin alphabet. */
const OTHERS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}ɡɑı]/u;

/** Why a rule may not be what it looks like, or undefined. */
export function lookAlike(text: string): string | undefined {
  const unseen = UNSEEN.exec(text.trim())?.[0];
  if (unseen !== undefined) return `it holds a character that is not seen (${codeOf(unseen)})`;
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const other = OTHERS.exec(word)?.[0];
    if (other !== undefined && /[A-Za-z]/.test(word))
      return `a word in it has letters of two alphabets (${codeOf(other)})`;
  }
  return undefined;
}

function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
