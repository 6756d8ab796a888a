import { isFields } from "@toolwright/core/internal";
import { UsageError } from "../../usage-error.ts";
import type { Fields } from "./registry-entry.ts";

/** One thing that an entry wants to know. */
export interface Wanted {
  /** What it is called where a person gives it: `--set NAME=value`. */
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  /** Asked for by name alone: it shall stand in no file. */
  readonly isSecret: boolean;
  readonly initial: string | undefined;
  readonly choices: readonly string[];
}

/** Gives a person's value for something; undefined where it is left out. */
export type Ask = (wanted: Wanted) => Promise<string | undefined>;

/** Fills in what an entry leaves open. */
export interface Inputs {
  /** What an input comes to; undefined where it is left out. `name`: what it is called. */
  value(input: Fields, name: string): Promise<string | undefined>;
  /** A text with `{name}` in it, by what is said of each name. */
  filled(text: string, variables: Fields): Promise<string>;
  /** Variables of the user's environment that what was filled in takes. */
  readonly taken: ReadonlySet<string>;
}

/** Characters of a text of an entry. */
const MAX_TEXT = 2_000;

/**
 * Inputs by what a person says. A secret that has to be there is a variable of the environment, so that it stands in no
 * file; `variableOf` names it.
 */
export function inputs(ask: Ask, variableOf: (name: string) => string): Inputs {
  const taken = new Set<string>();
  const given = new Map<string, string | undefined>();
  const once = async (wanted: Wanted) => {
    if (!given.has(wanted.name)) given.set(wanted.name, await ask(wanted));
    return given.get(wanted.name);
  };
  const secret = (name: string) => {
    const variable = variableOf(name);
    taken.add(variable);
    return `\${${variable}}`;
  };
  const open = async (input: Fields, name: string) => {
    const value = await once(wantedOf(input, name));
    return value === undefined && input.isSecret === true && input.isRequired === true ? secret(name) : value;
  };
  const filled = async (text: string, variables: Fields) => {
    let whole = ownText(text);
    for (const [key, about] of Object.entries(variables)) {
      if (!isFields(about) || !whole.includes(`{${key}}`)) continue;
      const fixed = typeof about.value === "string" ? ownText(about.value) : undefined;
      const value = fixed ?? (await open({ ...about, isRequired: true }, key)) ?? "";
      whole = whole.replaceAll(`{${key}}`, () => value);
    }
    return whole;
  };
  return {
    taken,
    filled,
    async value(input, name) {
      const { value, variables = {} } = input;
      if (typeof value === "string") return filled(value, isFields(variables) ? variables : {});
      return open(input, name);
    },
  };
}

function wantedOf(input: Fields, name: string): Wanted {
  const { description = "", isRequired, default: initial, choices = [] } = input;
  return {
    name,
    about: typeof description === "string" ? description.slice(0, MAX_TEXT) : "",
    required: isRequired === true,
    isSecret: input.isSecret === true,
    initial: typeof initial === "string" ? ownText(initial) : undefined,
    choices: Array.isArray(choices) ? choices.filter((one) => typeof one === "string") : [],
  };
}

/** Throws a `UsageError` for a text that would take variables of this machine which nobody has shown. */
export function ownText(text: string): string {
  if (text.length > MAX_TEXT) throw new UsageError("The entry holds a text that is too long for an argument.");
  if (/\$\{/.test(text) || /[\p{Cc}\p{Bidi_Control}]/u.test(text))
    throw new UsageError(
      `The entry holds ${JSON.stringify(text.slice(0, 100))}, which would be read as something else than it says. It is not added.`,
    );
  return text;
}
