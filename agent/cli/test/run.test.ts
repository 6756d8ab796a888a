import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, removeFolders, signalOn, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const say = (name: string, args: object = {}) => ({ toolCalls: [{ name, arguments: args }] });

const files = {
  "tools.mjs": TOOLS_MODULE,
  "work.json": [
    { text: "I look.", ...say("echo", { text: "one\ntwo" }) },
    { text: "Seen.", usage: { inputTokens: 1_500, outputTokens: 20 } },
  ],
  "write.json": [say("note", { text: "x" }), { text: "End." }],
  "line.json": [say("bash", { command: "echo x > .env" }), { text: "Written." }],
  "looks.json": [say("bash", { command: "cat /etc/hostname" }), { text: "It was denied." }],
  "unknown.json": [say("erase", { path: "a.txt" }), { text: "Erased." }],
  "again.json": [say("note"), say("note", { text: "x" }), { text: "Noted." }],
  "fail.json": [say("fail"), { text: "It failed." }],
  "long.json": [say("echo", { text: Array.from({ length: 30 }, (_, n) => `line ${n}`).join("\n") }), { text: "End." }],
  "escape.json": [say("escape"), { text: "\u001b[2Jcleared\u202e" }],
  "endless.json": Array.from({ length: 4 }, (_, n) => say("echo", { text: String(n) })),
  "cut.json": [{ text: "half", finishReason: "length" }],
  "error.json": [{ error: "the server is on fire" }],
  "short.json": [say("echo", { text: "a" })],
  "done.json": [say("done", { message: "Finished, as asked." })],
};

async function run(script: string, ...more: string[]) {
  const args = ["run", "--model", `script:${script}`, "--tools", "tools.mjs", ...more, "go", "on"];
  return toolwright(args, { cwd: await folder(files) });
}

describe.concurrent("toolwright run, for a person", () => {
  it("names the model first, shows text, calls and results, and ends with a summary", async () => {
    const { code, stdout, stderr } = await run("work.json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(/\d+ ms\n$/, "N ms\n")).toBe(
      `model: script:work.json

I look.

● echo one ⏎ two
  one
  two

Seen.

done · 2 steps · 1,500 tokens in, 20 out · N ms
`,
    );
  });

  it("shows the colours of a command where there are colours, and never a secret between them", async () => {
    const command = "printf '\\033[31mred\\033[0m hun\\033[1mter2-hunter2\\033[m\\n'";
    const cwd = await folder({ "colours.json": [say("bash", { command }), { text: "Seen." }] });
    const args = ["run", "--model", "script:colours.json", "--yes", "--sandbox", "off"];
    const env = { DEMO_TOKEN: "hunter2-hunter2" };
    const shown = await toolwright([...args, "go"], { cwd, env: { ...env, FORCE_COLOR: "1" } });
    expect(shown.stdout).toContain("\u001b[0;31mred\u001b[0m\u001b[2m [secret:DEMO_TOKEN]\u001b[22m\n");
    const plain = await toolwright([...args, "go"], { cwd, env });
    expect(plain.stdout).toContain("\n  red [secret:DEMO_TOKEN]\n");
    const events = await toolwright([...args, "--output-format", "stream-json", "go"], { cwd, env });
    expect(events.stdout).toContain('"chunk":"red [secret:DEMO_TOKEN]\\n"');
    expect(shown.stdout + plain.stdout + events.stdout).not.toContain("hunter2-hunter2");
  });

  it("says how to use a real model after an offline run", async () => {
    const { code, stdout } = await toolwright(["run", "--model", "offline", "what", "can", "you", "do?"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^model: offline\n/);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^For a real model, set OPENAI_API_KEY/);
  });

  it("shows the beginning of a long result, and how much more there is", async () => {
    const { stdout } = await run("long.json");
    expect(stdout).toContain("  line 7\n  … 22 more lines\n");
  });

  it("spells out what would act on the terminal", async () => {
    const { stdout } = await run("escape.json");
    expect(stdout).toContain("a\\u{1b}[31mred\\u{202e}");
    expect(stdout).toContain("\\u{1b}[2Jcleared\\u{202e}");
    expect(stdout).not.toContain("\u001b");
  });

  it("denies what asks when nobody can be asked, and says what to do", async () => {
    const { code, stdout, stderr } = await run("write.json");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "nothing was changed\n" });
    expect(stdout).toContain("✗ note needs approval, and nobody can be asked.");
    expect(stdout).toMatch(/Use a terminal to be asked, or --yes to allow them\.\n$/);
  });

  it("runs what asks with --yes", async () => {
    const { stdout } = await run("write.json", "--yes", "--sandbox", "off");
    expect(stdout).toContain("● note x\n  noted x\n");
  });

  it.each([
    ["line.json", 1, "nothing was changed\n"],
    ["looks.json", 0, ""],
    ["unknown.json", 0, ""],
    ["again.json", 0, ""],
  ])(
    "fails where what was to change something came to nothing, and nothing else did: %s",
    async (script, code, stderr) => {
      const ended = await run(script, ...(script === "again.json" ? ["--yes", "--sandbox", "off"] : []));
      expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code, stderr });
    },
  );

  it("does not fail because of a failed call", async () => {
    const { code, stdout } = await run("fail.json");
    expect(code).toBe(0);
    expect(stdout).toContain("✗ No luck. Try echo.");
  });

  it.each([
    ["cut.json", [], "the answer was cut off at the model's length limit"],
    ["error.json", [], "error: the server is on fire"],
    ["short.json", [], "error: script has no step 2"],
    ["endless.json", ["--max-iterations", "2"], "the step limit was reached (--max-iterations)"],
    ["work.json", ["--max-iterations", "0"], "the step limit was reached"],
  ])("exits 1 for %s %j and says why", async (script, more, why) => {
    const { code, stdout } = await run(script, ...more);
    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n").at(-1)).toContain(why);
  });

  it("colours only where colours are wanted", async () => {
    const cwd = await folder(files);
    const args = ["run", "--model", "script:work.json", "--tools", "tools.mjs", "go"];
    const [plain, forced, refused] = await Promise.all([
      toolwright(args, { cwd }),
      toolwright(args, { cwd, env: { FORCE_COLOR: "1" } }),
      toolwright(args, { cwd, env: { FORCE_COLOR: "1", NO_COLOR: "1" } }),
    ]);
    expect(plain.stdout).not.toContain("\u001b[");
    expect(forced.stdout).toContain("\u001b[1mecho");
    expect(refused.stdout).not.toContain("\u001b[");
  });

  it("reads the request from standard input when no words are given", async () => {
    const cwd = await folder({ "s.json": [{ text: "Yes." }] });
    const { code, stdout } = await toolwright(["run", "--model", "script:s.json", "--json"], { cwd, stdin: "do it\n" });
    expect(code).toBe(0);
    expect(stdout).toContain('"content":"do it"');
  });
});

