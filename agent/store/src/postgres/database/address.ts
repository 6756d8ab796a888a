import { uriDecoded } from "@toolwright/core/internal";
/** Where a database is, in words that may stand in a log. */
export interface Address {
  /** As it was given: with its password. */
  readonly url: string;
  /** Without any password, and without the query, which may hold one. */
  readonly shown: string;
  /** A text with every password of the address masked. */
  readonly masked: (text: string) => string;
}

const MASK = "***";
const SECRETS: readonly string[] = ["password", "sslpassword"];

/** Throws a `TypeError` for what is no address of a PostgreSQL; it never quotes it, for it may hold a password. */
export function readAddress(url: string): Address {
  const parsed = /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) {
    throw new TypeError("url must be the address of a PostgreSQL, postgres://user:password@host:port/database.");
  }
  const secrets = secretsOf(parsed);
  const user = parsed.username === "" ? "" : `${parsed.username}${parsed.password === "" ? "" : `:${MASK}`}@`;
  return {
    url,
    shown: `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`,
    masked: (text) => secrets.reduce((sum, secret) => sum.replaceAll(secret, MASK), text),
  };
}

/** Passwords as they are written and as they are meant, the longest first: one may be a part of the other. */
function secretsOf({ password, searchParams }: URL): string[] {
  const given = [password, ...SECRETS.flatMap((name) => searchParams.getAll(name))];
  const all = given.flatMap((secret) => [secret, uriDecoded(secret), encodeURIComponent(secret)]);
  return [...new Set(all)].filter((secret) => secret !== "").toSorted((one, other) => other.length - one.length);
}
