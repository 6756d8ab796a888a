import { isJsonArray } from "../../json/is-json-array.ts";
import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { isSameJson } from "../../json/sketch-json.ts";
import type { Issue } from "../../result/error-info.ts";
import { pointerStep } from "../nodes/json-pointer.ts";

/** Names that models write for a key, by the key, or by the way to it: a star is every item of a list. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** An argument that was given by another name. */
export interface Alias {
  /** JSON Pointer of the argument as it was given. */
  readonly path: string;
  readonly key: string;
}

/** Arguments by the names that their tool has for them. */
export interface WithoutAliases {
  /** The same value where no other name was given. */
  readonly args: Json;
  readonly read: readonly Alias[];
  /** Arguments that are given by two names and differ. */
  readonly issues: readonly Issue[];
}

/** Reads other names as the keys that they stand for, where these are missing. The same value given twice is one. */
export function readAliases(args: Json, aliases: Aliases = {}): WithoutAliases {
  const read: Alias[] = [];
  const issues: Issue[] = [];
  const renamed = Object.entries(aliases).reduce((value, [where, names]) => {
    const steps = where.split("/");
    const key = steps.pop() ?? "";
    return within(value, steps, { path: "", key, names, read, issues });
  }, args);
  return { args: renamed, read, issues };
}

interface Place {
  readonly path: string;
  readonly key: string;
  readonly names: readonly string[];
  readonly read: Alias[];
  readonly issues: Issue[];
}

/** Goes down to the objects that have the key; `*` is every item of a list. */
function within(value: Json, steps: readonly string[], place: Place): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return isJsonObject(value) ? rename(value, place) : value;
  const inner = (member: Json, key: string | number) =>
    within(member, rest, { ...place, path: place.path + pointerStep(key) });
  if (step === "*")
    return typeof value === "object" && value !== null && isJsonArray(value) ? sameOr(value, value.map(inner)) : value;
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
  const entries = Object.entries(value);
  const members = entries.map(([key, member]): [string, Json] => [key, key === step ? inner(member, key) : member]);
  return members.every(([key, member]) => member === value[key]) ? value : Object.fromEntries(members);
}

function sameOr(value: readonly Json[], made: readonly Json[]): readonly Json[] {
  return made.every((item, index) => item === value[index]) ? value : made;
}

function rename(value: JsonObject, { path, key, names, read, issues }: Place): Json {
  const given = names.filter((name) => Object.hasOwn(value, name));
  const [first] = given;
  if (first === undefined) return value;
  const source = Object.hasOwn(value, key) ? key : first;
  const other = given.find((name) => !isSameJson(value[name] ?? null, value[source] ?? null));
  if (other !== undefined) {
    issues.push({ path: path + pointerStep(other), message: differs(other, source, key) });
    return value;
  }
  read.push(...given.map((name) => ({ path: path + pointerStep(name), key })));
  const kept = Object.entries(value).filter(([name]) => name === source || !given.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name === source ? key : name, member]));
}

function differs(other: string, source: string, key: string): string {
  const [one, two, real] = [other, source, key].map((name) => JSON.stringify(name));
  return `${one} and ${two} differ, and mean the same: give only ${real}`;
}
