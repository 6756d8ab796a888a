import {
  EFFECTS,
  type Effect,
  type OperandSpec,
  type OptionSpec,
  type OptionSpecs,
  ROLES,
  type Role,
  type RoleName,
  type ValueForm,
} from "./grammar.ts";

/** Reads the options of a form. A declaration that does not read is a mistake in this package, so it throws. */
export function parseOptions(tokens: readonly string[]): OptionSpecs {
  const specs = new Map<string, OptionSpec>();
  for (const token of tokens) {
    const parts = /^(-[^=:?!]*(?:,-[^=:?!]*)*)(?:(\?=|=|:)([a-z]+)(?:\((.*)\))?(?::([a-z]+))?)?(?:!([a-z]+))?$/.exec(
      token,
    );
    if (parts === null) throw new Error(`not an option of a grammar: ${token}`);
    const [, names = "", form, role, argument, second, effect] = parts;
    const spec = {
      role: roleOf(role ?? "flag", argument),
      value: VALUE[form ?? ""] ?? "none",
      effect: effect === undefined ? undefined : effectOf(effect),
      second: second === undefined ? undefined : roleOf(second, undefined),
    };
    for (const name of names.split(",")) specs.set(name, spec);
  }
  return specs;
}

const VALUE: Readonly<Record<string, ValueForm>> = { "=": "either", ":": "separate", "?=": "attached" };

/** Reads one operand of a form. */
export function parseOperand(token: string): OperandSpec {
  const parts = /^([a-z]+)(?:\((.*)\))?([?*+]?)$/.exec(token);
  if (parts === null) throw new Error(`not an operand of a grammar: ${token}`);
  const [, name = "", argument, count = ""] = parts;
  const least = count === "?" || count === "*" ? 0 : 1;
  return { role: roleOf(name, argument), least, many: /[*+]/.test(count) || /^(?:command|rest)$/.test(name) };
}

function roleOf(name: string, argument: string | undefined): Role {
  if (!isRole(name)) throw new Error(`not a role of a grammar: ${name}`);
  return argument === undefined ? { name } : { name, argument };
}

function isRole(name: string): name is RoleName {
  return Object.hasOwn(ROLES, name);
}

/** An effect by its name. */
export function effectOf(name: string): Effect {
  const known = EFFECTS.find((effect) => effect === name);
  if (known === undefined) throw new Error(`not an effect of a grammar: ${name}`);
  return known;
}

/** The stronger of two effects. */
export function stronger(a: Effect, b: Effect | undefined): Effect {
  return b !== undefined && EFFECTS.indexOf(b) > EFFECTS.indexOf(a) ? b : a;
}
