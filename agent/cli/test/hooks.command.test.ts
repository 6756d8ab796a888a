import { existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed, serve } from "./support/served.ts";
import { DRAWN, hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

const read = (file: string) => ({ toolCalls: [{ name: "read", arguments: { file_paths: [file] } }] });
const FOLDER = ".toolwright/hooks.json";

/** A run of `read secret.txt`, `read notes.txt` and an answer, with these hooks of the person's own. */
async function runWith(own: unknown, { files = {}, args = [] }: { files?: object; args?: readonly string[] } = {}) {
  const config = await folder({ "toolwright/hooks.json": own });
  const steps = [read("secret.txt"), read("notes.txt"), { text: "Done." }];
  const cwd = await folder({ "s.json": steps, "secret.txt": "Gold.", "notes.txt": "Milk.", ...files });
  const ended = await toolwright(["run", "--model", "script:s.json", "--json", ...args, "go"], {
    cwd,
    env: { XDG_CONFIG_HOME: config, XDG_STATE_HOME: join(config, "state") },
  });
  return { ...ended, cwd, config };
}

describe("hooks of the person's own", () => {
  it("refuse a call with a sentence, hear of calls that were made, and of the end of the run", async () => {
    const { stdout, stderr, cwd, code } = await runWith({
      beforeCall: [{ tools: ["re*"], command: "! grep -q secret.txt || { echo 'Not the secret' >&2; exit 2; }" }],
      afterCall: [{ command: "cat >> after.jsonl; echo >> after.jsonl" }],
      runEnd: [{ command: "cat > end.json" }],
    });
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: "" });
    expect(stdout).toContain("A hook refused the call: Not the secret.");
    expect(stdout).not.toContain("Gold.");
    expect(stdout).toContain("Milk.");
    const after = readFileSync(join(cwd, "after.jsonl"), "utf8").trim().split("\n");
    expect(after.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        event: "after_call",
        tool: "read",
        arguments: { file_paths: ["notes.txt"] },
        success: true,
        output: expect.stringContaining("Milk."),
      }),
    ]);
    const end = JSON.parse(readFileSync(join(cwd, "end.json"), "utf8"));
    expect(end).toMatchObject({ event: "run_end", stopReason: "stop", folder: cwd });
  });

  it("show no part of a secret where what they print is cut, nor half of a character", async () => {
    const key = `sk-${"a1B2c3D4".repeat(6)}`;
    const bytes = "printf '\\342\\202'; sleep 0.2; printf '\\254 '";
    const command = `{ ${bytes}; printf '%0480d ${key}'; } >&2; exit 3`;
    const { stderr } = await runWith({ afterCall: [{ tools: ["read"], command }] });
    expect(stderr).toMatch(/a hook after a call of read failed: € 0{480}/);
    expect(stderr).not.toContain("sk-a");
    expect(stderr).not.toContain("a1B2");
  });

  it("hold for the calls of sub-agents, too", async () => {
    const own = {
      beforeCall: [{ tools: ["read"], command: "! grep -q secret.txt || { echo 'Not the secret.'; exit 2; }" }],
      afterCall: [{ tools: ["read"], command: "cat > after.json" }],
    };
    const config = await folder({ "toolwright/hooks.json": own });
    const agent = { toolCalls: [{ name: "agent", arguments: { prompt: "look", description: "look" } }] };
    const steps = [agent, read("secret.txt"), read("notes.txt"), { text: "Looked." }, { text: "Done." }];
    const cwd = await folder({ "s.json": steps, "secret.txt": "Gold.", "notes.txt": "Milk." });
    const args = ["run", "--model", "script:s.json", "--json", "--yes", "--sandbox", "off", "go"];
    const { stdout, code } = await toolwright(args, { cwd, env: { XDG_CONFIG_HOME: config } });
    expect(code).toBe(0);
    expect(stdout).toContain("Looked.");
    expect(stdout).not.toContain("Gold.");
    expect(JSON.parse(readFileSync(join(cwd, "after.json"), "utf8"))).toMatchObject({
      arguments: { file_paths: ["notes.txt"] },
    });
  });

  it("cannot allow what the rules deny, and are not asked about it", async () => {
    const policy = { allow: [], ask: [], deny: ["Read(secret.txt)"] };
    const { stdout, cwd } = await runWith(
      { beforeCall: [{ command: "cat >> asked.jsonl; exit 0" }] },
      { files: { ".toolwright/policy.json": policy } },
    );
    expect(stdout).not.toContain("Gold.");
    const asked = readFileSync(join(cwd, "asked.jsonl"), "utf8");
    expect(asked).toContain("notes.txt");
    expect(asked).not.toContain("secret.txt");
  });

  it.each([
    ["hangs", "sleep 300 & sleep 300", "it did not end within 0.5 s"],
    ["floods", "yes", "it printed more than 1 MiB"],
    ["is not there", "no-such-program-at-all 2>/dev/null", "it ended with exit 127"],
    ["exits with 2 and says nothing", "exit 2", "it ended with exit 2"],
    ["kills itself", "kill -9 $$", /it ended with exit 137|SIGKILL ended it/],
  ])("keep a call from being made where one %s", async (_, command, said) => {
    const started = performance.now();
    const { stdout, code } = await runWith({ beforeCall: [{ command, seconds: 0.5 }] });
    expect(code).toBe(0);
    expect(stdout).toMatch(said);
    expect(stdout).toContain("A hook refused the call without a reason");
    expect([stdout.includes("Gold."), stdout.includes("Milk.")]).toEqual([false, false]);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("that fail after a call or a run are told to the person, and change nothing", async () => {
    const { stdout, stderr, code } = await runWith({
      afterCall: [{ tools: ["read"], command: "sleep 300", seconds: 0.3 }],
      runEnd: [{ command: "echo broken >&2; exit 1" }],
    });
    expect(code).toBe(0);
    expect(stdout).toContain("Milk.");
    expect(stderr).toContain("a hook after a call of read failed: it did not end within 0.3 s");
    expect(stderr).toContain("a hook after the end of a run failed: broken (it ended with exit 1)");
  });

  it("run in the sandbox: without a network, and without a way out of the folder", async () => {
    const outside = join(await folder(), "out.txt");
    const { cwd, stdout } = await runWith({
      runEnd: [{ command: `echo a > ${outside}; echo b > in.txt; cat /proc/net/route | wc -l > net.txt` }],
    });
    if (!existsSync("/usr/bin/bwrap")) return;
    expect(stdout).toContain("Milk.");
    expect([existsSync(outside), readFileSync(join(cwd, "in.txt"), "utf8")]).toEqual([false, "b\n"]);
    expect(Number(readFileSync(join(cwd, "net.txt"), "utf8"))).toBeLessThanOrEqual(1);
  });

  it.each<[unknown, RegExp]>([
    [{ beforeCalls: [] }, /there is no hook beforeCalls; there are beforeCall, afterCall, runEnd, statusLine\./],
    [{ beforeCall: [{ command: "" }] }, /a hook of beforeCall lacks its command\./],
    [{ beforeCall: [{ command: "a", second: 1 }] }, /has a key second; it takes command, seconds and tools\./],
    [{ runEnd: [{ command: "a", tools: ["read"] }] }, /tools is a list of names, for the hooks around calls\./],
    [{ statusLine: { command: "a", seconds: 0 } }, /must have seconds between 0 and 600\./],
  ])("that do not read let nothing run: %j", async (own, said) => {
    const { stderr, stdout, code } = await runWith(own);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(said);
  });

  it("are read through a link, and let nothing run where they cannot be read", async () => {
    const elsewhere = await folder({ "mine.json": { beforeCall: [{ command: "exit 1" }] } });
    const cwd = await folder({ "s.json": [read("notes.txt"), { text: "Done." }], "notes.txt": "Milk." });
    const config = await folder({ "toolwright/keep.txt": "" });
    const own = join(config, "toolwright/hooks.json");
    const run = () => {
      return toolwright(["run", "--model", "script:s.json", "--json", "go"], { cwd, env: { XDG_CONFIG_HOME: config } });
    };
    symlinkSync(join(elsewhere, "mine.json"), own);
    expect((await run()).stdout).toContain("A hook refused the call");
    unlinkSync(own);
    mkdirSync(own);
    expect(await run()).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("so nothing is run") });
  });

  it("hold for a server, too", async () => {
    const config = await folder({
      "toolwright/hooks.json": {
        beforeCall: [{ command: "echo 'Nothing is read here.'; exit 1" }],
        runEnd: [{ command: "cat > end.json" }],
      },
    });
    const cwd = await folder({ "s.json": [read("notes.txt"), { text: "Done." }], "notes.txt": "Milk." });
    const env = { XDG_CONFIG_HOME: config, XDG_STATE_HOME: join(config, "state") };
    const served = await serve(["--model", `script:${join(cwd, "s.json")}`, "--workspace", cwd], { env });
    const answer = await (await served.send("/api/chat", { message: "go" })).text();
    expect(answer).toContain("A hook refused the call: Nothing is read here.");
    await expect
      .poll(() => existsSync(join(cwd, "end.json")) && readFileSync(join(cwd, "end.json"), "utf8"))
      .toContain('"stopReason":"stop"');
  });
});

