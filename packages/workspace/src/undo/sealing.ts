import type { Secret } from "@toolwright/core/types";
import type { FileContent } from "../transaction/file-change.ts";
import { secretIn } from "./registered-secrets.ts";
import type { Restoration } from "./restoration.ts";

/** What a content at a path is sealed with: nothing, a secret, or one of which only the name is known here. */
export type Sealing = (content: FileContent | undefined, path: string) => Secret | string | undefined;

/** Who undoes need not know every secret: where one stood, it may stand still. */
export function sealing({ newestFirst, secrets }: Pick<Restoration, "newestFirst" | "secrets">): Sealing {
  const names = new Map<string, string>();
  for (const { path, before, after } of newestFirst.flatMap(({ files }) => files)) {
    const name = after?.sealed ?? before?.sealed;
    if (name !== undefined) names.set(path, name);
  }
  return (content, path) => {
    const name = names.get(path);
    if (content === undefined) return undefined;
    const found = secretIn(content, secrets.scrubber);
    if (found !== undefined || name === undefined) return found;
    return secrets.mostLikely(name).find((secret) => secret.name === name) ?? name;
  };
}
