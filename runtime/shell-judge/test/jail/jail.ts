import { spawn, spawnSync } from "node:child_process";
import { constants, copyFileSync, existsSync, linkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Fixture, SECRETS } from "./fixture.ts";

/** What a line did when it ran. */
export interface Effect {
  readonly index: number;
  /** Files in `/var/tmp/marks`: code of the line ran. */
  readonly marks: readonly string[];
  /** Secrets of the fixture that it printed. */
  readonly secrets: readonly string[];
  /** Paths below the fixture that it made (`+`), changed (`~`) or removed (`-`). */
  readonly changed: readonly string[];
  /** The same in `/tmp` and `/var/tmp`. */
  readonly elsewhere: readonly string[];
  /** It ran into the limit on processes. */
  readonly flooded: boolean;
  readonly timedOut: boolean;
  readonly status: number | null;
  readonly printed: string;
}

/**
 * How lines run: each for at most this long, this many in one jail, and with these folders of programs besides the
 * system's.
 */
export interface JailOptions {
  readonly fixture: Fixture;
  readonly milliseconds?: number;
  readonly batch?: number;
  readonly tools?: string | undefined;
}

const NOBODY = "61234";

/** Why lines cannot be run here, or undefined. */
export function jailIsMissing(): string | undefined {
  if (process.platform !== "linux") return "there are no namespaces on this system";
  const needed = ["bwrap", "prlimit", ...(isRoot() ? ["setpriv"] : [])];
  const missing = needed.find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing !== undefined) return `${missing} is not installed`;
  const tried = command(["--ro-bind", "/", "/", "--unshare-all", "--die-with-parent", "true"]);
  const [program = "", ...rest] = tried;
  return spawnSync(program, rest).status === 0 ? undefined : "bwrap may not make namespaces here";
}

/**
 * Runs lines in throw-away roots: own mounts, processes and network, nothing of this machine writable, no user that is
 * root, limits on processes, time and sizes. Every line starts on fresh files.
 */
export async function runInJail(lines: readonly string[], options: JailOptions): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  const rest = lines.map((line, index) => ({ index, line }));
  while (rest.length > 0) {
    const batch = rest.splice(0, options.batch ?? 200);
    const done = await runBatch(batch, options);
    effects.push(...done);
    const lost = batch[done.length];
    if (lost === undefined) continue;
    effects.push({ ...LOST, index: lost.index });
    rest.unshift(...batch.slice(done.length + 1));
  }
  return effects;
}

/** A line that ended the one who watches it did something that no harmless line does. */
const LOST: Omit<Effect, "index"> = {
  marks: ["ended-the-supervisor"],
  secrets: [],
  changed: [],
  elsewhere: [],
  flooded: false,
  timedOut: true,
  status: null,
  printed: "",
};

async function runBatch(
  lines: readonly { readonly index: number; readonly line: string }[],
  options: JailOptions,
): Promise<readonly Effect[]> {
  const { fixture, milliseconds = 3_000, tools } = options;
  const [program = "", ...args] = command([
    ...roots(fixture, tools),
    ...["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"],
    ...["--chdir", "/", "/node", "/supervisor.mjs"],
  ]);
  const path = tools === undefined ? "/usr/local/bin:/usr/bin:/bin" : "/tools:/usr/local/bin:/usr/bin:/bin";
  const person = { HOME: fixture.home, LANG: "C.UTF-8", USER: "sam", SHELL: "/bin/bash" };
  // As every command of `bash` has it: Terraform would write down what its newest version is.
  const env = { PATH: path, ...person, TERM: "dumb", CHECKPOINT_DISABLE: "1" };
  const input = { base: fixture.base, lines, secrets: Object.values(SECRETS), milliseconds, env };
  const output = await collect(program, args, JSON.stringify(input), lines.length * (milliseconds + 500) + 180_000);
  return output
    .split("\n")
    .filter((text) => text.endsWith("}"))
    .map((text): Effect => JSON.parse(text));
}

/**
 * What a jail sees: the system's programs, and an empty folder where the fixture is. What runs the lines stands at the
 * root: the folders that are emptied between two lines may be those of this clone and its Node.
 */
function roots({ base }: Fixture, tools: string | undefined): readonly string[] {
  const system = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc"].flatMap((path) => ["--ro-bind-try", path, path]);
  const supervisor = besideFixture(base, join(import.meta.dirname, "supervisor.mjs"));
  const node = besideFixture(base, process.execPath);
  return [
    ...system,
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs", dirname(base)],
    ...["--ro-bind", base, "/seed", "--ro-bind", supervisor, "/supervisor.mjs", "--ro-bind", node, "/node"],
    ...(tools === undefined ? [] : ["--ro-bind", tools, "/tools"]),
  ];
}

/** The file where nobody in particular may read it: the way to a clone is often closed to others. */
function besideFixture(base: string, file: string): string {
  const beside = join(dirname(base), basename(file));
  if (existsSync(beside)) return beside;
  try {
    linkSync(file, beside);
  } catch {
    // On another file system.
    copyFileSync(file, beside, constants.COPYFILE_FICLONE);
  }
  return beside;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Root leaves its rights behind first: a limit on processes does not count for it. */
function command(args: readonly string[]): readonly string[] {
  const become = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--no-new-privs"];
  return isRoot() ? [...become, "bwrap", ...args] : ["bwrap", ...args];
}

function collect(program: string, args: readonly string[], input: string, milliseconds: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ["pipe", "pipe", "inherit"],
      timeout: milliseconds,
      killSignal: "SIGKILL",
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", () => resolve(output));
    child.on("close", () => resolve(output));
  });
}
