import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Secret, secret, type ToolLoopConfig } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { createAgentServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { createFolderAgent } from "@toolwright/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { agentCommits } from "./agent-commits.ts";
import { agentUndo } from "./agent-undo.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const HOSTILE = '-it\'s "here"\n*.txt';

interface Setting {
  readonly steps: readonly ScriptStep[];
  readonly sandbox?: "off" | "workspace-write" | "read-only";
  /** Where it is. Default: the folder. */
  readonly repository?: "here" | "above" | "none";
  readonly secrets?: readonly Secret[];
  /** What an earlier server has left: its folder, and the path of its thread. */
  readonly folder?: string;
  readonly path?: string;
}

/** A real server over a real folder with a real repository in it, and what git says there. */
async function served({ steps, sandbox = "workspace-write", repository = "here", secrets = [], ...given }: Setting) {
  const base = given.folder ?? realpathSync(mkdtempSync(join(tmpdir(), "agent-commits-")));
  const [root, home] = [join(base, "folder"), join(base, "home")];
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
  if (given.folder === undefined) {
    for (const folder of [root, home]) mkdirSync(folder);
    if (repository === "above") makeRepository(base);
    if (repository === "here") {
      writeFileSync(join(root, "kept.txt"), "kept\n");
      writeFileSync(join(root, ".gitignore"), "out/\n");
      makeRepository(root);
    }
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  }
  const agent = await createFolderAgent({
    root,
    home,
    sandbox,
    mode: "accept-edits",
    secrets,
    stateDirectory: join(base, "state"),
    logger: QUIET,
  });
  const model = scripted(steps);
  const store = openStore({ file: join(base, "store.db"), pollMs: 20 });
  const opened = new Map<string, ToolLoopConfig>();
  const server = createAgentServer({
    store,
    token: "token",
    logger: QUIET,
    agent: {
      model: "script:test",
      tools: agent.tools.tools(),
      config(conversation) {
        const known = opened.get(conversation.chatId) ?? { model, ...agent.open({ conversation, model }).config };
        opened.set(conversation.chatId, known);
        const { activity: _, ...config } = known;
        return config;
      },
      undo: agentUndo(agent),
      commits: agentCommits(agent),
    },
  });
  const close = async () => {
    await server.close();
    store.close();
  };
  onTestFinished(close);
  const send = (path: string, body?: object) =>
    server.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: "Bearer token", "content-type": "application/json", host: "127.0.0.1" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  const talk = async () => {
    const said = await send("/api/chat", { message: "go" });
    await said.text();
    return `/api/threads/${said.headers.get("x-toolwright-thread") ?? ""}`;
  };
  const path = given.path ?? (await talk());
  const commit = async (message: unknown) => send(`${path}/commit`, { message });
  return { base, root, git, agent, model, server, send, path, close, commit };
}

/** With a person, and a first commit of what is there. */
function makeRepository(cwd: string): void {
  const person = [
    ["config", "user.name", "Ann"],
    ["config", "user.email", "ann@example.com"],
  ];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ...person,
    ["add", "."],
    ["commit", "-q", "--allow-empty", "-m", "Begin"],
  ])
    execFileSync("git", args, { cwd });
}

type Served = Awaited<ReturnType<typeof served>>;

function writes(files: Readonly<Record<string, string>>): readonly ScriptStep[] {
  const toolCalls = Object.entries(files).map(([file_path, content], at) => {
    return { id: `w${at}`, name: "write", arguments: { file_path, content } };
  });
  return [{ toolCalls }, { text: "Written." }];
}

