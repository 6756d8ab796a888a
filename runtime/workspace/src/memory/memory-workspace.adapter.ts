import { dirname, resolve } from "node:path";
import { aFunction, checkOptions, recordOf } from "@toolwright/core/internal";
import { FileError } from "../workspace/file-error.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { ProcessesPort } from "../workspace/processes.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { createMemoryFiles } from "./memory-files.adapter.ts";
import { MemoryProcess } from "./memory-process.ts";
import { MemoryTree } from "./memory-tree.ts";

/** What a memory workspace starts with. */
export interface MemoryWorkspaceOptions {
  /** Contents by path, relative to the root `/work`. Missing directories are made. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Further programs by name; they replace those of the same name. */
  readonly programs?: Readonly<Record<string, MemoryProgram>>;
}

/**
 * A workspace that touches no disk and starts no process: for tests and demonstrations.
 * Its shell knows `cd`, `exit`, `&&`, `||`, `;` and the programs it is given.
 */
export async function createMemoryWorkspace(options: MemoryWorkspaceOptions = {}): Promise<Workspace> {
  checkOptions<MemoryWorkspaceOptions>(options, {
    of: "createMemoryWorkspace",
    rules: {
      files: recordOf('an object from paths to contents: { "a.txt": "text" }', CONTENT),
      programs: recordOf("an object from names to programs", aFunction),
    },
    otherNames: { root: "nothing to set: it is /work" },
  });
  const root = "/work";
  const files = createMemoryFiles(new MemoryTree());
  for (const directory of [root, "/home", "/state"]) await files.makeDirectory(directory);
  for (const [path, content] of Object.entries(options.files ?? {})) {
    const absolute = resolve(root, path);
    await files.makeDirectory(dirname(absolute));
    await files.write(absolute, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  const programs = new Map([...MEMORY_PROGRAMS, ...Object.entries(options.programs ?? {})]);
  return { root, home: "/home", stateDirectory: "/state", files, processes: memoryProcesses(files, programs) };
}

const CONTENT = {
  form: "a string or bytes",
  fits: (value: unknown) => typeof value === "string" || ArrayBuffer.isView(value),
};

function memoryProcesses(files: Workspace["files"], programs: ReadonlyMap<string, MemoryProgram>): ProcessesPort {
  let pid = 0;
  return {
    wraps: false,
    start(request) {
      pid += 1;
      return new MemoryProcess(request, { pid, files, programs });
    },
    programNames: async () => [...programs.keys()],
    locate: async (name) => (programs.has(name) ? [name] : []),
  };
}

/** What a program of a memory workspace gets. */
export interface ProgramContext {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What stands on its standard input. */
  readonly input: string;
  readonly files: FilesPort;
  /** Aborted when the process is killed. */
  readonly signal: AbortSignal;
  stdout(text: string): Promise<void>;
  stderr(text: string): Promise<void>;
}

/** Resolves with the exit code. A rejection exits with 1 and its message on standard error. */
export type MemoryProgram = (context: ProgramContext) => number | Promise<number>;

/** The programs every memory workspace has. */
const MEMORY_PROGRAMS: ReadonlyMap<string, MemoryProgram> = new Map<string, MemoryProgram>([
  ["true", () => 0],
  ["false", () => 1],
  ["echo", async ({ args, stdout }) => done(stdout(`${args.join(" ")}\n`))],
  ["echo-error", async ({ args, stderr }) => done(stderr(`${args.join(" ")}\n`))],
  ["pwd", async ({ cwd, stdout }) => done(stdout(`${cwd}\n`))],
  ["printenv", printenv],
  ["sleep", sleep],
  ["cat", cat],
]);

async function done(work: Promise<void>): Promise<number> {
  await work;
  return 0;
}

async function printenv({ args, env, stdout }: ProgramContext): Promise<number> {
  const name = args[0] ?? "";
  if (!Object.hasOwn(env, name)) return 1;
  return done(stdout(`${env[name]}\n`));
}

async function sleep({ args, signal }: ProgramContext): Promise<number> {
  const ms = Number(args[0]) * 1_000;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return 0;
}

async function cat({ args, cwd, files, stdout, stderr }: ProgramContext): Promise<number> {
  let code = 0;
  for (const name of args) {
    try {
      const real = await files.realPath(resolve(cwd, name));
      if (real === undefined) throw new FileError("NOT_FOUND");
      await stdout(new TextDecoder().decode(await files.read(real)));
    } catch {
      await stderr(`cat: ${name}: No such file or directory\n`);
      code = 1;
    }
  }
  return code;
}
