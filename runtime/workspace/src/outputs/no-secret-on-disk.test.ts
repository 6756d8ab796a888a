import { mkdtemp, readdir, readFile, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ActivityStream, createMemoryOutputCache, secret, ToolRegistry, ToolRunner } from "@toolwright/core";
import { expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { createFileOutputCache } from "./file-output-cache.adapter.ts";

const PIN = "hunter2-hunter2";

it.each([true, false])(
  "what a runner must never show lies in no file that a tool makes outside the workspace (background: %s)",
  async (background) => {
    const [root, state] = await Promise.all(
      ["no-secret-", "no-secret-state-"].map(async (name) => realpath(await mkdtemp(join(tmpdir(), name)))),
    );
    const workspace = await createLocalWorkspace({ root: root ?? "", stateDirectory: join(state ?? "", "undo") });
    const outputs = createFileOutputCache({ directory: join(state ?? "", "outputs") });
    const runner = new ToolRunner({
      registry: new ToolRegistry([bashTool({ sandbox: "off" })]),
      // Given once, to the runner: nobody has to tell the tools.
      secrets: [secret("pin", PIN)],
      overrides: workspaceOverrides({ workspace, outputs }),
      outputCache: createMemoryOutputCache(),
      activity: new ActivityStream(),
      approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
    });
    const command = `for i in $(seq 1 3000); do echo "line $i ${PIN.slice(0, 8)}""${PIN.slice(8)}"; done`;
    const { result } = await runner.exec({
      name: "bash",
      arguments: { command, ...(background ? { background } : {}) },
    });
    await new Promise((resolve) => setTimeout(resolve, background ? 700 : 0));
    const texts = await filesBelow(state ?? "");
    expect(texts.join("").length).toBeGreaterThan(10_000);
    expect(texts.join("")).not.toContain(PIN);
    expect(texts.join("")).toContain("[secret:pin]");
    expect(JSON.stringify(result)).not.toContain(PIN);
  },
);

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map((file) => readFile(file, "utf8")));
}
