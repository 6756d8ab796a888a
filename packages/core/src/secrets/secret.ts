import type { Secret } from "./scrubber.ts";

/**
 * Names a value that must never be seen. Printed, logged or written as JSON it reads `[secret:name]`.
 * The name is 1 to 64 letters, digits, dots, hyphens or underscores; any other throws a `TypeError`.
 */
export function secret(name: string, value: string): Secret {
  if (!/^[\w.-]{1,64}$/.test(name)) throw new TypeError(`A secret's name cannot be ${JSON.stringify(name)}`);
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
