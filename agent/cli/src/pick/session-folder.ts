import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SESSION } from "./session.ts";

/** A folder that holds what that of the recorded session held. */
export interface SessionFolder {
  readonly root: string;
  remove(): Promise<void>;
}

/** Makes one among the temporary files, for this user alone. */
export async function sessionFolder(): Promise<SessionFolder> {
  const root = await mkdtemp(join(tmpdir(), "toolwright-session-"));
  for (const [path, text] of Object.entries(SESSION.files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
