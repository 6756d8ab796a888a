import { createHash } from "node:crypto";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A policy that came with a folder. */
export interface ProjectPolicy {
  readonly root: string;
  readonly text: string;
}

/** Which policies of projects a person trusts: for one folder, and for these words of the file only. */
export class ProjectTrust {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async has(policy: ProjectPolicy): Promise<boolean> {
    const found = await stat(this.#file(policy)).catch(() => undefined);
    return found?.isFile() === true;
  }

  /** Rejects when it cannot be kept. */
  async add(policy: ProjectPolicy): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const note = { folder: policy.root, trusted: new Date().toISOString() };
    await writeFile(this.#file(policy), `${JSON.stringify(note)}\n`, { mode: 0o600 });
  }

  #file({ root, text }: ProjectPolicy): string {
    const hash = createHash("sha256")
      .update(JSON.stringify([root, text]))
      .digest("hex");
    return join(this.#directory, `${hash}.json`);
  }
}
