import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { absentFiles } from "../absent-files.ts";
import { DEFAULT_SANDBOX_POLICY } from "../sandbox.port.ts";
import { type SeatbeltFacts, seatbelt, seatbeltProfile } from "./seatbelt.adapter.ts";

/** A workspace with a file that is denied. */
async function seatbeltBench() {
  const base = await realpath(await mkdtemp(join(tmpdir(), "seatbelt-")));
  onTestFinished(() => rm(base, { recursive: true }));
  for (const name of ["work", "home", "state"]) await mkdir(join(base, name));
  await writeFile(join(base, "work/.env"), "KEY=1");
  const [root, home, stateDirectory] = ["work", "home", "state"].map((name) => join(base, name));
  const workspace = await createLocalWorkspace({
    root: `${root}`,
    home: `${home}`,
    stateDirectory: `${stateDirectory}`,
  });
  return { workspace, scratch: join(base, "state/scratch") };
}

const FACTS: SeatbeltFacts = {
  policy: DEFAULT_SANDBOX_POLICY,
  root: "/Users/a/work",
  scratch: "/Users/a/.local/state/toolwright/sandbox/1",
  hidden: ["/Users/a/.ssh", "/Users/a/.local/state/toolwright"],
  absent: [],
  holders: ["/Users/a/work/sub"],
  protected: ["/Users/a/work/.git", "/Users/a/work/sub/.git"],
};

const rules = (facts: Partial<SeatbeltFacts>) => seatbeltProfile({ ...FACTS, ...facts }).split("\n");
const policy = (change: Partial<SeatbeltFacts["policy"]>) => ({ policy: { ...DEFAULT_SANDBOX_POLICY, ...change } });

describe("the seatbelt profile", () => {
  it("denies what it does not name, and closes the holes after it opens the workspace", () => {
    expect(rules({}).slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
    expect(rules({}).slice(-7)).toEqual([
      '(allow file-write* (subpath "/Users/a/.local/state/toolwright/sandbox/1") (subpath "/Users/a/work"))',
      '(deny file-read* file-write* (subpath "/Users/a/.ssh") (subpath "/Users/a/.local/state/toolwright"))',
      '(allow file-read* file-write* (subpath "/Users/a/.local/state/toolwright/sandbox/1"))',
      '(deny file-write* (literal "/Users/a/.local/state/toolwright/sandbox/1/.gitconfig"))',
      '(deny file-write* (subpath "/Users/a/work/.git") (subpath "/Users/a/work/sub/.git"))',
      '(deny file-write-unlink (literal "/Users/a/work/sub"))',
      "",
    ]);
  });

  it("opens the network only where the policy does", () => {
    expect(rules({}).filter((rule) => /network|socket/.test(rule))).toEqual([]);
    expect(rules(policy({ network: true }))).toContain("(allow network*)");
  });

  it("keeps what is denied from being opened, though it lies in the workspace, and leaves its name", () => {
    const root = "/Users/a/.agent/worktrees/one";
    const absent = [
      { path: `${root}/.env`, kind: "file" },
      { path: `${root}/secrets`, kind: "directory" },
    ] as const;
    for (const mode of ["read-only", "workspace-write"] as const) {
      const denied = rules({ root, absent, hidden: ["/Users/a/.agent"], ...policy({ mode }) });
      const rule = `(deny file-read-data file-write* (literal "${root}/.env") (subpath "${root}/secrets"))`;
      expect(denied.slice(denied.indexOf(rule)).filter((line) => line.startsWith("(allow"))).toEqual([]);
      expect(denied).toContain(rule);
    }
  });

  it("denies the files that a line which only looks may not open", async () => {
    const { workspace, scratch } = await seatbeltBench();
    const sandbox = seatbelt(workspace, DEFAULT_SANDBOX_POLICY, scratch);
    const { paths: absent } = await absentFiles(workspace.root, (path) => path.endsWith(".env"));
    const { wrap } = await sandbox.prepare(workspace.root, absent);
    expect(wrap(["ls"]).join("\n")).toContain(`(deny file-read-data file-write* (literal "${workspace.root}/.env"))`);
    const { wrap: plain } = await sandbox.prepare(workspace.root);
    expect(plain(["ls"]).join("\n")).not.toContain('.env"');
  });

  it("opens nothing but temporary files in read-only mode", () => {
    const writable = rules(policy({ mode: "read-only" })).filter((rule) => rule.startsWith("(allow file-write*"));
    expect(writable.join("\n")).not.toContain("/Users/a/work");
  });

  it("opens a workspace that lies in a hidden directory, and no more of that", () => {
    const root = "/Users/a/.agent/worktrees/one";
    const opened = rules({ root, hidden: ["/Users/a/.agent"] });
    expect(opened).toContain(`(allow file-read* file-write* (subpath "${root}"))`);
    expect(opened.indexOf('(deny file-read* file-write* (subpath "/Users/a/.agent"))')).toBeLessThan(
      opened.indexOf(`(allow file-read* file-write* (subpath "${root}"))`),
    );
  });

  it("keeps a path what it is, whatever is in it", () => {
    const root = '/tmp/a") (allow default) ("\\';
    expect(rules({ root }).join("\n")).toContain('(subpath "/tmp/a\\") (allow default) (\\"\\\\")');
  });
});
