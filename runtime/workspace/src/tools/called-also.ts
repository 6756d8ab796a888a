import type { JsonObject } from "@toolwright/core";

/** For `insteadOf` of a tool: takes a call by one of these names, with a space between two, as it is. */
export function calledAlso(names: string): (name: string, given: JsonObject) => JsonObject | undefined {
  const known = new Set(names.split(" ").map(plainName));
  return (name, given) => (known.has(plainName(name)) ? given : undefined);
}

/** A name of a tool without what is only spelling: `readFile`, `read-file` and `read_file` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s._-]/g, "");
}
