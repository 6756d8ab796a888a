import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { judge } from "./index.ts";

const PROGRAM = fileURLToPath(new URL("../bin/shell-judge.js", import.meta.url));
const PLACE = { cwd: "/work/repo", root: "/work/repo", home: "/home/me" };

function run(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8" });
  return { stdout, stderr, status };
}

describe("shell-judge", () => {
  it("prints the verdict and every finding as JSON", () => {
    const { stdout, status } = run("--json", "--cwd", "/work/repo", "--home", "/home/me", "git log | tee x");
    expect(status).toBe(0);
    const printed = JSON.parse(stdout);
    expect(Object.keys(printed)).toEqual(["verdict", "findings"]);
    expect(printed).toEqual({ verdict: "ask", findings: judge("git log | tee x", PLACE) });
  });

  it("says the verdict and why", () => {
    const { stdout } = run("--cwd", "/work/repo", "--home", "/home/me", "grep -rn foo src");
    expect(stdout).toBe("allow: grep only reads here.\n  allow: grep only reads here.\n");
  });

  it("shows nothing that cannot be seen", () => {
    const { stdout } = run("--cwd", "/work/repo", "--home", "/home/me", "echo \u202e\u001b[2J");
    expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  });

  it.each([[[]], [["a", "b"]], [["--unknown", "ls"]], [["--policy", "/nowhere", "ls"]]])("refuses %j", (args) => {
    expect(run(...args)).toMatchObject({ status: 2, stdout: "" });
  });
});
