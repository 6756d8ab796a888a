import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const START = join(ROOT, "scripts/start.mjs");

describe.concurrent("npm start", () => {
  it("makes three calls on this repository's own files, asks nothing, and ends well", async () => {
    const { code, stdout, stderr } = await start();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^model: offline\n/);
    expect(stdout.match(/^● \w+/gm)).toEqual(["● ls", "● read", "● bash"]);
    expect(stdout).not.toContain("✗");
    expect(stdout).toMatch(/\ndone · 4 steps · [^\n]+\nFor a real model, [^\n]+\n$/);
  });

  it("counts the words of the packages' READMEs in one program with --code-mode, as wc does", async () => {
    const { code, stdout, stderr } = await start("--code-mode");
    const files = execFileSync("git", ["ls-files", "runtime/*/README.md"], { encoding: "utf8", cwd: ROOT }).trim();
    const texts = files.split("\n").map((file) => readFileSync(join(ROOT, file), "utf8"));
    const words = texts.flatMap((text) => text.split(/\s+/).filter((word) => word !== "")).length;

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`{"files":${texts.length},"words":${words},`);
    expect(stdout).not.toContain("✗");
    expect(stdout.match(/^ *● read/gm)).toHaveLength(texts.length);
    expect(stdout).toMatch(/\ndone · 2 steps · /);
  });

  it("takes the words after --, options too, as the request", async () => {
    const [search, options] = await Promise.all([
      start("search", "for", "toolwright", "in", "package.json"),
      start("hello", "--model", "openai:x", "--json"),
    ]);
    expect(search).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("● grep toolwright") });
    expect(options).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^model: offline\n/) });
    expect(options.stdout).toContain("hello --model openai:x --json");
  });
});

function start(...words: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ["--conditions=@toolwright/source", START, ...words], { env: { PATH, HOME } });
  const printed = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (printed.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (printed.stderr += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...printed })));
}
