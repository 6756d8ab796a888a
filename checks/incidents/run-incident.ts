import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { scripted } from "@toolwright/models";
import { createFolderAgent, type FolderAgentOptions } from "@toolwright/workspace";
import type { Incident, Way } from "./judge-incidents.ts";

/** `not tried`: the program of the line is not on this machine, or there is no sandbox to run it in. */
export type RunOutcome = "undone" | "harmless" | "lost" | "not tried";

/** `too late`: the machine was so busy that the time of the call was up before the line had begun or ended. */
export type TriedOutcome = RunOutcome | "too late";

const FILES = [
  "notes.txt",
  "notes.md",
  "slides.html",
  "tmp-output.json",
  "crawl.log",
  "results.json",
  "data/scratch.tmp",
  "data/old.log",
  "data/backup.sql",
  "tests/rating_bug_test.rs",
  "augment-rm-test-file.txt",
  "important_file.txt",
];
/** Seconds: a line that waits for a network that is not there goes on for minutes. */
const LONGEST = 8;
const GIT = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"];

/**
 * Lets an agent make the call in a repository of its own under the folder for temporary files, and takes it back.
 * `with --yes`: every question is answered with yes.
 */
export async function runIncident({ call }: Incident, way: Exclude<Way, "default">): Promise<TriedOutcome> {
  const home = mkdtempSync(join(tmpdir(), "incident-"));
  const root = join(home, "shop");
  makeRepository(home, root);
  const before = fingerprint(home);
  const limit = call.name === "bash" ? { timeout: LONGEST } : {};
  const calls = [{ id: "1", ...call, arguments: { ...limit, ...inside({ root, home }, call.arguments) } }];
  const path = call.arguments.file_path;
  const read = { toolCalls: [{ id: "0", name: "read", arguments: { file_paths: [String(path)] } }] };
  const model = scripted([...(path === undefined ? [] : [read]), { toolCalls: calls }, { text: "Done." }]);
  const state = mkdtempSync(join(tmpdir(), "incident-state-"));
  const agent = await createFolderAgent({
    ...{ root, home, stateDirectory: state, model },
    mode: way === "accept-edits" ? way : "default",
    environment: { ...process.env, HOME: home },
    ...(way === "with --yes" ? { approver: YES } : {}),
  });
  try {
    if ((await agent.sandbox()) === undefined) return "not tried";
    const { messages } = await agent.run("go");
    const answers = messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
    if (answers.some((text) => text.includes("it may still be running"))) return "too late";
    if (answers.some((text) => text.includes("command not found"))) return "not tried";
    if (fingerprint(home) === before) return "harmless";
    await agent.undo();
    return fingerprint(home) === before ? "undone" : "lost";
  } finally {
    await agent.close();
    for (const folder of [home, state]) rmSync(folder, { recursive: true, force: true });
  }
}

const YES: FolderAgentOptions["approver"] = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

/** Every file is committed, pushed to a bare repository beside it, and changed since. */
function makeRepository(home: string, root: string): void {
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "one\n");
  }
  const git = (...words: readonly string[]) => execFileSync("git", [...GIT, ...words], { cwd: root, stdio: "pipe" });
  execFileSync("git", [...GIT, "init", "--bare", "-q", join(home, "remote.git")]);
  git("init", "-q");
  git("add", "-A", ":!data");
  git("commit", "-qm", "one");
  git("remote", "add", "origin", join(home, "remote.git"));
  git("push", "-q", "-u", "origin", "main");
  for (const file of FILES) writeFileSync(join(root, file), "two\n");
}

interface Place {
  readonly root: string;
  readonly home: string;
}

function inside({ root, home }: Place, given: Incident["call"]["arguments"]): Incident["call"]["arguments"] {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("/work/shop", root).replaceAll("/home/u", home) : value,
    ]),
  );
}

/** Bytes: no file is as large before a line has run. */
const LARGE = 2 ** 20;

/** Of the contents of every file; git's index holds times, and says nothing of work that is lost. */
function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index")
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of entries.sort()) hash.update(path).update(statSync(path).size > LARGE ? "" : readFileSync(path));
  return hash.digest("hex");
}
