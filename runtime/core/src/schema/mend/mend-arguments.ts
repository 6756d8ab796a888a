import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json, JsonObject, JsonSchema } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";
import { acceptsEmptyText } from "../nodes/accepts-empty-text.ts";
import { pointerStep } from "../nodes/json-pointer.ts";
import type { SchemaNode } from "../nodes/schema-node.ts";
import { convertValues } from "./convert-values.ts";
import type { Repair } from "./repair.ts";
import { schemaWordsIn } from "./schema-words.ts";
import { isRefusedNull, withoutOptional } from "./without-optional.ts";

/** Arguments after mending, to be validated again, and what was changed. */
export interface MendedArguments {
  readonly arguments: JsonObject;
  readonly repairs: readonly Repair[];
}

/**
 * Mends arguments that do not fit, in a copy, at the places that the issues name: converts what stands for a value of
 * another type, then leaves out optional members that say nothing (`null`, `""`), and words of JSON Schema that are no
 * keys of the tool. Nothing that the schema takes is touched, and nothing that it requires is left out. `undefined`
 * when there is nothing to mend.
 */
export function mendArguments(args: Json, root: JsonSchema, issues: readonly Issue[]): MendedArguments | undefined {
  const isNamed = namedBy(issues);
  const { value, repairs: conversions } = convertValues(args, { root, isNamed });
  const repairs = [...conversions];
  const tell = (path: string, member: Json) =>
    repairs.push({ kind: "left out", path, was: member === null ? "null" : '""' });
  const rest = withoutSchemaWords(withoutOptional(value, { root, isNamed, isNothing, tell }), {
    root,
    isNamed,
    tell: (path) => repairs.push({ kind: "left out", path, was: "a word of JSON Schema" }),
  });
  return repairs.length === 0 || !isJsonObject(rest) ? undefined : { arguments: rest, repairs };
}

/** An issue is about a place and all that is in it: of a union it may name the whole. */
function namedBy(issues: readonly Issue[]): (path: string) => boolean {
  const paths = issues.map(({ path }) => path);
  return (place) => paths.some((path) => place === path || place.startsWith(`${path}/`));
}

function isNothing(member: Json, schema: unknown, root: SchemaNode): boolean {
  return isRefusedNull(member, schema, root) || (member === "" && !acceptsEmptyText(schema, root));
}

interface Leaving {
  readonly root: JsonSchema;
  readonly isNamed: (path: string) => boolean;
  readonly tell: (path: string) => void;
}

function withoutSchemaWords(value: Json, { root, isNamed, tell }: Leaving): Json {
  const words = schemaWordsIn(value, root).filter((key) => isNamed(pointerStep(key)));
  if (words.length === 0 || !isJsonObject(value)) return value;
  for (const key of words) tell(pointerStep(key));
  return Object.fromEntries(Object.entries(value).filter(([key]) => !words.includes(key)));
}