const HOSTILE = { beforeCall: [{ command: "touch ran.txt" }], runEnd: [{ command: "touch ran.txt" }] };

it("the hooks of the documentation do what it says", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/command.md"), "utf8");
  const [, section = ""] = page.split("### Hooks and a status line\n");
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
  const [, script = ""] = /```js\n([\s\S]*?)```/.exec(section) ?? [];
  const { beforeCall, afterCall, statusLine } = JSON.parse(json);
  const config = await folder({ "toolwright/hooks.json": { beforeCall, afterCall, statusLine } });
  const write = (file_path: string) => ({ toolCalls: [{ name: "write", arguments: { file_path, content: "A.\n" } }] });
  const list = { toolCalls: [{ name: "bash", arguments: { command: "ls src" } }] };
  const cwd = await folder({
    "s.json": [write("generated/a.txt"), write("src/a.txt"), list, { text: "Done." }],
    ".toolwright/generated.mjs": script,
  });
  const args = ["run", "--model", "script:s.json", "--json", "--mode", "accept-edits", "go"];
  const { stdout } = await toolwright(args, { cwd, env: { XDG_CONFIG_HOME: config } });
  expect(stdout).toContain("generated/a.txt is generated: change its template in its place.");
  expect([existsSync(join(cwd, "generated")), existsSync(join(cwd, "src/a.txt"))]).toEqual([false, true]);
  expect(JSON.parse(readFileSync(join(cwd, ".toolwright-calls.jsonl"), "utf8"))).toMatchObject({
    event: "after_call",
    tool: "bash",
    arguments: { command: "ls src" },
    output: expect.stringContaining("a.txt"),
  });
});

