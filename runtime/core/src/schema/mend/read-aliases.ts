import { isJsonArray } from "../../json/is-json-array.ts";
import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { isSameJson } from "../../json/sketch-json.ts";
import type { Issue } from "../../result/error-info.ts";
import { placeBelow, pointerStep } from "../nodes/json-pointer.ts";
import type { Nothing, Repair } from "./repair.ts";

/** Names that models write for a key, by the key, or by the way to it: a star is every item of a list. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** Arguments by the names that their tool has for them. */
export interface WithoutAliases {
  /** The same value where no other name was given. */
  readonly args: Json;
  readonly repairs: readonly Repair[];
  /** Arguments that are given by two names and differ. */
  readonly issues: readonly Issue[];
}

/**
 * Reads other names as the keys that they stand for, where these are missing. The same value given twice is one, and a
 * name that says nothing beside one that does is left out.
 */
export function readAliases(args: Json, aliases: Aliases): WithoutAliases {
  const repairs: Repair[] = [];
  const issues: Issue[] = [];
  const renamed = Object.entries(aliases).reduce((value, [where, names]) => {
    const steps = where.split("/");
    const key = steps.pop() ?? "";
    return within(value, steps, { path: "", key, names, repairs, issues });
  }, args);
  return { args: renamed, repairs, issues };
}

interface Place {
  readonly path: string;
  readonly key: string;
  readonly names: readonly string[];
  readonly repairs: Repair[];
  readonly issues: Issue[];
}

/** Goes down to the objects that have the key; `*` is every item of a list. */
function within(value: Json, steps: readonly string[], place: Place): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return isJsonObject(value) ? rename(value, place) : value;
  const inner = (member: Json, key: string | number) => within(member, rest, placeBelow(place, key));
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

function rename(value: JsonObject, { path, key, names, repairs, issues }: Place): Json {
  const given = [key, ...names].filter((name) => Object.hasOwn(value, name));
  const source = sourceIn(value, key, given);
  if (source === undefined || given.every((name) => name === key)) return value;
  const others = given.filter((name) => name !== source);
  const empty = nothingIn(value[source]) === undefined ? others.filter((name) => nothingIn(value[name])) : [];
  const other = others.find((name) => !empty.includes(name) && !isSameOrListed(value[name], value[source]));
  if (other !== undefined) {
    issues.push({ path: path + pointerStep(other), message: differs(other, source, key) });
    return value;
  }
  for (const name of given) {
    const was = empty.includes(name) ? nothingIn(value[name]) : undefined;
    if (was !== undefined) repairs.push({ kind: "left out", path: path + pointerStep(name), was });
    else if (name !== key) repairs.push({ kind: "renamed", path: path + pointerStep(name), key });
  }
  const kept = Object.entries(value).filter(([name]) => !others.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name === source ? key : name, member]));
}

/** The name whose value counts. An empty text of the key itself may be meant: a text that is to be deleted. */
function sourceIn(value: JsonObject, key: string, given: readonly string[]): string | undefined {
  return given.find((name) => nothingIn(value[name]) === undefined || (name === key && value[name] === "")) ?? given[0];
}

/** How a value that says nothing is told; undefined for one that says something. */
function nothingIn(value: Json | undefined): Nothing | undefined {
  if (value === "") return '""';
  return value === null ? "null" : undefined;
}

/** A text alone is the list of it: one of the names may be that of a list. */
function isSameOrListed(one: Json = null, other: Json = null): boolean {
  return isSameJson(one, other) || isSameJson(listed(one), listed(other));
}

function listed(value: Json): Json {
  return typeof value === "string" ? [value] : value;
}

function differs(other: string, source: string, key: string): string {
  const [one, two, real] = [other, source, key].map((name) => JSON.stringify(name));
  return `${one} and ${two} differ, and mean the same: give only ${real}`;
}
