import { isFields } from "@toolwright/core/internal";

/** An object whose keys nobody has checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** A server as the registry of MCP describes it, in `server.json`; its words are a stranger's. */
export interface RegistryEntry {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly packages: readonly Fields[];
  readonly remotes: readonly Fields[];
}

/** Characters of a name and of a description that are looked at. */
const MAX_NAME = 200;
const MAX_DESCRIPTION = 300;

/**
 * The entry in what a file or the registry itself says, which puts `server` around it. What it says of each package and
 * remote is read where it is used; one sentence where it is no entry.
 */
export function registryEntry(given: unknown): RegistryEntry | string {
  const entry = isFields(given) && isFields(given.server) ? given.server : given;
  if (!isFields(entry)) return "it is no object";
  const { name, description = "", version = "", packages = [], remotes = [] } = entry;
  if (typeof name !== "string" || !/^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/.test(name) || name.length > MAX_NAME)
    return 'its name is not of the form "io.github.user/server"';
  if (typeof description !== "string" || typeof version !== "string")
    return "its description and version are not texts";
  if (!isListOfFields(packages) || !isListOfFields(remotes)) return "its packages and remotes are not lists of objects";
  return { name, description: description.slice(0, MAX_DESCRIPTION), version, packages, remotes };
}

export function isListOfFields(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.every((one) => isFields(one));
}
