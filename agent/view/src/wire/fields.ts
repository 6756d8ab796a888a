import type { Json, JsonObject } from "@toolwright/core";

/** An object that came over the network or from a model: its fields may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field of the value's own; undefined for every other name, and for what has no fields. */
export function fieldIn(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A field that is a text; undefined when it is none. */
export function textIn(value: unknown, name: string): string | undefined {
  const field = fieldIn(value, name);
  return typeof field === "string" ? field : undefined;
}

/** A field that is a finite number; undefined when it is none. */
export function numberIn(value: unknown, name: string): number | undefined {
  const field = fieldIn(value, name);
  return typeof field === "number" && Number.isFinite(field) ? field : undefined;
}

/** A field that is a list; empty when it is none. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const field = fieldIn(value, name);
  return Array.isArray(field) ? field : [];
}

/** The same, of a value that is known to be JSON. The runtime has one, too, but a page would bundle all of it. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isFields(value);
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object that a JSON text is; undefined for every other text. */
export function objectIn(text: string): JsonObject | undefined {
  const value = jsonIn(text);
  return isJsonObject(value) ? value : undefined;
}
