/** What the value of an option must be: as a test, and in words that complete "must be …". */
export interface OptionRule {
  readonly form: string;
  fits(value: unknown): boolean;
  /** Throws a `TypeError` for what lies within a value that fits. `of` is what the sentence calls the value. */
  look?(value: unknown, of: string): void;
}

/** What no test can tell beforehand. */
export const anything: OptionRule = { form: "anything", fits: () => true };

export const aBoolean: OptionRule = { form: "true or false", fits: (value) => typeof value === "boolean" };

export const aText: OptionRule = { form: "a string", fits: (value) => typeof value === "string" };

export const aFunction: OptionRule = { form: "a function", fits: (value) => typeof value === "function" };

/** Lists, maps and promises have no options of their own: what they hold would be left out in silence. */
export const anObject: Pick<OptionRule, "form"> & { fits(value: unknown): value is object } = {
  form: "an object",
  fits: (value): value is object =>
    typeof value === "object" && value !== null && !("then" in value) && !(Symbol.iterator in value),
};

export const anArray: OptionRule = { form: "an array", fits: Array.isArray };

/** A length of time. Zero is none; `Infinity` is no limit. */
export const milliseconds: OptionRule = {
  form: "a number of milliseconds above 0, such as 5000",
  fits: (value) => typeof value === "number" && value > 0,
};

/** A whole number from `least` on; `Infinity` is no limit. */
export function aCount(least: number): OptionRule {
  const fits = (value: unknown) =>
    typeof value === "number" && value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
  return { form: `a whole number of at least ${least}`, fits };
}

/** One of a few words. */
export function oneOf(...words: readonly (string | boolean)[]): OptionRule {
  return {
    form: words.map((word) => JSON.stringify(word)).join(" or "),
    fits: (value) => words.some((word) => word === value),
  };
}

/** Whatever fits one of several rules. */
export function either(...rules: readonly OptionRule[]): OptionRule {
  return {
    form: rules.map(({ form }) => form).join(", or "),
    fits: (value) => rules.some((rule) => rule.fits(value)),
    look: (value, of) => rules.find((rule) => rule.fits(value))?.look?.(value, of),
  };
}

/**
 * An object (or a class's instance) with these functions. `form` says what to write, as in
 * `a Policy: { decide(tool, args) { … } }`.
 */
export function withFunctions(form: string, ...names: readonly string[]): OptionRule {
  return {
    form,
    fits: (value) =>
      ((typeof value === "object" && value !== null) || typeof value === "function") &&
      names.every((name) => typeof Reflect.get(value, name) === "function"),
  };
}
