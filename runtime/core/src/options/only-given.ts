/** Of an object the fields of these names that have a value: what an option hands on where `undefined` is no value. */
export function onlyGiven<T extends object, K extends keyof T & string>(
  options: T,
  ...names: readonly K[]
): Pick<T, K> {
  const wanted: readonly string[] = names;
  const given = { ...options };
  for (const [name, value] of Object.entries(given)) {
    if (!wanted.includes(name) || value === undefined) Reflect.deleteProperty(given, name);
  }
  return given;
}
