/** Names of headers in which a provider is sent who asks. */
const KEY_HEADER = /authorization|key|token|secret/i;

/** The keys that a model of the AI SDK sends with its requests, as far as its provider tells its headers at once. */
export function sentKeys(model: unknown): readonly string[] {
  const headers = headersOf(Object(Object(model).config));
  return Object.entries(Object(headers)).flatMap(([name, value]) =>
    KEY_HEADER.test(name) && typeof value === "string" ? [value, value.replace(/^\w+\s+/, "")] : [],
  );
}

function headersOf({ headers }: { readonly headers?: unknown }): unknown {
  try {
    return typeof headers === "function" ? headers() : headers;
  } catch {
    // Without a key nothing is sent.
    return undefined;
  }
}
