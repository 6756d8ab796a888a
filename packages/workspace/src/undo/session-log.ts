import { join } from "node:path";
import type { FilesPort } from "../workspace/files.port.ts";
import { type LogLine, parseLogLine } from "./log-line.ts";

const LINE_FEED = 0x0a;

/** The log of one session: JSON lines that are only ever added. */
export class SessionLog {
  readonly #files: FilesPort;
  readonly #folder: string;

  constructor(files: FilesPort, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Adds lines; with `sync` they survive a crash. What a crash tore before them stays a line of its own. */
  async append(lines: readonly LogLine[], { sync }: { readonly sync: boolean }): Promise<void> {
    const isNew = (await this.#files.stat(this.#path)) === undefined;
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const bytes = new TextEncoder().encode((await this.#isTorn()) ? `\n${text}` : text);
    if (isNew) await this.#files.makeDirectory(this.#folder);
    await this.#files.write(this.#path, bytes, { append: true, sync, mode: 0o600 });
    if (isNew && sync) await this.#files.syncDirectory(this.#folder);
  }

  /** Every line that can be read, in order. */
  async lines(): Promise<readonly LogLine[]> {
    if ((await this.#files.stat(this.#path)) === undefined) return [];
    const text = new TextDecoder().decode(await this.#files.read(this.#path));
    return text.split("\n").flatMap((line) => (line === "" ? [] : (parseLogLine(line) ?? [])));
  }

  get #path(): string {
    return join(this.#folder, "log.jsonl");
  }

  async #isTorn(): Promise<boolean> {
    const stat = await this.#files.stat(this.#path);
    if (stat === undefined || stat.size === 0) return false;
    const [last] = await this.#files.read(this.#path, { offset: stat.size - 1, length: 1 });
    return last !== LINE_FEED;
  }
}
