import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { Bell } from "./bell.ts";
import { PROGRAM_THREAD, type Reply, type Request, type ThreadData } from "./messages.ts";

/** A thread that runs programs. It keeps the process only while it is asked something. */
export class ProgramThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #asked = new Bell();
  readonly #answered = new Bell();
  #answer: ((reply: Reply) => void) | undefined;
  #death: Extract<Reply, { kind: "died" }> | undefined;

  constructor(workerUrl: string) {
    if (!/\/program-worker\.[jt]s$/.test(workerUrl)) throw new TypeError(BUNDLED);
    const { port1, port2 } = new MessageChannel();
    const [asked, answered] = [this.#asked.word, this.#answered.word];
    this.#port = port1;
    this.#worker = new Worker(new URL(workerUrl), {
      workerData: { of: PROGRAM_THREAD, port: port2, asked, answered } satisfies ThreadData,
      transferList: [port2],
      // Nothing of this process: no flags, no variables, no arguments.
      execArgv: [],
      argv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4, stackSizeMb: 8 },
    });
    this.#worker.unref();
    port1.on("message", (reply: Reply) => this.#reply(reply));
    port1.unref();
    this.#worker.on("error", (error: Error & { code?: string }) => {
      const failed = error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "crashed";
      this.#death ??= { kind: "died", failed, message: error.message };
    });
    this.#worker.on("exit", (code) => {
      this.#death ??= { kind: "died", failed: "crashed", message: `The thread exited with code ${code}.` };
      this.#reply(this.#death);
    });
  }

  get isAlive(): boolean {
    return this.#death === undefined;
  }

  /** One request at a time. */
  async ask(request: Request): Promise<Reply> {
    if (this.#death) return this.#death;
    const before = this.#answered.count;
    this.#port.postMessage(request);
    this.#asked.ring();
    this.#answered.watch(before);
    const soon: { message: Reply } | undefined = receiveMessageOnPort(this.#port);
    if (soon) return soon.message;
    this.#worker.ref();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  /** Whatever it computes. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #reply(reply: Reply): void {
    this.#worker.unref();
    this.#answer?.(reply);
    this.#answer = undefined;
  }
}

const BUNDLED =
  "A program cannot have a thread here, for the file of the thread was bundled into another one. " +
  "Keep @toolwright/code-mode out of the bundle (external), or take quickJs({ threads: false }).";
