import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import type { Secret } from "@toolwright/core/types";

const CIPHER = "aes-256-gcm";
const [SALT, IV, TAG] = [16, 12, 16];

/** Of one process: making a key takes some 50 ms, so that values cannot be tried out fast. */
const ownSalt = randomBytes(SALT);

/** More keys are made again when they are needed. */
const MAX_KEYS = 100;
const keys = new Map<string, Promise<Buffer>>();

/** Encrypts bytes with the value of a secret: whoever has it reads them, and nobody else. */
export async function seal(bytes: Uint8Array, secret: Secret): Promise<Uint8Array> {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, await keyOf(secret, ownSalt), iv);
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([ownSalt, iv, cipher.getAuthTag(), ...sealed]);
}

/** Undefined where they were sealed with another value, or are not what they were. */
export async function unseal(sealed: Uint8Array, secret: Secret): Promise<Uint8Array | undefined> {
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
