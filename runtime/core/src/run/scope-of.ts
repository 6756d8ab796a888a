import type { Scope } from "./scope.ts";

/** Under which a context has the scope of its call: for the packages of this repository, not for tools. */
export const SCOPE = Symbol.for("toolwright.scope");

/** Undefined for a context that no runner has made. */
export function scopeOf(context: object): Scope | undefined {
  const scope: unknown = Reflect.get(context, SCOPE);
  return isScope(scope) ? scope : undefined;
}

function isScope(value: unknown): value is Scope {
  return typeof value === "object" && value !== null && "outputs" in value;
}
