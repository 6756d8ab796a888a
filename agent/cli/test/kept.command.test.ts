import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed, serve } from "./support/served.ts";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { COMMAND, folder, OWN_PLACES, removeFolders, toolwright } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

const write = (id: string, content = `${id}\n`) => ({
  toolCalls: [{ id, name: "write", arguments: { file_path: `${id}.md`, content } }],
});

/** A folder, and a script outside of it whose answers come one after the other in each process. */
async function place(steps: readonly object[]): Promise<{ cwd: string; model: string }> {
  const cwd = await folder({});
  const scripts = await folder({ "s.json": steps });
  return { cwd, model: `script:${join(scripts, "s.json")}` };
}

async function json(cwd: string, args: readonly string[], isAlone = false): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await toolwright(["run", ...args, "--output-format", "json"], { cwd, isAlone });
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

/** The messages that the newest run of a conversation began with. */
async function input(cwd: string, args: readonly string[]): Promise<{ role: string; content: unknown }[]> {
  const { stdout } = await toolwright(["run", ...args, "--json"], { cwd });
  return JSON.parse(stdout.split("\n")[0] ?? "").data.input;
}

describe("a conversation that was taken back in a chat", () => {
  it("goes on without what was taken back, and that stays in one of its own", async () => {
    const made = [{ text: "Hi." }, write("a"), { text: "Made." }, { text: "Otherwise." }];
    const { cwd, model } = await place(made);
    const lines = ["hello", "make it", "/undo --messages", "instead"];
    const chatted = await toolwright(["chat", "--yes", "--sandbox", "off", "--model", model], {
      cwd,
      stdin: lines.map((line) => `${line}\n`).join(""),
    });
    expect(chatted.stdout).toContain("The conversation goes on from before turn 1.");
    const again = await input(cwd, ["and now", "--continue", "--model", model]);
    const said = again.filter(({ role }) => role === "user").map(({ content }) => content);
    expect(said).toEqual(["hello", "instead", "and now"]);
  });

  it("logs what is done from then on under the conversation that goes on, and takes it back again", async () => {
    const made = [write("a"), { text: "Made." }, write("b"), { text: "Made b." }];
    const { cwd, model } = await place(made);
    const lines = ["make a", "/undo --messages", "make b", "/undo"];
    const chatted = await toolwright(["chat", "--yes", "--sandbox", "off", "--model", model], {
      cwd,
      stdin: lines.map((line) => `${line}\n`).join(""),
    });
    expect(chatted.stdout.match(/Undid turn/g)).toHaveLength(2);
    const { stdout } = await toolwright(["undo", "--list", "--json"], { cwd });
    const ids = [...stdout.matchAll(/"chatId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it("also where nothing was said after it", async () => {
    const { cwd, model } = await place([write("a"), { text: "Made." }]);
    const chat = ["chat", "--yes", "--sandbox", "off", "--model", model];
    await toolwright(chat, { cwd, stdin: "make it\n/undo --messages\n" });
    const again = await input(cwd, ["and now", "--continue", "--model", model]);
    expect(again.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual(["and now"]);
  });
});

describe("toolwright run --output-format", () => {
  it("json prints one object when it has ended, and the exit code says how", async () => {
    const { cwd, model } = await place([{ text: "Hello.", usage: { inputTokens: 3, outputTokens: 2 } }]);
    expect(await json(cwd, ["hi", "--model", model])).toEqual({
      type: "result",
      content: "Hello.",
      stopReason: "stop",
      iterations: 1,
      usage: { inputTokens: 3, outputTokens: 2 },
      threadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      durationMs: expect.any(Number),
    });
    const empty = await place([]);
    const failed = await toolwright(["run", "hi", "--model", empty.model, "--output-format", "json"], { cwd });
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      stopReason: "error",
      error: { message: expect.stringContaining("script") },
    });
  });

  it("stream-json prints what --json prints", async () => {
    const { cwd, model } = await place([{ text: "Hello." }]);
    const types = async (...format: string[]) => {
      const { stdout } = await toolwright(["run", "hi", "--model", model, ...format], { cwd });
      return stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).type);
    };
    const events = await types("--output-format", "stream-json");
    expect([events[0], events.at(-1)]).toEqual(["run_start", "done"]);
    expect(await types("--json")).toEqual(events);
  });

  it.each([
    [["--output-format", "yaml"], /Allowed choices are text, json, stream-json/],
    [["--json", "--output-format", "json"], /--json prints events/],
    [["--continue", "--resume", "abc"], /--continue or --resume, not both/],
  ])("refuses %j", async (args, message) => {
    const { cwd } = await place([]);
    const { code, stdout, stderr } = await toolwright(["run", "hi", "--model", "offline", ...args], { cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});

describe("a conversation of the command", () => {
  it("goes on in a later command, the newest one or the one that is named, and in the page", async () => {
    const { cwd, model } = await place([{ text: "Answer." }]);
    const first = await json(cwd, ["first", "--model", model]);
    const second = await json(cwd, ["second", "--model", model]);
    expect(first.threadId).not.toBe(second.threadId);
    const newest = await input(cwd, ["more", "--continue", "--model", model]);
    expect(newest.map(({ role, content }) => (role === "system" ? role : content))).toEqual([
      "system",
      "second",
      "Answer.",
      "more",
    ]);
    const named = await input(cwd, ["again", "--resume", String(first.threadId).slice(0, 8), "--model", model]);
    expect(named.map(({ content }) => content)).toEqual([expect.any(String), "first", "Answer.", "again"]);
    const served = await serve(["--model", model, "--workspace", cwd]);
    const { threads } = await (await served.send("/api/threads")).json();
    expect(threads).toMatchObject([
      { id: first.threadId, title: "first", status: "idle" },
      { id: second.threadId, title: "second", status: "idle" },
    ]);
    const response = await served.send("/api/chat", { threadId: first.threadId, message: "from the page" });
    await response.text();
    const after = await input(cwd, ["back", "--continue", "--model", model]);
    expect(after.map(({ content }) => content).slice(1)).toEqual([
      "first",
      "Answer.",
      "again",
      "Answer.",
      "from the page",
      "Answer.",
      "back",
    ]);
  });

  it("tells the model what was undone meanwhile", async () => {
    const { cwd, model } = await place([write("a"), { text: "Written." }]);
    await json(cwd, ["write", "--model", model, "--yes", "--sandbox", "off"]);
    expect((await toolwright(["undo"], { cwd })).code).toBe(0);
    const messages = await input(cwd, ["go on", "--continue", "--model", model]);
    expect(messages.at(-2)).toMatchObject({ role: "user", content: expect.stringMatching(/undone|undid|undo/i) });
  });

  it("that died is settled first, and no call of it runs again", async () => {
    const sleep = { toolCalls: [{ id: "s", name: "bash", arguments: { command: "echo once >> log; sleep 4219.5" } }] };
    const { cwd, model } = await place([sleep, { text: "Never said." }]);
    const [program, ...rest] = COMMAND;
    const { PATH = "", HOME = "" } = process.env;
    const args = [...rest, "run", "go", "--model", model, "--yes", "--sandbox", "off"];
    const child = spawn(program, args, { cwd, env: { PATH, HOME, ...OWN_PLACES }, stdio: "ignore", detached: true });
    await expect.poll(() => readFile(join(cwd, "log"), "utf8").catch(() => "")).toBe("once\n");
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await once(child, "close");
    spawnSync("pkill", ["-f", "sleep 4219.5"]);
    const next = await place([{ text: "I look." }, { text: "Done." }]);
    const messages = await input(cwd, ["and now?", "--continue", "--model", next.model, "--yes", "--sandbox", "off"]);
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
    expect(String(messages[3]?.content)).toContain("whether it took effect is not known");
    expect(await readFile(join(cwd, "log"), "utf8")).toBe("once\n");
  });

  it("is left to the process that works on it", async () => {
    const { cwd, model } = await place([{ text: "Answer." }]);
    await json(cwd, ["first", "--model", model]);
    const [program, ...rest] = COMMAND;
    const { PATH = "", HOME = "" } = process.env;
    const args = [...rest, "chat", "--continue", "--model", model];
    const child = spawn(program, args, { cwd, env: { PATH, HOME, ...OWN_PLACES } });
    await once(child.stdout, "data");
    const refused = await toolwright(["run", "x", "--continue", "--model", model], { cwd });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is at work in another process") });
    child.stdin.end();
    await once(child, "close");
    expect((await toolwright(["run", "x", "--continue", "--model", model], { cwd })).code).toBe(0);
  });

  it("is one of many that are begun at once", async () => {
    const { cwd, model } = await place([{ text: "Answer." }]);
    const begin = (n: number) => json(cwd, [`number ${n}`, "--model", model], true);
    const all = await Promise.all(Array.from({ length: 6 }, (_, n) => begin(n)));
    expect(new Set(all.map(({ threadId }) => threadId)).size).toBe(6);
  });

  it("that is not there is named, with those that are", async () => {
    const { cwd, model } = await place([{ text: "Answer." }]);
    const none = await toolwright(["chat", "--continue", "--model", model], { cwd });
    expect(none).toMatchObject({ code: 2, stderr: "toolwright: No conversation was kept in this folder yet.\n" });
    await json(cwd, ["buy\u001b[31m milk", "--model", model]);
    const { code, stderr } = await toolwright(["run", "x", "--resume", "zzz", "--model", model], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^[0-9a-f]{8} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}buy.* milk\ntoolwright: No conversation has the id zzz\./,
    );
    expect(stderr).not.toContain("\u001b");
    const which = await toolwright(["run", "x", "--resume", "--model", model], { cwd });
    expect(which).toMatchObject({ code: 2, stderr: expect.stringContaining("Say which: --resume ID.") });
  });

  it("leaves nothing behind where nothing was said", async () => {
    const { cwd, model } = await place([]);
    expect((await toolwright(["chat", "--model", model], { cwd, stdin: "/help\n" })).code).toBe(0);
    expect((await toolwright(["chat", "--continue", "--model", model], { cwd })).stderr).toContain(
      "No conversation was kept",
    );
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe.skipIf(!hasTmux)("a conversation in a terminal (skipped without tmux)", () => {
  it("is chosen by its number, goes on, and says how to come back", async () => {
    const { cwd, model } = await place([{ text: "Answer one." }]);
    await json(cwd, ["buy milk", "--model", model]);
    await json(cwd, ["sell tea", "--model", model]);
    const terminal = new TestTerminal(["chat", "--resume", "--model", model], cwd);
    expect(await terminal.see(/Which one\?.*>$/m)).toMatch(/ 1 {2}just now {4}sell tea\n +2 {2}just now {4}buy milk/);
    terminal.type("l");
    await terminal.see(/Which one\?.*> l\nWhich one\?.*>$/m);
    terminal.type("Milk");
    await terminal.see(/^>$/m);
    terminal.type("and bread");
    await terminal.see(/done · 1 step/);
    terminal.type("/exit");
    const [, id = ""] =
      /toolwright chat --resume ([0-9a-f]{8})/.exec(await terminal.see(/To go on with this: .*/)) ?? [];
    const messages = await input(cwd, ["x", "--resume", id, "--model", model]);
    expect(messages.map(({ content }) => content).slice(1, 4)).toEqual(["buy milk", "Answer one.", "and bread"]);
  });
});
