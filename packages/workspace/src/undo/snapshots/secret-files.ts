import { join } from "node:path";
import type { Scrubber } from "@toolwright/core/types";
import { contentAt, contentHash, isBytes, toImage } from "../../transaction/file-content.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { KeptContent } from "../blob-store.ts";
import { secretIn } from "../registered-secrets.ts";

/** A file that holds a registered secret, in what it says or what it is called. */
export interface SecretFile {
  readonly hash: string;
  /** Left out where its path has the secret, or where there are too many to hold. */
  readonly kept?: KeptContent & { readonly mode: number | undefined };
}

/** By their paths below the root. */
export type SecretFiles = ReadonlyMap<string, SecretFile>;

const AT_ONCE = 32;

/** Held in memory while a command runs, of all contents together (bytes). */
const MAX_HELD = 50_000_000;

/** Which files of a workspace hold a secret. */
export async function secretFiles(
  workspace: Workspace,
  { paths, scrubber }: { readonly paths: readonly string[]; readonly scrubber: Scrubber },
): Promise<SecretFiles> {
  const found = new Map<string, SecretFile>();
  let held = 0;
  const look = async (path: string): Promise<void> => {
    const file = await secretFile(workspace, path, scrubber);
    if (file === undefined) return;
    held += file.kept === undefined ? 0 : toImage(file.kept.content).length;
    found.set(path, held > MAX_HELD ? { hash: file.hash } : file);
  };
  for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(look));
  return found;
}

async function secretFile(
  { root, files }: Workspace,
  path: string,
  scrubber: Scrubber,
): Promise<SecretFile | undefined> {
  const at = join(root, path);
  const content = await contentAt(files, at).catch(() => "other" as const);
  const isNamed = scrubber.secretsIn(path).length > 0;
  if (content === undefined) return undefined;
  if (content === "other") return isNamed ? { hash: "" } : undefined;
  const hash = contentHash(content) ?? "";
  if (isNamed) return { hash };
  const secret = secretIn(content, scrubber);
  if (secret === undefined) return undefined;
  const mode = isBytes(content) ? (await files.stat(at, { noFollow: true }))?.mode : undefined;
  return { hash, kept: { content, secret, mode } };
}

/** The paths with a secret that are not the same in both, in order. */
export function changedSecrets(before: SecretFiles, after: SecretFiles): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !isSame(before.get(path), after.get(path))).sort();
}

function isSame(one: SecretFile | undefined, other: SecretFile | undefined): boolean {
  return one?.hash === other?.hash && one?.kept?.mode === other?.kept?.mode;
}
