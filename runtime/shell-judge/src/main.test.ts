import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { explain, judge } from "./index.ts";

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

  it("says which word was read as what", () => {
    const { stdout } = run("--cwd", "/work/repo", "--home", "/home/me", "grep -rn --include='*.ts' foo src");
    expect(stdout).toContain("foo  text");
    expect(stdout).toContain("src  a directory to read with everything below");
  });

  it("shows nothing that cannot be seen", () => {
    const { stdout } = run("--cwd", "/work/repo", "--home", "/home/me", "echo \u202e\u001b[2J");
    expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  });

  it.each([[[]], [["a", "b"]], [["--unknown", "ls"]], [["--policy", "/nowhere", "ls"]]])("refuses %j", (args) => {
    expect(run(...args)).toMatchObject({ status: 2, stdout: "" });
  });
});

describe("explain", () => {
  it("names the word that has no meaning", () => {
    expect(explain("git log --output=x", PLACE)).toMatchObject({
      verdict: "ask",
      reason: 'With "--output=x" git could run programs or change the repository.',
      commands: [
        {
          command: "git",
          words: [
            { word: "log", as: "unknown" },
            { word: "--output=x", as: "unknown" },
          ],
        },
      ],
    });
  });
});
