import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { jsonIn } from "@toolwright/core/internal";
import type { z } from "zod";
import type { FilesPort } from "./files.port.ts";

/** Stores a file for its owner so that it is there whole or not at all, and survives a crash. */
export async function writeWhole(files: FilesPort, path: string, content: Uint8Array | object): Promise<void> {
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content));
  const draft = `${path}.${randomBytes(6).toString("hex")}.draft`;
  await files.write(draft, bytes, { sync: true, mode: 0o600 });
  await files.rename(draft, path);
  await files.syncDirectory(dirname(path));
}

/** What a JSON file holds; undefined where there is none, or none that fits the schema. */
export async function readJson<T>(files: FilesPort, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const bytes = await files.read(path).catch(() => undefined);
  return bytes && schema.safeParse(jsonIn(new TextDecoder().decode(bytes))).data;
}

/** Removes what stands at a path, with everything in it. Links are removed, not followed; missing is fine. */
export async function removeAll(files: FilesPort, path: string): Promise<void> {
  if ((await files.stat(path, { noFollow: true }))?.kind === "directory") {
    for (const { name } of await files.list(path)) await removeAll(files, join(path, name));
  }
  await files.remove(path);
}
