import fc from "fast-check";

/** Letters of names that are like secrets, and those that mean something in a pattern. */
const LETTER = fc.constantFrom(...".env-_]![^a9A~é\\");
const NAME = fc.string({ unit: LETTER, minLength: 1, maxLength: 6 });

/** What stands inside brackets, whether a shell reads it or not. */
const MEMBER = fc.constantFrom(
  ...[".", "e", "n", "v", "-", "_", "]", "[", "!", "^", "9", "a-f", "A-Z", "0-9", "!-~", "z-a", "+--", "é", "a-é"],
  ...["\\]", "\\e", "\\\\", "\\-", "[:alpha:]", "[:punct:]", "[:upper:]", "[:digit:]", "[:none:]", "[:alpha", "[:"],
  ...["[=e=]", "[=.=]", "[=e", "[.e.]", "[.hyphen.]", "[.-.]", "[.e", "[.a.]-f"],
);
const CLASS = fc
  .tuple(
    fc.constantFrom("", "!", "^"),
    fc.array(MEMBER, { maxLength: 3 }),
    fc.constantFrom("]", "]", "]", "]", "]]", ""),
  )
  .map(([not, members, end]) => `[${not}${members.join("")}${end}`);
const wildcardFor = (letter: string) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(letter) },
    {
      weight: 2,
      arbitrary: fc.constantFrom("?", "*", `\\${letter}`, `[${letter}]`, `[[=${letter}=]]`, `[[.${letter}.]]`),
    },
    { weight: 3, arbitrary: CLASS },
  );

export interface Pair {
  readonly pattern: string;
  readonly name: string;
}

/** A name, and a pattern that is likely to meet it. */
export const PAIR: fc.Arbitrary<Pair> = NAME.chain((name) =>
  fc.tuple(fc.tuple(...[...name].map(wildcardFor)), NAME, fc.boolean()).map(([pieces, other, own]) => ({
    pattern: pieces.join(""),
    name: own ? name : other,
  })),
);
