/** The longest wait that a server may ask for before a retry, in milliseconds. */
export const longestRetryAfter = 60_000;

const longestBackoff = 8_000;

/**
 * The milliseconds that an answer's `Retry-After` (seconds or a date) or `retry-after-ms` asks to wait;
 * undefined when it asks nothing that can be read. A LiteLLM proxy hands its provider's headers on under a prefix.
 */
export function readRetryAfter(headers: Headers): number | undefined {
  return readOwn(headers, "") ?? readOwn(headers, "llm_provider-");
}

function readOwn(headers: Headers, prefix: string): number | undefined {
  const milliseconds = readNumber(headers.get(`${prefix}retry-after-ms`));
  if (milliseconds !== undefined) return milliseconds;
  const value = headers.get(`${prefix}retry-after`);
  const seconds = readNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(value ?? "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/**
 * The wait before retry number `attempt` (from 0) when the server asks for none: doubling, with a random quarter off.
 */
export function backoff(attempt: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** attempt, longestBackoff) * (1 - Math.random() / 4);
}

function readNumber(value: string | null): number | undefined {
  return value !== null && /^\s*\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
