/**
 * Throws a `TypeError` for what is no object of options, and for an option that does not exist: it would be one that
 * was never set.
 */
export function checkNames(options: object, of: string, names: readonly string[]): void {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${of} takes an object: { ${names.join(", ")} }.`);
  const odd = Object.keys(options).find((name) => !names.includes(name));
  if (odd === undefined) return;
  throw new TypeError(`${of}: there is no option ${JSON.stringify(odd)}; the options are ${names.join(", ")}.`);
}
