import type { Json } from "@toolwright/core";

/** What one event's data holds. */
export type ParsedData =
  | { readonly kind: "json"; readonly value: Json }
  | { readonly kind: "not json" }
  | { readonly kind: "too deep" };

/** Data may nest this deep: ten times what a call's arguments may, and far from what overflows a stack. */
const deepest = 1_000;

/** Parses the data of an event. Never throws. */
export function parseData(text: string): ParsedData {
  const value = parse(text);
  if (value === undefined) return { kind: "not json" };
  return isDeeper(value, deepest) ? { kind: "too deep" } : { kind: "json", value };
}

function parse(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: Json, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values<Json>(value).some((inner) => isDeeper(inner, levels - 1));
}
