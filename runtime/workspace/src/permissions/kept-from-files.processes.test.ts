import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Approver, ToolRegistry, ToolRunner } from "@toolwright/core";
import { nodeRealPaths, readPolicy } from "@toolwright/shell-judge";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import type { GuardedPath, Sandbox } from "../sandbox/sandbox.port.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import type { FileGuard } from "../workspace/file-guard.port.ts";
import { isInside } from "../workspace/is-inside.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { createPermissions, type Sandboxed } from "./create-permissions.ts";

const NO: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: false }) };

const FILES = [".env", "sub/.env", "prod.env", "keys/a.key", "a.txt", "src/b.ts", "sub/c.txt", "run.sh"];

let base: string;
let workspace: Workspace;

beforeAll(async () => {
  base = await realpath(await mkdtemp("/var/tmp/kept-"));
  const root = join(base, "work");
  for (const folder of ["home", "state", "outside"]) await mkdir(join(base, folder), { recursive: true });
  for (const name of FILES) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), `the text of ${name}\n`);
  }
  await writeFile(join(base, "outside/.env"), "the text of another\n");
  const { stateDirectory, home } = { stateDirectory: join(base, "state"), home: join(base, "home") };
  workspace = await createLocalWorkspace({ root, home, stateDirectory });
});

afterAll(() => rm(base, { recursive: true }));

function permissions(sandboxed: Sandboxed, rules: object = {}) {
  const { root, home } = workspace;
  const read = readPolicy(rules);
  if (!read.ok) throw new Error(read.message);
  const policies = [{ policy: read.policy, scope: "user" as const }];
  return createPermissions({ root, home, policies, sandboxed, realPaths: nodeRealPaths() });
}

const verdictOf = async (command: string, sandboxed: Sandboxed, rules: object = {}) =>
  (await permissions(sandboxed, rules).decide("bash", { command })).verdict;

/** Runs a line where nothing is held; `absent` is what a sandbox of this kind would have been told to keep from it. */
async function ran(command: string, { by = "bubblewrap", fileGuard }: Held = {}) {
  let absent: readonly GuardedPath[] | undefined;
  const sandboxOf = (kind: Sandbox["kind"]): Sandbox => ({
    kind,
    policy: { mode: "workspace-write", network: false, gitWrites: false },
    async prepare(_, given = []) {
      absent = given;
      return { wrap: () => ["/bin/true"], env: {}, release: async () => [] };
    },
  });
  const runner = new ToolRunner({
    registry: new ToolRegistry([bashTool({ asks: false, sandbox: by === "off" ? by : sandboxOf(by) })]),
    approver: NO,
    policy: permissions("keeps-files").policy,
    overrides: workspaceOverrides({ workspace, ...(fileGuard === undefined ? {} : { fileGuard }) }),
  });
  const { message } = await runner.exec({ name: "bash", arguments: { command } });
  return { absent, told: String(message.content) };
}

interface Held {
  readonly by?: Sandbox["kind"] | "off";
  readonly fileGuard?: FileGuard;
}

const LOOKS = [
  "grep -rn x .",
  "rg --hidden x src sub",
  "rg x",
  "cat *",
  "head -3 *.*",
  "find . -type f | xargs grep -l x",
  "find . -type f -exec cat {} +",
  "cd sub && grep -r x .",
  "ls -R | grep x; grep -r y sub",
  "grep -r x sub keys > /dev/null",
  "diff -r sub src",
  'for f in *; do head -1 -- "$f"; done',
  "cat $(ls)",
];

