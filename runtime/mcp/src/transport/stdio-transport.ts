import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { StdioServerConfig } from "../options.ts";
import { LineSplitter } from "./line-splitter.ts";

const running = new Set<ChildProcess>();

/** What a server program inherits: where things are and which language is spoken, nothing that may be a secret. */
const INHERITED =
  "PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_CTYPE TERM TMPDIR TZ " +
  "APPDATA LOCALAPPDATA COMSPEC PATHEXT PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR";

/** Bytes of one message. */
const MAX_MESSAGE = 64 * 1024 * 1024;
/**
 * Messages that may wait for a server to read: one that asks without end and reads nothing would fill the memory with
 * answers.
 */
const MAX_UNREAD = 20_000;
/** So much of the end of what a server wrote to its standard error is kept, in bytes. */
const KEPT_ERRORS = 8 * 1024;
/** How long a server may take to end by itself, and then after each signal, in milliseconds. */
const GRACE_MS = 1_000;

/**
 * A server as a program, in a process group of its own. Its end is noticed when it happens, its standard error is
 * always read, and lines on its standard output that are no messages are passed over.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #config: StdioServerConfig;
  readonly #errors: Buffer[] = [];
  #child: ChildProcess | undefined;
  /** Settles when the server has read what was written. */
  #drained: Promise<void> | undefined;
  #unread = 0;
  #isOver = false;
  #why = "it was closed";

  constructor(config: StdioServerConfig) {
    this.#config = config;
  }

  /** Why the connection is over, with the end of what the server wrote to its standard error. */
  get why(): string {
    const said = Buffer.concat(this.#errors).subarray(-KEPT_ERRORS).toString("utf8").trim();
    return said === "" ? this.#why : `${this.#why}; it wrote last: ${said}`;
  }

  async start(): Promise<void> {
    const { command, args = [], env, cwd } = this.#config;
    const child = spawn(command, [...args], {
      cwd,
      env: inheritedEnvironment(env),
      stdio: "pipe",
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    child.once("exit", (code, signal) =>
      this.#over(signal === null ? `it ended with code ${code}` : `${signal} ended it`),
    );
    child.stderr.on("data", (chunk: Buffer) => this.#keepError(chunk));
    child.stdin.on("error", () => undefined);
    this.#read(child);
    try {
      await once(child, "spawn");
    } catch (error) {
      this.#over(`${command} could not be started: ${error instanceof Error ? error.message : error}`);
      throw new Error(this.#why);
    }
    endWithThisProcess(child);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (this.#isOver || stdin === null || stdin === undefined) throw new Error("The server has ended.");
    if (stdin.write(`${JSON.stringify(message)}\n`)) return;
    this.#unread += 1;
    if (this.#unread > MAX_UNREAD) return this.#giveUp("it does not read what it is told");
    this.#drained ??= this.#drain(stdin);
    await this.#drained;
  }

  /** Waits without leaving a listener behind: a long conversation drains thousands of times. */
  async #drain(stdin: Writable): Promise<void> {
    const over = new AbortController();
    await Promise.race([once(stdin, "drain", over), this.#exit(over.signal)]).finally(() => over.abort());
    this.#drained = undefined;
    this.#unread = 0;
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.pid === undefined) return this.#over("it was closed");
    child.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      await Promise.race([this.#exit(), pause(GRACE_MS, undefined, { ref: false })]);
      signalGroup(child, signal);
    }
    this.#over("it was closed");
  }

  #read(child: ChildProcess): void {
    const lines = new LineSplitter(MAX_MESSAGE);
    child.stdout?.on("data", (chunk: Buffer) => {
      try {
        for (const line of lines.push(chunk)) this.#hear(line);
      } catch (error) {
        this.#giveUp(error instanceof Error ? error.message : String(error));
      }
    });
  }

  #hear(line: string): void {
    if (this.#isOver || !line.startsWith("{")) return;
    const message = parsed(line);
    if (message !== undefined) this.onmessage?.(message);
  }

  #keepError(chunk: Buffer): void {
    this.#errors.push(chunk);
    if (this.#errors.length < 64) return;
    const kept = Buffer.concat(this.#errors).subarray(-KEPT_ERRORS);
    this.#errors.splice(0, this.#errors.length, kept);
  }

  #giveUp(why: string): void {
    this.#over(why);
    if (this.#child !== undefined) signalGroup(this.#child, "SIGKILL");
  }

  #over(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#why = why;
    // What a program says before it dies may still be in the pipe.
    setTimeout(() => this.onclose?.(), 20);
  }

  async #exit(signal?: AbortSignal): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await once(child, "exit", { signal });
  }
}

/** A line that begins like a message and is none is noise. */
function parsed(line: string): JSONRPCMessage | undefined {
  try {
    const value: JSONRPCMessage = JSON.parse(line);
    return "jsonrpc" in value ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The environment of a server program: a few variables of this process, then its own. */
function inheritedEnvironment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = INHERITED.split(" ").flatMap((name) => {
    const value = process.env[name];
    // What a shell exports as a function would run in every shell that the program starts.
    return value === undefined || value.startsWith("()") ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...own };
}

/** Ends the process and its group with this one, however this one ends, short of a kill that nobody can see. */
function endWithThisProcess(child: ChildProcess): void {
  if (running.size === 0) process.on("exit", endAll);
  running.add(child);
  child.once("exit", () => {
    running.delete(child);
    if (running.size === 0) process.off("exit", endAll);
  });
}

/** Signals a process and everything of its group. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

function endAll(): void {
  for (const child of running) signalGroup(child, "SIGKILL");
}
