import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, statSync } from "node:fs";
import type { Arguments, KillSignal, ProcessEnd, ProcessRequest, RunningProcess } from "../workspace/processes.port.ts";
import type { ControlGroup, ControlGroups } from "./control-group.ts";
import { disarmed } from "./disarmed.ts";
import { type LineLimits, limited } from "./line-limits.ts";
import { OutputReader, type OutputSource } from "./output-reader.ts";
import type { PipePool } from "./pipe-pool.ts";
import { ProcessTree } from "./process-tree.ts";

/** What every process of an adapter shares. */
export interface LocalProcessSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly killGraceMs: number;
  readonly pipes: PipePool;
  readonly groups: ControlGroups;
  readonly limits: LineLimits;
}

/** How often the members of a running tree are looked up, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** How long the end of a sandbox may take after that of its command, in milliseconds. */
const UNWRAP_MS = 200;

/** Programs that hold a command in a sandbox. */
const SANDBOXES = ["bwrap"];

/** After SIGKILL: how long until what cannot be killed is given up, in milliseconds. */
const SWEEP_MS = 2_000;

/** One process of this machine and everything it starts. */
export class LocalProcess implements RunningProcess {
  readonly pid: number;
  readonly ended: Promise<ProcessEnd>;
  readonly findsAll: boolean;
  readonly #settings: LocalProcessSettings;
  readonly #tree: ProcessTree | undefined;
  readonly #group: ControlGroup | undefined;
  #killed: Promise<number> | undefined;

