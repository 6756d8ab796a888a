import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed, type Served, serve } from "./support/served.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

const call = (id: string, name: string, args: object) => ({ toolCalls: [{ id, name, arguments: args }] });
const text = (root: string, name: string) => readFileSync(join(root, name), "utf8");

async function say({ send }: Served, message: string, threadId?: string): Promise<string> {
  const response = await send("/api/chat", { message, ...(threadId === undefined ? {} : { threadId }) });
  expect(await response.text()).toMatch(/"stopReason":"stop"/);
  return response.headers.get("x-toolwright-thread") ?? "";
}

interface Turn {
  readonly runId: string;
  readonly files: readonly object[];
  readonly isUndone: boolean;
}

async function turnsOf({ send }: Served, id: string): Promise<Turn[]> {
  return (await (await send(`/api/threads/${id}/changes`)).json()).turns;
}

describe("undo in toolwright serve", () => {
  it("takes back one run and the undo of it, and the model is told", async () => {
    const steps = [
      call("w1", "write", { file_path: "made.txt", content: "one\n" }),
      { text: "Made." },
      call("w2", "write", { file_path: "other.txt", content: "two\n" }),
      { text: "Made another." },
      { text: "I see." },
    ];
    const root = await folder({ "s.json": steps });
    const served = await serve(["--model", `script:${join(root, "s.json")}`, "--workspace", root, "--yes"]);
    const reverse = async (kind: string, body: object) =>
      (await served.send(`/api/threads/${id}/${kind}`, body)).json();
    const id = await say(served, "make it");
    await say(served, "make another", id);
    const { messages } = await (await served.send(`/api/threads/${id}`)).json();
    const [newest, oldest] = await turnsOf(served, id);
    expect([oldest?.runId, newest?.runId]).toEqual([messages[1].runId, messages[3].runId]);
    expect(oldest?.files).toEqual([{ path: "made.txt", change: "created" }]);

    const undone = await reverse("undo", { runId: oldest?.runId });
    expect(undone).toEqual({ lines: ["Undid turn 1: made.txt removed."], done: true, conflicts: [] });
    expect([existsSync(join(root, "made.txt")), existsSync(join(root, "other.txt"))]).toEqual([false, true]);
    expect((await turnsOf(served, id)).map(({ isUndone }) => isUndone)).toEqual([false, true]);
    expect(await reverse("redo", { runId: oldest?.runId })).toMatchObject({ done: true });
    expect(text(root, "made.txt")).toBe("one\n");

    writeFileSync(join(root, "made.txt"), "mine\n");
    expect(await reverse("undo", { runId: oldest?.runId })).toEqual({
      lines: ["Turn 1 was left as it is: made.txt changed since (by you or a command)."],
      done: false,
      conflicts: ["made.txt"],
    });
    expect(text(root, "made.txt")).toBe("mine\n");
    expect(await reverse("undo", { runId: oldest?.runId, force: true })).toMatchObject({ done: true });
    expect(existsSync(join(root, "made.txt"))).toBe(false);
    expect(await reverse("redo", {})).toMatchObject({ done: true });
    expect(text(root, "made.txt")).toBe("mine\n");
    expect((await served.send(`/api/threads/${id}/undo`, { runId: "made up" })).status).toBe(404);

    await say(served, "well?", id);
    const { events } = await (await served.send(`/api/threads/${id}/events`)).json();
    const last = events.findLast(({ type }: { type: string }) => type === "run_start");
    expect(JSON.stringify(last.data.input)).toContain("The user undid turn 1: made.txt removed.");
  });

  it("tells the model once, also when another server goes on with the thread", async () => {
    const steps = [
      call("w", "write", { file_path: "made.txt", content: "one\n" }),
      { text: "Made." },
      { text: "I see." },
    ];
    const root = await folder({ "s.json": steps, "t.json": [{ text: "On." }, { text: "On." }] });
    const first = await serve(["--model", `script:${join(root, "s.json")}`, "--workspace", root, "--yes"]);
    const id = await say(first, "make it");
    const [turn] = await turnsOf(first, id);
    await first.send(`/api/threads/${id}/undo`, { runId: turn?.runId });
    await say(first, "well?", id);
    first.child.kill("SIGTERM");
    await first.ended;

    const second = await serve(["--model", `script:${join(root, "t.json")}`, "--workspace", root, "--yes"]);
    await say(second, "go on", id);
    await second.send(`/api/threads/${id}/redo`, {});
    await say(second, "and on", id);
    const { events } = await (await second.send(`/api/threads/${id}/events`)).json();
    const said = events.flatMap(({ type, data }: { type: string; data: { input: { content: string }[] } }) =>
      type === "run_start" ? [data.input.map(({ content }) => content)] : [],
    );
    expect(said).toEqual([
      ["make it"],
      ["The user undid turn 1: made.txt removed.", "well?"],
      ["go on"],
      ["The user redid turn 1: made.txt changed again.", "and on"],
    ]);
  });

  it("says of which files of a run nothing is left, once one was taken back alone", async () => {
    const make = (name: string) => ({ id: name, name: "write", arguments: { file_path: name, content: "x\n" } });
    const steps = [{ toolCalls: [make("a.txt"), make("b.txt")] }, { text: "Done." }];
    const root = await folder({ "s.json": steps });
    const served = await serve(["--model", `script:${join(root, "s.json")}`, "--workspace", root, "--yes"]);
    const id = await say(served, "make them");
    const [turn] = await turnsOf(served, id);
    await served.send(`/api/threads/${id}/undo`, { runId: turn?.runId, path: "a.txt" });
    expect(await turnsOf(served, id)).toMatchObject([
      {
        files: [
          { path: "a.txt", change: "created", isUndone: true },
          { path: "b.txt", change: "created" },
        ],
        isUndone: false,
      },
    ]);
    await served.send(`/api/threads/${id}/undo`, { runId: turn?.runId, path: "b.txt" });
    expect(await turnsOf(served, id)).toMatchObject([{ isUndone: true }]);
  });

  it("takes back what a shell command changed, with --undo-bash", async () => {
    const steps = [
      call("b", "bash", { command: "echo changed > notes.txt; rm old.txt; mkdir d; echo new > d/new.txt" }),
      { text: "Done." },
    ];
    const root = await folder({ "s.json": steps, "notes.txt": "mine\n", "old.txt": "old\n" });
    const model = `script:${join(root, "s.json")}`;
    const served = await serve(["--model", model, "--workspace", root, "--yes", "--undo-bash"]);
    const id = await say(served, "change it");
    const [turn] = await turnsOf(served, id);
    expect(turn?.files).toEqual([
      { path: "d/new.txt", change: "created" },
      { path: "notes.txt", change: "modified" },
      { path: "old.txt", change: "removed" },
    ]);
    const undone = await (await served.send(`/api/threads/${id}/undo`, { runId: turn?.runId })).json();
    expect(undone).toMatchObject({ done: true, conflicts: [] });
    expect([text(root, "notes.txt"), text(root, "old.txt")]).toEqual(["mine\n", "old\n"]);
    expect(existsSync(join(root, "d/new.txt"))).toBe(false);
  });

  it("ends what a thread runs in the background when it is deleted", async () => {
    const command = `sleep 43${process.pid}.5`;
    const steps = [call("b", "bash", { command, background: true }), { text: "Started." }];
    const root = await folder({ "s.json": steps });
    const served = await serve(["--model", `script:${join(root, "s.json")}`, "--workspace", root, "--yes"]);
    const id = await say(served, "start it");
    const isRunning = () => spawnSync("pgrep", ["-fx", command]).status === 0;
    expect(isRunning()).toBe(true);
    const headers = { authorization: `Bearer ${served.token}` };
    expect((await fetch(`${served.url}/api/threads/${id}`, { method: "DELETE", headers })).status).toBe(204);
    expect(isRunning()).toBe(false);
  });

  it("takes conversations back from the command as well, each in a fork", async () => {
    const steps = [
      { text: "Hello." },
      call("w1", "write", { file_path: "made.txt", content: "one\n" }),
      { text: "Made." },
      { text: "And on." },
    ];
    const root = await folder({ "s.json": steps });
    const served = await serve(["--model", `script:${join(root, "s.json")}`, "--workspace", root, "--yes"]);
    const id = await say(served, "hi");
    await say(served, "make it", id);
    const undone = await toolwright(["undo", "--messages"], { cwd: root });
    expect(undone).toMatchObject({ code: 0, stderr: "" });
    const [, fork = ""] = /thread of its own: #(\S+)\n$/.exec(undone.stdout) ?? [];
    expect(undone.stdout).toMatch(/^Undid turn 1: made.txt removed.\nThe conversation “hi” goes on from before turn 1/);
    expect(existsSync(join(root, "made.txt"))).toBe(false);
    await say(served, "then?", fork);
    const { messages } = await (await served.send(`/api/threads/${fork}`)).json();
    expect(JSON.stringify(messages)).toMatch(/"hi".*Hello\..*"then\?".*And on\./);
    expect(JSON.stringify(messages)).not.toContain("make it");
    expect(await turnsOf(served, id)).toMatchObject([{ isUndone: true }]);
  });

  it("says where a conversation is not kept that only the files went back", async () => {
    const root = await folder({});
    await toolwright(["call", "write", '{"file_path":"a.txt","content":"x"}', "--yes"], { cwd: root });
    const undone = await toolwright(["undo", "--messages"], { cwd: root });
    expect(undone.stdout).toBe(
      "Undid turn 1: a.txt removed.\nThe conversation of turn 1 is not kept: only its files went back.\n",
    );
    for (const wrong of [["--turn", "1"], ["--show"], ["--list"], ["--json"]]) {
      expect(await toolwright(["undo", "--messages", ...wrong], { cwd: root })).toMatchObject({ code: 2 });
    }
    expect(await toolwright(["undo", "--store", "x"], { cwd: root })).toMatchObject({ code: 2 });
  });
});
