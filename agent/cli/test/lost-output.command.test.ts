import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { COMMAND, folder, OWN_PLACES, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

it.skipIf(!existsSync("/dev/full")).each(["tools", "permit ls", "call ls", "completion bash", "run 'list the files'"])(
  "says that the output of %s is lost where the disk is full, and does not exit with 0",
  async (line) => {
    const cwd = await folder({ "a.txt": "a" });
    const [program, ...rest] = COMMAND;
    const script = `exec ${[program, ...rest].map((word) => `'${word}'`).join(" ")} ${line} >/dev/full`;
    const env = { PATH: process.env.PATH, HOME: cwd, ...OWN_PLACES };
    const { status, stderr } = spawnSync("sh", ["-c", script], { cwd, env, encoding: "utf8" });
    expect(stderr).toMatch(/^toolwright: Not all of the output could be written: .*no space left on device.*\.\n/);
    expect(status).toBe(1);
  },
);
