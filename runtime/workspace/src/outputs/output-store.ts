import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Conversation, OutputRef } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";

/** What an {@link OutputStore} may hold. */
export interface OutputStoreLimits {
  /** Bytes of one conversation. */
  readonly conversationBytes: number;
  /** Milliseconds since an entry was last used. */
  readonly keepMs: number;
}

interface Stored extends OutputRef {
  readonly path: string;
  readonly usedAt: number;
}

/**
 * Entries as files `<conversation>/<id>-<lines>`, so that the folder itself is the index and several processes can
 * share it. The id follows from the conversation and the content: the same output is stored once.
 */
export class OutputStore {
  readonly #directory: string;
  readonly #limits: OutputStoreLimits;

  constructor(directory: string, limits: OutputStoreLimits) {
    this.#directory = directory;
    this.#limits = limits;
  }

  /** The folder of a conversation, made when it is missing. */
  async folder(owner: Conversation): Promise<string> {
    const folder = this.#folderOf(owner);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Takes over a finished file of this conversation, then forgets what is over the limits. */
  async adopt(
    file: string,
    content: { readonly sha256: Buffer; readonly lines: number },
    owner: Conversation,
  ): Promise<OutputRef> {
    const id = idOf(content.sha256, owner);
    const path = join(this.#folderOf(owner), `${id}-${content.lines}`);
    await rename(file, path);
    touch(path);
    this.#forget(owner, path);
    return { id, bytes: statSync(path).size, lines: content.lines };
  }

  /** The file of an entry; undefined for unknown ids and for those of other conversations. Counts as use. */
  find(id: string, owner: Conversation): string | undefined {
    if (!ID.test(id)) return undefined;
    const path = this.#entries(owner).find((entry) => entry.id === id)?.path;
    if (path !== undefined) touch(path);
    return path;
  }

  /** Newest first. */
  recent(owner: Conversation, limit: number): readonly OutputRef[] {
    const newest = this.#entries(owner).toSorted((one, other) => other.usedAt - one.usedAt);
    return newest.slice(0, Math.max(0, limit)).map(({ id, bytes, lines }) => ({ id, bytes, lines }));
  }

  /** Removes, in every conversation, what nobody used for too long. */
  forgetOld(): void {
    if (!existsSync(this.#directory)) return;
    for (const folder of readdirSync(this.#directory)) {
      for (const entry of entriesIn(join(this.#directory, folder))) {
        if (Date.now() - entry.usedAt > this.#limits.keepMs) rmSync(entry.path, { force: true });
      }
    }
  }

  #forget(owner: Conversation, newest: string): void {
    const entries = this.#entries(owner).toSorted((one, other) => one.usedAt - other.usedAt);
    let total = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    for (const entry of entries) {
      if (total <= this.#limits.conversationBytes) return;
      if (entry.path === newest) continue;
      rmSync(entry.path, { force: true });
      total -= entry.bytes;
    }
  }

  #entries(owner: Conversation): readonly Stored[] {
    return entriesIn(this.#folderOf(owner));
  }

  #folderOf(owner: Conversation): string {
    return join(this.#directory, outputFolder(owner));
  }
}

/** The name of the folder that holds what a conversation has saved. */
export function outputFolder(owner: Conversation): string {
  return createHash("sha256").update(conversationKey(owner)).digest("hex").slice(0, 32);
}

const ID = /^[a-z2-7]{12}$/;

const NAME = /^([a-z2-7]{12})-(\d+)$/;

function entriesIn(folder: string): readonly Stored[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [, id, lines] = NAME.exec(name) ?? [];
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (id === undefined || stat === undefined) return [];
    return { id, lines: Number(lines), bytes: stat.size, usedAt: stat.mtimeMs, path };
  });
}

let lastUse = 0;

/** Later than every use before it, however coarse or wrong the clock is. */
function touch(path: string): void {
  lastUse = Math.max(Date.now(), lastUse + 1);
  utimesSync(path, lastUse / 1_000, lastUse / 1_000);
}

/** 12 characters of 32: 60 bits. */
function idOf(sha256: Buffer, owner: Conversation): string {
  const digest = createHash("sha256").update(conversationKey(owner)).update(sha256).digest();
  return Array.from(digest.subarray(0, 12), (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("");
}
