import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Conversation, LocalOutputCache, OutputRef } from "@toolwright/core";
import { aCount, aText, checkOptions, cutToBytes, milliseconds } from "@toolwright/core/internal";
import type { OutputSpills, Spill } from "./output-spills.port.ts";
import { OutputStore } from "./output-store.ts";

const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Where outputs are kept, and how much of them. */
export interface FileOutputCacheOptions {
  /** Made when first used, for its owner only. */
  readonly directory: string;
  /** Bytes of one entry. Default 64 MiB; what is beyond is discarded, and the entry says so. */
  readonly entryBytes?: number;
  /** Bytes of one conversation. Default 512 MiB; the least recently used entries go first. */
  readonly conversationBytes?: number;
  /** Milliseconds since the last use. Default 7 days. */
  readonly keepMs?: number;
}

/** An output cache in files (mode 0600) that outlives the process and never holds an entry in memory. */
export function createFileOutputCache(options: FileOutputCacheOptions): LocalOutputCache & OutputSpills {
  checkOptions<FileOutputCacheOptions>(options, {
    of: "createFileOutputCache",
    rules: { directory: aText, entryBytes: aCount(1), conversationBytes: aCount(1), keepMs: milliseconds },
    needed: ["directory"],
  });
  const { directory, entryBytes = 64 * MIB, conversationBytes = 512 * MIB, keepMs = 7 * DAY_MS } = options;
  const store = new OutputStore(directory, { conversationBytes, keepMs });
  store.forgetOld();
  return {
    begin: (owner) => new FileSpill({ store, owner, maxBytes: entryBytes }),
    async save(text, owner) {
      const spill = new FileSpill({ store, owner, maxBytes: entryBytes });
      await spill.write(text);
      const ref = await spill.keep();
      if (ref === undefined) throw new Error("The output could not be stored.");
      return ref;
    },
    lines(id, owner) {
      const path = store.find(id, owner);
      return path === undefined ? undefined : fileLines(path);
    },
    recent: (owner, limit) => store.recent(owner, limit),
  };
}

/**
 * The lines of a text file without their line feeds, streamed: no more than one line, and what an entry may hold, is in
 * memory.
 */
async function* fileLines(path: string): AsyncGenerator<string> {
  let open: string[] = [];
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const text: string = chunk;
    let start = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      open.push(text.slice(start, at));
      yield open.join("");
      open = [];
      start = at + 1;
    }
    open.push(text.slice(start));
  }
  const rest = open.join("");
  if (rest !== "") yield rest;
}

/** What a {@link FileSpill} writes with. */
interface FileSpillOptions {
  readonly store: OutputStore;
  readonly owner: Conversation;
  /** Bytes of one entry. */
  readonly maxBytes: number;
}

/** Held back before it goes to the disk, so that small outputs that are discarded never touch it. In bytes. */
const BUFFER_BYTES = 64 * 1024;

const NEWLINE = 10;

/** An entry that grows: counted and hashed on its way to a file that only its owner may read. */
class FileSpill implements Spill {
  readonly #options: FileSpillOptions;
  readonly #hash = createHash("sha256");
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #file: { readonly path: string; readonly handle: FileHandle } | undefined;
  #bytes = 0;
  #lines = 0;
  #endsInNewline = true;
  #full = false;
  #failed = false;

  constructor(options: FileSpillOptions) {
    this.#options = options;
  }

  async write(text: string): Promise<void> {
    if (!this.#full && !this.#failed) await this.#store(text);
  }

  async keep(): Promise<OutputRef | undefined> {
    await this.#flush();
    const file = this.#file;
    if (this.#failed || file === undefined) return undefined;
    const content = { sha256: this.#hash.digest(), lines: this.#lines + (this.#endsInNewline ? 0 : 1) };
    return this.#attempt(async () => {
      await file.handle.close();
      return this.#options.store.adopt(file.path, content, this.#options.owner);
    });
  }

  async discard(): Promise<void> {
    this.#full = true;
    this.#buffered = [];
    const file = this.#file;
    if (file === undefined) return;
    await this.#attempt(() => file.handle.close());
    await this.#attempt(() => rm(file.path, { force: true }));
  }

  async #store(text: string): Promise<void> {
    let bytes = Buffer.from(text, "utf8");
    const room = this.#options.maxBytes - this.#bytes;
    if (bytes.length > room) {
      this.#full = true;
      bytes = Buffer.from(cutToBytes(text, room) + this.#notice());
    }
    if (bytes.length === 0) return;
    this.#count(bytes);
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= BUFFER_BYTES) await this.#flush();
  }

  #notice(): string {
    return `\n[output beyond ${Math.round(this.#options.maxBytes / 1024 / 1024)} MiB discarded]\n`;
  }

  #count(bytes: Buffer): void {
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) this.#lines += 1;
    this.#endsInNewline = bytes.at(-1) === NEWLINE;
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    await this.#attempt(async () => {
      this.#file ??= await this.#open();
      await this.#file.handle.appendFile(bytes);
    });
  }

  async #open(): Promise<{ path: string; handle: FileHandle }> {
    const path = join(await this.#options.store.folder(this.#options.owner), `${randomUUID()}.part`);
    return { path, handle: await open(path, "wx", 0o600) };
  }

  /** A full disk must not stop the command whose output this is. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch {
      this.#failed = true;
      return undefined;
    }
  }
}
