import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import type { Offered, PlannedCommit } from "@toolwright/server";
import type { Workspace } from "@toolwright/workspace";
import { printableLine } from "../text/printable.ts";

/** Milliseconds that git may take to answer. */
const PATIENCE_MS = 10_000;

/** Bytes of an answer: names of files, and first lines of commits. */
const MAX_BYTES = 8_000_000;

/** First lines of commits that the model sees. */
const SUBJECTS = 8;

/** What a person has begun in a repository, by the file in `.git` that says so. */
const UNDER_WAY: readonly (readonly [file: string, words: string])[] = [
  ["MERGE_HEAD", "A merge"],
  ["rebase-merge", "A rebase"],
  ["rebase-apply", "A rebase"],
  ["CHERRY_PICK_HEAD", "A cherry-pick"],
  ["REVERT_HEAD", "A revert"],
];

/** What is to be committed. */
export interface WantedCommit {
  /** Relative to the folder. */
  readonly paths: readonly string[];
  /** A sandbox holds the commit: it opens nothing outside of the folder. */
  readonly isHeld: boolean;
}

/**
 * Which of these files a commit would hold, or why there can be none now. Nothing that the folder brings is run: git is
 * asked for names alone, and compares no contents, for which filters would run.
 */
export async function commitPlan(
  workspace: Workspace,
  { paths, isHeld }: WantedCommit,
): Promise<Offered<PlannedCommit>> {
  const ask = (...args: readonly string[]) => gitSays(workspace, args);
  const place = await ask("rev-parse", "--absolute-git-dir");
  if (!place.ok) return { ok: false, error: whyNone(place.error) };
  const directory = place.text.replace(/\n$/, "");
  if (isHeld && !(await isWithin(directory, workspace.root))) return { ok: false, error: OUTSIDE };
  for (const [file, words] of UNDER_WAY) {
    if (await isThere(join(directory, file)))
      return { ok: false, error: `${words} is under way in this repository: end it first, and then commit.` };
  }
  const hasCommits = (await ask("rev-parse", "--verify", "--quiet", "HEAD")).ok;
  const those = ["--", ...paths];
  const changed = hasCommits
    ? await ask("diff-index", "-z", "--name-only", "--relative", "--ignore-submodules", "HEAD", ...those)
    : await ask("ls-files", "-z", ...those);
  const untracked = await ask("ls-files", "-z", "--others", "--exclude-standard", ...those);
  const log = hasCommits ? await ask("log", `-${SUBJECTS}`, "--format=%s") : { ok: true as const, text: "" };
  for (const said of [changed, untracked, log]) if (!said.ok) return { ok: false, error: whyNone(said.error) };
  const [known, others, subjects] = [changed, untracked, log].map((said) => (said.ok ? said.text : ""));
  const added = namesIn(others);
  const files = [...new Set([...namesIn(known), ...added])].sort();
  if (files.length === 0) return { ok: false, error: NOTHING };
  return { ok: true, value: { files, untracked: added, subjects: linesIn(subjects) } };
}

const OUTSIDE =
  "This folder is a part of a repository that is kept outside of it, where the sandbox lets nothing be written: commit in a terminal.";

/** As links really lead. */
async function isWithin(path: string, folder: string): Promise<boolean> {
  const way = relative(await realpath(folder), await realpath(path));
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}

const NOTHING =
  "There is nothing to commit: the files that this conversation changed are as they were committed last, or git ignores them.";

type Said = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: string };

/** A name is taken by its letters, whatever they are. */
async function gitSays({ processes, root }: Workspace, args: readonly string[]): Promise<Said> {
  const chunks: Record<"stdout" | "stderr", Uint8Array[]> = { stdout: [], stderr: [] };
  let size = 0;
  const process = processes.start({
    command: ["git", "--literal-pathspecs", ...args],
    cwd: root,
    env: { GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
    looksIn: root,
    onOutput(chunk, stream) {
      size += chunk.length;
      if (size <= MAX_BYTES) chunks[stream].push(chunk.slice());
      else void process.kill("SIGKILL");
    },
  });
  const timer = setTimeout(() => void process.kill("SIGKILL"), PATIENCE_MS);
  const end = await process.ended;
  clearTimeout(timer);
  const textOf = (stream: "stdout" | "stderr") => Buffer.concat(chunks[stream]).toString("utf8");
  if (end.kind === "exited" && end.code === 0) return { ok: true, text: textOf("stdout") };
  return { ok: false, error: end.kind === "exited" ? textOf("stderr") : "git did not answer" };
}

function whyNone(said: string): string {
  if (/not a git repository/i.test(said))
    return "This folder is in no git repository, so there is nothing to commit to.";
  const [line = ""] = said.split("\n");
  const words = printableLine(line.replace(/^fatal: /, "")).slice(0, 300);
  return `git cannot look at this repository: ${words === "" ? "it said nothing" : words}.`;
}

function namesIn(text = ""): readonly string[] {
  return text.split("\0").filter((name) => name !== "");
}

function linesIn(text = ""): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
