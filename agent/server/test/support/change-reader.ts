import type { TestServer } from "./test-server.ts";

/** One event of `GET /api/changes`. */
export interface Told {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads `GET /api/changes` until the test or the server ends it. */
export class ChangeReader {
  /** All events so far. */
  readonly told: Told[] = [];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #wake = () => {};

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
    this.ended = this.#read();
  }

  /** Resolves when the server has told of the approvals that wait. */
  static async open({ send }: Pick<TestServer, "send">): Promise<ChangeReader> {
    const { body, status } = await send("/api/changes");
    if (body === null || status !== 200) throw new Error(`There is no stream: ${status}.`);
    const reader = new ChangeReader(body.getReader());
    await reader.until(({ event }) => event === "approvals");
    return reader;
  }

  /** The first event that fits, of those that came or will come. */
  async until(fits: (told: Told) => boolean): Promise<Told> {
    for (;;) {
      const found = this.told.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  of(id: string): Readonly<Record<string, unknown>>[] {
    return this.told.flatMap(({ event, data }) => (event === "thread" && data.id === id ? [data] : []));
  }

  leave(): Promise<void> {
    return this.#reader.cancel();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const read = await this.#reader.read();
      if (read.done) return;
      text += decoder.decode(read.value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) this.#take(block);
      this.#wake();
    }
  }

  #take(block: string): void {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    if (event !== undefined && data !== undefined) this.told.push({ event, data: JSON.parse(data) });
  }
}
