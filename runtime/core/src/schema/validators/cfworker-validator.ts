import { format, type ValidationResult, Validator } from "@cfworker/json-schema";
import { isJsonArray } from "../../json/is-json-array.ts";
import type { Json, JsonSchema } from "../../json/json.ts";
import { quote } from "../explain/expectation.ts";
import { pointerStep } from "../nodes/json-pointer.ts";
import { mapSchemas } from "../nodes/map-schemas.ts";
import { isLinear, matchPattern } from "../nodes/match-pattern.ts";
import { isNode, listOf, type SchemaNode } from "../nodes/schema-node.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";
import { rememberingValidator } from "./remembering-validator.ts";

/** Judges by `@cfworker/json-schema`, which makes no code and so runs everywhere. Imported on first use only. */
export const cfworkerValidator: JsonSchemaValidator = (schema) => {
  const text = JSON.stringify(schema);
  const references = { left: Number.POSITIVE_INFINITY };
  const names: MemberNames = { all: undefined };
  const lists: Lists = { count: 0, equal: [] };
  // It writes into the schema it is given, and ours goes out as it is.
  const guarded = (refer: (node: SchemaNode) => SchemaNode) =>
    mapSchemas(JSON.parse(text), (node) => {
      const counted = countReferences(guardPattern(guardItems(node, lists)), references);
      return refer(guardMemberPatterns(counted, names));
    });
  const draft = draftOf(schema);
  const validator = new Validator(
    guarded((node) => node),
    draft,
  );
  const mayRemember = text.includes('"$ref":') && !PASSED_ON.test(text);
  let remembering: ((value: Json) => boolean) | undefined;
  const looksAtLists = text.includes('"uniqueItems":true');
  const looksAtNames = text.includes('"patternProperties":');
  const prepare = (value: Json): void => {
    if (looksAtLists) Object.assign(lists, listsIn(value));
    if (looksAtNames) names.all = namesIn(value);
    references.left = mayRemember ? mostUnremembered(value) : MAX_REFERENCES;
  };
  return (value) => {
    prepare(value);
    if (lists.count * lists.equal.length > MAX_COMPARED) return { valid: false, errors: [TOO_MANY] };
    try {
      return told(validator.validate(value));
    } catch (error) {
      if (references.left >= 0 || !mayRemember) throw error;
    }
    references.left = MAX_REFERENCES;
    remembering ??= rememberingValidator(guarded, draft);
    const valid = remembering(value);
    return { valid, errors: valid ? [] : [NOT_AS_REFERRED] };
  };
};

const NOT_AS_REFERRED = { path: "", message: 'does not satisfy "$ref"' };

/** What a schema hears of those it refers to, or they of it, beside whether they take a value. */
const PASSED_ON = /"(?:unevaluated|\$recursive|\$dynamic)/;

function told({ valid, errors }: ValidationResult): ReturnType<ReturnType<JsonSchemaValidator>> {
  const issues = errors.map(({ instanceLocation, keyword }) => ({
    path: decodeLocation(instanceLocation),
    message: `does not satisfy ${quote(keyword)}`,
  }));
  return { valid, errors: issues };
}

/**
 * The most references that one check follows: schemas that refer to the next one twice would take longer than anybody
 * lives.
 */
const MAX_REFERENCES = 500_000;

/** As many references as a value has members, and some more: beyond, the outcome of each is remembered. */
function mostUnremembered(value: Json): number {
  return Math.min(MAX_REFERENCES, 10_000 + 16 * sizeOf(value));
}

/** How many values there are in a value. */
function sizeOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  let size = 1;
  for (const member of Object.values(value)) size += sizeOf(member);
  return size;
}

/**
 * Reading a reference of the schema throws once too many were read: without references a check is as long as schema and
 * value.
 */
function countReferences(schema: SchemaNode, references: { left: number }): SchemaNode {
  const counted = { ...schema };
  for (const key of ["$ref", "$recursiveRef"].filter((name) => Object.hasOwn(schema, name))) {
    const get = () => {
      references.left -= 1;
      if (references.left < 0) throw new RangeError("too many references");
      return schema[key];
    };
    Object.defineProperty(counted, key, { get, enumerable: true });
  }
  return counted;
}

/** The lists of a value, and those in which two items are equal. */
interface Lists {
  count: number;
  equal: readonly Json[];
}

/** Each list is compared with those that have equal items: more would take seconds. */
const MAX_COMPARED = 10_000_000;

const TOO_MANY = { path: "", message: "expected fewer lists where items must differ" };

/**
 * The validator would compare every item of a list with every other. Instead, the lists with equal items are found
 * before, in linear time, and a list must not be one of them.
 */
