import { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";
import { nearestName } from "../text/nearest-name.ts";
import { anObject, type OptionRule } from "./option-rules.ts";

/** A rule for every option of `T`, so that a new option without one does not compile. */
export type OptionRules<T> = { readonly [K in keyof Required<T>]: OptionRule };

/** What {@link checkOptions} holds an object to. */
export interface CheckedOptions<T> {
  /** Whose options they are, at the start of the sentence: `Tool find_order`, `ToolRunner`. */
  readonly of: string;
  readonly rules: OptionRules<T>;
  /** Names that stand elsewhere: what other libraries call an option, or where an option of another part is set. */
  readonly otherNames?: OtherNames | (() => OtherNames);
  /** Options that cannot be left out. */
  readonly needed?: readonly (keyof T & string)[];
}

type OtherNames = Readonly<Record<string, string>>;

/** How much of a wrong value is shown (characters). */
const MAX_SHOWN = 60;
/** How many options are listed where none is near. */
const MAX_NAMED = 12;
/** The value of an option with such a name may be a secret. */
const SECRET_NAME = /key|token|secret|password|auth/i;

/**
 * Throws a `TypeError` that names what was given, what is expected and the nearest right form: for an option that does
 * not exist, for a value that an option cannot have, and for a needed option that is missing. An option that is
 * `undefined` counts as left out. A misspelt safety option would otherwise be one that was never set.
 */
export function checkOptions<T>(
  options: unknown,
  { of, rules, otherNames = {}, needed = [] }: CheckedOptions<T>,
): void {
  if (!anObject.fits(options)) throw new TypeError(`${of} takes an object of options, got ${shownValue(options)}.`);
  // Inherited ones count too: an instance of a class may hand its options on.
  for (const name in options) {
    const value: unknown = Reflect.get(options, name);
    const rule = ruleOf(rules, name);
    if (rule === undefined) throw new TypeError(`${of}: ${unknownOption(name, Object.keys(rules), otherNames)}`);
    if (value !== undefined && !rule.fits(value)) {
      throw new TypeError(`${of}: ${name} must be ${rule.form}, got ${shownOption(name, value)}.`);
    }
    if (value !== undefined) rule.look?.(value, `${name} of ${of}`);
  }
  const missing = needed.find((name) => Reflect.get(options, name) === undefined);
  if (missing !== undefined)
    throw new TypeError(`${of}: ${missing} is missing; it must be ${ruleOf(rules, missing)?.form}.`);
}

function ruleOf(rules: object, name: string): OptionRule | undefined {
  return Object.hasOwn(rules, name) ? Reflect.get(rules, name) : undefined;
}

/** An object of options within options, held to rules of its own. */
export function nested<T>(
  rules: OptionRules<T>,
  more: Pick<CheckedOptions<T>, "otherNames" | "needed"> = {},
): OptionRule {
  return {
    form: `an object: { ${Object.keys(rules).join(", ")} }`,
    fits: anObject.fits,
    look: (value, of) => checkOptions<T>(value, { ...more, of, rules }),
  };
}

/** Throws a `TypeError` for what stands in the place of an argument, in the words of {@link checkOptions}. */
export function checkArgument(value: unknown, { of, rule }: { readonly of: string; readonly rule: OptionRule }): void {
  if (!rule.fits(value)) throw new TypeError(`${of} must be ${rule.form}, got ${shownOption(of, value)}.`);
  rule.look?.(value, of);
}

/**
 * What other libraries call options, by their names; each line of the text has what it is called here, then theirs:
 * `ours|theirs theirs`.
 */
export function byTheirNames(lines: string): OtherNames {
  const named = lines
    .trim()
    .split(/\n\s*/)
    .flatMap((line) => {
      const [ours = "", theirs = ""] = line.split("|");
      return theirs.split(" ").map((name) => [name, ours] as const);
    });
  return Object.fromEntries(named);
}

function unknownOption(name: string, known: readonly string[], others: OtherNames | (() => OtherNames)): string {
  const otherNames = typeof others === "function" ? others() : others;
  // Go writes the names of fields with a capital.
  const other = [name, name.charAt(0).toLowerCase() + name.slice(1)].find((key) => Object.hasOwn(otherNames, key));
  const ours = other === undefined ? undefined : otherNames[other];
  if (ours !== undefined) return `there is no option ${JSON.stringify(name)}; here it is ${ours}.`;
  const near = nearestName(name, known);
  const named = known.slice(0, MAX_NAMED).join(", ");
  const all = known.length > MAX_NAMED ? `${named} and ${known.length - MAX_NAMED} more` : named;
  return `there is no option ${JSON.stringify(name)}; ${near === undefined ? `the options are ${all}.` : `did you mean ${near}?`}`;
}

function shownOption(name: string, value: unknown): string {
  return SECRET_NAME.test(name) && typeof value === "string" ? "another string" : shownValue(value);
}

/** A value in few words: what it is, and itself where it is short. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "function") return value.name === "" ? "a function" : `the function ${value.name}`;
  if (typeof value !== "object")
    return cutWithEllipsis(typeof value === "string" ? JSON.stringify(value) : String(value), MAX_SHOWN);
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  const { name = "" } = Object.getPrototypeOf(value)?.constructor ?? {};
  if (name !== "" && name !== "Object") return `a ${name}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? "{}" : cutWithEllipsis(`{ ${keys.join(", ")} }`, MAX_SHOWN);
}
