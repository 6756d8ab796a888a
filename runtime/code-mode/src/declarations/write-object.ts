import { isFields } from "@toolwright/core/internal";
import type { Fields, Place } from "./place.ts";
import { jointOf, type Type, typeText, UNKNOWN, unionOf } from "./type.ts";
import { withComment } from "./with-comment.ts";

export interface ObjectOptions {
  readonly place: Place;
  /** Nothing else of the schema says which fields there are. */
  readonly isAlone: boolean;
}

/** An object with fields, a map, or both. */
export function writeObject(schema: Fields, { place, isAlone }: ObjectOptions): Type {
  const members = membersOf(schema, place);
  const map = mapOf(schema, place);
  if (map === undefined && members.length === 0) return emptyObject(schema, isAlone);
  if (map === undefined) return [braced(members)];
  if (members.length === 0) return [`{ ${map.key}: ${typeText(map.type)} }`];
  if (map.isOpen && map.type === UNKNOWN) return [braced([...members, "[key: string]: unknown"])];
  return jointOf([[braced(members)], [`{ ${map.key}: ${typeText(map.type)} }`]]);
}

function emptyObject({ additionalProperties }: Fields, isAlone: boolean): Type {
  if (additionalProperties === false) return ["{}"];
  return isAlone ? ["{ [key: string]: unknown }"] : UNKNOWN;
}

function membersOf({ properties, required }: Fields, place: Place): readonly string[] {
  const needed = new Set(Array.isArray(required) ? required.filter((key) => typeof key === "string") : []);
  const declared = Object.entries(isFields(properties) ? properties : {}).filter(([, schema]) => schema !== false);
  const members = declared.map(([key, schema]) => {
    const type = typeText(place.typeOf(schema));
    return `${keyText(key)}${needed.has(key) ? "" : "?"}: ${withComment(type, { schema, key, place })}`;
  });
  const known = new Set(Object.keys(isFields(properties) ? properties : {}));
  const others = [...needed].filter((key) => !known.has(key)).map((key) => `${keyText(key)}: unknown`);
  return [...members, ...others];
}

interface MapPart {
  readonly key: string;
  readonly type: Type;
  /** Any key may be there. */
  readonly isOpen: boolean;
}

/** What is said of keys that are not named. */
function mapOf(schema: Fields, place: Place): MapPart | undefined {
  const { additionalProperties: others, propertyNames, patternProperties } = schema;
  const patterns = isFields(patternProperties) ? Object.values(patternProperties) : [];
  const values = [...patterns, ...(others === true || isFields(others) ? [others] : [])];
  if (values.length === 0) return undefined;
  const type = unionOf(values.map(place.typeOf));
  const keys = isFields(propertyNames) && Array.isArray(propertyNames.enum) ? propertyNames.enum : [];
  const named = keys.filter((key) => typeof key === "string").map((key) => JSON.stringify(key));
  if (named.length === 0) return { key: "[key: string]", type, isOpen: true };
  return { key: `[K in ${named.join(" | ")}]?`, type, isOpen: false };
}

function braced(members: readonly string[]): string {
  return `{ ${members.join("; ")} }`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
