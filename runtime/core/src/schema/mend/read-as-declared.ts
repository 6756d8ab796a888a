import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json, JsonSchema } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";
import { expectedTypes } from "../nodes/expected-types.ts";
import { pointerStep } from "../nodes/json-pointer.ts";
import { membersOf } from "../nodes/schema-node.ts";
import { type Aliases, readAliases } from "./read-aliases.ts";
import type { Repair } from "./repair.ts";
import { isRefusedNull, withoutOptional } from "./without-optional.ts";

/** What a tool says of the arguments that it is given: see the options of `defineTool`. */
export interface Declared {
  readonly emptyIsAbsent?: readonly string[] | undefined;
  readonly aliases?: Aliases | undefined;
  readonly input: { readonly jsonSchema: JsonSchema };
}

/** Arguments as a tool means them. */
export interface ReadAsDeclared {
  /** The same value where nothing was changed. */
  readonly args: Json;
  readonly repairs: readonly Repair[];
  readonly issues: readonly Issue[];
}

/** Leaves out what a tool declares to mean nothing, and reads its aliases. Other tools get what was given. */
export function readAsDeclared(given: Json, declared: Declared): ReadAsDeclared {
  const { emptyIsAbsent, aliases } = declared;
  if (emptyIsAbsent === undefined && aliases === undefined) return { args: given, repairs: NONE, issues: NONE };
  const { args, repairs } = leaveOutEmpty(given, declared);
  if (aliases === undefined) return { args, repairs, issues: NONE };
  const named = readAliases(args, aliases);
  return { ...named, repairs: [...repairs, ...named.repairs] };
}

const NONE: readonly [] = [];

function leaveOutEmpty(args: Json, { emptyIsAbsent, aliases, input }: Declared): Omit<ReadAsDeclared, "issues"> {
  if (emptyIsAbsent === undefined || !isJsonObject(args)) return { args, repairs: NONE };
  const repairs: Repair[] = [];
  const tell = (path: string) => repairs.push({ kind: "left out", path, was: "null" });
  const rest = withoutOptional(args, { root: input.jsonSchema, isNothing: isRefusedNull, tell });
  const namesOf = (keys: readonly string[]) => keys.flatMap((key) => [key, ...(aliases?.[key] ?? [])]);
  const names = namesOf(emptyIsAbsent);
  const counts = namesOf(emptyIsAbsent.filter((key) => isCount(key, input.jsonSchema)));
  const kept = Object.entries(isJsonObject(rest) ? rest : args).filter(([name, value]) => {
    const isEmpty = (value === "" && names.includes(name)) || (value === 0 && counts.includes(name));
    if (isEmpty) repairs.push({ kind: "left out", path: pointerStep(name), was: value === 0 ? "0" : '""' });
    return !isEmpty;
  });
  return { args: repairs.length === 0 ? args : Object.fromEntries(kept), repairs };
}

/** 0 says nothing where a number is wanted: nobody knows which path or choice it means. */
function isCount(key: string, root: JsonSchema): boolean {
  const types = expectedTypes(new Map(membersOf(root.properties)).get(key), root) ?? [];
  return types.includes("number") || types.includes("integer");
}