describe("hooks that came with a folder, where nobody can be asked", () => {
  it.each([[[]], [["--yes", "--sandbox", "off"]]])("never run, and it is said: %j", async (args) => {
    const { cwd, stderr, stdout, code } = await runWith({}, { files: { [FOLDER]: HOSTILE }, args });
    expect(code).toBe(0);
    expect(stdout).toContain("Milk.");
    expect(stderr).toContain(".toolwright/hooks.json are not used: they came with this folder");
    expect(existsSync(join(cwd, "ran.txt"))).toBe(false);
  });

  it("are not followed through a link out of it, and it is said", async () => {
    const outside = await folder({ "hooks.json": HOSTILE });
    const cwd = await folder({ "s.json": [{ text: "Done." }], ".toolwright/keep.txt": "" });
    symlinkSync(join(outside, "hooks.json"), join(cwd, FOLDER));
    const { stderr, code } = await toolwright(["run", "--model", "script:s.json", "--json", "go"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("is no file of at most 64 KiB") });
    expect(existsSync(join(cwd, "ran.txt"))).toBe(false);
  });

  it("are named where they do not read, and nothing is kept from running", async () => {
    const { stderr, code } = await runWith({}, { files: { [FOLDER]: { all: [] } } });
    expect(code).toBe(0);
    expect(stderr).toMatch(/the hooks of this folder are not used: .*there is no hook all/);
  });

  it("never run from pipes, and no status line does", async () => {
    const config = await folder({ "toolwright/hooks.json": { statusLine: { command: "touch status.txt; echo up" } } });
    const cwd = await folder({ "s.json": [{ text: "One." }], [FOLDER]: HOSTILE });
    const env = { XDG_CONFIG_HOME: config, XDG_STATE_HOME: join(config, "state") };
    const ended = await toolwright(["chat", "--model", "script:s.json"], { cwd, stdin: "hi\n", env });
    expect(ended.stdout).toContain("One.");
    expect(ended.stderr).toContain("are not used");
    expect([existsSync(join(cwd, "ran.txt")), existsSync(join(cwd, "status.txt"))]).toEqual([false, false]);
  });
});

describe.skipIf(!hasTmux)("hooks in a terminal (skipped without tmux)", () => {
  const chat = ["chat", "--model", "script:s.json", "--sandbox", "off"];

  it("say a line under the prompt that is made when a run ends", async () => {
    const command = "echo run >> count.txt; wc -l < count.txt | tr -d '\\n'; echo ' runs'; echo more";
    const config = await folder({ "toolwright/hooks.json": { statusLine: { command } } });
    const cwd = await folder({ "s.json": [{ text: "One." }, { text: "Two." }] });
    const terminal = new TestTerminal(chat, cwd, { ...DRAWN, XDG_CONFIG_HOME: config });
    await terminal.see(/^script:s\.json · mode default.*\n1 runs$/m);
    terminal.type("hi");
    expect(await terminal.see(/One\.\ndone[\s\S]*mode default.*\n2 runs$/m)).not.toContain("more");
  });

  it("say it as a line of its own where nothing is drawn", async () => {
    const config = await folder({ "toolwright/hooks.json": { statusLine: { command: "echo all is well" } } });
    const cwd = await folder({ "s.json": [{ text: "One." }] });
    const terminal = new TestTerminal([...chat, "--plain"], cwd, { ...DRAWN, XDG_CONFIG_HOME: config });
    await terminal.see(/^all is well$/m);
  });
});
