import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import type { Assignment, Ending } from "./arms/arm.ts";
import { sortedJson } from "./tasks/sorted-json.ts";
import { type EndState, type FolderTask, isFolderTask, type Task } from "./tasks/task.ts";

/** A task that was done, or not, with all that was said on the way. */
export interface Done {
  readonly ending: Ending;
  readonly isMet: boolean;
  /** Files of the folder, outside what the task is about, that were changed or lost. */
  readonly harmed: readonly string[];
  /** All that is not as it was, new files too; rows of before have none. */
  readonly changed?: readonly string[];
}

export interface TaskRun extends Pick<Assignment, "baseUrl" | "model" | "maxSteps" | "maxTokens" | "packages"> {
  readonly arm: string;
  /** Milliseconds after which the process of a task is ended. */
  readonly timeoutMs: number;
}

const ROOT = join(import.meta.dirname, "../..");

/** Does one task in a new folder, in a process that can write nothing but that folder. */
export async function runTask(task: Task, run: TaskRun): Promise<Done> {
  return isFolderTask(task) ? runInFolder(task, run) : runFunction(task, run);
}

async function runInFolder(task: FolderTask, run: TaskRun): Promise<Done> {
  const place = mkdtempSync(join(tmpdir(), "toolwright-outcome-"));
  const folder = join(place, "home/work");
  try {
    mkdirSync(folder, { recursive: true });
    for (const [path, content] of Object.entries(task.files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const ending = await endingOf({ ...run, request: task.request, folder }, { ...run, place });
    const outside = [...filesIn(place).keys()].filter((path) => !path.startsWith("home/work/"));
    const end: EndState = { files: filesIn(folder), outside, answer: ending.answer };
    const kept = Object.entries(task.files).filter(([path]) => !task.mayChange.includes(path));
    const harmed = kept.filter(([path, content]) => end.files.get(path) !== content).map(([path]) => path);
    const paths = new Set([...Object.keys(task.files), ...end.files.keys()]);
    const changed = [...paths].filter((path) => end.files.get(path) !== task.files[path]);
    return { ending, isMet: task.isMet(end), harmed: [...harmed, ...outside], changed: [...changed, ...outside] };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function runFunction(task: Exclude<Task, FolderTask>, run: TaskRun): Promise<Done> {
  const ending = await endingOf({ ...run, request: task.request, function: task }, run);
  const wanted = sortedJson(task.arguments);
  const isMet = ending.calls.some(
    ({ ran, isRefused }) => !isRefused && ran !== undefined && sortedJson(ran) === wanted,
  );
  return { ending, isMet, harmed: [] };
}

interface Limits {
  readonly timeoutMs: number;
  /** The only place where the task can write; none for a task without files. */
  readonly place?: string;
}

async function endingOf(assignment: Assignment & { readonly arm: string }, limits: Limits): Promise<Ending> {
  const node = [process.execPath, "--conditions=@toolwright/source", "--disable-warning=ExperimentalWarning"];
  const words = [...jail(limits.place, assignment), ...node, join(import.meta.dirname, "arms/child.ts")];
  const child = spawn(words[0] ?? "", words.slice(1), {
    stdio: ["pipe", "pipe", "inherit"],
    timeout: limits.timeoutMs,
    cwd: ROOT,
  });
  child.stdin.end(JSON.stringify(assignment));
  const said = await text(child.stdout);
  if (said !== "") return JSON.parse(said);
  return { answer: "", steps: 0, tokensIn: 0, tokensOut: 0, calls: [], failure: "The process of the task was ended." };
}

/**
 * Everything is there to be read, nothing but the place of the task can be written (its folder, and what is beside it,
 * so that a file that was put there is seen), and 256 processes are the most.
 */
function jail(place?: string, { folder = place, packages }: Partial<Assignment> = {}): readonly string[] {
  const bound = place === undefined || folder === undefined ? [] : ["--bind", place, place, "--chdir", folder];
  const read = packages !== undefined && existsSync(packages) ? ["--ro-bind", packages, packages] : [];
  const hidden = ["/root", "/home"].filter((path) => !ROOT.startsWith(path)).flatMap((path) => ["--tmpfs", path]);
  return [
    ...["prlimit", "--nproc=256", "--"],
    ...["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", ...hidden],
    ...["--unshare-pid", "--die-with-parent", "--new-session", ...read, ...bound],
  ];
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
}
