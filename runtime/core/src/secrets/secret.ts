import { checkArgument } from "../options/check-options.ts";
import { anObject, aText, type OptionRule } from "../options/option-rules.ts";
import type { Secret } from "./scrubber.ts";

const NAME: OptionRule = {
  form: '1 to 64 letters, digits, dots, hyphens or underscores, as in secret("API_KEY", value)',
  fits: (value) => typeof value === "string" && /^[\w.-]{1,64}$/.test(value),
};

/** What masks are made from. A bare string among them would be masked nowhere. */
export const aListOfSecrets: OptionRule = {
  form: 'an array of secrets: [secret("NAME", value)]',
  fits: (value) => Array.isArray(value) && value.every(isSecret),
};

function isSecret(value: unknown): boolean {
  if (!anObject.fits(value)) return false;
  const { name, value: hidden } = Object(value);
  return typeof name === "string" && typeof hidden === "string";
}

/**
 * Names a value that must never be seen. Printed, logged or written as JSON it reads `[secret:name]`.
 * The name is 1 to 64 letters, digits, dots, hyphens or underscores; any other throws a `TypeError`.
 */
export function secret(name: string, value: string): Secret {
  // What stands where the name belongs may be the value.
  checkArgument(name, { of: "The name of a secret", rule: NAME });
  checkArgument(value, { of: `The value of secret(${JSON.stringify(name)}, …)`, rule: aText });
  const mask = () => maskOf(name);
  const hidden = { value, toString: mask, toJSON: mask, [Symbol.for("nodejs.util.inspect.custom")]: mask };
  const made = { name, value };
  for (const key of Reflect.ownKeys(hidden)) {
    Object.defineProperty(made, key, { value: Reflect.get(hidden, key), enumerable: false });
  }
  return Object.freeze(made);
}

/** What stands where a secret was. */
export function maskOf(name: string): string {
  return `[secret:${name.replace(/[^\w.-]/g, "_").slice(0, 64)}]`;
}
