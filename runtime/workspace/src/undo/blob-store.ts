import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Secret } from "@toolwright/core";
import type { FileContent } from "../transaction/file-change.ts";
import { contentHash, fromImage, toImage } from "../transaction/file-content.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import { writeWhole } from "../workspace/whole-files.ts";
import type { RegisteredSecrets } from "./registered-secrets.ts";
import type { FileState } from "./session-log.ts";

/** A content that is kept; with a secret in it, for those only who have that secret. */
export interface KeptContent {
  readonly content: FileContent;
  readonly secret: Secret | undefined;
}

/** What is looked for. */
type Wanted = Pick<NonNullable<FileState>, "hash" | "sealed">;

/**
 * Old contents by their hash, compressed (gzip level 1), for their owner only. One with a secret is encrypted with it.
 */
export class BlobStore {
  readonly #files: FilesPort;
  readonly #folder: string;

  constructor(files: FilesPort, session: string) {
    this.#files = files;
    this.#folder = join(session, "blobs");
  }

  /** Stores a content so that it survives a crash, once. */
  async save({ content, secret }: KeptContent): Promise<void> {
    const path = this.#pathOf({ hash: contentHash(content) ?? "", sealed: secret?.name });
    // Of the same name a secret may have another value by now.
    if (secret === undefined && (await this.#files.stat(path)) !== undefined) return;
    const packed = await compress(toImage(content), { level: 1 });
    await this.#files.makeDirectory(this.#folder);
    await writeWhole(this.#files, path, secret === undefined ? packed : await seal(packed, secret));
  }

  /** Undefined when it is not kept, is no longer what it was, or holds a secret that is not registered. */
  async load(wanted: Wanted, secrets: RegisteredSecrets): Promise<FileContent | undefined> {
    const bytes = await this.#files.read(this.#pathOf(wanted)).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const { hash, sealed } = wanted;
    if (sealed === undefined) return contentOf(bytes, hash);
    for (const secret of secrets.mostLikely(sealed)) {
      const opened = await unseal(bytes, secret);
      if (opened !== undefined) return contentOf(opened, hash);
    }
    return undefined;
  }

  /** By the name of the file. */
  async remove(name: string): Promise<void> {
    await this.#files.remove(join(this.#folder, name));
  }

  /** Bytes on the disk, by the name of the file. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for (const { name } of await this.#files.list(this.#folder).catch(() => [])) {
      sizes.set(name, (await this.#files.stat(join(this.#folder, name)))?.size ?? 0);
    }
    return sizes;
  }

  /** The name of the file that holds a content. */
  static nameOf({ hash, sealed }: Wanted): string {
    const name = hash.replace(":", "-");
    return sealed === undefined ? `${name}.gz` : `${name}.${sealed}.sealed`;
  }

  #pathOf(blob: Wanted): string {
    return join(this.#folder, BlobStore.nameOf(blob));
  }
}

async function contentOf(packed: Uint8Array, hash: string): Promise<FileContent | undefined> {
  try {
    const content = fromImage(new Uint8Array(await decompress(packed)), hash);
    return contentHash(content) === hash ? content : undefined;
  } catch {
    return undefined;
  }
}

const compress = promisify<Uint8Array, { level: number }, Buffer>(gzip);
const decompress = promisify<Uint8Array, Buffer>(gunzip);

const CIPHER = "aes-256-gcm";
const [SALT, IV, TAG] = [16, 12, 16];

/** Of one process: making a key takes some 50 ms, so that values cannot be tried out fast. */
const ownSalt = randomBytes(SALT);

/** More keys are made again when they are needed. */
const MAX_KEYS = 100;
const keys = new Map<string, Promise<Buffer>>();

/** Encrypts bytes with the value of a secret: whoever has it reads them, and nobody else. */
async function seal(bytes: Uint8Array, secret: Secret): Promise<Uint8Array> {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, await keyOf(secret, ownSalt), iv);
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([ownSalt, iv, cipher.getAuthTag(), ...sealed]);
}

/** Undefined where they were sealed with another value, or are not what they were. */
async function unseal(sealed: Uint8Array, secret: Secret): Promise<Uint8Array | undefined> {
  const [salt, iv] = [sealed.subarray(0, SALT), sealed.subarray(SALT, SALT + IV)];
  const tag = sealed.subarray(SALT + IV, SALT + IV + TAG);
  try {
    const decipher = createDecipheriv(CIPHER, await keyOf(secret, salt), iv, { authTagLength: TAG }).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(SALT + IV + TAG)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function keyOf({ value }: Secret, salt: Uint8Array): Promise<Buffer> {
  const name = `${Buffer.from(salt).toString("hex")} ${value}`;
  const made = keys.get(name) ?? derived(value, salt);
  keys.set(name, made);
  const [oldest] = keys.keys();
  if (keys.size > MAX_KEYS && oldest !== undefined) keys.delete(oldest);
  return made;
}

function derived(value: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(value, salt, 32, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
