import { join } from "node:path";
import type { Scrubber } from "@toolwright/core/types";
import { contentAt, contentHash } from "../../transaction/file-content.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { holdsSecret } from "../holds-secret.ts";

/** Files that hold a registered secret, in what they say or what they are called: the hash of each by its path below the root. */
export type SecretFiles = ReadonlyMap<string, string>;

const AT_ONCE = 32;

/** Which files of a workspace hold a secret. */
export async function secretFiles(
  { root, files }: Workspace,
  { paths, scrubber }: { readonly paths: readonly string[]; readonly scrubber: Scrubber },
): Promise<SecretFiles> {
  const found = new Map<string, string>();
  const look = async (path: string): Promise<void> => {
    const content = await contentAt(files, join(root, path)).catch(() => "other" as const);
    if (content === undefined) return;
    const isNamed = scrubber.holdsSecret(path);
    if (content === "other") {
      if (isNamed) found.set(path, "");
    } else if (isNamed || holdsSecret(content, scrubber)) found.set(path, contentHash(content) ?? "");
  };
  for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(look));
  return found;
}

/** The files with a secret that are not the same in both, in order. */
export function changedSecrets(before: SecretFiles, after: SecretFiles): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
