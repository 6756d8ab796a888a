import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { AssistantMessageAccumulator, DataStreamDecoder } from "assistant-stream";
import { Api } from "../../agent/web/src/server/api.ts";
import { ThreadStore } from "../../agent/web/src/thread/thread-store.ts";

const TOKEN = "faults";

/** A server that is struck, with what it logs. */
export class WatchedServer {
  readonly child: ChildProcess;
  readonly logged: string[] = [];
  url = "";
  readonly #listening: Promise<void>;

  /** `wrap`: what it is started in; `port`: that of one that stood there before. */
  constructor(
    place: string,
    { wrap = [], port = "0" }: { readonly wrap?: readonly string[]; readonly port?: string } = {},
  ) {
    const script = join(import.meta.dirname, "server.ts");
    const flags = ["--conditions=@toolwright/source", "--disable-warning=ExperimentalWarning"];
    const [command = "", ...rest] = [...wrap, process.execPath, ...flags, script, place, port];
    this.child = spawn(command, rest, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.#listening = new Promise((resolve, reject) => {
      this.child.once("exit", () => reject(new Error(`The server on ${place} has ended.`)));
      this.child.on("message", (told) => {
        const { port, logged, about } = Object(told);
        if (logged !== undefined) this.logged.push(about === "" ? logged : `${logged}: ${about}`);
        if (port === undefined) return;
        this.url = `http://127.0.0.1:${port}`;
        resolve();
      });
    });
  }

  async listening(): Promise<this> {
    await this.#listening;
    return this;
  }

  /** The status of an answer, and its one word where it has one. */
  async ask(path: string, body?: string): Promise<string> {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { headers, method: "POST", body };
    const began = performance.now();
    const response = await fetch(`${this.url}${path}`, { ...init, signal: AbortSignal.timeout(40_000) }).catch(
      () => undefined,
    );
    if (response === undefined) return "no answer";
    const text = body === undefined ? await response.text() : "";
    if (body !== undefined) await response.body?.cancel();
    const word = /^\{"status":"(\w+)"\}$/.exec(text)?.[1];
    const seconds = Math.round((performance.now() - began) / 1_000);
    return `${response.status}${word === undefined ? "" : ` ${word}`}${seconds < 1 ? "" : ` after ${seconds} s`}`;
  }

  async get(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${TOKEN}` };
    return (await fetch(`${this.url}${path}`, { headers })).json();
  }

  /** What the page does, in what it is made of. */
  page(): ThreadStore {
    return new ThreadStore({ api: new Api({ baseUrl: this.url, token: TOKEN }) });
  }

  /** A client that knows nothing of this server but the format of its streams: what it makes of the answer. */
  async stockClient(): Promise<string> {
    const response = await fetch(`${this.url}/api/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: '{"message":"go"}',
    });
    const messages = (response.body ?? new ReadableStream())
      .pipeThrough(new DataStreamDecoder())
      .pipeThrough(new AssistantMessageAccumulator());
    let last: unknown;
    try {
      for await (const message of messages) last = message;
    } catch {
      return "the connection broke off";
    }
    const { type, reason } = Object(Object(last).status);
    return `${type}, ${reason}`;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }
}

/** What the page shows of the run that it has begun. */
export function shown(page: ThreadStore): string {
  const { connection, isRunning, messages, problem } = page.state();
  const last = JSON.stringify(messages.at(-1)?.content ?? "");
  const parts = [isRunning ? `running, ${connection}` : "at rest"];
  if (last.includes("outcome_unknown")) parts.push("the call's outcome is not known");
  if (last.includes('"paid"')) parts.push("paid");
  if (last.includes("skipped")) parts.push("skipped");
  if (last.includes("Done.")) parts.push("Done.");
  if (problem !== undefined) parts.push(problem);
  return parts.join("; ");
}