describe.concurrent("stopping toolwright run", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("%s aborts, prints done and exits 1", async (signal) => {
    const cwd = await folder({ ...files, "wait.json": [say("wait"), { text: "never" }] });
    const { code, stdout } = await toolwright(
      ["run", "--json", "--model", "script:wait.json", "--tools", "tools.mjs", "go"],
      { cwd, onOutput: signalOn("tool_output_chunk", signal) },
    );
    expect(code).toBe(1);
    const last = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(last).toMatchObject({ type: "done", data: { stopReason: "aborted" } });
  });

  it("says so to a person too", async () => {
    const cwd = await folder({ ...files, "wait.json": [say("wait"), { text: "never" }] });
    const { code, stdout } = await toolwright(["run", "--model", "script:wait.json", "--tools", "tools.mjs", "go"], {
      cwd,
      onOutput: signalOn("waiting", "SIGINT"),
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/\nstopped · 1 step · [\d.]+ m?s\n$/);
  });

  it("leaves at once on a second signal, and nothing that it has started goes on", async () => {
    const sleeps = ["1", "2"].map((digit) => `sleep 46${digit}${process.pid}.5`);
    const [own, away] = sleeps;
    const line = `trap '' INT TERM; env -i PATH="$PATH" setsid ${away} & echo begun; ${own}; ${own}`;
    const bash = { toolCalls: [{ name: "bash", arguments: { command: line } }] };
    const cwd = await folder({ "s.json": [bash, { text: "never" }] });
    let signals = 0;
    const { code } = await toolwright(["run", "go", "--yes", "--sandbox", "off", "--model", "script:s.json"], {
      cwd,
      onOutput(text, child) {
        if (signals > 0 || !text.includes("begun")) return;
        for (const after of [0, 15]) setTimeout(() => void (signals += child.kill("SIGINT") ? 1 : 0), after);
      },
    });
    // On a fast machine the first one may have ended the run before the second comes.
    expect([1, 130]).toContain(code);
    expect(signals).toBe(2);
    const isLeft = () => sleeps.some((sleep) => spawnSync("pgrep", ["-fx", sleep]).status === 0);
    for (let tries = 0; tries < 20 && isLeft(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isLeft()).toBe(false);
  });

  it("ends quietly when nobody reads its output any more", async () => {
    const cwd = await folder({ ...files, "wait.json": [say("echo", { text: "a" }), say("wait")] });
    const { code, stderr } = await toolwright(["run", "--model", "script:wait.json", "--tools", "tools.mjs", "go"], {
      cwd,
      onOutput: (_text, child) => child.stdout?.destroy(),
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  });
});
