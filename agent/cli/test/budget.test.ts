import { afterAll, describe, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const usage = { inputTokens: 900, outputTokens: 100 };
const step = (n: number) => ({ usage, toolCalls: [{ name: "ls", arguments: { path: ".", limit: n + 1 } }] });
const files = {
  "steps.json": [...Array.from({ length: 6 }, (_, n) => step(n)), { text: "End.", usage }],
  "prices.json": { "script:steps.json": { input: 10, output: 10 } },
  "wrong.json": { "script:steps.json": { input: "ten", output: 10 } },
};

async function run(...more: string[]) {
  return toolwright(["run", "--model", "script:steps.json", ...more, "go"], { cwd: await folder(files) });
}

describe.concurrent("what a run of the command may spend", () => {
  it("in tokens ends it, with a warning before and the reason in the last line", async () => {
    const { code, stdout, stderr } = await run("--max-tokens", "2500");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain("The budget is nearly spent: 2,000 of 2,500 tokens are spent.");
    expect(stdout).toMatch(/the budget is spent .* · 2 steps · 1,800 tokens in, 200 out/);
  });

  it("in money goes by the file of prices", async () => {
    const { code, stdout } = await run("--max-cost", "0.035", "--prices", "prices.json");
    expect(code).toBe(1);
    expect(stdout).toMatch(/the budget is spent .* · 3 steps · .*\$0\.03/);
    expect(await run("--max-cost", "0.1", "--prices", "prices.json")).toMatchObject({ code: 0 });
    // A model that asks no server costs nothing.
    expect(await run("--max-cost", "0")).toMatchObject({ code: 0 });
  });

  it("in seconds is no limit for a run that needs less", async () => {
    expect(await run("--max-seconds", "120")).toMatchObject({ code: 0 });
  });

  it.each([
    [["--max-cost", "1", "--model", "ollama:qwen3"], "--max-cost needs the price of ollama:qwen3: give --prices FILE"],
    [["--max-cost", "much"], "It must be a number of US dollars"],
    [["--max-tokens", "-1"], "It must be a whole number"],
    [["--prices", "none.json"], "There is no file of prices none.json."],
    [["--prices", "wrong.json"], "wrong.json: The price of script:steps.json must be"],
  ])("refuses %j in one line", async (flags, words) => {
    const { code, stdout, stderr } = await run(...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
