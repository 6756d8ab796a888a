/** Throws a `TypeError` for no object, and for an option that does not exist: a misspelt rule would be none. */
export function checkNames(options: object, of: string, names: readonly string[]): void {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${of} takes an object: { ${names.join(", ")} }.`);
  const odd = Object.keys(options).find((name) => !names.includes(name));
  if (odd === undefined) return;
  throw new TypeError(`${of}: there is no option ${JSON.stringify(odd)}; the options are ${names.join(", ")}.`);
}

/** Where a line of bash will run. All paths absolute. */
export interface ShellPlace {
  readonly cwd: string;
  readonly root: string;
  readonly home: string;
}

/** Throws a `TypeError` for a place that names no directories: everything would be judged against nothing. */
export function checkPlace(place: ShellPlace, of: string): void {
  const names = ["cwd", "root", "home"] as const;
  checkNames(place, of, names);
  const missing = names.find((name) => typeof place[name] !== "string");
  if (missing !== undefined) throw new TypeError(`${of}: ${missing} must be the absolute path of a directory.`);
}
