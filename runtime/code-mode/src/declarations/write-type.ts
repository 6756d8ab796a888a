import { isFields } from "@toolwright/core/internal";
import { jsonText } from "./json-text.ts";
import type { Fields, Place } from "./place.ts";
import type { References } from "./references.ts";
import { alternativesOf, itemsOf, MAX_DEPTH } from "./subschemas.ts";
import { jointOf, NEVER, type Type, UNKNOWN, unionOf } from "./type.ts";
import { writeList } from "./write-list.ts";
import { writeObject } from "./write-object.ts";

/** The type of the values that fit a schema, as far as TypeScript can say it. */
export function writeType(schema: unknown, references: References, depth = 0): Type {
  if (schema === false) return NEVER;
  if (!isFields(schema) || depth > MAX_DEPTH) return UNKNOWN;
  const place: Place = { references, typeOf: (inner) => writeType(inner, references, depth + 1) };
  const parts = [
    ...(typeof schema.$ref === "string" ? [referredTo(schema.$ref, place)] : []),
    ...itemsOf(schema.allOf).map(place.typeOf),
    ...alternativesOf(schema).map((arms) => unionOf(arms.map(place.typeOf))),
  ];
  const others = jointOf(parts);
  const own = literals(schema) ?? byType(schema, { place, isAlone: others === UNKNOWN });
  const all = jointOf([own, ...parts]);
  return schema.nullable === true ? unionOf([all, ["null"]]) : all;
}

function referredTo(ref: string, { references, typeOf }: Place): Type {
  if (references.isEndless(ref)) return UNKNOWN;
  const name = references.nameOf(ref);
  if (name !== undefined) return [name];
  const target = references.target(ref);
  return target === undefined ? UNKNOWN : typeOf(target);
}

function literals(schema: Fields): Type | undefined {
  if (Object.hasOwn(schema, "const")) return literal(schema.const);
  return Array.isArray(schema.enum) ? unionOf(schema.enum.map(literal)) : undefined;
}

/** JSON text is a type of TypeScript: that of this one value. */
function literal(value: unknown): Type {
  return [jsonText(value) ?? "unknown"];
}

interface Surroundings {
  readonly place: Place;
  /** Nothing else of the schema says what the value is. */
  readonly isAlone: boolean;
}

function byType(schema: Fields, { place, isAlone }: Surroundings): Type {
  const names = typeNames(schema);
  return names === undefined ? UNKNOWN : unionOf(names.map(namedType));

  function namedType(name: unknown): Type {
    if (name === "object") return writeObject(schema, { place, isAlone });
    if (name === "array") return writeList(schema, place);
    return PLAIN.get(name) ?? UNKNOWN;
  }
}

const PLAIN: ReadonlyMap<unknown, Type> = new Map([
  ["string", ["string"]],
  ["number", ["number"]],
  ["integer", ["number"]],
  ["boolean", ["boolean"]],
  ["null", ["null"]],
]);

/** Of a schema without `type`, what its keywords are about. */
function typeNames({ type, ...schema }: Fields): readonly unknown[] | undefined {
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  if (isFields(schema.properties) || isFields(schema.patternProperties) || isFields(schema.additionalProperties)) {
    return ["object"];
  }
  return schema.items !== undefined || schema.prefixItems !== undefined ? ["array"] : undefined;
}
