/** Letters of other alphabets, and the Latin ones that they look like. */
const LATIN: ReadonlyMap<string, string> = new Map(
  [
    ..."аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwкkАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSԌG",
    ..."ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvρpιiαaκkıiɡgɑaⅼl",
  ].reduce<[string, string][]>((pairs, letter, index, all) => {
    if (index % 2 === 1) pairs.push([all[index - 1] ?? "", letter]);
    return pairs;
  }, []),
);

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u;

/** What a rule looks like to a person: Latin letters for those that look like them, and nothing that is not seen. */
export function asItLooks(text: string): string {
  const plain = text.normalize("NFKC").replace(new RegExp(UNSEEN, "gu"), "");
  return [...plain].map((letter) => LATIN.get(letter) ?? letter).join("");
}

/** Why a rule is not what it looks like, or undefined. */
export function lookAlike(text: string): string | undefined {
  const unseen = UNSEEN.exec(text.trim())?.[0];
  if (unseen !== undefined) return `it holds a character that is not seen (${codeOf(unseen)})`;
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const other = [...word].filter((letter) => LATIN.has(letter));
    const latin = /[A-Za-z]/.test(word);
    const all = [...word].every((letter) => LATIN.has(letter) || /[A-Za-z]/.test(letter));
    if (other[0] !== undefined && all && latin)
      return `${codeOf(other[0])} in it only looks like ${LATIN.get(other[0])}`;
  }
  return undefined;
}

function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
