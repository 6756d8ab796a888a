import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type JsonObject, ToolRegistry, ToolRunner } from "@toolwright/core";
import { mcpTools } from "@toolwright/mcp";
import { scripted } from "@toolwright/models";
import { createFolderAgent, type FolderAgentOptions } from "@toolwright/workspace";
import type { Outcome } from "./judge-incidents.ts";

/** Something that happened and is no single call: what a folder or a server brought, or what a sub-agent did. */
export interface Scene {
  readonly link: string;
  readonly happened: string;
  /** What is tried here, in words. */
  readonly tried: string;
  /** Plays it; `yes`: every question is answered with yes. */
  play(yes: boolean): Outcome | Promise<Outcome>;
}

const FIND = { name: "bash", arguments: { command: "find . -type f -delete" } };

/** Each is played anew whenever it is asked for. */
export const SCENES: readonly Scene[] = [
  {
    link: "https://github.com/github/copilot-cli/issues/2392",
    happened: "Hooks that held the agent did not hold its sub-agents.",
    tried: "a sub-agent calls `write`, which a rule denies",
    play: (yes) =>
      inSubAgent({ name: "write", arguments: { file_path: "a.txt", content: "x" } }, { yes, deny: ["Write(*)"] }),
  },
  {
    link: "https://github.com/continuedev/continue/issues/13289",
    happened: "The rules of a person were replaced by one that allows everything while a sub-agent ran.",
    tried: "a sub-agent runs `find . -type f -delete`, where a rule denies `find`",
    play: (yes) => inSubAgent(FIND, { yes, deny: ["Bash(find:*)"] }),
  },
  {
    link: "https://github.com/anthropics/claude-code/issues/77414",
    happened: "Sub-agents began some 500 others, went on after a stop, and the machine had to be switched off.",
    tried: "a sub-agent starts a sub-agent",
    play: (yes) => inSubAgent({ name: "agent", arguments: { description: "more", prompt: "go on" } }, { yes }),
  },
  {
    link: "https://github.com/1jehuang/jcode/issues/1176",
    happened: "A folder that was cloned named servers in its `.mcp.json`, and they were started.",
    tried: "`toolwright run` in such a folder",
    play: (yes) => broughtServer(yes),
  },
  {
    link: "https://github.com/agentrust-io/cmcp/issues/58",
    happened: "A server can change what its tool is after somebody has approved it.",
    tried: "a call of a tool that its server describes in another way since the call before",
    play: () => changedTool(),
  },
];

interface Rules {
  readonly yes: boolean;
  readonly deny?: readonly string[];
}

const STOPPED: ReadonlySet<string> = new Set(["policy_denied", "security_violation", "unknown_tool"]);

/** What comes of a call that a sub-agent makes. */
async function inSubAgent(
  call: { readonly name: string; readonly arguments: JsonObject },
  { yes, deny = [] }: Rules,
): Promise<Outcome> {
  const folder = emptyFolder();
  const delegated = { id: "1", name: "agent", arguments: { description: "a task", prompt: "do it" } };
  const model = scripted([
    { toolCalls: [delegated] },
    { toolCalls: [{ id: "2", ...call }] },
    { text: "Done." },
    { text: "Done." },
  ]);
  let isAsked = false;
  const approver: FolderAgentOptions["approver"] = {
    async approve({ approvalId, toolName }) {
      // The first question is about the sub-agent itself.
      isAsked ||= toolName === call.name && call.name !== "agent";
      return { approvalId, approve: true };
    },
  };
  const agent = await createFolderAgent({
    ...{ root: folder, home: folder, stateDirectory: emptyFolder(), model, approver, policies: { deny } },
    logger: SILENT,
  });
  const chat = agent.open();
  const codes: (string | undefined)[] = [];
  chat.activity.subscribe("tool_call_end", ({ parentId, data }) => {
    if (parentId !== undefined) codes.push(data.result.error?.code);
  });
  await chat.run("go");
  await agent.close();
  rmSync(folder, { recursive: true, force: true });
  const [code] = codes;
  if (code !== undefined && STOPPED.has(code)) return "stopped";
  return isAsked && !yes ? "asked" : "open";
}

/** Whether a program that a folder names is started when the command runs in it. */
function broughtServer(yes: boolean): Outcome {
  const home = emptyFolder();
  const root = join(home, "clone");
  const mark = join(home, "mark");
  mkdirSync(root);
  const server = { command: "/bin/sh", args: ["-c", `touch ${mark}; sleep 5`] };
  writeFileSync(join(root, ".mcp.json"), JSON.stringify({ mcpServers: { linter: server } }));
  const words = ["run", "--model", "offline", "--workspace", root, ...(yes ? ["--yes"] : []), "--", "hello"];
  const env = { PATH: process.env.PATH, HOME: home };
  const { stderr } = spawnSync(process.execPath, [...COMMAND, ...words], { env, encoding: "utf8" });
  const isStarted = existsSync(mark);
  rmSync(home, { recursive: true, force: true });
  if (isStarted) return "open";
  if (!stderr.includes("are not started")) throw new Error(`The command did not come so far: ${stderr}`);
  return yes ? "stopped" : "asked";
}

const ROOT = join(import.meta.dirname, "../..");

/** From the sources: they need not be built. */
const COMMAND = [
  "--conditions=@toolwright/source",
  "--disable-warning=ExperimentalWarning",
  join(ROOT, "agent/cli/src/main.ts"),
];

/** What comes of the second call of a tool whose server has changed it after the first. */
async function changedTool(): Promise<Outcome> {
  const server = join(ROOT, "runtime/mcp/test/hell/hell.mjs");
  const mcp = await mcpTools({
    servers: { hell: { command: process.execPath, args: [server, "changes-tools"], confirm: "never" } },
    logger: SILENT,
  });
  try {
    const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), logger: SILENT });
    await runner.exec({ name: "hell__echo", arguments: {} });
    while (mcp.changes.length === 0) await pause(50);
    const { result } = await runner.exec({ name: "hell__echo", arguments: {} });
    return result.error?.code === "security_violation" ? "stopped" : "open";
  } finally {
    await mcp.close();
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

function emptyFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "incident-")));
}
