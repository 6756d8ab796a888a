/** A type as the arms of a union; without any it is `never`. An arm of several parts stands in parentheses. */
export type Type = readonly string[];

export const UNKNOWN: Type = ["unknown"];
export const NEVER: Type = [];

export function unionOf(types: readonly Type[]): Type {
  const arms = new Set(types.flat());
  return arms.has("unknown") ? UNKNOWN : [...arms];
}

/** What fits all of the types. */
export function jointOf(types: readonly Type[]): Type {
  if (types.some((type) => type.length === 0)) return NEVER;
  const telling = types.filter((type) => !type.includes("unknown"));
  const parts = [...new Map(telling.map((type) => [typeText(type), type])).values()];
  const [first = UNKNOWN, ...others] = parts;
  return others.length === 0 ? first : [`(${parts.flatMap(partsOf).join(" & ")})`];
}

export function listOf(type: Type): Type {
  const [only = "never", ...others] = type;
  return [others.length === 0 ? `${only}[]` : `(${typeText(type)})[]`];
}

export function typeText(type: Type): string {
  const [only = "never", ...others] = type;
  if (others.length > 0) return type.join(" | ");
  return isJoint(only) ? only.slice(1, -1) : only;
}

function partsOf(type: Type): readonly string[] {
  return type.length === 1 ? [typeText(type)] : [`(${typeText(type)})`];
}

/** No other arm ends so: a list of a union ends with brackets. */
function isJoint(arm: string): boolean {
  return arm.startsWith("(") && arm.endsWith(")");
}
