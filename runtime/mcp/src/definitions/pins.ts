import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { JsonObject } from "@toolwright/core";

/** Remembers the definitions that were seen, by a mark of each. */
export interface PinStore {
  /** Undefined for one that was never seen. */
  get(server: string, tool: string): Promise<string | undefined>;
  set(server: string, tool: string, mark: string): Promise<void>;
}

/** Pins that are forgotten with this process. */
export function memoryPins(): PinStore {
  const marks = new Map<string, string>();
  return {
    get: async (server, tool) => marks.get(keyOf(server, tool)),
    set: async (server, tool, mark) => void marks.set(keyOf(server, tool), mark),
  };
}

/**
 * Pins in a file of JSON, made where it is missing. A file that is no such JSON is an error: to take it for an empty
 * one would accept every change.
 */
export function filePins(file: string): PinStore {
  let writing = Promise.resolve();
  return {
    get: async (server, tool) => (await readMarks(file)).get(keyOf(server, tool)),
    set(server, tool, mark) {
      writing = writing
        .catch(() => undefined)
        .then(async () => {
          const marks = await readMarks(file);
          await writeMarks(file, marks.set(keyOf(server, tool), mark));
        });
      return writing;
    },
  };
}

function keyOf(server: string, tool: string): string {
  return `${server}/${tool}`;
}

async function readMarks(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  const marks: JsonObject = parsed(file, text);
  return new Map(Object.entries(marks).flatMap(([key, mark]) => (typeof mark === "string" ? [[key, mark]] : [])));
}

function parsed(file: string, text: string): JsonObject {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `${file} is no JSON: mend it, or remove it to see all tools of all servers for the first time again.`,
    );
  }
}

async function writeMarks(file: string, marks: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}.new`;
  const sorted = [...marks].sort(([one], [other]) => (one < other ? -1 : 1));
  await writeFile(beside, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`, { mode: 0o600 });
  await rename(beside, file);
}