  constructor(request: ProcessRequest, settings: LocalProcessSettings) {
    this.#settings = settings;
    const mark = randomUUID();
    const given = { ...settings.environment, ...request.env, TOOLWRIGHT_PROCESS: mark };
    const env = request.looksIn === undefined ? given : disarmed(given, request.looksIn);
    // Only a line can start what nobody expects.
    this.#group = typeof request.command === "string" ? settings.groups.open() : undefined;
    this.findsAll = this.#group !== undefined;
    const started = launch({ ...request, group: this.#group, limits: settings.limits }, env, settings.pipes);
    this.pid = started instanceof Error ? 0 : (started.child.pid ?? 0);
    this.#tree =
      this.pid === 0
        ? undefined
        : new ProcessTree({ pid: this.pid, mark: `TOOLWRIGHT_PROCESS=${mark}`, group: this.#group });
    if (this.#tree !== undefined) rememberTree(this.#tree);
    this.ended =
      started instanceof Error ? Promise.resolve(notStarted(request, started)) : this.#watch(started, request);
  }

  kill(first: KillSignal = "SIGTERM"): Promise<number> {
    this.#killed ??= this.#killTree(first);
    return this.#killed;
  }

  async #watch(source: OutputSource, request: ProcessRequest): Promise<ProcessEnd> {
    const reader = new OutputReader(source, request.onOutput);
    const looking = setInterval(() => this.#tree?.look(), LOOK_EVERY_MS);
    looking.unref();
    const end = await exitOf(source.child);
    clearInterval(looking);
    const { directory } = await reader.drain();
    if (end instanceof Error) return notStarted(request, end);
    await this.#killed;
    const left = await this.#leftBehind(request);
    if (this.#tree !== undefined) forgetTree(this.#tree);
    this.#group?.remove();
    if (end.signal !== null) return { kind: "signalled", signal: end.signal, left };
    return { kind: "exited", code: end.code ?? 0, ...(directory !== undefined && { cwd: directory }), left };
  }

  /** What a sandbox held ends with it, in a moment. */
  async #leftBehind({ wrap, startsOthers = true }: ProcessRequest): Promise<readonly number[]> {
    const tree = this.#tree;
    if (tree === undefined || !startsOthers) return [];
    if (wrap !== undefined) await until(() => tree.look().length === 0, UNWRAP_MS);
    return tree.look().map((entry) => entry.pid);
  }

  async #killTree(first: KillSignal): Promise<number> {
    const tree = this.#tree;
    if (tree === undefined || tree.look().length === 0) return 0;
    // What holds the others would end them at once, before they could end in a way of their own.
    tree.signal(first, { sparing: SANDBOXES });
    if (first !== "SIGKILL")
      await until(() => !tree.anySeenRuns() && tree.look().length === 0, this.#settings.killGraceMs);
    const gone = () => {
      tree.signal("SIGKILL");
      return tree.look().length === 0;
    };
    await until(gone, SWEEP_MS);
    this.#group?.remove();
    return tree.seen;
  }
}

interface Launch extends ProcessRequest {
  readonly group: ControlGroup | undefined;
  readonly limits: LineLimits;
}

function launch(request: Launch, env: Readonly<Record<string, string>>, pool: PipePool): OutputSource | Error {
  const [stdout, stderr] = [pool.take(), pool.take()];
  const pipes = [stdout, stderr].filter((pipe) => pipe !== undefined);
  try {
    const child = spawnChild(request, env, [stdout?.writeEnd ?? "pipe", stderr?.writeEnd ?? "pipe"]);
    if (stdout === undefined || stderr === undefined) return { child };
    return { child, readEnds: { stdout: stdout.readEnd, stderr: stderr.readEnd } };
  } catch (error) {
    for (const pipe of pipes) closeSync(pipe.readEnd);
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    for (const pipe of pipes) closeSync(pipe.writeEnd);
  }
}

function spawnChild(
  { command, cwd, wrap, group, limits, looksIn, input }: Launch,
  env: Readonly<Record<string, string>>,
  output: readonly ("pipe" | number)[],
): ChildProcess {
  const isLine = typeof command === "string";
  const wanted = isLine ? shellArguments(command) : command;
  const wrapped = wrap === undefined ? wanted : wrap(wanted);
  const [file, ...args] = isLine ? limited({ command: wrapped, group, looks: looksIn !== undefined }, limits) : wrapped;
  // The fourth is where a line of bash says where it ended.
  const stdin = input === undefined ? "ignore" : "pipe";
  const child = spawn(file, args, {
    cwd,
    env,
    detached: true,
    stdio: [stdin, ...output, ...(isLine ? ["pipe" as const] : [])],
  });
  // A program need not read what it is given.
  child.stdin?.on("error", () => undefined).end(input);
  return child;
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

function exitOf(child: ChildProcess): Promise<Exit | Error> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", resolve);
  });
}

function notStarted(request: ProcessRequest, error: Error): ProcessEnd {
  const isDirectory = statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return { kind: "not_started", message: isDirectory ? error.message : "the working directory does not exist" };
}

/** Asks at once and then every 25 ms, for at most `ms`. */
async function until(condition: () => boolean, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  while (!condition() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 25));
}

const running = new Set<ProcessTree>();

let watching = false;

/** Remembers a tree until it is forgotten; when this process ends first, the tree is killed. */
function rememberTree(tree: ProcessTree): void {
  running.add(tree);
  if (watching) return;
  watching = true;
  process.once("exit", () => {
    for (const left of running) left.signal("SIGKILL");
  });
}

/** The tree has ended, or what is left of it may live on. */
function forgetTree(tree: ProcessTree): void {
  running.delete(tree);
}

/**
 * Reports the directory a line ended in on descriptor 209, which was 3: a line that opens its own 3 cannot get into the
 * way. The line itself is the argument, so nothing in it can end the wrapper; it is evaluated whole, as `bash -c`
 * would.
 */
const WRAPPER = `exec 209>&3 3>&-; trap 'builtin pwd -P >&209 2>/dev/null || :' EXIT; eval 'shift;' "$1"`;

/** The program and arguments that run a line of bash, without start-up files or aliases. */
function shellArguments(line: string): Arguments {
  return ["/bin/bash", "--norc", "--noprofile", "-c", WRAPPER, "bash", line];
}
