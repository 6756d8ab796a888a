import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, jsonLines, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const CONFIRMING = TOOLS_MODULE.replace(
  "export default [",
  `export default [
  defineTool({ name: "sure", description: "", effects: "read", requiresConfirmation: true, input: text(), execute: () => "done" }),`,
);

const CALLS = {
  look: { name: "read", arguments: { file_paths: ["a.txt"] } },
  list: { name: "bash", arguments: { command: "ls" } },
  write: { name: "write", arguments: { file_path: "b.txt", content: "b\n" } },
  build: { name: "bash", arguments: { command: "node build.mjs" } },
  remove: { name: "bash", arguments: { command: "rm -rf dist" } },
  secret: { name: "read", arguments: { file_paths: [".env"] } },
  echo: { name: "echo", arguments: { text: "x" } },
  note: { name: "note", arguments: { text: "x" } },
  sure: { name: "sure", arguments: {} },
  plan: { name: "write_todos", arguments: { todos: [] } },
};

type Outcomes = Record<keyof typeof CALLS, string>;

/** What becomes of each call: `ok`, or the code of its error. */
async function outcomes(...args: string[]): Promise<Outcomes> {
  const cwd = await folder({
    "tools.mjs": CONFIRMING,
    "a.txt": "a\n",
    ".env": "A=1\n",
    "build.mjs": "console.log(1)\n",
    "dist/x": "x",
  });
  const stdin = Object.entries(CALLS).map(([id, call]) => `${JSON.stringify({ id, ...call })}\n`);
  const ended = await toolwright(["call", "--batch", "--tools", "tools.mjs", ...args], { cwd, stdin: stdin.join("") });
  expect(ended).toMatchObject({ code: 0 });
  const lines = jsonLines(ended.stdout) as { toolCallId: keyof typeof CALLS; error?: { code: string } }[];
  const found = Object.fromEntries(lines.map(({ toolCallId, error }) => [toolCallId, error?.code ?? "ok"])) as Outcomes;
  expect(existsSync(join(cwd, "dist"))).toBe(found.remove !== "ok");
  return found;
}

const ASKS = "approval_denied";
const DENIED = "policy_denied";
const READS = { look: "ok", list: "ok", echo: "ok", plan: "ok", secret: DENIED };

describe.concurrent("what runs without a policy", () => {
  it("reads and harmless commands run, the rest asks, and nobody is there", async () => {
    const asks = { write: ASKS, build: ASKS, remove: ASKS, note: ASKS, sure: ASKS };
    expect(await outcomes("--sandbox", "off")).toEqual({ ...READS, ...asks });
    expect(await outcomes("--sandbox", "off", "--mode", "default")).toEqual({ ...READS, ...asks });
  });

  it("--yes answers what asks, and lifts no denial", async () => {
    const yes = { write: "ok", build: "ok", remove: "ok", note: "ok", sure: "ok" };
    expect(await outcomes("--yes", "--sandbox", "off")).toEqual({ ...READS, ...yes });
  });

  it("accept-edits writes files of the folder and nothing else", async () => {
    const found = await outcomes("--mode", "accept-edits", "--sandbox", "off");
    expect(found).toEqual({ ...READS, write: "ok", build: ASKS, remove: ASKS, note: ASKS, sure: ASKS });
  });

  it("plan changes nothing, whatever --yes says", async () => {
    const refused = { write: DENIED, build: DENIED, remove: DENIED, note: DENIED };
    expect(await outcomes("--mode", "plan", "--yes", "--sandbox", "off")).toEqual({ ...READS, ...refused, sure: "ok" });
  });

  it("deny-asks answers every question with no, whatever --yes says", async () => {
    const refused = { write: DENIED, build: DENIED, remove: DENIED, note: DENIED, sure: ASKS };
    expect(await outcomes("--mode", "deny-asks", "--yes", "--sandbox", "off")).toEqual({ ...READS, ...refused });
  });
});

const hasSandbox = async () => {
  const { code } = await toolwright(["call", "ls", "{}", "--sandbox", "workspace-write"], { cwd: await folder() });
  return code === 0;
};

describe.concurrent("a sandbox", async () => {
  const held = await hasSandbox();

  it.skipIf(!held)(
    "lifts only the question for a missing rule, only for commands, only without a network",
    async () => {
      const asks = { write: ASKS, remove: ASKS, note: ASKS, sure: ASKS };
      expect(await outcomes()).toEqual({ ...READS, ...asks, build: "ok" });
      expect(await outcomes("--sandbox", "workspace-write+network")).toEqual({ ...READS, ...asks, build: ASKS });
    },
  );

  it.skipIf(!held)("lifts nothing for a bash that a module brought", async () => {
    const cwd = await folder({
      "tools.mjs": TOOLS_MODULE.replace('name: "note"', 'name: "bash"').replaceAll('"text")', '"command")'),
    });
    const args = ["call", "bash", '{"command":"node build.mjs"}', "--tools", "tools.mjs"];
    expect((await toolwright(args, { cwd })).stdout).toContain("Error [approval_denied]");
  });
});
