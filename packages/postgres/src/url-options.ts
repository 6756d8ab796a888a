import type { PostgresStoreOptions } from "./open-postgres-store.ts";

const TEXTS = ["schema"] as const;
const NUMBERS = ["connections", "connectTimeoutMs", "statementTimeoutMs", "retryMs", "leaseMs", "pollMs"] as const;

/**
 * The options of a store with those that stand in its address, such as `postgres://…/agents?leaseMs=1500`, for whoever can give an address
 * only. The others win. What is no parameter of ours is the driver's.
 */
export function withUrlOptions(options: PostgresStoreOptions): PostgresStoreOptions {
  if (typeof options.url !== "string" || !URL.canParse(options.url)) return options;
  const url = new URL(options.url);
  const given: Record<string, string | number> = {};
  for (const name of [...TEXTS, ...NUMBERS]) {
    const value = url.searchParams.get(name);
    if (value === null) continue;
    given[name] = isText(name) ? value : numberIn(value);
    url.searchParams.delete(name);
  }
  return Object.keys(given).length === 0 ? options : { ...given, ...options, url: url.href };
}

function isText(name: string): boolean {
  return TEXTS.some((text) => text === name);
}

/** What is no number is refused as one: not by being taken for 0. */
function numberIn(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
