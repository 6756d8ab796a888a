/** Says whether a code point fits. */
export type CharacterTest = (codePoint: number) => boolean;

/** A condition on the code points before and after a place; -1 stands for the beginning and the end of the text. */
export type PlaceTest = (before: number, after: number) => boolean;

/** The parts of a regular expression. */
export type PatternNode =
  | { readonly kind: "character"; readonly fits: CharacterTest }
  | { readonly kind: "assertion"; readonly holds: PlaceTest }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly node: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    };
