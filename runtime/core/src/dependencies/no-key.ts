import type { DependencyKey } from "../tool/dependency.ts";

/** Other libraries' names of the lifetimes. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  singleton: "process",
  global: "process",
  transient: "call",
  scoped: "run",
  request: "run",
  session: "conversation",
};

/** Why a key makes no value. */
export function noKey({ id, create, scope }: DependencyKey<unknown>, lifetimes: readonly string[]): TypeError {
  if (typeof create !== "function") {
    const made = `{ id: ${JSON.stringify(id ?? "db")}, create: () => value }`;
    return new TypeError(`The dependency ${id} cannot be made: its key has no function create, as in ${made}.`);
  }
  const listed = lifetimes.map((name) => JSON.stringify(name)).join(", ");
  const meant = OTHER_NAMES[String(scope)];
  const hint = meant === undefined ? "" : ` Here it is called "${meant}".`;
  return new TypeError(
    `The scope of the dependency ${id} must be one of ${listed}, got ${JSON.stringify(scope)}.${hint}`,
  );
}
