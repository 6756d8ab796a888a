import { createHash } from "node:crypto";

/** What providers take as the name of a function. */
const MAX_NAME = 64;
const HASH = 8;

/**
 * `server__tool`, the name under which a model calls it. Where that is too long or has other characters than letters, digits, `_` and
 * `-`, its end is a hash of both names: the same for ever, whatever else the server offers.
 */
export function toolName(server: string, tool: string): string {
  const name = `${server}__${tool}`;
  if (name.length <= MAX_NAME && /^[A-Za-z0-9_-]+$/.test(name)) return name;
  const hash = createHash("sha256")
    .update(JSON.stringify([server, tool]))
    .digest("hex")
    .slice(0, HASH);
  return `${name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_NAME - HASH - 1)}_${hash}`;
}
