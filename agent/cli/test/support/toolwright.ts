import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { quickFolder } from "../../../store/test/quick-folder.ts";
import { runHosted } from "./hosted-command.ts";
import { joinedCommand } from "./joined-command.ts";

const { main, core, host } = await joinedCommand();

/** How the command is started, from its sources. */
export const COMMAND: readonly [string, ...string[]] = [process.execPath, "--conditions=@toolwright/source", main];

/** The core that it runs with, for modules that it imports. */
export const CORE = core;

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  /** Added to an environment that holds no keys. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with all of stdout so far, whenever there is more. */
  readonly onOutput?: (stdout: string, child: ChildProcess) => void;
  /** The same for stderr. */
  readonly onErrors?: (stderr: string, child: ChildProcess) => void;
  /** Whether it needs a process of its own: for what a process says once, and for how it ends. */
  readonly isAlone?: boolean;
}

/**
 * Runs the real command to its end. `npm run test:command` and `test:long` give each a process of its own; else one
 * process runs one after the other, but those that are watched while they run.
 */
export function toolwright(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...OWN_PLACES, ...options.env };
  const isAlone = options.isAlone === true || process.env.OWN_PROCESSES !== undefined;
  const isWatched = (options.onOutput ?? options.onErrors) !== undefined;
  if (isAlone || isWatched) return runAlone(args, { ...options, env });
  return runHosted(host, { args, cwd: options.cwd ?? process.cwd(), env, stdin: options.stdin ?? "" });
}

function runAlone(args: readonly string[], { env, ...options }: StartOptions): Promise<Ended> {
  const [program, ...rest] = COMMAND;
  const child = spawn(program, [...rest, ...args], { cwd: options.cwd, env });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
    options.onOutput?.(stdout, child);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
    options.onErrors?.(stderr, child);
  });
  child.stdin.on("error", () => undefined).end(options.stdin ?? "");
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

/** Holds every folder of these tests, but for the one where the command keeps what it commits. */
const temporary = join(tmpdir(), `toolwright-cli-${randomUUID()}`);
const state = quickFolder("toolwright-cli-");

/**
 * The command keeps nothing of these tests among the user's files, and reads none of the user's rules. It starts in
 * half of the time when its compiled code is kept.
 */
export const OWN_PLACES = {
  XDG_STATE_HOME: state,
  XDG_CONFIG_HOME: join(temporary, "config"),
  NODE_COMPILE_CACHE: join(tmpdir(), "toolwright-test-compile-cache"),
};

/** Sends a signal, once, when the output holds a text. */
export function signalOn(text: string, signal: NodeJS.Signals): (output: string, child: ChildProcess) => void {
  let sent = false;
  return (output, child) => {
    if (sent || !output.includes(text)) return;
    sent = true;
    child.kill(signal);
  };
}

/** A fresh folder with the given files; objects are written as JSON. */
export async function folder(files: Readonly<Record<string, unknown>> = {}): Promise<string> {
  await mkdir(temporary, { recursive: true });
  const directory = await mkdtemp(join(temporary, "folder-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return directory;
}

/** Removes what the tests of a file have made. */
export async function removeFolders(): Promise<void> {
  for (const made of [temporary, state]) await rm(made, { recursive: true, force: true, maxRetries: 3 });
}

/** The JSON lines of an output. */
export function jsonLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
