import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Policy } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoSandbox } from "../../test/sandbox-bench.ts";
import { createPermissions } from "../permissions/create-permissions.ts";
import { undoFolder } from "../undo/undo-folder.ts";
import { createFolderAgent, type FolderAgentOptions } from "./folder-agent.ts";

const missing = process.platform === "linux" ? await whyNoSandbox() : "bubblewrap is for Linux";

async function agentIn(options: Partial<FolderAgentOptions> = {}) {
  const home = await mkdtemp(join(tmpdir(), "undo-told-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const root = join(home, "work");
  await mkdir(root);
  for (const name of ["a", "b"]) await writeFile(join(root, name), name);
  const asked: string[] = [];
  const agent = await createFolderAgent({
    root,
    home,
    stateDirectory: join(home, "state"),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    approver: {
      async approve({ approvalId, reason }) {
        asked.push(reason ?? "");
        return { approvalId, approve: false };
      },
    },
    ...options,
  });
  onTestFinished(() => agent.close());
  const conversation = agent.open();
  const run = async (command: string) => {
    const call = { id: "c1", name: "bash", arguments: { command } };
    const { messages } = await conversation.run("go", { model: scripted([{ toolCalls: [call] }, { text: "Done." }]) });
    return String(messages.findLast(({ role }) => role === "tool")?.content);
  };
  return { agent, root, run, asked };
}

describe.skipIf(missing !== undefined)(`a line that deletes in the sandbox (skipped: ${missing})`, () => {
  it("runs unasked in a folder without a repository, and is undone", async () => {
    const { agent, root, run, asked } = await agentIn();
    await run("rm a; echo x > b");
    expect([asked, existsSync(join(root, "a"))]).toEqual([[], false]);
    await agent.undo();
    expect(await readFile(join(root, "a"), "utf8")).toBe("a");
    expect(await readFile(join(root, "b"), "utf8")).toBe("b");
  });

  it.each<readonly [string, Partial<FolderAgentOptions>, string]>([
    ["holds too much", {}, "the folder holds more than 200 MB, and is no git work tree"],
    ["keeps nothing of lines", { undo: "edits" }, "what lines change is not kept"],
    ["keeps nothing", { undo: false }, "what lines change is not kept"],
  ])("is asked about where the folder %s, and says why", async (_, options, why) => {
    const { root, run, asked } = await agentIn(options);
    await writeFile(join(root, "much"), "");
    await truncate(join(root, "much"), 201_000_000);
    await run("echo x > new");
    expect(asked).toEqual([]);
    await run("rm a");
    expect(asked).toEqual([expect.stringContaining(`Undo would not bring back what is there now: ${why}.`)]);
    expect(existsSync(join(root, "a"))).toBe(true);
  });

  it("does not run where undo fails after it was let through, and is asked about then", async () => {
    let failsNow = true;
    const { root, run, asked } = await agentIn({
      async decideBy({ workspace, sandboxed, keepsChanges, foreseeChanges }) {
        const { root, home } = workspace;
        const { policy } = createPermissions({ root, home, sandboxed, keepsChanges, foreseeChanges });
        const decide: Policy["decide"] = async (tool, args) => {
          const verdict = await policy.decide(tool, args);
          if (failsNow) {
            await rm(undoFolder(workspace), { recursive: true });
            await writeFile(undoFolder(workspace), "");
          }
          failsNow = false;
          return verdict;
        };
        return { policy: { ...policy, decide }, warnings: [] };
      },
    });
    expect(await run("rm a")).toContain(
      "The command was not run. Undo was to bring back what it changes, and cannot: no snapshot can be written.",
    );
    expect([asked, existsSync(join(root, "a"))]).toEqual([[], true]);
    await run("rm a");
    expect(asked).toEqual([expect.stringContaining("no snapshot can be written.")]);
    expect(existsSync(join(root, "a"))).toBe(true);
  });
});
