import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
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
    const file = await open(this.#file, "a+", 0o600);
    try {
      await file.writeFile(`${(await endsWithinALine(file)) ? "\n" : ""}${JSON.stringify(change)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async newest(): Promise<readonly ConfigurationChange[]> {
    const text = await readFile(this.#file, "utf8").catch((thrown: unknown) => {
      if (Object(thrown).code === "ENOENT") return "";
      throw thrown;
    });
    const lines = text.split("\n").slice(-SHOWN - 1);
    return lines.flatMap((line) => changeIn(jsonIn(line))).toReversed();
  }
}

/** A line was cut by a full disk or the end of a process; a change that followed on it could not be read. */
async function endsWithinALine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer[0] !== LINE_FEED;
}

const LINE_FEED = 10;

/** None of a line that was cut. */
function changeIn(value: unknown): readonly ConfigurationChange[] {
  return isChange(value) ? [value] : [];
}

function isChange(value: unknown): value is ConfigurationChange {
  return isFields(value) && typeof value.time === "number" && typeof value.kind === "string";
}
