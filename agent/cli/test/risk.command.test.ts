import { afterAll, describe, expect, it } from "vitest";
import { whyNoSandbox } from "../../../runtime/workspace/test/sandbox-bench.ts";
import { bash, drawnChat } from "./support/drawn-chat.ts";
import { serve } from "./support/served.ts";
import { hasTmux } from "./support/terminal.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const missing = process.platform === "linux" ? await whyNoSandbox() : "bubblewrap is for Linux";

/** One of somebody's own, which no sandbox holds. */
const OWN_BASH = TOOLS_MODULE.replace(
  "export default [",
  `export default [
  defineTool({ name: "bash", description: "Run.", effects: "external", requiresConfirmation: true, input: text("command"),
    execute: () => "own" }),`,
);

const HELD = /It reaches this folder, and cannot be undone\. It runs in the sandbox, without a network\./;
const OUTSIDE = /It reaches this machine and the network, and cannot be undone\./;

describe.skipIf(!hasTmux || missing !== undefined)(`the words for a risk (skipped without tmux: ${missing})`, () => {
  it.each([
    ["workspace-write", HELD],
    [
      "workspace-write+network",
      /this machine and the network, and cannot be undone\. The sandbox holds what it writes, but not the network\./,
    ],
    ["read-only", /in the sandbox: it may read, changes no files, and has no network/],
    ["off", /this machine and the network, and cannot be undone\. No sandbox holds it\./],
  ])("are true under --sandbox %s, in the terminal and for the page", async (sandbox, words) => {
    const { terminal, cwd } = await drawnChat([bash("git push --force")], {
      args: ["--sandbox", sandbox],
    });
    terminal.type("go");
    expect((await terminal.see(/❯ 1 {2}Yes, once/)).replace(/[│\s]+/g, " ")).toMatch(words);
    const served = await serve(["--model", "offline", "--workspace", cwd, "--sandbox", sandbox], { cwd });
    const { tools } = await (await served.send("/api/info")).json();
    served.child.kill("SIGKILL");
    const held = (name: string) => tools.find((tool: { name: string }) => tool.name === name).held;
    const [mode, ...open] = sandbox.split("+");
    expect(held("bash")).toEqual(mode === "off" ? null : { mode, network: open.includes("network"), gitWrites: false });
    expect(held("web_fetch")).toBeUndefined();
  });

  it("claim no sandbox for a tool of one's own", async () => {
    const files = { "own.mjs": OWN_BASH };
    const { terminal } = await drawnChat([bash("echo x")], {
      files,
      args: ["--sandbox", "workspace-write", "--tools", "own.mjs"],
    });
    terminal.type("go");
    const asked = (await terminal.see(/❯ 1 {2}Yes, once/)).replace(/\s+/g, " ");
    expect(asked).toMatch(OUTSIDE);
    expect(asked).not.toMatch(/sandbox holds|in the sandbox/);
  });
});
