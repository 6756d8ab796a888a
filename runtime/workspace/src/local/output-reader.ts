import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { ProcessRequest } from "../workspace/processes.port.ts";

/**
 * An ended process is taken as drained after 200 ms without output, and after 2 s in any case.
 * Counted in looks, 20 ms apart: while this process is too busy to read, no time passes.
 */
const LOOK_MS = 20;
const IDLE_LOOKS = 10;
const TOTAL_LOOKS = 100;

/** More than any path. */
const MAX_DIRECTORY_BYTES = 64 * 1024;

const NEWLINE = 10;

/** Where a process writes to: descriptors that this process reads, or nothing when Node's own are used. */
export interface OutputSource {
  readonly child: ChildProcess;
  readonly readEnds?: { readonly stdout: number; readonly stderr: number };
}

/** Reads what a process writes, one chunk at a time, as fast as the reader takes it. */
export class OutputReader {
  readonly #pipes: readonly Readable[];
  readonly #onOutput: ProcessRequest["onOutput"];
  readonly #directory: Buffer[] = [];
  readonly #closed: Promise<unknown>;
  #directoryPipe: Readable | undefined;
  #directoryBytes = 0;
  #queue: Promise<void> = Promise.resolve();
  #pending = 0;
  #chunks = 0;
  #detached = false;

  constructor({ child, readEnds }: OutputSource, onOutput: ProcessRequest["onOutput"]) {
    this.#onOutput = onOutput;
    this.#pipes = [
      readPipe(readEnds?.stdout ?? child.stdout, (chunk) => this.#take(chunk, "stdout")),
      readPipe(readEnds?.stderr ?? child.stderr, (chunk) => this.#take(chunk, "stderr")),
    ].filter((pipe) => pipe !== undefined);
    const closed = this.#pipes.map((pipe) => new Promise((resolve) => pipe.once("close", resolve)));
    this.#closed = Promise.all([...closed, this.#readDirectory(child)]);
  }

  /**
   * Call it when the process has ended: waits for what is still in the pipes, then lets go of them, whoever holds the
   * other end.
   */
  async drain(): Promise<{ readonly directory: string | undefined }> {
    await Promise.race([this.#closed, this.#quiet()]);
    await this.#queue;
    this.#detached = true;
    for (const pipe of this.#pipes) pipe.destroy();
    this.#directoryPipe?.destroy();
    const line = Buffer.concat(this.#directory).toString("utf8");
    return { directory: line.startsWith("/") && line.endsWith("\n") ? line.slice(0, -1) : undefined };
  }

  #take(chunk: Uint8Array, stream: "stdout" | "stderr"): Promise<void> {
    if (this.#detached) return Promise.resolve();
    this.#chunks += 1;
    this.#pending += 1;
    this.#queue = this.#queue.then(async () => {
      await this.#deliver(chunk, stream);
      this.#pending -= 1;
    });
    return this.#queue;
  }

  /** A reader that fails loses this chunk; the process and the rest of its output go on. */
  async #deliver(chunk: Uint8Array, stream: "stdout" | "stderr"): Promise<void> {
    try {
      await this.#onOutput(chunk, stream);
    } catch {}
  }

  /** Resolves with the whole line, or when nobody can write it any more. */
  #readDirectory(child: ChildProcess): Promise<void> {
    const pipe = child.stdio[3];
    if (!pipe || !("read" in pipe)) return Promise.resolve();
    this.#directoryPipe = pipe;
    return new Promise((resolve) => {
      pipe.on("error", () => {});
      pipe.once("close", () => resolve());
      pipe.on("data", (chunk: Buffer) => {
        this.#directoryBytes += chunk.length;
        if (this.#directoryBytes <= MAX_DIRECTORY_BYTES) this.#directory.push(chunk);
        if (chunk.at(-1) === NEWLINE) resolve();
      });
    });
  }

  async #quiet(): Promise<void> {
    let idle = 0;
    for (let looks = 0; looks < TOTAL_LOOKS && idle < IDLE_LOOKS; looks++) {
      const before = this.#chunks;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      idle = this.#pending === 0 && this.#chunks === before ? idle + 1 : 0;
    }
  }
}

const BUFFER_BYTES = 64 * 1024;

/**
 * Reads a pipe, given as a descriptor or as Node's stream: the next chunk comes when the promise for the last one has
 * settled. From a descriptor every chunk is read into the same memory, so that a flood leaves nothing to collect.
 */
function readPipe(pipe: number | Readable | null, take: (chunk: Uint8Array) => Promise<void>): Readable | undefined {
  if (pipe === null) return undefined;
  const readable = typeof pipe === "number" ? fromDescriptor(pipe, take) : fromStream(pipe, take);
  return readable.on("error", () => {});
}

function fromDescriptor(fd: number, take: (chunk: Uint8Array) => Promise<void>): Readable {
  const socket: Socket = new Socket({
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer: new Uint8Array(BUFFER_BYTES),
      callback(length, buffer) {
        void take(buffer.subarray(0, length)).then(() => socket.resume());
        return false;
      },
    },
  });
  return socket.resume();
}

function fromStream(stream: Readable, take: (chunk: Uint8Array) => Promise<void>): Readable {
  return stream.on("data", (chunk: Buffer) => {
    stream.pause();
    void take(chunk).then(() => stream.resume());
  });
}
