import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { nodeRealPaths } from "@toolwright/shell-judge";
import { afterAll, expect, it, vi } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { createPermissions } from "./create-permissions.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "judged-once-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, "src"));
writeFileSync(join(root, "src/a.ts"), "x\n");

/** The judge reads by regular expressions: how often one of them looks is a measure of its work. */
async function looksDuring(work: () => Promise<unknown>): Promise<number> {
  const looks = vi.spyOn(RegExp.prototype, "exec");
  try {
    await work();
    return looks.mock.calls.length;
  } finally {
    looks.mockRestore();
  }
}

const permissions = createPermissions({ root, home: "/home/u", realPaths: nodeRealPaths() });
const bash = bashTool();
const call = { command: `git status && npm run x; ${"cd src && ls *.ts && cd ..; ".repeat(20)}` };

it("a line is judged once, however often it is decided and explained, and anew where it may be decided otherwise", async () => {
  const first = await looksDuring(async () => permissions.policy.decide(bash, call));
  expect(first).toBeGreaterThan(1_000);
  const again = await looksDuring(async () => {
    await permissions.decide("bash", call);
    await permissions.explain("bash", call);
    await permissions.explain("bash", call);
  });
  expect(again).toBeLessThan(first / 2);
  expect(await permissions.explain("bash", call)).toEqual(
    await createPermissions({ root, home: "/home/u", realPaths: nodeRealPaths() }).explain("bash", call),
  );
});

it("a line is judged once for the question, its run and what is kept of it", async () => {
  const workspace = await createLocalWorkspace({ root, stateDirectory: join(root, "..", `${basename(root)}-state`) });
  const policy = () => createPermissions({ root, home: workspace.home, realPaths: nodeRealPaths() }).policy;
  const command = `${"cd src && pwd && cd ..; ".repeat(16)}echo done`;
  const once = await looksDuring(async () => policy().decide(bash, { command }));
  const runner = new ToolRunner({
    registry: new ToolRegistry([bashTool({ sandbox: "off" })]),
    policy: policy(),
    approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
    overrides: workspaceOverrides({ workspace }),
  });
  const whole = await looksDuring(async () => {
    const { message } = await runner.exec({ name: "bash", arguments: { command } });
    expect(String(message.content)).toContain("\ndone\n");
  });
  expect(whole).toBeLessThan(1.5 * once);
  rmSync(workspace.stateDirectory, { recursive: true, force: true });
});

it("what the disk says now counts", async () => {
  const decided = async () =>
    (await permissions.decide("bash", { command: "cat notes.txt src/*.md; cargo -V" })).verdict;
  expect(await decided()).toBe("allow");
  symlinkSync("/etc/hosts", join(root, "notes.txt"));
  expect(await decided()).toBe("ask");
  rmSync(join(root, "notes.txt"));
  expect(await decided()).toBe("allow");
  symlinkSync("/etc/hosts", join(root, "src/b.md"));
  expect(await decided()).toBe("ask");
  rmSync(join(root, "src/b.md"));
  writeFileSync(join(root, "rust-toolchain"), "x");
  expect(await decided()).toBe("ask");
  rmSync(join(root, "rust-toolchain"));
  expect(await decided()).toBe("allow");
});
