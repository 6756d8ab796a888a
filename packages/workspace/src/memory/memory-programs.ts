import { resolve } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import type { FilesPort } from "../workspace/files.port.ts";

/** What a program of a memory workspace gets. */
export interface ProgramContext {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: FilesPort;
  /** Aborted when the process is killed. */
  readonly signal: AbortSignal;
  stdout(text: string): Promise<void>;
  stderr(text: string): Promise<void>;
}

/** Resolves with the exit code. A rejection exits with 1 and its message on standard error. */
export type MemoryProgram = (context: ProgramContext) => number | Promise<number>;

/** The programs every memory workspace has. */
export const MEMORY_PROGRAMS: ReadonlyMap<string, MemoryProgram> = new Map<string, MemoryProgram>([
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