function guardItems(schema: SchemaNode, lists: Lists): SchemaNode {
  const { uniqueItems, allOf, ...others } = schema;
  if (uniqueItems !== true) return schema;
  const some = (isSame: (list: Json) => boolean) => lists.equal.some(isSame);
  // The validator writes out the list for an error that `not` drops.
  return { ...others, allOf: [...listOf(allOf), { not: { enum: { some, toJSON() {} } } }] };
}

/** Values that are equal have one number, so that each is read once however deep it stands. */
function listsIn(value: Json): Lists {
  const numbers = new Map<string, number>();
  const equal: Json[] = [];
  let count = 0;
  const numberOf = (one: Json): number => {
    const text = textOf(one);
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const textOf = (one: Json): string => {
    if (typeof one !== "object" || one === null) return JSON.stringify(one);
    if (!isJsonArray(one))
      return JSON.stringify(
        Object.keys(one)
          .sort()
          .map((key) => [key, numberOf(one[key] ?? null)]),
      );
    const items = one.map(numberOf);
    count += 1;
    if (new Set(items).size < items.length) equal.push(one);
    return `list ${items.join()}`;
  };
  textOf(value);
  return { count, equal };
}

function draftOf({ $schema }: JsonSchema) {
  const draft = String($schema ?? "");
  if (draft.includes("2020-12")) return "2020-12";
  if (draft.includes("2019-09")) return "2019-09";
  return draft.includes("draft-04") ? "4" : "7";
}

/** `#/a%20b` to `/a b`. */
function decodeLocation(location: string): string {
  return location
    .split("/")
    .slice(1)
    .map((step) => pointerStep(decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")))
    .join("");
}

/**
 * A schema whose `pattern` has become a format, for the one validator that lets formats be added: it would judge a
 * pattern by backtracking, and a pattern and a text from strangers can keep that busy for years.
 */
function guardPattern(schema: SchemaNode): SchemaNode {
  const { pattern, allOf, ...others } = schema;
  const matches = typeof pattern === "string" ? matchPattern(pattern) : undefined;
  if (matches === undefined) return schema;
  const name = `pattern:${pattern}`;
  format[name] = matches;
  return { ...others, allOf: [...listOf(allOf), { format: name }] };
}

/** The names of all members of the value that is judged; undefined while none is. */
interface MemberNames {
  all: ReadonlySet<string> | undefined;
}

/**
 * The same for the names of `patternProperties`: while a value is judged, each stands for the members of it that it
 * matches, and those are found without backtracking.
 */
function guardMemberPatterns(schema: SchemaNode, names: MemberNames): SchemaNode {
  const { patternProperties: given } = schema;
  if (!isNode(given)) return schema;
  const patterns = Object.entries(given).map(([pattern, member]) => ({
    pattern,
    member,
    matches: isLinear(pattern) && pattern.length <= MOST_READ ? undefined : matchPattern(pattern),
  }));
  const known: { names?: unknown; schemas: object } = { schemas: given };
  const get = () => {
    if (known.names !== names.all) known.schemas = names.all === undefined ? given : bySpelling(patterns, names.all);
    known.names = names.all;
    return known.schemas;
  };
  return Object.defineProperty(schema, "patternProperties", { get, enumerable: true });
}

interface MemberPattern {
  readonly pattern: string;
  readonly member: unknown;
  readonly matches: ((name: string) => boolean) | undefined;
}

function bySpelling(patterns: readonly MemberPattern[], names: ReadonlySet<string>): object {
  const schemas: [string, unknown][] = [];
  for (const { pattern, member, matches } of patterns) {
    if (matches === undefined) schemas.push([pattern, member]);
    else
      for (const some of inGroups([...names].filter(matches))) {
        // Two that match the same must not become one: how often nothing is repeated tells them apart.
        schemas.push([`^(?:${some.map(escaped).join("|")})$(?:){${schemas.length}}`, member]);
      }
  }
  return Object.fromEntries(schemas);
}

/** The validator reads a pattern again for every member that it matches: this many characters, and one name more. */
const MOST_READ = 1_000;

function inGroups(names: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let read = MOST_READ;
  for (const name of names) {
    if (read >= MOST_READ) {
      groups.push([]);
      read = 0;
    }
    groups.at(-1)?.push(name);
    read += name.length + 1;
  }
  return groups;
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function namesIn(value: Json): ReadonlySet<string> {
  const names = new Set<string>();
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next)) for (const name of Object.keys(next)) names.add(name);
    for (const member of Object.values(next)) open.push(member);
  }
  return names;
}
