import { override, type Policy } from "@toolwright/core";
import type { AgentCommits, PlannedCommit } from "@toolwright/server";
import { createSandbox, type FolderAgent, SANDBOX, type SandboxOutcome } from "@toolwright/workspace";
import { commitPlan } from "./commit-plan.ts";

/** Seconds that hooks have: as many as `bash` gives. */
const HOOK_SECONDS = 60;

/**
 * Bytes of a line: Linux starts no program with an argument of 128 KiB, and `bash` takes 100,000 characters, of which
 * none has less than a byte.
 */
const MAX_LINE_BYTES = 100_000;

/**
 * Commits in a folder's repository, by `bash`. Hooks of the repository run there, so that a person is asked also where
 * a line that cannot leave the sandbox would run unasked. The sandbox is opened for `.git` as far as commits need it.
 */
export function agentCommits(agent: Pick<FolderAgent, "workspace" | "sandbox">): AgentCommits {
  const { workspace } = agent;
  let opened: Promise<SandboxOutcome | undefined> | undefined;
  const sandbox = () => (opened ??= openedForGit(agent));
  return {
    async plan(paths) {
      const held = await sandbox();
      if (held?.ok === false) return { ok: false, error: held.reason };
      return commitPlan(workspace, { paths, isHeld: held !== undefined });
    },
    call(commit) {
      const command = commitLine(commit);
      if (Buffer.byteLength(command) > MAX_LINE_BYTES)
        return { ok: false, error: "These are too many files for one line: commit them in a terminal." };
      const args = { command, working_dir: workspace.root, timeout: HOOK_SECONDS };
      return { ok: true, value: { name: "bash", arguments: args } };
    },
    configure: (config) => ({
      ...config,
      policy: asksBeforeHooks(config.policy),
      overrides: new Map([...(config.overrides ?? []), override(SANDBOX, async () => sandboxIn(await sandbox()))]),
    }),
  };
}

function sandboxIn(held: SandboxOutcome | undefined) {
  if (held === undefined) return "off";
  if (!held.ok) throw new Error(held.reason);
  return held.sandbox;
}

/** The sandbox of the folder, where commits can be made; undefined where there is none. */
async function openedForGit({
  workspace,
  sandbox,
}: Pick<FolderAgent, "workspace" | "sandbox">): Promise<SandboxOutcome | undefined> {
  const held = await sandbox();
  if (held === undefined) return undefined;
  if (held.policy.mode === "read-only") return { ok: false, reason: READ_ONLY };
  return held.policy.gitWrites
    ? { ok: true, sandbox: held }
    : createSandbox(workspace, { ...held.policy, gitWrites: true });
}

const READ_ONLY = "The server was started with a sandbox in which nothing may be written: commit in a terminal.";

/**
 * The files alone, whatever else is staged. Files that git does not know yet are only announced to it: what stands in
 * the index stays as it is where a hook says no.
 */
function commitLine({ files, untracked, message }: PlannedCommit & { readonly message: string }): string {
  const git = files.some((file) => MAGIC.test(file)) ? "git --literal-pathspecs" : "git";
  const text = message.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
  const commit = `${git} commit -m ${quoted(text)} -- ${files.map(quoted).join(" ")}`;
  return untracked.length === 0 ? commit : `${git} add -N -- ${untracked.map(quoted).join(" ")} && ${commit}`;
}

/** What a pathspec would not take by its letters. */
const MAGIC = /[*?[\]\\]|^:/;

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Only a rule of a person lets hooks run unasked. */
function asksBeforeHooks(policy: Policy | undefined): Policy {
  return {
    ...(policy?.provides && { provides: policy.provides }),
    offers: (tool) => policy?.offers?.(tool) ?? true,
    async decide(tool, args, about) {
      const verdict = (await policy?.decide(tool, args, about)) ?? { verdict: "ask" };
      if (verdict.verdict !== "allow" || verdict.rule !== undefined) return verdict;
      return { ...verdict, verdict: "ask", reason: "A commit runs the hooks of this repository." };
    },
  };
}
