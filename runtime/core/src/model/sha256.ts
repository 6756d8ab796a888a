/** A SHA-256 of text that goes on: what was put in so far can be shared by several endings. */
export interface Sha256 {
  /** Puts UTF-8 text behind what is there. */
  update(text: string): void;
  /** One of its own that goes on from here. */
  fork(): Sha256;
  /** In hex; nothing may be put in afterwards. */
  digest(): string | Promise<string>;
}

/** At once and from where it was where the host has Node's hashes; else of the whole text, by WebCrypto. */
export function createSha256(): Sha256 {
  const create = hostCrypto()?.createHash;
  return create === undefined ? new WholeText() : new NodeHash(create("sha256"));
}

/** Of a text that is whole, in hex. */
export async function sha256Of(text: string): Promise<string> {
  try {
    return hostCrypto()?.hash?.("sha256", text) ?? (await new WholeText(text).digest());
  } catch {
    // A page that was not loaded over a safe connection has no such hash: the text is as good a name.
    return text;
  }
}

interface HostHash {
  update(text: string, encoding: "utf8"): unknown;
  copy(): HostHash;
  digest(encoding: "hex"): string;
}

interface HostCrypto {
  readonly createHash?: (algorithm: "sha256") => HostHash;
  readonly hash?: (algorithm: "sha256", text: string) => string;
}

/** Not imported: this package also runs where there is no such module. */
interface Host {
  getBuiltinModule?(name: string): HostCrypto | undefined;
}

function hostCrypto(): HostCrypto | undefined {
  const host: Host | undefined = Reflect.get(globalThis, "process");
  return host?.getBuiltinModule?.("node:crypto");
}

class NodeHash implements Sha256 {
  readonly #hash: HostHash;

  constructor(hash: HostHash) {
    this.#hash = hash;
  }

  update(text: string): void {
    this.#hash.update(text, "utf8");
  }

  fork(): Sha256 {
    return new NodeHash(this.#hash.copy());
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

class WholeText implements Sha256 {
  #text: string;

  constructor(text = "") {
    this.#text = text;
  }

  update(text: string): void {
    this.#text += text;
  }

  fork(): Sha256 {
    return new WholeText(this.#text);
  }

  async digest(): Promise<string> {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(this.#text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}
