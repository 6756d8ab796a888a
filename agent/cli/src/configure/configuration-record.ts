import { mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isFields, jsonIn } from "@toolwright/core/internal";
import type { ConfigurationChange } from "@toolwright/view/internal";
import type { Workspace } from "@toolwright/workspace";
import { folderName } from "../text/folder-name.ts";

/** As many as are shown. */
const SHOWN = 200;

/** A file with a line for each change of how the agent of a folder is set up. No tool can write it. */
export class ConfigurationRecord {
  readonly #file: string;

  constructor({ root, stateDirectory }: Pick<Workspace, "root" | "stateDirectory">) {
    this.#file = join(stateDirectory, "configuration", `${folderName(root)}.jsonl`);
  }

  /** Resolves when it is on the disk. */
  async add(change: ConfigurationChange): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const file = await open(this.#file, "a", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(change)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async newest(): Promise<readonly ConfigurationChange[]> {
    const text = await readFile(this.#file, "utf8").catch(() => "");
    const lines = text.split("\n").slice(-SHOWN - 1);
    return lines.flatMap((line) => changeIn(jsonIn(line))).toReversed();
  }
}

/** None of a line that was cut by the end of a process. */
function changeIn(value: unknown): readonly ConfigurationChange[] {
  return isChange(value) ? [value] : [];
}

function isChange(value: unknown): value is ConfigurationChange {
  return isFields(value) && typeof value.time === "number" && typeof value.kind === "string";
}