async function questionOf({
  send,
}: Pick<Served, "send">): Promise<{ approvalId: string; arguments: { command: string } }> {
  for (;;) {
    const { approvals } = await (await send("/api/approvals")).json();
    if (approvals.length > 0) return approvals[0];
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function answerNext(server: Served, approve: boolean): Promise<string> {
  const asked = await questionOf(server);
  expect((await server.send(`/api/approvals/${asked.approvalId}`, { approve })).status).toBe(200);
  return asked.arguments.command;
}

/** The run of the thread has ended. */
async function atRest({ send, path }: Served): Promise<void> {
  await expect.poll(async () => (await (await send(path)).json()).status).toBe("idle");
}

/** What `git` says that a commit holds. */
function heldBy({ git }: Served): readonly string[] {
  return git("show", "--format=", "--name-only", "-z", "HEAD")
    .split("\0")
    .filter((name) => name !== "");
}

function hook({ root }: Served, name: string, text: string): void {
  writeFileSync(join(root, ".git/hooks", name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(root, ".git/hooks", name), 0o755);
}

describe("a commit of what a conversation changed", () => {
  it("holds its files alone, whatever they are called, and runs a hook only after the yes", async () => {
    const server = await served({ steps: writes({ [HOSTILE]: "one\n", "out/made.js": "1\n", "src/a.ts": "a\n" }) });
    const { root, git, send, path, commit } = server;
    writeFileSync(join(root, "mine.txt"), "mine\n");
    writeFileSync(join(root, "kept.txt"), "kept\nmine\n");
    git("add", "mine.txt", "kept.txt");
    const ran = join(root, ".git/hook-ran");
    hook(server, "pre-commit", "echo ran >> .git/hook-ran");
    expect(await (await send(`${path}/commit`)).json()).toEqual({
      ready: true,
      files: [HOSTILE, "src/a.ts"],
      left: ["out/made.js"],
    });
    const message = 'It\'s $(touch bad) `touch bad`\n\nWhy: "-m"';
    const { toolCallId } = await (await commit(message)).json();
    const { approvalId } = await questionOf(server);
    expect(existsSync(ran)).toBe(false);
    expect(git("log", "--format=%s")).toBe("Begin\n");
    await send(`/api/approvals/${approvalId}`, { approve: true });
    await atRest(server);
    expect(existsSync(ran)).toBe(true);
    expect(git("log", "-1", "--format=%B").trim()).toBe(message);
    expect(heldBy(server)).toEqual([HOSTILE, "src/a.ts"]);
    expect(existsSync(join(root, "bad"))).toBe(false);
    expect(git("diff", "--cached", "--name-only")).toBe("kept.txt\nmine.txt\n");
    const events = await (await send(`${path}/events`)).text();
    expect(events).toContain(toolCallId);
    const again = await (await send(`${path}/commit`)).json();
    expect(again).toEqual({ ready: false, reason: expect.stringMatching(/^There is nothing to commit/) });
  });

  it("changes nothing where the answer or the hook is no", async () => {
    const server = await served({ steps: writes({ "src/a.ts": "a\n" }) });
    const { git, commit, root } = server;
    writeFileSync(join(root, "mine.txt"), "mine\n");
    git("add", "mine.txt");
    await commit("Say no");
    await answerNext(server, false);
    await atRest(server);
    hook(server, "pre-commit", "echo not yet >&2; exit 1");
    await commit("Say yes");
    await answerNext(server, true);
    await atRest(server);
    expect(git("log", "--format=%s")).toBe("Begin\n");
    expect(git("diff", "--cached", "--name-only")).toBe("mine.txt\n");
    rmSync(join(root, ".git/hooks/pre-commit"));
    await commit("At last");
    await answerNext(server, true);
    await atRest(server);
    expect(heldBy(server)).toEqual(["src/a.ts"]);
  });

  it("says why there can be none", async () => {
    const refusal = async (server: Served) => {
      const { status, error } = await server
        .commit("x")
        .then(async (said) => ({ status: said.status, ...(await said.json()) }));
      return [status, error];
    };
    const files = { "a.txt": "a\n" };
    expect(await refusal(await served({ steps: writes(files), repository: "none" }))).toEqual([
      409,
      "This folder is in no git repository, so there is nothing to commit to.",
    ]);
    expect(await refusal(await served({ steps: [{ text: "Nothing." }] }))).toEqual([
      409,
      "This conversation left no file changed, so there is nothing to commit.",
    ]);
    expect((await refusal(await served({ steps: writes(files), sandbox: "read-only" })))[1]).toMatch(
      /nothing may be written/,
    );
    const server = await served({ steps: writes(files) });
    for (const wrong of ["", " \n", "a\0b", "x".repeat(5_001), 3])
      expect((await server.commit(wrong)).status).toBe(400);
    server.git("switch", "-qc", "other");
    server.git("commit", "-q", "--allow-empty", "-m", "Other");
    server.git("switch", "-q", "main");
    server.git("merge", "-q", "--no-ff", "--no-commit", "other");
    expect(await refusal(server)).toEqual([
      409,
      "A merge is under way in this repository: end it first, and then commit.",
    ]);
  });

  it("is made by the next server after the yes, which asks no model, where its own one ended", async () => {
    const first = await served({ steps: writes({ "a.txt": "a\n" }) });
    await first.commit("Go on");
    await questionOf(first);
    await first.close();
    const next = await served({ steps: [{ text: "I was not asked." }], folder: first.base, path: first.path });
    next.server.resume();
    await answerNext(next, true);
    await atRest(next);
    expect(heldBy(next)).toEqual(["a.txt"]);
    expect(next.model.requests).toEqual([]);
  });

  it("has a message by the model, which sees the changes without their secrets and is given no tools", async () => {
    const steps = [
      ...writes({ "a.txt": "one\nsk-test-1234567890\n" }),
      { text: "```\nAdd a list\n\nIt was missing.\n```" },
      { error: { code: "http", message: "401: sk-1" } } as const,
    ];
    const { send, path, model } = await served({ steps, secrets: [secret("KEY", "sk-test-1234567890")] });
    expect(await (await send(`${path}/commit/message`, {})).json()).toEqual({
      written: true,
      message: "Add a list\n\nIt was missing.",
    });
    const request = model.requests.at(-1);
    expect(request?.tools).toBeUndefined();
    const shown = JSON.stringify(request?.messages);
    expect(shown).toMatch(/created a\.txt.*\+one.*Begin|Begin.*created a\.txt.*\+one/);
    expect(shown).not.toContain("sk-test-1234567890");
    expect(await (await send(`${path}/commit/message`, {})).json()).toEqual({
      written: false,
      reason: "The model's server refused the request.",
    });
  });

  it("is not offered where the repository lies outside of what the sandbox can open", async () => {
    const files = { "sub/a.txt": "a\n" };
    const held = await served({ steps: writes(files), repository: "above" });
    expect(await (await held.send(`${held.path}/commit`)).json()).toEqual({
      ready: false,
      reason: expect.stringMatching(/kept outside of it/),
    });
    const free = await served({ steps: writes(files), repository: "above", sandbox: "off" });
    await free.commit("Below");
    await answerNext(free, true);
    await atRest(free);
    expect(heldBy(free)).toEqual(["folder/sub/a.txt"]);
  });

  it("is refused where its line has more bytes than the system starts a program with", async () => {
    const { agent } = await served({ steps: [{ text: "Nothing." }] });
    const callOf = (count: number) => {
      const files = Array.from({ length: count }, (_, at) => `${"文".repeat(80)}${at}`);
      return agentCommits(agent).call({ files, untracked: files, subjects: [], message: "Many" });
    };
    const called = Array.from({ length: 41 }, (_, at) => callOf(at * 10 + 1));
    const lines = called.flatMap((call) => (call.ok ? String(call.value.arguments.command) : []));
    expect(called.length - lines.length).toBeGreaterThan(10);
    expect(Buffer.byteLength(lines.at(-1) ?? "")).toBeGreaterThan(95_000);
    for (const line of lines) execFileSync("/bin/bash", ["-n", "-c", line]);
    const error = "These are too many files for one line: commit them in a terminal.";
    expect(called.at(-1)).toEqual({ ok: false, error });
  });
});
