/**
 * A word of a shell line as the judge sees it.
 * `literal`: known to the letter. `glob`: expands to existing names that match `pattern`. `stream`: `<(…)` or `>(…)`.
 * `dynamic`: known only when it runs, but for its leading text `prefix`.
 */
export interface ShellWord {
  /** As it is written. */
  readonly text: string;
  readonly form: "literal" | "glob" | "stream" | "dynamic";
  /** After quote removal; of a dynamic word only what stands before its first dynamic part. */
  readonly value: string;
  /** The literal text before the first glob or dynamic part. */
  readonly prefix: string;
  /** Glob text in which quoted metacharacters carry a backslash. Of a literal word: its value, escaped. */
  readonly pattern: string;
  /** Begins with an unquoted tilde. */
  readonly tilde: boolean;
  /** Stands for names of files that are found below it, of those that match one of the patterns in `only`. */
  readonly below?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
  /** Of these only what the repository tracks. */
  readonly tracked?: boolean | undefined;
  /** The names are cut at their blanks and quotes again. */
  readonly resplit?: boolean;
  /** Wildcards in the names are expanded. */
  readonly expands?: boolean;
  /** May become several words or none: holds an unquoted expansion, braces, wildcards, or `"$@"`. */
  readonly splits: boolean;
}

/** A word that is known to the letter. */
export function literalWord(value: string): ShellWord {
  const pattern = escapeGlob(value);
  return { text: value, form: "literal", value, prefix: value, pattern, tilde: false, splits: false };
}

/** A word of which nothing is known before it runs. */
export function unknownWord(word: ShellWord): ShellWord {
  return { ...word, form: "dynamic", value: "", prefix: "" };
}

/** The same word without its first characters: the value glued to an option, as in `--file=x`. */
export function tailOf(word: ShellWord, length: number): ShellWord {
  const pattern = word.form === "glob" ? word.pattern.slice(escapeGlob(word.prefix.slice(0, length)).length) : "";
  const value = word.value.slice(length);
  return {
    text: value,
    form: word.form,
    value,
    prefix: word.prefix.slice(length),
    pattern: word.form === "glob" ? pattern : escapeGlob(value),
    tilde: value.startsWith("~"),
    splits: word.splits,
  };
}

/** Puts a backslash before every glob metacharacter. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[\]\\]/g, "\\$&");
}

/** The letters that a glob without wildcards stands for. */
export function unescaped(glob: string): string {
  return glob.replace(/\\([\s\S])/g, "$1");
}
