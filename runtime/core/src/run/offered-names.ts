import type { Scope } from "./scope.ts";

/** The names of the tools that a call of this step may have. */
export function namesOf({ active, registry }: Pick<Scope, "active" | "registry">): readonly string[] {
  return active === undefined ? registry.list() : [...active.keys()];
}

/** The most names that a refusal lists. */
const MAX_LISTED = 20;

/** Names for a model to choose from. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return "No tools are available.";
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
  return `Available tools: ${names.slice(0, MAX_LISTED).join(", ")}${more}.`;
}
