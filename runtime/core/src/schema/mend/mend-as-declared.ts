import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";
import { type MendedArguments, mendArguments } from "./mend-arguments.ts";
import { type Declared, readAsDeclared } from "./read-as-declared.ts";

/** Arguments after mending, as their tool means them. */
export interface MendedAsDeclared extends MendedArguments {
  /** Arguments that are given by two names and differ. */
  readonly issues: readonly Issue[];
}

/**
 * Mends arguments, and reads once more what their tool declares: in a list that was a text, keys may have other names,
 * and a text may have spelt the 0 that means nothing.
 */
export function mendAsDeclared(args: Json, declared: Declared, given: readonly Issue[]): MendedAsDeclared | undefined {
  const mended = mendArguments(args, declared.input.jsonSchema, given);
  if (mended === undefined) return undefined;
  const { args: read, repairs, issues } = readAsDeclared(mended.arguments, declared);
  return { arguments: isJsonObject(read) ? read : mended.arguments, repairs: [...mended.repairs, ...repairs], issues };
}
