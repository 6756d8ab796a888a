import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { COMMAND, folder, OWN_PLACES, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

/** A line that asks with a sandbox and without one. */
const bash = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command: `sh -c '${command}'` } }] });

async function chat(steps: readonly object[], ...args: string[]): Promise<TestTerminal> {
  const cwd = await folder({ "s.json": steps });
  const terminal = new TestTerminal(["chat", "--model", "script:s.json", ...args], cwd);
  await terminal.see(/^in \S+folder-\w+\nmodel: script:s\.json/);
  await terminal.see(/^>$/m);
  return terminal;
}

describe.skipIf(!hasTmux)("toolwright chat in a terminal (skipped without tmux)", () => {
  it("streams, asks, takes a refusal with its reason, stops a tool on Ctrl-C, and goes on", async () => {
    // Another run of this test on the same machine has another number.
    const sleep = `sleep 4217.${process.pid}`;
    const terminal = await chat([
      { text: "Let me see.", ...bash("echo approved-$((40 + 2))") },
      { text: "That went well." },
      bash("echo refused-$((40 + 2))"),
      { text: "I take another way." },
      bash(`echo sleeping-$((40 + 2)); ${sleep}`),
      { text: "Never said." },
      { text: "Still here." },
    ]);

    terminal.type("first");
    const asked = await terminal.see(/y = yes, once; n = no >$/);
    // A slow machine names the call before it is known that it asks.
    expect(asked).toMatch(/Let me see\.\n● bash( sh -c 'echo approved.*')?\n/);
    expect(asked).toContain("? Run bash?");
    expect(asked).toContain("command: sh -c 'echo approved-$((40 + 2))'");
    expect(asked).not.toContain("approved-42");
    terminal.type("y");
    expect(await terminal.see(/done · 2 steps/)).toMatch(/ {2}approved-42\n[\s\S]*That went well\./);

    terminal.type("second");
    await terminal.see(/command: sh -c 'echo refused[\s\S]*n = no >$/);
    terminal.type("n");
    await terminal.see(/Why not\?.* >$/);
    terminal.type("use the other one");
    const refused = await terminal.see(/I take another way\.\ndone.*\nnothing was changed$/m);
    expect(refused).toContain("✗ use the other one");
    expect(refused).not.toContain("refused-42");

    terminal.type("third");
    await terminal.see(/command: sh -c 'echo sleeping[\s\S]*n = no >$/);
    terminal.type("y");
    await terminal.see(/^ {2}sleeping-42$/m);
    terminal.press("C-c");
    await terminal.see(/^stopped · /m);
    expect(await terminal.see(/^>$/m)).not.toContain("Never said.");

    terminal.type("fourth");
    // The stopped call never got its second answer, so the script goes on where it was.
    await terminal.see(/Never said\.\ndone/);
    terminal.type("fifth");
    await terminal.see(/Still here\.\ndone/);
    await expect.poll(() => running(sleep)).toBe(false);
    terminal.type("/exit");
    await terminal.see(/^ended with 0$/m);
  });

  it("stops the run when a refusal comes without a reason", async () => {
    const terminal = await chat([bash("echo one"), { text: "Never said." }]);
    terminal.type("go");
    await terminal.see(/n = no >$/);
    terminal.type("what?");
    await terminal.see(/what\?\n.*n = no >$/);
    terminal.type("no");
    await terminal.see(/Why not\?.* >$/);
    terminal.press("Enter");
    expect(await terminal.see(/^a call was refused/m)).not.toContain("Never said.");
  });

  it("stops the run on Ctrl-C while it asks", async () => {
    const terminal = await chat([bash("echo one"), { text: "Next." }]);
    terminal.type("go");
    await terminal.see(/n = no >$/);
    terminal.press("C-c");
    await terminal.see(/^stopped · /m);
    terminal.type("again");
    await terminal.see(/Next\.\ndone/);
  });

  it("leaves on a second Ctrl-C at the prompt", async () => {
    const terminal = await chat([{ text: "Yes." }]);
    terminal.press("C-c");
    await terminal.see(/Ctrl-C again, or Ctrl-D, leaves\./);
    terminal.type("still there?");
    await terminal.see(/Yes\.\ndone/);
    terminal.press("C-c");
    await terminal.see(/leaves\.[\s\S]*leaves\.\n>$/);
    terminal.press("C-c");
    await terminal.see(/^ended with 0$/m);
  });

  it("leaves on Ctrl-D, helps, and keeps what was typed while it worked", async () => {
    const terminal = await chat(
      [bash("echo begun; sleep 1"), { text: "Slept." }, { text: "Read." }],
      "--yes",
      "--sandbox",
      "off",
    );
    terminal.type("/help");
    await terminal.see(/Ctrl-D +leaves/);
    terminal.type("/hlep");
    await terminal.see(/There is no \/hlep\./);
    terminal.type("sleep");
    await terminal.see(/^ {2}begun$/m);
    terminal.press("-l", "typed ahead");
    await terminal.see(/^> typed ahead$/m);
    terminal.press("Enter");
    await terminal.see(/Read\.\ndone/);
    terminal.press("C-d");
    await terminal.see(/^ended with 0$/m);
  });

  it("asks in run as well", async () => {
    const cwd = await folder({ "s.json": [bash("echo ran-$((40 + 2))"), { text: "End." }] });
    const terminal = new TestTerminal(["run", "--model", "script:s.json", "go"], cwd);
    await terminal.see(/n = no >$/);
    terminal.type("yes");
    await terminal.see(/ran-42[\s\S]*End\.\ndone[\s\S]*ended with 0/);
  });
});

describe("toolwright chat without a terminal", () => {
  it("takes every line as a message of one conversation, and denies what asks", async () => {
    const cwd = await folder({ "s.json": [{ text: "One." }, bash("echo x"), { text: "Two." }, { text: "Three." }] });
    const { code, stdout, stderr } = await toolwright(["chat", "--model", "script:s.json"], {
      cwd,
      stdin: "first\n\nsecond\nthird\n/exit\nnever\n",
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^model: script:s\.json\n[\s\S]*One\.[\s\S]*nobody can be asked[\s\S]*Two\.[\s\S]*Three\./);
    expect(stdout).not.toContain("script has no step");
  });
});

describe("what comes back after its run", () => {
  it("is told to the model with the next message", async () => {
    const module = TOOLS_MODULE.replace("import { ", "import { asyncResult, ").replace(
      "export default [",
      `export default [
  defineTool({ name: "later", description: "", effects: "read", input: text(), execute: (_input, ctx) => {
    ctx.background(() => new Promise((resolve) => setTimeout(() => resolve("late news"), 300)));
    return asyncResult("started");
  } }),`,
    );
    const steps = [{ toolCalls: [{ name: "later", arguments: {} }] }, { text: "One." }, { text: "Two." }];
    const cwd = await folder({ "tools.mjs": module, "s.json": steps });
    const terminal = spawnChat(["--model", "script:s.json", "--tools", "tools.mjs", "--record", "run.tape"], cwd);
    await terminal.until("came back later");
    await terminal.say("next\n/exit\n");
    expect(readFileSync(join(cwd, "run.tape"), "utf8")).toContain("[later came back: late news]");
  });
});

it("takes messages back with the files, and goes on as if they had never been sent", async () => {
  const write = { toolCalls: [{ name: "write", arguments: { file_path: "a.txt", content: "one\n" } }] };
  const steps = [{ text: "Hello." }, write, { text: "Wrote one." }, { text: "Gladly." }, { text: "Here I am." }];
  const cwd = await folder({ "s.json": steps });
  const args = ["chat", "--model", "script:s.json", "--yes", "--sandbox", "off", "--record", "run.tape"];
  const stdin = "hi\nwrite one\nthanks\n/undo --messages\nwhere are you?\n/undo 0\n/undo x\n/redo --messages\n/exit\n";
  const { stdout: printed } = await toolwright(args, { cwd, stdin });
  expect(printed).toContain("Undid turn 1: a.txt removed.\nThe conversation goes on from before turn 1.\n");
  expect(printed).toContain("/undo takes nothing, or how many, or a file, and --messages: /undo 2 --messages.\n");
  expect(printed).toContain("Nothing is left to undo in x: ");
  expect(printed).toContain("/redo takes nothing, or how many: /redo 2.\n");
  const requests = readFileSync(join(cwd, "run.tape"), "utf8").trim().split("\n");
  const last = requests.findLast((line) => line.includes("where are you?")) ?? "";
  expect(last).toContain("Hello.");
  expect(last).not.toContain("write one");
  expect(last).not.toContain("undid");
});

function spawnChat(args: readonly string[], cwd: string) {
  const [program, ...rest] = COMMAND;
  const child = spawn(program, [...rest, "chat", ...args], { cwd, env: { ...process.env, ...OWN_PLACES } });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stdin.write("go\n");
  return {
    until: (text: string) => expect.poll(() => stdout).toContain(text),
    say(text: string) {
      child.stdin.end(text);
      return new Promise((resolve) => child.on("close", resolve));
    },
  };
}

function running(command: string): boolean {
  return spawnSync("pgrep", ["-fx", command]).status === 0;
}
