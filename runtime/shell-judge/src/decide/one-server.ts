import type { Reading } from "../grammar/read-grammar.ts";
import type { CommandPattern } from "../rules/command-pattern.ts";

/** Scheme, host and port of the one server that a request goes to; undefined where there are several or one changes. */
export function serverOf(name: string, read: Reading | undefined): string | undefined {
  if (name !== "curl" || read?.effect !== "network") return undefined;
  const urls = [...read.options, ...read.operands].filter(({ role }) => role.name === "url").map(({ word }) => word);
  const servers = new Set(urls.map(({ form, value }) => (form === "literal" ? PLAIN_URL.exec(value)?.[1] : undefined)));
  const [server] = servers;
  return servers.size === 1 ? server?.toLowerCase() : undefined;
}

/** Nothing in front of the host that another reader could take for one. */
const PLAIN_URL = /^(https?:\/\/[\w.-]+(?::\d+)?)(?:[/?#]\S*)?$/i;

/** The server that a rule speaks of: `curl http://127.0.0.1:3000/:*` is about that server, wherever its name stands. */
export function serverOfRule({ words, open }: CommandPattern): string | undefined {
  const [name, url = "", ...rest] = words;
  if (name !== "curl" || !open || rest.length > 0) return undefined;
  return /^(https?:\/\/[\w.-]+(?::\d+)?)\/$/i.exec(url)?.[1]?.toLowerCase();
}
