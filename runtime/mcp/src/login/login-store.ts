import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@toolwright/core";
import { objectIn } from "@toolwright/core/internal";
import { withFileLease } from "./file-lease.ts";

/** Where logins at servers are kept, by the address of the server. */
export interface LoginStore {
  read(url: string): Promise<JsonObject | undefined>;
  write(url: string, login: JsonObject): Promise<void>;
  remove(url: string): Promise<boolean>;
  /**
   * Does the work while nobody else does work for the same issuer, in this process or another one that has this store.
   */
  exclusively<T>(issuer: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Logins in a folder, a file for each server that only its owner can read (0600). Processes that share it renew a login
 * once.
 */
export function fileLogins(directory: string): LoginStore {
  const fileOf = (url: string) => join(directory, `${short(url)}.json`);
  return {
    async read(url) {
      const text = await readFile(fileOf(url), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      // A file that somebody broke is no login: the next one is written in its place.
      return text === undefined ? undefined : objectIn(text);
    },
    async write(url, login) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const beside = `${fileOf(url)}.${process.pid}.${Math.random().toString(36).slice(2)}`;
      await writeFile(beside, `${JSON.stringify({ url, ...login }, null, 2)}\n`, { mode: 0o600, flag: "wx" });
      await rename(beside, fileOf(url));
    },
    async remove(url) {
      return rm(fileOf(url)).then(
        () => true,
        () => false,
      );
    },
    async exclusively(issuer, work) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return withFileLease(join(directory, `${short(issuer)}.lease`), work);
    },
  };
}

/** Logins that are forgotten with this process. */
export function memoryLogins(): LoginStore {
  const logins = new Map<string, JsonObject>();
  const turns = new Map<string, Promise<unknown>>();
  return {
    read: async (url) => logins.get(url),
    write: async (url, login) => void logins.set(url, login),
    remove: async (url) => logins.delete(url),
    exclusively(issuer, work) {
      const turn = (turns.get(issuer) ?? Promise.resolve()).then(work);
      turns.set(
        issuer,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}

function short(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
