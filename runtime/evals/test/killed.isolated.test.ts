import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const PROGRAM = join(import.meta.dirname, "killed-evaluation.ts");
const WORDS = ["--conditions=@toolwright/source", "--disable-warning=ExperimentalWarning", PROGRAM];

it("an evaluation that was killed goes on where it was, and pays for no answer twice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "killed-evals-"));
  try {
    const first = spawn(process.execPath, [...WORDS, folder, "hang"], { stdio: ["ignore", "pipe", "inherit"] });
    await once(first.stdout, "data");
    first.kill("SIGKILL");
    await once(first, "exit");
    const second = spawnSync(process.execPath, [...WORDS, folder], { encoding: "utf8" });
    expect(second.stderr).toBe("");
    expect(JSON.parse(second.stdout)).toMatchObject({ tasks: 3, passed: 3, steps: 2, usage: { inputTokens: 60 } });
    // The one that was never answered is asked again, and nothing else.
    const asked = readFileSync(join(folder, "asked.txt"), "utf8").trim().split("\n");
    expect(asked).toEqual(["one 0", "one 2", "two 0", "two 2", "two 2", "three 0", "three 2"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
