import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, jsonLines, removeFolders, signalOn, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const call = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args }] });
const agent = (args: object = {}) => call("agent", { description: "look around", prompt: "Look.", ...args });
const SAYS = { text: "Reported." };
const END = { text: "End." };

async function run(steps: readonly object[], ...args: string[]) {
  const cwd = await folder({
    "s.json": steps,
    "a.txt": "word\n",
    ".env": "KEY=sesame\n",
  });
  const ended = await toolwright(["run", "go", "--model", "script:s.json", "--json", ...args], { cwd });
  const ends = jsonLines(ended.stdout).filter(({ type }) => type === "tool_call_end");
  const results = ends.filter(({ parentId }) => parentId === undefined);
  const texts = results.map(({ data }) => JSON.stringify((data as { result: unknown }).result));
  const inner = ends.flatMap(({ parentId, data }) =>
    parentId === undefined ? [] : [(data as { toolName: string }).toolName],
  );
  return { ...ended, cwd, result: texts.join("\n"), calls: texts.length, inner };
}

describe.concurrent("the agent tool in the command", () => {
  it("works on the folder with the same tools, and reports", async () => {
    const { code, result, calls, inner } = await run([agent(), call("read", { file_paths: ["a.txt"] }), SAYS, END]);
    expect({ code, calls }).toEqual({ code: 0, calls: 1 });
    expect(result).toMatch(/\[agent \w{3} completed, 2 turns, [^\]]+\]\\nReported\./);
    expect(inner).toEqual(["read"]);
  });

  it("is held by what its parent may: a denied file is denied to every tool of it, whatever --yes says", async () => {
    const steps = [
      agent(),
      call("read", { file_paths: ["a.txt"] }),
      call("bash", { command: "cat a.txt" }),
      call("grep", { pattern: "word|ses.me" }),
      call("bash", { command: "cp .env b" }),
      SAYS,
      END,
    ];
    const place = await folder({ "policy.json": { allow: ["Bash"], deny: ["Read(a.txt)"] } });
    const policy = ["--policy", join(place, "policy.json"), "--sandbox", "off", "--yes"];
    const { cwd, stdout, result } = await run(steps, ...policy);
    expect(result).toMatch(/completed, 5 turns/);
    // What the agent read is in its own model's requests only, so a copy would be the proof.
    expect(existsSync(join(cwd, "b"))).toBe(false);
    expect(stdout).not.toContain("sesame");
    const alone = await run(steps.slice(1), ...policy);
    expect(alone.result.match(/"code":"policy_denied"/g)).toHaveLength(3);
    expect(alone.stdout).not.toMatch(/sesame|\d:word/);
  });

  it("asks in vain where nobody is, and the parent goes on", async () => {
    const write = call("write", { file_path: "new.txt", content: "x" });
    const refused = await run([agent(), write, SAYS, END]);
    expect(refused.result).toContain("Reported.");
    expect(existsSync(join(refused.cwd, "new.txt"))).toBe(false);
    const answered = await run([agent(), write, SAYS, END], "--yes", "--sandbox", "off");
    expect(readFileSync(join(answered.cwd, "new.txt"), "utf8")).toBe("x");
    const planned = await run([agent(), write, SAYS, END], "--yes", "--sandbox", "off", "--mode", "plan");
    expect(existsSync(join(planned.cwd, "new.txt"))).toBe(false);
  });

  it("starts no agents of its own, and an explorer gets only what reads", async () => {
    const nested = await run([agent(), agent(), SAYS, END], "--yes", "--sandbox", "off");
    expect(nested.result).toMatch(/completed, 2 turns/);
    expect(nested.calls).toBe(1);
    const explorer = await run(
      [agent({ type: "explore" }), call("write", { file_path: "n", content: "x" }), SAYS, END],
      "--yes",
      "--sandbox",
      "off",
    );
    expect(existsSync(join(explorer.cwd, "n"))).toBe(false);
  });

  // Beside other tests its own `expect` alone knows which test polls.
  it("stops with the run", async ({ expect }) => {
    // Another run of this test on the same machine has another number.
    const sleep = `sleep 4519.${process.pid}`;
    const cwd = await folder({ "s.json": [agent(), call("bash", { command: `echo begun; ${sleep}` }), SAYS, END] });
    const { code, stdout } = await toolwright(
      ["run", "go", "--model", "script:s.json", "--yes", "--sandbox", "off", "--json"],
      { cwd, onOutput: signalOn(sleep, "SIGINT") },
    );
    expect(code).toBe(1);
    expect(jsonLines(stdout).at(-1)).toMatchObject({ type: "done", data: { stopReason: "aborted" } });
    await expect.poll(() => spawnSync("pgrep", ["-fx", sleep]).status).toBe(1);
  });

  it("is said not to be there where there is no model", async () => {
    const { code, stdout } = await toolwright(["call", "agent", '{"description":"x","prompt":"x"}'], {
      cwd: await folder(),
    });
    expect(code).toBe(1);
    expect(stdout).toContain("There are no sub-agents here. Do the task yourself.");
  });
});

describe.skipIf(!hasTmux)("an agent that asks (skipped without tmux)", () => {
  it("bubbles its question up to the person, with its name; always holds for the parent too", async () => {
    const write = call("write", { file_path: "new.txt", content: "x" });
    const cwd = await folder({ "s.json": [agent(), write, SAYS, write, END] });
    const terminal = new TestTerminal(["run", "go", "--model", "script:s.json"], cwd, {
      XDG_CONFIG_HOME: await folder(),
    });
    const asked = await terminal.see(/n = no >$/);
    expect(asked).toMatch(/^● agent look around prompt=Look\.\n {2}● write new\.txt content=x\n/m);
    expect(asked).toMatch(/Run write\? \[agent \w{3}: look around\] [\s\S]*new\.txt would be written/);
    expect(asked).toContain("always allows: Edit(/new.txt)");
    terminal.type("always");
    await terminal.see(/Save it\? .* >$/);
    terminal.type("y");
    const ended = await terminal.see(/End\.\ndone/);
    expect(ended.match(/Run write\?/g)).toHaveLength(1);
    // What the agent did is shown below the call that started it, and its report.
    expect(ended).toMatch(
      /Save it\? .* > y\n[\s\S]*\n {4}new\.txt \+1 created\n {5}1 \+ x[\s\S]*\n {2}\[agent \w{3} completed.*\n {2}Reported\./,
    );
  });
});
