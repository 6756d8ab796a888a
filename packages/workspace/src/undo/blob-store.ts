import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { FileContent } from "../transaction/file-change.ts";
import { contentHash, fromImage, toImage } from "../transaction/file-content.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import { forgetInMemory, keepInMemory, keptInMemory } from "./contents-in-memory.ts";

/** Old contents by their hash, compressed (gzip level 1), for their owner only. */
export class BlobStore {
  readonly #files: FilesPort;
  readonly #folder: string;

  constructor(files: FilesPort, session: string) {
    this.#files = files;
    this.#folder = join(session, "blobs");
  }

  /** Stores a content so that it survives a crash, once; one with a secret is in no file and ends with this process. Gives its hash. */
  async save(content: FileContent, { secret = false }: { readonly secret?: boolean } = {}): Promise<string> {
    const hash = contentHash(content) ?? "";
    const path = this.#pathOf(hash);
    if (secret) {
      keepInMemory(path, content);
      return hash;
    }
    if ((await this.#files.stat(path)) !== undefined) return hash;
    await this.#files.makeDirectory(this.#folder);
    const draft = `${path}.${randomBytes(6).toString("hex")}.draft`;
    await this.#files.write(draft, await compress(toImage(content), { level: 1 }), { sync: true, mode: 0o600 });
    await this.#files.rename(draft, path);
    await this.#files.syncDirectory(this.#folder);
    return hash;
  }

  /** Undefined when it is not kept, or is no longer what it was. */
  async load(hash: string): Promise<FileContent | undefined> {
    const held = keptInMemory(this.#pathOf(hash));
    if (held !== undefined) return held;
    try {
      const bytes = new Uint8Array(await decompress(await this.#files.read(this.#pathOf(hash))));
      const content = fromImage(bytes, hash);
      return contentHash(content) === hash ? content : undefined;
    } catch {
      return undefined;
    }
  }

  async remove(hash: string): Promise<void> {
    forgetInMemory(this.#pathOf(hash));
    await this.#files.remove(this.#pathOf(hash));
  }

  /** Bytes on the disk, by hash. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for (const { name } of await this.#files.list(this.#folder).catch(() => [])) {
      sizes.set(name, (await this.#files.stat(join(this.#folder, name)))?.size ?? 0);
    }
    return sizes;
  }

  /** The name of the file that holds a content. */
  static nameOf(hash: string): string {
    return `${hash.replace(":", "-")}.gz`;
  }

  #pathOf(hash: string): string {
    return join(this.#folder, BlobStore.nameOf(hash));
  }
}

const compress = promisify<Uint8Array, { level: number }, Buffer>(gzip);
const decompress = promisify<Uint8Array, Buffer>(gunzip);