describe("a line that would come across denied files", () => {
  it.each(LOOKS)("is not asked about where it cannot open them, and only there: %s", async (command) => {
    expect(await verdictOf(command, "keeps-files")).toBe("allow");
    expect(await verdictOf(command, false)).not.toBe("allow");
  });

  it.each([
    "cat .env",
    "cat sub/.env*",
    "head .e*",
    "cat prod.*",
    "grep -r x . > out.env",
    "cp -r . /tmp/copy",
    "cp * /tmp",
    "mv * sub",
    "grep -rn x . && npm test",
    "grep -rn x . && bash run.sh",
    "cat * | sh",
    "find . -type f -exec node {} +",
    "grep -r x ..",
    "grep -r x /etc",
    'grep -r x "$DIR"',
    "rm -r sub",
  ])("is asked about or denied where it names them, keeps them, or does more than look: %s", async (command) => {
    expect(await verdictOf(command, "keeps-files")).not.toBe("allow");
  });

  it("is asked about where a rule denies what lies in its folder, unless that is kept from it as well", async () => {
    const rules = { deny: ["Read(src/**)", "Read(*.key)"] };
    expect(await verdictOf("grep -rn x .", true, rules)).toBe("ask");
    expect(await verdictOf("grep -rn x .", "keeps-files", rules)).toBe("allow");
    expect(await verdictOf("grep -rn x ..", "keeps-files", rules)).toBe("ask");
    expect(await verdictOf("grep -rn x .", "keeps-files", { deny: ["Read(.git/x)"] })).toBe("ask");
    expect(await verdictOf("grep -rn x .", "keeps-files", { ask: ["Read(a.txt)"] })).toBe("ask");
    expect(await verdictOf("cat src/*.ts *.txt", true, rules)).toBe("deny");
    expect(await verdictOf("cat src/*.ts *.txt", "keeps-files", rules)).toBe("allow");
    expect(await verdictOf("cat src/b.ts", "keeps-files", rules)).toBe("deny");
    expect(await verdictOf("grep -r x src/b.ts", "keeps-files", rules)).toBe("deny");
    expect(await verdictOf("cat ../*/src/*.ts", "keeps-files", rules)).not.toBe("allow");
  });

  it.runIf(process.platform === "linux")("is asked about where the names of a folder cannot be hidden", async () => {
    const packing = ["tar cf - . | base64", "zip - -r .", "gzip -cr .", "cpio -o < list"];
    const verdicts = async () => Promise.all(packing.map((command) => verdictOf(command, "keeps-files")));
    const before = await verdicts();
    expect(before).toEqual(["allow", "allow", "allow", "ask"]);
    const shell = (line: string) => execFileSync("bash", ["-c", line], { cwd: workspace.root });
    shell("mkdir $'g\\xff'; touch $'g\\xff/.env'");
    try {
      expect(await verdicts()).toEqual(["ask", "ask", "ask", "ask"]);
      expect(await verdictOf("cat a.txt", "keeps-files")).toBe("allow");
      for (const command of ["npm test", "mkdir q", "cp a.txt b.txt", "sed -i s/a/b/ a.txt"])
        expect(await verdictOf(command, "keeps-files")).toBe("allow");
    } finally {
      shell("rm -r g*");
    }
    expect(await verdicts()).toEqual(before);
  });

  it("is allowed while planning, for it changes nothing", async () => {
    const { root, home } = workspace;
    const planning = { mode: "plan", sandboxed: "keeps-files" } as const;
    const plan = createPermissions({ root, home, ...planning, realPaths: nodeRealPaths() });
    expect((await plan.decide("bash", { command: "grep -rn x ." })).verdict).toBe("allow");
    expect((await plan.decide("bash", { command: "grep -rn x . > a.txt" })).verdict).toBe("deny");
  });

  it("is asked about where a link leads to a denied folder that is not kept from it", async () => {
    await symlink("../outside", join(workspace.root, "out"));
    expect(await verdictOf("grep -R x .", "keeps-files")).toBe("ask");
    await rm(join(workspace.root, "out"));
  });
});

const words = fc.constantFrom(..."* . sub src keys *.* a.txt sub/* */* ./* -- $(ls) .env sub/.env 'a.txt'".split(" "));
const programs = fc.constantFrom(
  ..."cat|grep -r x|rg --hidden x|head -2|wc -l|ls -R|find|diff -r|sort|tar cf -|node|npm test|bash|cp -t /tmp|xargs cat".split(
    "|",
  ),
);
const commands = fc
  .tuple(programs, fc.array(words, { maxLength: 3 }))
  .map(([program, given]) => [program, ...given].join(" "));
const lines = fc
  .array(fc.tuple(commands, fc.constantFrom(" | ", " && ", "; ", " || ")), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([command, link], index) => (index === 0 ? "" : link) + command).join(""));

describe("a line that was let run for what is kept from it", () => {
  it("runs with that kept from it, whatever it looks like", async () => {
    let freed = 0;
    await fc.assert(
      fc.asyncProperty(lines, async (line) => {
        if ((await verdictOf(line, "keeps-files")) !== "allow" || (await verdictOf(line, true)) === "allow") return;
        freed += 1;
        const { absent = [] } = await ran(line);
        const { root } = workspace;
        for (const name of FILES.slice(0, 3))
          expect(absent.some(({ path }) => isInside(path, join(root, name)))).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(freed).toBeGreaterThan(10);
  });

  it.each<[string, Held]>([
    ["there is no sandbox", { by: "off" }],
    ["the sandbox cannot keep it", { by: "sandbox-runtime" }],
    ["the guard of files is another one", { fileGuard: { mayRead: () => true } }],
    ["it denies less", { fileGuard: { mayRead: () => true, denies: (path) => path.endsWith("/sub/.env") } }],
  ])("is not run where %s", async (_, held) => {
    const { absent, told } = await ran("grep -rn x .", held);
    expect(absent).toBeUndefined();
    expect(told).toMatch(/was to be kept from \/.*\.env, and could open it here/);
    expect((await ran("ls", held)).told).not.toContain("kept from");
  });

  it("keeps what has come since from it, too", async () => {
    const command = "grep -rn x src";
    await writeFile(join(workspace.root, "src/.env"), "");
    const { absent } = await ran(command);
    expect(absent?.map(({ path }) => path)).toContain(join(workspace.root, "src/.env"));
    await rm(join(workspace.root, "src/.env"));
  });
});
