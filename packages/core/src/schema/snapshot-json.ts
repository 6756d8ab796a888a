import type { Json } from "../json/json.ts";
import { wellFormed } from "../text/well-formed.ts";

/** How much a snapshot may hold. */
export interface SnapshotLimits {
  /** Bytes of JSON text, counted roughly: the length of every text, and two for every value with its separator. */
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** What a snapshot found, or why there is none. */
export type Snapshot =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: "not_json" | "too_large" | "too_deep" };

class Refused extends Error {
  readonly reason: "not_json" | "too_large" | "too_deep";

  constructor(reason: "not_json" | "too_large" | "too_deep") {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Copies a value to plain JSON: own enumerable keys only, `undefined` members left out, `__proto__` a key like any other.
 * A circle ends as too deep, and a value shared many times as too large.
 */
export function snapshotJson(value: unknown, limits: SnapshotLimits): Snapshot {
  const budget = { bytes: limits.maxBytes };
  try {
    return { ok: true, value: copy(value, limits.maxDepth, budget) };
  } catch (error) {
    // Anything else was thrown by a getter or a proxy of the caller's.
    return { ok: false, reason: error instanceof Refused ? error.reason : "not_json" };
  }
}

interface Budget {
  bytes: number;
}

function copy(value: unknown, depth: number, budget: Budget): Json {
  spend(budget, 2);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") {
    spend(budget, value.length);
    return wellFormed(value);
  }
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "object") throw new Refused("not_json");
  if (depth === 0) throw new Refused("too_deep");
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => copy(item ?? null, depth - 1, budget));
  return copyMembers(value, depth, budget);
}

function copyMembers(value: object, depth: number, budget: Budget): Json {
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    spend(budget, key.length + 3);
    members.push([wellFormed(key), copy(member, depth - 1, budget)]);
  }
  return Object.fromEntries(members);
}

function spend(budget: Budget, bytes: number): void {
  budget.bytes -= bytes;
  if (budget.bytes < 0) throw new Refused("too_large");
}
